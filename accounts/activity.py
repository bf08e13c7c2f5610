"""Events of an account: rows that its owner can read, and nobody else.

Rows are deleted with the account, are in the download of its data, and are kept for the period
`account_events` of the site's retention.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import AccountEvent, User

_COUNTED: Final = frozenset({AccountEvent.Kind.LOGIN_FAILED, AccountEvent.Kind.EXPORTED})
"""Kinds of events of which one day has one row for each address and browser, with a count."""
_LONGEST_USER_AGENT: Final = 200
_LONGEST_DETAIL: Final = 254


@dataclass(frozen=True, slots=True)
class Origin:
    """The IP address and the user agent from which a request came."""

    address: str | None = None
    user_agent: str = ""


def origin_of(request: HttpRequest | None) -> Origin:
    """Return the IP address and user agent of a request, past trusted proxies; empty for None."""
    if request is None:
        return Origin()
    agent = request.META.get("HTTP_USER_AGENT", "")[:_LONGEST_USER_AGENT]
    return Origin(get_adapter(request).get_client_ip(request), agent.replace("\0", ""))


def record_event(
    *,
    user: User,
    kind: AccountEvent.Kind,
    origin: Origin | None = None,
    detail: str = "",
    is_new_device: bool = False,
) -> None:
    """Store an event of an account, such as a sign-in, for its owner to see; not for guests.

    A repeated event of some kinds is added to the count of the same day's event of that origin.
    `origin` is where the request came from; None if it is unknown.
    """
    if user.is_guest:
        return
    origin = origin or Origin()
    now = timezone.now()
    if kind in _COUNTED:
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        same = AccountEvent.objects.filter(
            user=user,
            kind=kind,
            at__gte=today,
            address=origin.address,
            user_agent=origin.user_agent,
        )
        if same.update(count=F("count") + 1, until=now):
            return
    AccountEvent.objects.create(
        user=user,
        kind=kind,
        at=now,
        address=origin.address,
        user_agent=origin.user_agent,
        detail=detail[:_LONGEST_DETAIL],
        is_new_device=is_new_device,
    )


def events_of(user: User) -> QuerySet[AccountEvent]:
    """Return a query of an account's events (sign-ins, password changes ...), newest first."""
    return AccountEvent.objects.filter(user=user).order_by("-at", "-pk")


def exported_events(user: User) -> list[dict[str, Any]]:
    """Return an account's events (sign-ins ...) as JSON objects, for the download of its data."""
    return [
        {
            "what": event.kind,
            "at": event.at.isoformat(),
            "until": event.until and event.until.isoformat(),
            "times": event.count,
            "ip": event.address,
            "browser": event.user_agent,
            "detail": event.detail,
            "new_device": event.is_new_device,
        }
        for event in events_of(user)
    ]
