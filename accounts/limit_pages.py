"""The page (429) after a rate limit: what was counted, how often it may be done, and the wait."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from accounts.hashing import RETRY_AFTER_S
from accounts.limits import ExceededLimit, TooManyError, count

UNKNOWN_WAIT_S: Final = 60
"""Seconds to wait where it is not known which limit was reached."""
COUNTED_ACTIONS: Final[Mapping[str, str | Promise]] = {
    "guest": gettext_lazy("Players who began without an account"),
    "table": gettext_lazy("Tables opened, seats taken and matches begun"),
    "rules": gettext_lazy("Changes of the rules of a table"),
    "note": gettext_lazy("Notes"),
    "analyse": gettext_lazy("Analyses asked for"),
    "variation": gettext_lazy("Other cards tried"),
    "exercise": gettext_lazy("Answers in exercises"),
    "puzzle": gettext_lazy("Puzzles and answers"),
    "invite": gettext_lazy("Invitations"),
    "picture": gettext_lazy("Pictures of matches"),
    "social": gettext_lazy("Messages, follows and changes"),
    "notice": gettext_lazy("Notices and appeals"),
    "recover": gettext_lazy("Names and codes tried"),
    "signup": gettext_lazy("Forms for a new account"),
    "password": gettext_lazy("Passwords typed"),
    "password_failed": gettext_lazy("Wrong passwords for this name"),
    "password_here": gettext_lazy("Wrong passwords for this name from here"),
    "password_known_device": gettext_lazy("Passwords typed on this device"),
    "password_failed_known_device": gettext_lazy("Wrong passwords on this device"),
    "reset_password": gettext_lazy("Mails for a new password"),
    "change_password": gettext_lazy("Changes of the password"),
    "reset_password_from_key": gettext_lazy("Changes of the password"),
    "manage_email": gettext_lazy("Changes of the e-mail"),
    "reauthenticate": gettext_lazy("Passwords typed"),
    "webauthn_login": gettext_lazy("Attempts with a passkey"),
}
"""Action of a limit -> what is counted, as the beginning of a line."""
ACTION_OF_VIEW: Final = {
    "account_signup": "signup",
    "account_reset_password": "reset_password",
    "account_reset_password_from_key": "reset_password_from_key",
    "account_change_password": "change_password",
    "account_set_password": "change_password",
    "account_email": "manage_email",
    "account_reauthenticate": "reauthenticate",
    "mfa_reauthenticate": "reauthenticate",
    "mfa_reauthenticate_webauthn": "reauthenticate",
    "mfa_login_webauthn": "webauthn_login",
}
"""Name of a view of allauth -> the action of ACCOUNT_RATE_LIMITS that a POST to it is."""


def too_many(
    request: HttpRequest, limit: ExceededLimit | None = None, *, after_passwords: bool = False
) -> HttpResponse:
    """Return the page for an exceeded rate limit, with `Retry-After`."""
    wait_s = limit.wait_s if limit is not None else UNKNOWN_WAIT_S
    context: dict[str, Any] = {
        "locked": after_passwords and (limit is None or limit.action != "password"),
        "limit": limit,
        "counted": COUNTED_ACTIONS.get(limit.action) if limit is not None else None,
        "period": span_words(limit.period_s) if limit is not None else "",
        "wait": span_words(wait_s),
        "opens_at": timezone.now() + timedelta(seconds=wait_s),
        "shows_clock": wait_s >= UNKNOWN_WAIT_S,
    }
    response = render(request, "429.html", context, status=429)
    response.headers["Retry-After"] = str(wait_s)
    return response


def hashing_busy(request: HttpRequest) -> HttpResponse:
    """Return the page (503) for a visitor whose password cannot be hashed now, as too many wait."""
    context = {"wait": span_words(RETRY_AFTER_S)}
    response = render(request, "errors/503_busy.html", context, status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER_S)
    return response


def form_limit(request: HttpRequest) -> HttpResponse | None:
    """Count a form that is sent to a view of allauth; return the page for an exceeded limit.

    allauth counts by the same rates, but its page would not know how long to wait.
    """
    match = request.resolver_match
    action = ACTION_OF_VIEW.get(match.url_name or "") if match is not None else None
    if request.method != "POST" or action is None:
        return None
    try:
        count(request, action, key=request.POST.get("email", "").lower())
    except TooManyError as error:
        return too_many(request, error.limit)
    return None


def allauth_limit(request: HttpRequest) -> HttpResponse:
    """Return the page for a limit that a view of allauth counts itself."""
    return too_many(request)


def span_words(seconds: float) -> str:
    """Return a duration in words, rounded up, in a unit that is nearly exact.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     [span_words(seconds) for seconds in (18, 60, 61, 3600, 4000, 86400)]
    ['18 seconds', '1 minute', '61 seconds', '1 hour', '67 minutes', '1 day']
    """
    whole_seconds = math.ceil(seconds)
    if whole_seconds >= 3 * 86400 or whole_seconds % 86400 == 0:
        number = math.ceil(whole_seconds / 86400)
        return ngettext("%(n)s day", "%(n)s days", number) % {"n": number}
    if whole_seconds >= 3 * 3600 or whole_seconds % 3600 == 0:
        number = math.ceil(whole_seconds / 3600)
        return ngettext("%(n)s hour", "%(n)s hours", number) % {"n": number}
    if whole_seconds >= 3 * 60 or whole_seconds % 60 == 0:
        number = math.ceil(whole_seconds / 60)
        return ngettext("%(n)s minute", "%(n)s minutes", number) % {"n": number}
    return ngettext("%(n)s second", "%(n)s seconds", whole_seconds) % {"n": whole_seconds}
