"""Reads of how ratings moved of late, for the rows of leaderboards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Final, NamedTuple

from django.db.models import F

from games.models import PlayerFigures, RatingPoint
from games.models.figures import EVER

TREND_MATCHES: Final = 20
"""Number of a player's last rated matches that a trend covers."""


class Trend(NamedTuple):
    """The last rated matches of a player in one pool (kind of match), and the share of wins."""

    ratings: tuple[int, ...]
    """Displayed ratings after each of the last matches, the earliest first."""
    percent_won: int | None
    """Share of all matches in the pool that the player won; None without matches."""

    @property
    def change(self) -> int | None:
        """Points from the first to the last of the ratings; None with fewer than two."""
        return self.ratings[-1] - self.ratings[0] if len(self.ratings) > 1 else None


def trends_of(pool: str, names: Collection[str]) -> dict[str, Trend]:
    """Return name -> trend of players in a pool (kind of match), in two queries."""
    figures = PlayerFigures.objects.filter(pool=pool, month=EVER, player__name__in=names)
    percents = {
        name: round(100 * won / matches) if matches else None
        for name, matches, won in figures.values_list("player__name", "matches", "matches_won")
    }
    points = RatingPoint.objects.filter(
        rating__pool=pool,
        rating__player__name__in=names,
        number__gt=F("rating__matches") - TREND_MATCHES,
    )
    ratings: defaultdict[str, list[int]] = defaultdict(list)
    for name, display in points.order_by("number").values_list("rating__player__name", "display"):
        ratings[name].append(display)
    return {name: Trend(tuple(ratings[name]), percents.get(name)) for name in names}
