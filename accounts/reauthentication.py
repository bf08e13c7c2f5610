"""Reauthentication: a password or a passkey is asked for again after some time.

`PROTECTED_VIEWS` lists the views that add a way into an account, end its sessions, or export its data. The middleware
checks before any of them runs, for GET as well as POST, so that a form is filled in once. A request
posted with an old session is kept in the session and done after the authentication, without its
passwords, which are not stored anywhere.
"""

from __future__ import annotations

import time
from typing import Final

from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.allauth_private import SUSPENDED_REQUEST_KEY, suspend_request

PROTECTED_VIEWS: Final = frozenset(
    {
        "account_email",
        "account_change_password",
        "account_set_password",
        "accounts_token_new",
        "accounts_bot",
        "accounts_export",
        "accounts_delete",
        "accounts_not_me",
        "accounts_recovery_codes",
        "usersessions_list",
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
        "mfa_list_webauthn",
        "mfa_add_webauthn",
        "mfa_edit_webauthn",
        "mfa_remove_webauthn",
    }
)
"""Names of the views that add a way into an account, end its sessions, or export its data."""
ASKING_VIEWS: Final = frozenset(
    {"account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"}
)
"""Names of the views where a user authenticates again."""
PASSWORD_FIELDS: Final = ("password", "oldpassword", "password1", "password2")
MAX_KEPT_BYTES: Final = 65536
"""Maximum size of a request that is kept until after the authentication."""
_KEPT_AT: Final = "kept_at"


def is_recent(request: HttpRequest) -> bool:
    """Return True if the visitor has authenticated within ACCOUNT_REAUTHENTICATION_TIMEOUT."""
    records = get_authentication_records(request, request.user)
    last = max((float(record["at"]) for record in records), default=0.0)
    return time.time() - last < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def check_recent(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to authenticate again if that is needed before the view; None if not."""
    match = request.resolver_match
    if match is None or match.view_name not in PROTECTED_VIEWS | ASKING_VIEWS:
        return None  # before the session is read: the API has none
    if not request.user.is_authenticated or request.user.is_guest:
        return None
    if match.view_name in ASKING_VIEWS:
        _drop_old_request(request)
    if match.view_name not in PROTECTED_VIEWS or is_recent(request):
        return None
    return _ask(request)


def _ask(request: HttpRequest) -> HttpResponse:
    """Store a posted form without its passwords, and redirect to authenticate again."""
    # Whatever was kept before was not finished by whoever asks now.
    request.session.pop(SUSPENDED_REQUEST_KEY, None)
    ways = get_adapter().get_reauthentication_methods(request.user)
    if not ways:
        messages.warning(request, _("To go on, set a password with the link that we send you."))
        return redirect("account_reset_password")
    posted = request.POST.copy()
    for field in PASSWORD_FIELDS:
        posted.pop(field, None)
    request.POST = posted  # type: ignore[assignment]  # changed before anybody else reads it
    response: HttpResponse = suspend_request(request, ways[0]["url"])
    suspended = request.session.get(SUSPENDED_REQUEST_KEY)
    if suspended is not None and len(suspended["request"]) > MAX_KEPT_BYTES:
        del request.session[SUSPENDED_REQUEST_KEY]
    elif suspended is not None:
        suspended[_KEPT_AT] = time.time()
    return response


def _drop_old_request(request: HttpRequest) -> None:
    """Delete a stored form so old that somebody else may be authenticating now."""
    suspended = request.session.get(SUSPENDED_REQUEST_KEY)
    if suspended is None:
        return
    age = time.time() - suspended.get(_KEPT_AT, 0.0)
    if age > settings.ACCOUNT_REAUTHENTICATION_TIMEOUT:
        del request.session[SUSPENDED_REQUEST_KEY]
