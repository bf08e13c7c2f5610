"""The range of ratings in which people may sit down at a public table.

It holds for people who sit down before a match. House bots and programs are seated whatever the
range, and who sits already stays for a rematch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.common.errors import TableError
from games.models import Player, Rating, Table
from games.models.people import PlayerKind
from games.stats.pools import pool_name
from games.stats.ratings import CENTRE

OFFERED_DIFFERENCES: Final = (100, 200, 300, 400)
"""Offered differences to the rating of the host, in points."""
HIGHEST_BOUND: Final = 4000
"""Highest rating that a range may name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRange:
    """Rule about who may sit down at a table: ratings near the host's, between two, or all.

    `within` is in points around the host's rating.
    """

    within: int | None = None
    low: int | None = None
    high: int | None = None
    newcomers: bool = True
    """Whether people without a rating in the kind of match may sit down all the same."""

    @property
    def is_open(self) -> bool:
        """Return whether the range lets players of any rating sit down."""
        return self == ANY_RATING

    def check(self, visibility: str) -> None:
        """Refuse a range of ratings that no table of this visibility can have.

        Raises:
            TableError: `bad_range`.
        """
        figures = [bound for bound in (self.low, self.high) if bound is not None]
        wrong = (
            (visibility != Table.Visibility.PUBLIC and not self.is_open)
            or (
                self.within is not None
                and (self.within not in OFFERED_DIFFERENCES or bool(figures))
            )
            or not all(0 <= figure <= HIGHEST_BOUND for figure in figures)
            or figures != sorted(figures)
        )
        if wrong:
            raise TableError("bad_range")


ANY_RATING: Final = RatingRange()
"""The range of a table at which everybody may sit down."""


def require_in_range(table: Table, player: Player) -> None:
    """Refuse a person whose rating lies outside the range of the table.

    The rating is that of the table's kind of match; a host without one counts as CENTRE.

    Raises:
        TableError: `rating_range`.
    """
    wanted = RatingRange(
        within=table.rating_within,
        low=table.rating_low,
        high=table.rating_high,
        newcomers=table.newcomers,
    )
    if wanted.is_open or player.kind == PlayerKind.BOT:
        return
    rating = _rating_of(table, player.pk)
    if rating is None:
        if not wanted.newcomers:
            raise TableError("rating_range")
        return
    low, high = wanted.low, wanted.high
    if wanted.within is not None:
        host = _rating_of(table, table.host_id) or CENTRE
        low, high = host - wanted.within, host + wanted.within
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise TableError("rating_range")


def _rating_of(table: Table, player: int | None) -> int | None:
    """Return a player's rating in the kind of match of a table; None before any rated match."""
    pool = pool_name(table.players, table.ruleset.options)
    rows = Rating.objects.filter(player=player, pool=pool, matches__gt=0)
    return rows.values_list("display", flat=True).first()
