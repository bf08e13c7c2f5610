"""The bots by level, from the weakest to the strongest.

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

SENSIBLE: Final = "rules"
"""The level that plays for somebody whose time is up."""

AT_ONCE: Final = MappingProxyType({"expert": "learned"})
"""Levels that take their time, and which one plays for them where there is none."""

__all__ = ["AT_ONCE", "BOT_NAMES", "SENSIBLE", "Bot", "bot_named", "choose", "think_ms"]


def bot_named(name: str) -> Bot:
    """Return the bot of a level.

    Raises:
        KeyError: with the names that there are, where no level is called so.
    """
    try:
        return _BOTS[name]
    except KeyError:
        raise KeyError(f"there is no bot {name!r}; there are {', '.join(BOT_NAMES)}") from None


def choose(name: str, view: PlayerView, rng: random.Random) -> Action:
    """Return what a bot of a level does: one of `view.legal`, which must hold something.

    Raises:
        KeyError: where no level is called so.
    """
    return bot_named(name).choose(view, rng)
