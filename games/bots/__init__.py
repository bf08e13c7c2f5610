"""Bots: programs that receive the view of one seat, and nothing else, and choose its next action.

>>> BOT_NAMES
('random', 'greedy', 'rules', 'learned', 'expert')
>>> bot_named("rules").name
'rules'
"""

from games.bots.players.bot import Bot
from games.bots.players.pace import think_ms
from games.bots.players.registry import AT_ONCE, BOT_NAMES, TIMEOUT_LEVEL, bot_named, choose

__all__ = ["AT_ONCE", "BOT_NAMES", "TIMEOUT_LEVEL", "Bot", "bot_named", "choose", "think_ms"]
