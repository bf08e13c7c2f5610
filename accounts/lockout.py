"""Counting of wrong passwords, and the page after too many.

Names are public, so anybody can type wrong passwords for any of them. Attempts of strangers are
counted by name and by address, and lock out strangers only: a device on which the account has
signed in before (accounts.devices), or a session of the account, has a counter of its own.
Passkeys, mailed links and recovery codes need no password and are never locked by wrong ones.

Every check of a password goes through the adapter: signing in, authenticating again, deleting.
"""

from __future__ import annotations

import hashlib
import math
from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.activity import origin_of, record_event
from accounts.attempts import folded
from accounts.backends import account_of
from accounts.devices import device_of, is_known
from accounts.hashing import HashingBusyError
from accounts.limit_pages import too_many
from accounts.limits import (
    CountedUse,
    ExceededLimit,
    TooManyError,
    client_address,
    count,
    visitor_of,
)
from accounts.models import AccountEvent


class TooManyPasswordsError(TooManyError):
    """Refusal after too many wrong passwords; the middleware answers 429, with other ways in."""


def client_name(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Return the name or e-mail address in a log-in attempt, for django-axes."""
    fields = credentials or {}
    name = fields.get("username") or fields.get("email") or request.POST.get("username") or ""
    return folded(str(name))


def client_ip(request: HttpRequest) -> str | None:
    """Return the IP address by which django-axes counts attempts; of IPv6 the first of its /64."""
    return visitor_of(client_address(request)).removesuffix("/64") or None


def is_known_device(request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
    """Return True if an attempt is from a known device, so that django-axes does not count it."""
    return device_key(request, credentials or {}) is not None


def device_key(request: HttpRequest, credentials: dict[str, Any]) -> str | None:
    """Return the key that counts wrong passwords from a known device; None for other devices."""
    device = device_of(request)
    session_user = getattr(request, "user", None)
    signed_in = bool(session_user is not None and session_user.is_authenticated)
    if device is None and not signed_in:
        return None
    account = account_of(credentials)
    if account is None:
        return None
    if device is not None and is_known(device, account):
        return f"device:{device.number}:{account.pk}"
    if signed_in and account.pk == request.user.pk:
        session = hashlib.sha256((request.session.session_key or "").encode()).hexdigest()
        return f"session:{session}:{account.pk}"
    return None


def _count(request: HttpRequest, action: str, key: str) -> CountedUse:
    """Count one use of an action against its limit in ACCOUNT_RATE_LIMITS; return that use.

    Raises:
        TooManyPasswordsError: the limit is exceeded.
    """
    try:
        return count(request, action, key=key)
    except TooManyError as error:
        raise TooManyPasswordsError(action, error.limit) from error


class PasswordLimits(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Mixin of the account adapter that counts and limits attempts to give a password."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the visitor's address; an IPv4-mapped IPv6 address as IPv4."""
        address: str = super().get_client_ip(request)
        plain = visitor_of(address)
        return address if plain.endswith("/64") else plain

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt to sign in before its password is checked; correct ones are uncounted.

        Raises:
            TooManyPasswordsError: a limit is exceeded.
        """
        device = device_key(request, credentials)
        if device is not None:
            _count(request, "password_known_device", device)
            self._attempt = _count(request, "password_failed_known_device", device)
            return
        key = folded(credentials.get("email") or credentials.get("username") or "")
        _count(request, "password", key)
        self._attempt = _count(request, "password_failed", key)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Authenticate by password: return the account if the password is correct, else None.

        Raises:
            TooManyPasswordsError: a limit is exceeded.
            HashingBusyError: the password was not checked; the attempt is not counted.
        """
        try:
            account = super().authenticate(request, **credentials)
        except HashingBusyError:
            self._attempt.take_back()
            raise
        if account:
            self._attempt.take_back()
        return account

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Record a wrong password from a known device; django-axes records all others."""
        account = account_of(credentials)
        if account is not None and device_key(request, credentials) is not None:
            record_event(
                user=account, kind=AccountEvent.Kind.LOGIN_FAILED, origin=origin_of(request)
            )
        super().authentication_failed(request, **credentials)


def locked_out(
    request: HttpRequest,
    response: HttpResponse | None = None,
    credentials: dict[str, Any] | None = None,
) -> HttpResponse:
    """Return the page (429) after too many wrong passwords, with the remaining ways to sign in."""
    return too_many(request, _axes_limit(request, credentials), after_passwords=True)


def _axes_limit(
    request: HttpRequest, credentials: dict[str, Any] | None = None
) -> ExceededLimit | None:
    """Return the limit of django-axes: wrong passwords for one name from one address."""
    period: timedelta = get_cool_off(request) or timedelta()
    last = AccessAttempt.objects.filter(
        username=client_name(request, credentials), ip_address=client_ip(request)
    ).aggregate(last=Max("attempt_time"))["last"]
    if last is None:
        return None
    wait_s = math.ceil((last + period - timezone.now()).total_seconds())
    return ExceededLimit(
        "password_here", settings.AXES_FAILURE_LIMIT, period.total_seconds(), False, max(1, wait_s)
    )
