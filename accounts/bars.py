"""Bars: keep a user out of their account until a date, and lift a bar.

While a bar lasts nobody can sign in to the account, whether by password, passkey or reset link; its
sessions are ended for good; its API keys are refused, and valid again afterwards.
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
"""Maximum number of characters of a reason."""


class ProtectedAccountError(Exception):
    """Refusal to bar an account that belongs to staff."""


class AlreadyBarredError(Exception):
    """Refusal to bar an account that is barred already."""


class NotBarredError(Exception):
    """Refusal to lift the bar of an account that is not barred."""


def current_bar(user: User) -> AccountBar | None:
    """Return the bar that keeps an account out of the site now; None without one."""
    return user.bars.running().first() if user.is_barred else None


@transaction.atomic
def bar_account(
    *, user: User, reason: str, until: datetime | None, barred_by: User | None
) -> AccountBar:
    """Keep an account out of the site until a time, or without end (None); return the bar.

    `barred_by` is the moderator, None for a command. The reason is shown after a correct password.
    The account's row is locked, and its sessions are ended.

    Raises:
        PermissionDenied: `barred_by` may not bar accounts.
        ProtectedAccountError: the account is one of staff.
        AlreadyBarredError: the account is barred already.
        ValueError: the reason is empty or too long, or `until` is not in the future.
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
    """End the current bar of an account, whose ended sessions stay ended; return the bar.

    The account's row is locked.

    Raises:
        PermissionDenied: `lifted_by` may not bar accounts.
        NotBarredError: the account is not barred.
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
    """Store the end of an account's latest bar in its row and in the caller's instance."""
    row.barred_until = user.barred_until = end
    row.save(update_fields=["barred_until"])


def _check_right(moderator: User | None) -> None:
    """Refuse a moderator without the permission to bar.

    Raises:
        PermissionDenied: the moderator lacks the permission.
    """
    if moderator is not None and not moderator.has_perm(BAR_PERMISSION):
        raise PermissionDenied
