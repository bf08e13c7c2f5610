"""Reads about the house's bots for the people who play with them: ratings, and own scores."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from django.db.models import Q

from games.common.house_bots import FIGUREHEADS
from games.models import Rating, RivalFigures
from games.models.people import PlayerKind
from games.stats.figures import ALL, BOTS
from games.stats.ratings import PROVISIONAL_SIGMA


class HouseScore(NamedTuple):
    """Numbers of matches that a player won and lost against the bots of one level."""

    won: int
    lost: int


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


def scores_against_house(player: int) -> dict[str, HouseScore]:
    """Return level -> a player's (row id) matches against all house bots of the level.

    Levels against which the player has not played are left out.
    """
    rows = RivalFigures.objects.filter(
        Q(player=player, rival__bot__in=FIGUREHEADS, rival__kind=PlayerKind.BOT)
        | Q(rival=player, player__bot__in=FIGUREHEADS, player__kind=PlayerKind.BOT),
        pool=ALL,
    ).values_list("player", "player__bot", "rival__bot", "player_won", "rival_won")
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for first, first_level, second_level, first_won, second_won in rows:
        own_first = first == player
        level = second_level if own_first else first_level
        won[level] += first_won if own_first else second_won
        lost[level] += second_won if own_first else first_won
    return {level: HouseScore(won[level], lost[level]) for level in won}
