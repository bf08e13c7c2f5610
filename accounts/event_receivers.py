"""Receivers that record the signals of django-allauth as events of an account.

Connected by AccountsConfig.ready.
"""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account_signals
from allauth.account.models import EmailAddress
from allauth.mfa import signals as factor_signals
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.activity import origin_of, record_event
from accounts.devices import remember_device, void_devices
from accounts.models import AccountEvent, User

Kind = AccountEvent.Kind
_KIND_WHEN_ADDED = {
    Authenticator.Type.TOTP: Kind.FACTOR_ADDED,
    Authenticator.Type.WEBAUTHN: Kind.PASSKEY_ADDED,
    Authenticator.Type.RECOVERY_CODES: Kind.FACTOR_CODES_MADE,
}
_KIND_WHEN_REMOVED = {
    Authenticator.Type.TOTP: Kind.FACTOR_REMOVED,
    Authenticator.Type.WEBAUTHN: Kind.PASSKEY_REMOVED,
}


def _record(request: HttpRequest, user: User, kind: AccountEvent.Kind, detail: str = "") -> None:
    """Record an event of an account with the origin of the request."""
    record_event(user=user, kind=kind, origin=origin_of(request), detail=detail)


@receiver(account_signals.user_signed_up, dispatch_uid="accounts.event.created")
def _signed_up(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Record the creation of an account as an event that its owner can see."""
    _record(request, user, Kind.CREATED)


@receiver(account_signals.authentication_step_completed, dispatch_uid="accounts.event.step")
def _step_completed(request: HttpRequest, user: User, method: str, **extra: Any) -> None:
    """Store an authentication step in the request, as signing in ends a guest's session."""
    steps = getattr(request, "authentication_steps", ())
    step = {"method": method, "passwordless": extra.get("passwordless", False)}
    request.authentication_steps = (*steps, step)  # type: ignore[attr-defined]
    if extra.get("reauthenticated"):
        remember_device(request, user)


@receiver(user_logged_out, dispatch_uid="accounts.event.logged_out")
def _logged_out(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    """Make the browser a known device when a user logs out, also in sessions without the cookie."""
    if user is not None and request is not None:
        remember_device(request, user)


@receiver(account_signals.password_set, dispatch_uid="accounts.event.password_set")
def _password_set(request: HttpRequest, user: User, **kwargs: Any) -> None:
    _record(request, user, Kind.PASSWORD_SET)


@receiver(account_signals.password_changed, dispatch_uid="accounts.event.password_changed")
def _password_changed(request: HttpRequest, user: User, **kwargs: Any) -> None:
    _record(request, user, Kind.PASSWORD_CHANGED)


@receiver(account_signals.password_reset, dispatch_uid="accounts.event.password_reset")
def _password_reset(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Record a password reset, void all known devices, and make this browser a known device."""
    _record(request, user, Kind.PASSWORD_RESET)
    void_devices(user=user)
    remember_device(request, user)


@receiver(account_signals.email_added, dispatch_uid="accounts.event.email_added")
def _email_added(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _record(request, user, Kind.EMAIL_ADDED, email_address.email)


@receiver(account_signals.email_confirmed, dispatch_uid="accounts.event.email_confirmed")
def _email_confirmed(request: HttpRequest, email_address: EmailAddress, **kwargs: Any) -> None:
    _record(request, email_address.user, Kind.EMAIL_CONFIRMED, email_address.email)


@receiver(account_signals.email_removed, dispatch_uid="accounts.event.email_removed")
def _email_removed(
    request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any
) -> None:
    _record(request, user, Kind.EMAIL_REMOVED, email_address.email)


@receiver(account_signals.email_changed, dispatch_uid="accounts.event.email_changed")
def _email_changed(
    request: HttpRequest, user: User, to_email_address: EmailAddress, **kwargs: Any
) -> None:
    _record(request, user, Kind.EMAIL_CHANGED, to_email_address.email)


@receiver(
    [factor_signals.authenticator_added, factor_signals.authenticator_reset],
    dispatch_uid="accounts.event.factor_added",
)
def _factor_added(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    kind = _KIND_WHEN_ADDED.get(authenticator.type)
    if kind is not None:
        _record(request, user, kind, _name_of(authenticator))


@receiver(factor_signals.authenticator_removed, dispatch_uid="accounts.event.factor_removed")
def _factor_removed(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    kind = _KIND_WHEN_REMOVED.get(authenticator.type)
    if kind is not None:
        _record(request, user, kind, _name_of(authenticator))


@receiver(factor_signals.authenticator_used, dispatch_uid="accounts.event.factor_used")
def _factor_used(
    request: HttpRequest, user: User, authenticator: Authenticator, **kwargs: Any
) -> None:
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        _record(request, user, Kind.FACTOR_CODE_USED)


def _name_of(authenticator: Authenticator) -> str:
    """Return the name that the owner gave a passkey; "" for other second factors."""
    return str(authenticator.data.get("name", ""))
