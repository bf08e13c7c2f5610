"""The download of personal data: all that is stored about an account, as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeAlias

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.activity import Origin, exported_events, record_event
from accounts.attempts import sum_up_failures
from accounts.models import AccountEvent, RecoveryCode, Token, User
from accounts.signals import account_export

Json: TypeAlias = dict[str, Any]


def export_account(user: User, *, origin: Origin | None = None) -> Json:
    """Return all stored data of an account as JSON, and record the download as an event.

    `origin` is where the request came from. Other apps add their parts by the signal
    `account_export`.
    """
    sum_up_failures(user=user)
    record_event(user=user, kind=AccountEvent.Kind.EXPORTED, origin=origin)
    data = {name: part(user) for name, part in EXPORT_PARTS.items()}
    parts: list[Any] = [part for _, part in account_export.send(sender=User, user=user)]
    return data | dict(part for part in parts if part is not None)


def _account(user: User) -> Json:
    """Return the row of an account as JSON, without its password."""
    return {
        "id": user.pk,
        "name": user.username,
        "email": user.email,
        "guest": user.is_guest,
        "program": user.is_bot,
        "language": user.language,
        "preferences": user.preferences,
        "face": user.face or None,
        "joined_at": user.date_joined.isoformat(),
        "last_login_at": _text(user.last_login),
    }


def _emails(user: User) -> list[Json]:
    """Return the e-mail addresses of an account as JSON."""
    return list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary"))


def _second_factors(user: User) -> list[Json]:
    """Return the second factors of an account as JSON, without their secrets."""
    return [
        {
            "type": factor.type,
            "added_at": factor.created_at.isoformat(),
            "last_used_at": _text(factor.last_used_at),
        }
        for factor in Authenticator.objects.filter(user=user)
    ]


def _tokens(user: User) -> list[Json]:
    """Return the API keys of an account as JSON, identified by their first characters."""
    return [
        {
            "name": token.name,
            "begins_with": token.token_key,
            "scopes": sorted(token.allowed),
            "created_at": token.created.isoformat(),
            "expires_at": _text(token.expiry),
            "last_used_at": _text(token.last_used_at),
        }
        for token in Token.objects.filter(user=user)
    ]


def _sessions(user: User) -> list[Json]:
    """Return the sessions of an account as JSON."""
    return [
        {
            "ip": session.ip,
            "browser": session.user_agent,
            "started_at": session.created_at.isoformat(),
            "last_seen_at": session.last_seen_at.isoformat(),
        }
        for session in UserSession.objects.filter(user=user)
    ]


def _bars(user: User) -> list[Json]:
    """Return the bars (times without access) of an account as JSON."""
    return [
        {
            "reason": bar.reason,
            "since": bar.created_at.isoformat(),
            "until": _text(bar.until),
            "lifted_at": _text(bar.lifted_at),
        }
        for bar in user.bars.all()
    ]


def _push_subscriptions(user: User) -> list[Json]:
    """Return the browsers of an account that receive push messages, as JSON."""
    return [
        {"endpoint": subscription.endpoint, "since": subscription.created_at.isoformat()}
        for subscription in user.push_subscriptions.all()
    ]


def _recovery_codes(user: User) -> list[Json]:
    """Return the dates of an account's recovery codes as JSON, without the codes."""
    return [
        {"created_at": code.created_at.isoformat(), "used_at": _text(code.used_at)}
        for code in RecoveryCode.objects.filter(user=user)
    ]


def _text(moment: datetime | None) -> str | None:
    """Return a time in ISO format; None for None."""
    return None if moment is None else moment.isoformat()


EXPORT_PARTS: Final[Mapping[str, Callable[[User], Json | list[Json]]]] = {
    "account": _account,
    "emails": _emails,
    "second_factors": _second_factors,
    "tokens": _tokens,
    "sessions": _sessions,
    "bars": _bars,
    "push_subscriptions": _push_subscriptions,
    "recovery_codes": _recovery_codes,
    "activity": exported_events,
}
"""Parts of the download about the account itself, in their order."""
