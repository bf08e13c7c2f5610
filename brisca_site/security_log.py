"""Lines of the log about who was let in and who was refused: logger `brisca.security`.

A line says what happened, to which account (its number) and at which route. It holds no name, no
address of a person or computer, no password and no key: with `request` the line is found among those
of the same request, and the account's owner finds address and browser on their own page.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from asgiref.sync import iscoroutinefunction
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from brisca_site.middleware import GetResponse

log = logging.getLogger("brisca.security")

REFUSALS: Final = {401: "no or wrong key", 403: "refused", 429: "limit reached"}
"""Statuses that are written down, and what they mean."""


@sync_and_async_middleware
def log_refusals(get_response: GetResponse) -> GetResponse:
    """Write a line for each request that was refused for want of a right, or by a limit."""
    if iscoroutinefunction(get_response):

        async def answer_async(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = await get_response(request)
            _log_refusal(request, response)
            return response

        return answer_async

    def answer(request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = get_response(request)
        _log_refusal(request, response)
        return response

    return answer


def _log_refusal(request: HttpRequest, response: HttpResponseBase) -> None:
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
    """Return the number of the account whose session was read.

    A session that nobody read stays unread.
    """
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None


@receiver(user_logged_in, dispatch_uid="brisca_site.security_log.logged_in")
def _log_sign_in(request: HttpRequest | None, user: Any, **more: Any) -> None:
    log.info("signed in", extra={"account": user.pk, "factors": _factors_of(request)})


@receiver(user_logged_out, dispatch_uid="brisca_site.security_log.logged_out")
def _log_sign_out(user: Any, **more: Any) -> None:
    if user is not None:
        log.info("signed out", extra={"account": user.pk})


@receiver(user_login_failed, dispatch_uid="brisca_site.security_log.login_failed")
def _log_failed_sign_in(**more: Any) -> None:
    """Log a failed sign-in without the name: people type passwords into that field."""
    log.info("sign-in failed")


def _factors_of(request: HttpRequest | None) -> str:
    """Return the means by which somebody signed in, as django-allauth calls them, in order."""
    session = getattr(request, "session", None)
    records = session.get("account_authentication_methods", ()) if session is not None else ()
    return "+".join(str(record.get("method", "")) for record in records)
