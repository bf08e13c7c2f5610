"""A week of matches that people with accounts finished at public tables, for the match of the week."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.models import Deal, Match, Player
from tests.stats.support import FIRST_DAY, stored
from tests.support.people import player_with_account

SUNDAY = FIRST_DAY
"""Six hours before the week's end."""
MONDAY = SUNDAY + timedelta(hours=7)
"""An hour after the week's end."""


def people(*names: str) -> list[Player]:
    """Return the players of these names, who have accounts; those who had none get one."""
    return [Player.objects.filter(name=name).first() or player_with_account(name) for name in names]


def finished(names: Sequence[str], points: int, *, ended: datetime = SUNDAY) -> Match:
    """Return a match of these people, won by the first of them by so many points in its last deal.

    It is stored with accounts of its players. `points` are even. Its record keeps what was played.
    """
    people(*names)
    day = (ended - FIRST_DAY) / timedelta(days=1)
    match = stored(names, options={"match.target": 2}, day=day, seed=str(Match.objects.count()))
    fields = {"winners": [0], "margin": 1, "ended_by": "target"}
    Match.objects.filter(pk=match.pk).update(**fields)
    Deal.objects.filter(match=match, number=match.deal_count).update(
        side_points=[60 + points // 2, 60 - points // 2], ended_by="played_out"
    )
    return match
