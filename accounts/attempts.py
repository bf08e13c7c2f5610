"""Wrong passwords of strangers, moved from the log of django-axes into the owner's events.

The log has a row for each wrong password, whether or not the name is that of an account, so that
writing a row says nothing about which accounts exist. It is summed up when an owner looks.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from datetime import date, datetime
from typing import Final

from allauth.account.models import EmailAddress
from axes.models import AccessFailureLog
from django.db import transaction
from django.db.models import F

from accounts.models import AccountEvent, User

_MAX_ROWS: Final = 2000
_MAX_TEXT_LENGTH: Final = 255


def folded(name: str) -> str:
    """Return a name or e-mail address in the form by which wrong passwords are counted.

    All spellings by which a database finds the same account have one form.

    >>> folded("LUCIA"), folded("\\u017f"), folded("\\u212a")
    ('lucia', 's', 'k')
    """
    return unicodedata.normalize("NFKC", name).upper().casefold()[:_MAX_TEXT_LENGTH]


def counted_names(user: User) -> set[str]:
    """Return the folded log-in names under which wrong passwords for an account are counted.

    These are its name and its confirmed e-mail addresses: an unconfirmed address may be somebody
    else's.
    """
    emails = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return {folded(name) for name in (user.username, *emails)}


@transaction.atomic
def sum_up_failures(*, user: User) -> None:
    """Move logged wrong passwords for an account into events for its owner, one for each day.

    The account's row is locked.
    """
    User.objects.select_for_update().filter(pk=user.pk).first()  # two pages at once count them once
    rows = list(
        AccessFailureLog.objects.filter(username__in=counted_names(user))
        .order_by("attempt_time")
        .values_list("pk", "attempt_time", "ip_address")[:_MAX_ROWS]
    )
    days: dict[date, list[tuple[datetime, str | None]]] = defaultdict(list)
    for _pk, at, address in rows:
        days[at.date()].append((at, address))
    for tries in days.values():
        _add(user, tries)
    AccessFailureLog.objects.filter(pk__in=[pk for pk, _at, _address in rows]).delete()


def _add(user: User, tries: list[tuple[datetime, str | None]]) -> None:
    """Add a day's wrong passwords to the account's event; it names the address if all share one."""
    first, last = tries[0][0], tries[-1][0]
    addresses = {address for _at, address in tries}
    address = addresses.pop() if len(addresses) == 1 else None
    event = _event_of_day(user, first, last)
    if event is None:
        AccountEvent.objects.create(
            user=user,
            kind=AccountEvent.Kind.LOGIN_FAILED,
            at=first,
            until=last,
            count=len(tries),
            address=address,
        )
        return
    same = address if address == event.address else None
    AccountEvent.objects.filter(pk=event.pk).update(
        count=F("count") + len(tries), until=last, address=same
    )


def _event_of_day(user: User, first: datetime, last: datetime) -> AccountEvent | None:
    """Return the event of a user's failed attempts from the beginning of the day until `last`."""
    day = first.replace(hour=0, minute=0, second=0, microsecond=0)
    return AccountEvent.objects.filter(
        user=user, kind=AccountEvent.Kind.LOGIN_FAILED, at__gte=day, at__lte=last, user_agent=""
    ).first()
