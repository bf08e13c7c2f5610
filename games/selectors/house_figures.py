"""Reads about the house's bots for the people who play with them: ratings, and own scores."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Q

from games.common.house_bots import FIGUREHEADS
from games.models import Rating, Seat
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.stats.figures import BOTS
from games.stats.ratings import PROVISIONAL_SIGMA

SCORE_CACHE_S: Final = 60
"""Seconds for which a player's scores against the house are cached."""


class HouseScore(NamedTuple):
    """Numbers of matches a player has won and lost against one level of the house's bots."""

    won: int = 0
    lost: int = 0


def house_ratings(pool: str) -> dict[str, int]:
    """Return level -> rating of the bot that stands for the level, in the matches of bots alone.

    `pool` is a kind of match of people. Provisional ratings are left out.
    """
    level_by_name = {name: level for level, name in FIGUREHEADS.items()}
    rows = Rating.objects.filter(
        pool=BOTS + pool, player__name__in=level_by_name, sigma__lte=PROVISIONAL_SIGMA
    )
    return {
        level_by_name[name]: display
        for name, display in rows.values_list("player__name", "display")
    }


def house_scores(player: int) -> dict[str, HouseScore]:
    """Return level of the house's bots -> the score of a player (row id) against it.

    Matches of two count that have ended with a winner. The answer may be a minute old.
    """
    key = f"house_scores:{player}"
    scores: dict[str, HouseScore] | None = cache.get(key)
    if scores is None:
        scores = _house_scores(player)
        cache.set(key, scores, SCORE_CACHE_S)
    return scores


def _house_scores(player: int) -> dict[str, HouseScore]:
    """Return the scores of `house_scores` from the database, in one query."""
    own = Seat.objects.filter(
        player=player,
        won__isnull=False,
        match__players=2,
        match__status=MatchStatus.FINISHED,
        match__seats__kind=PlayerKind.BOT,
        match__seats__player__bot__gt="",
    )
    rows = (
        own.order_by()
        .values(level=F("match__seats__player__bot"))
        .annotate(wins=Count("pk", filter=Q(won=True)), losses=Count("pk", filter=Q(won=False)))
    )
    return {row["level"]: HouseScore(row["wins"], row["losses"]) for row in rows}
