"""What the house's bot makes of the deal of the day in its player's place: the par of that deal.

It follows from the seed of the deal alone, so it is computed when it is first asked for and kept by
the cache. Whether it may be told to somebody is for the caller to ask, by `results_open`.
"""

from __future__ import annotations

import hmac
import random
from typing import Any, Final

from django.core.cache import cache

from games.bots import bot_named
from games.engine import (
    Cut,
    DealCards,
    apply,
    ruleset_from_options,
    start,
    view_for,
)
from games.models import DailyDeal
from games.record.fairness import deck_of_block

SEAT: Final = 0
"""Where the player of a daily deal sits."""
KEPT_S: Final = 30 * 86_400
MAX_ACTIONS: Final = 1_000
"""Far more than a deal has: a bot that does not come to an end is an error."""


def par_of(daily: int) -> int:
    """Return the points that the bot of a daily deal (by its id) makes in the player's seat."""
    key = f"daily-par:{daily}"
    par: int | None = cache.get(key)
    if par is None:
        deal = DailyDeal.objects.select_related("ruleset").get(pk=daily)
        rules = deal.ruleset
        par = play_par(
            rules.preset, deal.players, rules.options, deal.first_dealer, deal.level, deal.fairness
        )
        cache.set(key, par, KEPT_S)
    return par


def play_par(
    preset: str,
    players: int,
    options: dict[str, Any],
    dealer: int,
    level: str,
    fairness: dict[str, Any],
) -> int:
    """Play a proven deal with the same bot at every seat; return what the player's side makes.

    The bots decide by dice from the seed, so it is the same each time. Raises RuntimeError where the
    deal does not end.
    """
    rules = ruleset_from_options(preset, players, options).rules
    deck = deck_of_block(fairness, rules.deck)
    seed = bytes.fromhex(fairness["server_seed"])
    dice = random.Random(hmac.digest(seed, b"brisca-daily/par", "sha256"))  # noqa: S311 - bots
    bot = bot_named(level)
    state = start(rules, dealer=dealer)
    state, _events = apply(state, Cut(state.cutter, fairness["cut"]))
    state, _events = apply(state, DealCards(deck))
    for _action in range(MAX_ACTIONS):
        if state.turn is None:
            break
        state, _events = apply(state, bot.choose(view_for(state, state.turn), dice))
    if not state.results:
        raise RuntimeError(f"a deal of {preset} did not come to its end")
    return state.score[rules.side_of[SEAT]]
