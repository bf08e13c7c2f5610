"""Termination of other people's access to an account."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.activity import Origin, record_event
from accounts.devices import void_devices
from accounts.models import AccountEvent, PushSubscription, User
from accounts.tokens import revoke_tokens


@transaction.atomic
def secure_account(
    *,
    user: User,
    keep_session: str | None,
    revoke_keys: bool,
    origin: Origin | None = None,
) -> None:
    """End all sessions of an account but one, and forget the devices on which it signed in.

    `keep_session` is the key of the session that stays; None: none does. Sockets close with their
    sessions, and push subscriptions are deleted. With `revoke_keys` the API keys are revoked too.
    """
    end_sessions(user=user, keep_session=keep_session)
    PushSubscription.objects.filter(user=user).delete()
    void_devices(user=user)
    record_event(user=user, kind=AccountEvent.Kind.NOT_ME, origin=origin)
    if revoke_keys:
        revoke_tokens(user=user, origin=origin)


def end_sessions(*, user: User, keep_session: str | None = None) -> None:
    """End all sessions of an account but that with the key `keep_session` (None: all of them)."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=keep_session or ""):
        session.end()
