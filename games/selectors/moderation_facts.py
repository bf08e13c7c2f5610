"""Reads of what a moderator judges a case by, beside its reports: matches, cases of the same person."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from games.models import Case, Seat
from games.selectors.blind_reviews import to_judge_blind
from games.selectors.cases import open_cases

if TYPE_CHECKING:
    from accounts.models import User


def last_common_match(player: int, other: int, before: datetime) -> str | None:
    """Return the public id of the latest match that two players (row ids) finished together.

    Only matches that ended before this moment count. None where the two have not met.
    """
    common = Seat.objects.filter(player=other).values("match")
    seats = Seat.objects.filter(player=player, finished_at__lt=before, match__in=common)
    match: str | None = (
        seats.order_by("-finished_at").values_list("match__public_id", flat=True).first()
    )
    return match


def other_open_cases(case: Case, moderator: User) -> list[Case]:
    """Return the other open cases about the player of a case that a moderator may see, by urgency.

    A case that the moderator has to judge blind first is left out: it must not say whom it is about.
    """
    if case.player_id is None:
        return []
    others = open_cases(moderator).filter(player=case.player_id).exclude(pk=case.pk)
    rows = list(others.select_related("locked_by").order_by("-urgency", "due_at", "pk"))
    blind = to_judge_blind(rows, moderator)
    return [row for row in rows if row.pk not in blind]
