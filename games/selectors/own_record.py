"""Numbers of what a player has done so far, for the page on which a guest makes an account."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Q

from games.models import DailyStreak, Seat


class OwnRecord(NamedTuple):
    """Finished matches of a player, those they won, and their days with a played deal of the day."""

    matches: int
    won: int
    days: int


def own_record(player: int) -> OwnRecord:
    """Return the counts of a player's (row id) matches, wins and days."""
    seats = Seat.objects.filter(player=player, finished_at__isnull=False)
    counts = seats.aggregate(matches=Count("pk"), won=Count("pk", filter=Q(won=True)))
    days = DailyStreak.objects.filter(player=player).values_list("played", flat=True).first()
    return OwnRecord(counts["matches"], counts["won"], days or 0)
