"""The second factor that staff need for the admin, besides their password."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.allauth_private import record_authentication
from accounts.models import User

MAX_AGE: Final = timedelta(hours=12)
"""Time for which a session reaches the admin after its second factor: a day of work."""
FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
_WANTED: Final = "admin_wanted"
"""Session key of the admin's page that led to the set-up of a second factor."""


def ask_second_factor(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to the second-factor step that a staff account must take; None if none.

    An account without a second factor must set one up; one whose session has not used it for
    MAX_AGE seconds must use it. A password alone is never enough.
    """
    user = request.user
    assert isinstance(user, User)
    if not is_mfa_enabled(user, FACTORS):
        return _lead_to_set_up(request)
    if _used_lately(request, user):
        return None
    by_app = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    page = reverse("mfa_reauthenticate" if by_app else "mfa_reauthenticate_webauthn")
    return HttpResponseRedirect(f"{page}?{urlencode({'next': request.get_full_path()})}")


def _lead_to_set_up(request: HttpRequest) -> HttpResponse:
    """Redirect to the set-up of a second factor, and remember the page that was asked for."""
    if request.method == "GET":
        request.session[_WANTED] = request.get_full_path()
    messages.info(
        request,
        _("Staff accounts need a second step: an app that makes codes, or a passkey."),
    )
    return HttpResponseRedirect(reverse("mfa_index"))


def _used_lately(request: HttpRequest, user: User) -> bool:
    """Return whether the session has used a second factor within MAX_AGE."""
    oldest = time.time() - MAX_AGE.total_seconds()
    records = get_authentication_records(request, user)
    return any(record.get("method") == "mfa" and record.get("at", 0) > oldest for record in records)


@receiver(authenticator_added, dispatch_uid="accounts.second_factor")
def _note_set_up(request: HttpRequest, user: User, authenticator: Authenticator, **_m: Any) -> None:
    """Count the set-up of a second factor as its first use; show a link back to the admin."""
    if not user.is_staff or authenticator.type not in FACTORS:
        return
    record_authentication(request, user, method="mfa", id=authenticator.pk, type=authenticator.type)
    wanted = request.session.pop(_WANTED, reverse("admin:index"))
    messages.info(
        request, format_html('<a href="{}">{}</a>', wanted, _("Go on to the administration"))
    )
