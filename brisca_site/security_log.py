"""Log lines about sign-ins and refusals: logger `brisca.security`.

A line says what happened, to which account (its number) and at which route. It holds no name, no
address of a person or computer, no password and no key: `request` connects it with the other lines
of the request, and the account's owner finds address and browser on their own page.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from brisca_site.base.middleware import after_answering

log = logging.getLogger("brisca.security")

REFUSALS: Final = {401: "no or wrong key", 403: "refused", 429: "limit reached"}
"""Text of the log line for each status that is logged."""


@after_answering
def log_refusals(request: HttpRequest, response: HttpResponseBase) -> None:
    """Log a response that refuses a request: status 401, 403 or 429."""
    what = REFUSALS.get(response.status_code)
    if what is None:
        return
    match = request.resolver_match
    extra = {
        "status_code": response.status_code,
        "method": request.method,
        "route": match.route if match else None,
        "account": _account_of(request),
    }
    log.info(what, extra=extra)


def _account_of(request: HttpRequest) -> int | None:
    """Return the row id of the signed-in account, if the session has been read; else None.

    The session is not loaded only for the log, as that would be a query.
    """
    session = getattr(request, "session", None)
    if session is None or not session.accessed:
        return None
    number = session.get(SESSION_KEY)
    return int(number) if number is not None else None


@receiver(user_logged_in, dispatch_uid="brisca_site.security_log.logged_in")
def _log_sign_in(request: HttpRequest | None, user: Any, **more: Any) -> None:
    """Log a sign-in with the account and the factors used."""
    log.info("signed in", extra={"account": user.pk, "factors": _factors_of(request)})


@receiver(user_logged_out, dispatch_uid="brisca_site.security_log.logged_out")
def _log_sign_out(user: Any, **more: Any) -> None:
    """Log that an account has signed out."""
    if user is not None:
        log.info("signed out", extra={"account": user.pk})


@receiver(user_login_failed, dispatch_uid="brisca_site.security_log.login_failed")
def _log_failed_sign_in(**more: Any) -> None:
    """Log a failed sign-in without the name: people type passwords into that field."""
    log.info("sign-in failed")


def _factors_of(request: HttpRequest | None) -> str:
    """Return a sign-in's methods in order, as django-allauth names them, joined by "+"."""
    session = getattr(request, "session", None)
    records = session.get("account_authentication_methods", ()) if session is not None else ()
    return "+".join(str(record.get("method", "")) for record in records)
