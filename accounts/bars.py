"""Bars: keep somebody out of their account until a date, and let them in again.

While a bar runs nobody signs in to the account, whether by password, passkey or reset link; its
sessions are over for good; its keys open nothing, and are good again afterwards.
"""

from __future__ import annotations

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import NO_END, AccountBar, User

BAR_PERMISSION = "accounts.bar_user"
MAX_REASON = 500
"""Characters that a reason may have."""


class ProtectedAccountError(Exception):
    """The account is that of staff, whom nobody bars."""


class AlreadyBarredError(Exception):
    """A bar of the account is running."""


class NotBarredError(Exception):
    """No bar of the account is running."""


def current_bar(user: User) -> AccountBar | None:
    """Return the bar that runs now, or None."""
    return user.bars.running().first() if user.is_barred else None


@transaction.atomic
def bar_account(
    *, user: User, reason: str, until: datetime | None, barred_by: User | None
) -> AccountBar:
    """Keep somebody out until a moment, or without an end where `until` is None.

    `barred_by` is None where a command does it. Locks the account's row. The reason is shown to
    whoever signs in with the right password.

    Raises PermissionDenied where `barred_by` may not bar, ProtectedAccountError for staff,
    AlreadyBarredError, and ValueError for an empty or too long reason or an end that is over.
    """
    _check_right(barred_by)
    reason = reason.strip()
    if not 0 < len(reason) <= MAX_REASON:
        raise ValueError(f"a reason has 1 to {MAX_REASON} characters")
    if until is not None and not timezone.now() < until < NO_END:
        raise ValueError("a bar ends in the future")
    row = User.objects.select_for_update().get(pk=user.pk)
    if row.is_protected:
        raise ProtectedAccountError
    if row.is_barred:
        raise AlreadyBarredError
    bar = AccountBar.objects.create(user=row, reason=reason, until=until, barred_by=barred_by)
    _store_end(user, row, until or NO_END)
    for session in UserSession.objects.filter(user=row):
        session.end()
    return bar


@transaction.atomic
def lift_bar(*, user: User, lifted_by: User | None) -> AccountBar:
    """End the bar that runs. Sessions from before it stay over. Locks the account's row.

    Raises PermissionDenied where `lifted_by` may not bar, and NotBarredError.
    """
    _check_right(lifted_by)
    row = User.objects.select_for_update().get(pk=user.pk)
    bar = current_bar(row)
    if bar is None:
        raise NotBarredError
    bar.lifted_at, bar.lifted_by = timezone.now(), lifted_by
    bar.save(update_fields=["lifted_at", "lifted_by"])
    _store_end(user, row, bar.lifted_at)
    return bar


def _store_end(user: User, row: User, end: datetime) -> None:
    row.barred_until = user.barred_until = end
    row.save(update_fields=["barred_until"])


def _check_right(moderator: User | None) -> None:
    if moderator is not None and not moderator.has_perm(BAR_PERMISSION):
        raise PermissionDenied
