"""Registry of bots by level, from the weakest to the strongest.

>>> BOT_NAMES
('random', 'greedy', 'rules', 'learned', 'expert')
>>> bot_named("rules").name
'rules'
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.bots.players.bot import Bot
from games.bots.players.expert_bot import ExpertBot
from games.bots.players.greedy_bot import GreedyBot
from games.bots.players.learned_bot import LearnedBot
from games.bots.players.pace import think_ms
from games.bots.players.random_bot import RandomBot
from games.bots.players.rules_bot import RulesBot
from games.engine import Action, PlayerView

_BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), GreedyBot(), RulesBot(), LearnedBot(), ExpertBot())}
)

BOT_NAMES: Final = tuple(_BOTS)
"""The levels, from the weakest to the strongest."""

TIMEOUT_LEVEL: Final = "rules"
"""The level that plays for a person whose time is up."""

AT_ONCE: Final = MappingProxyType({"expert": "learned"})
"""Levels that need time to think, and the level that replaces each where there is no time."""

__all__ = ["AT_ONCE", "BOT_NAMES", "TIMEOUT_LEVEL", "Bot", "bot_named", "choose", "think_ms"]


def bot_named(name: str) -> Bot:
    """Return the bot of this level, one of BOT_NAMES.

    Raises:
        KeyError: where there is no such level; the message lists all levels.
    """
    try:
        return _BOTS[name]
    except KeyError:
        raise KeyError(f"there is no bot {name!r}; there are {', '.join(BOT_NAMES)}") from None


def choose(name: str, view: PlayerView, rng: random.Random) -> Action:
    """Return the action of `view.legal`, which must not be empty, that the bot of a level takes.

    Raises:
        KeyError: where there is no such level.
    """
    return bot_named(name).choose(view, rng)
