"""Par of the deal of the day: the points that the house's bot makes in the player's seat.

Par follows from the deal's seed alone; it is computed on first use and cached. Callers check
`results_open` before they show it to somebody.
"""

from __future__ import annotations

import hmac
import random
from typing import Any, Final

from django.core.cache import cache

from games.bots import bot_named
from games.engine import apply, ruleset_from_options, view_for
from games.models import DailyDeal
from games.selectors.daily_turned import dealt

PLAYER_SEAT: Final = 0
"""Seat of the player of a daily deal."""
CACHE_S: Final = 30 * 86_400
"""Seconds for which par stays in the cache."""
MAX_ACTIONS: Final = 1_000
"""Maximum number of actions of a deal, far above any real one; exceeding it is an error."""


def par_of(daily: int) -> int:
    """Return the par of a daily deal (row id): points that its bot makes in the player's seat."""
    key = f"daily-par:{daily}"
    par: int | None = cache.get(key)
    if par is None:
        deal = DailyDeal.objects.select_related("ruleset").get(pk=daily)
        rules = deal.ruleset
        par = play_par(
            rules.preset, deal.players, rules.options, deal.first_dealer, deal.level, deal.fairness
        )
        cache.set(key, par, CACHE_S)
    return par


def play_par(
    preset: str,
    players: int,
    options: dict[str, Any],
    dealer: int,
    level: str,
    fairness: dict[str, Any],
) -> int:
    """Replay a daily deal with the same bot at every seat; return the points of the player's side.

    `fairness` is the deal's proof, which has the deck; `level` names the bot. The bots use random
    numbers from the seed, so that the result is always the same.

    Raises:
        RuntimeError: the deal does not end.
    """
    rules = ruleset_from_options(preset, players, options).rules
    seed = bytes.fromhex(fairness["server_seed"])
    dice = random.Random(hmac.digest(seed, b"brisca-daily/par", "sha256"))  # noqa: S311 - bots
    bot = bot_named(level)
    state = dealt(rules, dealer, fairness)
    for _action in range(MAX_ACTIONS):
        if state.turn is None:
            break
        state, _events = apply(state, bot.choose(view_for(state, state.turn), dice))
    if not state.results:
        raise RuntimeError(f"a deal of {preset} did not come to its end")
    return state.score[rules.side_of[PLAYER_SEAT]]
