"""Computation of the values by which names are compared, for accounts that lack them.

A migration calls it with the model of its time, and `manage.py compare_names` with today's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from django.db import transaction

from accounts.skeletons import DUPLICATE_MARK, compared, plain

BATCH: Final = 1_000
COMPARED_FIELDS: Final = ("name_key", "name_skeleton")
OF_RANK: Final = ("is_superuser", "is_staff", "is_guest")


def fill_in(
    model: Any, using: str, *, progress: Callable[[int], None] = lambda _done: None
) -> list[int]:
    """Store the two values by which names are compared, for accounts with missing or old ones.

    Return the ids of accounts whose name is like another's. Of accounts with equal values a
    superuser's, else one of staff, else a member's, else the oldest keeps the plain value. The
    others are marked by a number after the value, and keep their names. Each batch is a transaction
    of its own, so the call may be interrupted and repeated. `progress` is called with the number of
    accounts examined. `model` is the User model, `using` the database.
    """
    rows = model.objects.using(using)
    marked_ids: list[int] = []
    done = last = 0
    fields = ("pk", "username", *COMPARED_FIELDS, *OF_RANK)
    while batch := list(rows.filter(pk__gt=last).order_by("pk").only(*fields)[:BATCH]):
        last = batch[-1].pk
        stale = [user for user in batch if _is_stale(user)]
        if stale:
            with transaction.atomic(using=using):
                marked_ids += _fill_batch(rows, stale)
        done += len(batch)
        progress(done)
    return marked_ids


def _is_stale(user: Any) -> bool:
    """Return whether an account's comparison values are missing or of another name."""
    values = compared(user.username)
    return any(plain(getattr(user, field)) != values[field] for field in COMPARED_FIELDS)


def _fill_batch(rows: Any, batch: Sequence[Any]) -> list[int]:
    """Store free comparison values at once, then the others one by one; return the marked ids."""
    values = {user.pk: compared(user.username) for user in batch}
    alike = []
    for field in COMPARED_FIELDS:
        uses = Counter(account_values[field] for account_values in values.values())
        others = rows.filter(**{f"{field}__in": list(uses)}).exclude(
            pk__in=[user.pk for user in batch]
        )
        stored_values = set(others.values_list(field, flat=True))
        for user in batch:
            value = values[user.pk][field]
            is_free = uses[value] == 1 and value not in stored_values
            setattr(user, field, value if is_free else None)
            if not is_free:
                alike.append((user, field, value))
    rows.filter(pk__in=[user.pk for user in batch]).update(**dict.fromkeys(COMPARED_FIELDS))
    rows.bulk_update(batch, COMPARED_FIELDS, batch_size=200)
    return sorted({_place(rows, *conflict) for conflict in alike} - {0})


def _place(rows: Any, user: Any, field: str, value: str) -> int:
    """Give a comparison value to the higher-ranking of two accounts; return the id of the other.

    The other account's value is marked by a number. Return 0 where nobody else has the value.
    """
    holder = rows.filter(**{field: value}).first()
    if holder is None:
        rows.filter(pk=user.pk).update(**{field: value})
        return 0
    winner, other = sorted((holder, user), key=_rank)
    numbers = (f"{value}{DUPLICATE_MARK}{number}" for number in count(2))
    free = next(numbered for numbered in numbers if not rows.filter(**{field: numbered}).exists())
    rows.filter(pk=other.pk).update(**{field: free})
    rows.filter(pk=winner.pk).update(**{field: value})
    return int(other.pk)


def _rank(user: Any) -> tuple[Any, ...]:
    """Return the sort key by which accounts with equal comparison values are ranked."""
    return (not user.is_superuser, not user.is_staff, user.is_guest, user.pk)
