"""Moderators' work on a case before it is decided: take it, put it off, note something."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import CaseError
from games.models import Case, CaseReport, ModNote, Player
from games.selectors.moderation_facts import other_open_cases

if TYPE_CHECKING:
    from accounts.models import User

LOCKED_FOR: Final = timedelta(minutes=30)
"""Time after which a case that somebody took is free again."""
CASE_PUT_OFF: Final = timedelta(days=1)
"""Time for which a case is put off."""
MAX_NOTE: Final = 500


def is_taken(case: Case, moderator: User, now: datetime) -> bool:
    """Return whether another moderator than `moderator` is working on this case."""
    fresh = case.locked_at is not None and case.locked_at > now - LOCKED_FOR
    return fresh and case.locked_by_id not in (None, moderator.pk)


def lock_case(*, case_id: int, moderator: User, now: datetime) -> Case:
    """Lock the row of an open case (row id) that a moderator may decide; return the case.

    Raises:
        CaseError: `no_such_case`, `own_case` for a case about the moderator, `closed`, or `taken`
            while another moderator works on it.
    """
    case = (
        Case.objects.select_for_update(of=("self",))
        .select_related("player__user", "locked_by")
        .filter(pk=case_id)
        .first()
    )
    if case is None:
        raise CaseError("no_such_case")
    if case.player is not None and case.player.user_id == moderator.pk:
        raise CaseError("own_case")
    if case.closed_at is not None:
        raise CaseError("closed")
    if is_taken(case, moderator, now):
        raise CaseError("taken")
    return case


@transaction.atomic
def take_case(*, case_id: int, moderator: User) -> Case:
    """Assign an open case (row id) to a moderator, so that no other works on it; return the case.

    Raises:
        CaseError: with a code of `lock_case`.
    """
    now = timezone.now()
    case = lock_case(case_id=case_id, moderator=moderator, now=now)
    case.locked_by, case.locked_at = moderator, now
    case.save(update_fields=["locked_by", "locked_at"])
    return case


@transaction.atomic
def take_cases_of_player(*, case_id: int, moderator: User) -> list[Case]:
    """Assign an open case (row id), and all others about its player, to a moderator; return them.

    Cases on which another moderator works are left out, and those to be judged blind first.

    Raises:
        CaseError: with a code of `lock_case`, if the case itself cannot be taken.
    """
    same_player = Case.objects.filter(pk=case_id).values("player")
    open_cases = Case.objects.filter(player__in=same_player, closed_at=None)
    # locked in one order, so that two moderators who take the same cases do not block each other
    list(open_cases.select_for_update().order_by("pk").values_list("pk", flat=True))
    cases = [take_case(case_id=case_id, moderator=moderator)]
    for other in other_open_cases(cases[0], moderator):
        try:
            cases.append(take_case(case_id=other.pk, moderator=moderator))
        except CaseError:
            continue  # decided, or taken by another meanwhile
    return cases


@transaction.atomic
def put_off_case(*, case_id: int, moderator: User) -> None:
    """Put a case (row id) off for CASE_PUT_OFF, and release it for other moderators.

    Raises:
        CaseError: with a code of `lock_case`.
    """
    now = timezone.now()
    case = lock_case(case_id=case_id, moderator=moderator, now=now)
    case.locked_by = case.locked_at = None
    case.later_until = now + CASE_PUT_OFF
    case.save(update_fields=["locked_by", "locked_at", "later_until"])


@transaction.atomic
def add_note(*, player: Player, moderator: User, text: str) -> ModNote:
    """Store a note about a player that only moderators read; return it.

    Raises:
        CaseError: `own_case` for a note about oneself, or `no_text`.
    """
    if player.user_id == moderator.pk:
        raise CaseError("own_case")
    if not text.strip():
        raise CaseError("no_text")
    return ModNote.objects.create(
        player=player, author=moderator, text=text.strip()[:MAX_NOTE], at=timezone.now()
    )


@transaction.atomic
def name_player(*, case_id: int, moderator: User, player: Player) -> Case:
    """Set whom a notice of illegal content is about; return the case that it then belongs to.

    `case_id` is the row id of the notice's case. Where a case about the player is open already, the
    notice joins it.

    Raises:
        CaseError: with a code of `lock_case`; or `named` where the case is about somebody already.
    """
    case = lock_case(case_id=case_id, moderator=moderator, now=timezone.now())
    if case.player is not None:
        raise CaseError("named")
    if player.user_id == moderator.pk:
        raise CaseError("own_case")
    CaseReport.objects.filter(case=case).update(reported=player)
    other = Case.objects.filter(player=player, room=case.room, closed_at=None).first()
    if other is None:
        case.player = player
        case.save(update_fields=["player"])
        return case
    CaseReport.objects.filter(case=case).update(case=other)
    case.delete()
    return other
