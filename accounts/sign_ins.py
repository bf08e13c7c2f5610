"""Effects of a sign-in, or of ending other sessions: known devices, events, notices."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core import context
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponse

from accounts.activity import origin_of, record_event
from accounts.devices import device_of, is_known, remember_device, void_devices
from accounts.models import AccountEvent, User
from accounts.new_device_notices import notify_new_device

Kind = AccountEvent.Kind


class SignInRecords(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Mixin of the account adapter that records sign-ins, once their last step is done."""

    _signed_in_before = False

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign a user in, noting whether the account had signed in before."""
        self._signed_in_before = user.last_login is not None
        super().login(request, user)

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool, **kwargs: Any
    ) -> HttpResponse:
        """Record the sign-in, notify the owner of a new device, and make the device known."""
        response: HttpResponse = super().post_login(request, user, signup=signup, **kwargs)
        if signup or user.is_guest:
            remember_device(request, user)
            return response
        is_new = self._signed_in_before and not is_known(device_of(request), user)
        origin = origin_of(request)
        kind = _kind(request, user)
        record_event(user=user, kind=kind, origin=origin, is_new_device=is_new)
        remember_device(request, user)
        if is_new:
            notify_new_device(request=request, user=user, origin=origin)
        return response

    def set_password(self, user: User, password: str) -> None:
        """Save a new password and no other column, which another request may have changed."""
        user.set_password(password)
        user.save(update_fields=["password"])


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # allauth has no types
    """Adapter of django-allauth by which one session of an account ends the other sessions."""

    def end_sessions(self, sessions: list[UserSession]) -> None:
        """End these sessions, and make all devices of the account but the current one unknown."""
        super().end_sessions(sessions)
        request = context.request
        users = {session.user_id: session.user for session in sessions}
        for user in users.values():
            void_devices(user=user)
            record_event(user=user, kind=Kind.SESSIONS_ENDED, origin=origin_of(request))
            if request.user.pk == user.pk:
                remember_device(request, user)


def _kind(request: HttpRequest, user: User) -> AccountEvent.Kind:
    """Return the kind of a sign-in (by password, passkey ...), from its completed steps."""
    steps = [
        *get_authentication_records(request, user),
        *getattr(request, "authentication_steps", ()),
    ]
    if any(step.get("passwordless") for step in steps):
        return Kind.LOGIN_PASSKEY
    methods = {step.get("method") for step in steps}
    if "recovery_code" in methods:
        return Kind.LOGIN_RECOVERY_CODE
    return Kind.LOGIN_PASSWORD if "password" in methods else Kind.LOGIN
