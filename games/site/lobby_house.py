"""The house of the lobby: five trees, each a bot that plays at once, and how one stands with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.common.house_bots import FIGUREHEADS, FIRST_LEVEL, LEVELS
from games.models import Player
from games.pages.wording.house import (
    greetings,
    lit_label,
    part_of_day,
    score_words,
    standing_words,
)
from games.pages.wording.house_bots import CHARACTERS, LEVEL_NAMES
from games.selectors.house_figures import HouseScore, house_scores

FEW_TREES: Final = 3
"""Number of trees in the line of a busy lobby: the lit one and those beside it."""
NO_SCORE: Final = HouseScore()


class Tree(NamedTuple):
    """One of the house's bots as a tile that starts a match."""

    level: str
    name: str
    level_name: str
    character: str
    score: str
    """Matches won and lost by the visitor; empty for a newcomer."""
    label: str
    """Text on the edge of the lit tree; empty for the others."""


def house_context(player: Player | None, *, newcomer: bool) -> dict[str, Any]:
    """Return the template context of the house's wall: trees, greeting, and how the visitor stands.

    A `newcomer` has not finished a match yet.
    """
    scores = {} if newcomer or player is None else house_scores(player.pk)
    level = FIRST_LEVEL if newcomer else next_level(scores)
    name, score = FIGUREHEADS[level], scores.get(level, NO_SCORE)
    label = lit_label(name, *score, newcomer=newcomer)
    trees = [
        _tree(each, scores, label if each == level else "", newcomer=newcomer) for each in LEVELS
    ]
    first = min(max(0, LEVELS.index(level) - 1), len(LEVELS) - FEW_TREES)
    return {
        "trees": trees,
        "few_trees": trees[first : first + FEW_TREES],
        "lit": {"level": level, "name": name},
        "standing": "" if newcomer else standing_words(name, *score),
        **_greeting(player, newcomer=newcomer),
    }


def next_level(scores: Mapping[str, HouseScore]) -> str:
    """Return the level to play next: the one above the strongest that a player has the better of.

    It is FIRST_LEVEL until the player has the better of any, and then the strongest at most.

    >>> next_level({"greedy": HouseScore(6, 2), "rules": HouseScore(4, 5), "learned": HouseScore(0, 2)})
    'rules'
    >>> next_level({}), next_level({"expert": HouseScore(1, 0)})
    ('greedy', 'expert')
    """
    beaten = [
        at for at, level in enumerate(LEVELS) if (row := scores.get(level)) and row.won > row.lost
    ]
    first = LEVELS.index(FIRST_LEVEL)
    return LEVELS[min(max(first, *(at + 1 for at in beaten), 0), len(LEVELS) - 1)]


def _tree(level: str, scores: Mapping[str, HouseScore], label: str, *, newcomer: bool) -> Tree:
    """Return the tile of a level; a newcomer's has no score."""
    return Tree(
        level=level,
        name=FIGUREHEADS[level],
        level_name=str(LEVEL_NAMES[level]),
        character=str(CHARACTERS[level]),
        score="" if newcomer else score_words(*scores.get(level, NO_SCORE)),
        label=label,
    )


def _greeting(player: Player | None, *, newcomer: bool) -> dict[str, Any]:
    """Return the greeting by the site's clock, and all three for the script, which has the reader's.

    A newcomer and a stranger are asked for a hand instead.
    """
    if player is None or newcomer:
        return {"greeting": "", "greetings": {}}
    words = greetings(player.name)
    hour = timezone.now().astimezone(ZoneInfo(settings.NOTIFICATION_TIME_ZONE)).hour
    return {"greeting": words[part_of_day(hour)], "greetings": words}
