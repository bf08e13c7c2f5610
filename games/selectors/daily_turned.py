"""The turned card of a deal of the day: the only card of it that everybody may see before playing.

It follows from the deal's seed; it is computed on first use and cached. Callers ask for it only
for days that have begun.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django.core.cache import cache

from games.engine import Cut, DealCards, MatchState, Rules, apply, ruleset_from_options, start
from games.models import DailyDeal
from games.record.fairness import deck_of_block

CACHE_S: Final = 3 * 86_400
"""Seconds for which a turned card stays in the cache."""


def turned_card(daily: int) -> str:
    """Return the turned card of a daily deal (row id) as a code such as `C11`; "" without one."""
    key = f"daily-turned:{daily}"
    card: str | None = cache.get(key)
    if card is None:
        deal = DailyDeal.objects.select_related("ruleset").get(pk=daily)
        ruleset = deal.ruleset
        rules = ruleset_from_options(ruleset.preset, deal.players, ruleset.options).rules
        state = dealt(rules, deal.first_dealer, deal.fairness)
        card = (state.deal.trump_card if state.deal else None) or ""
        cache.set(key, card, CACHE_S)
    return card


def turned_card_of_day(day: date) -> str:
    """Return the turned card of a day's deal as a code; "" without a card or without a deal."""
    key = f"daily-turned:{day:%Y%m%d}"
    card: str | None = cache.get(key)
    if card is None:
        daily = DailyDeal.objects.filter(day=day).values_list("pk", flat=True).first()
        if daily is None:
            return ""  # it may be made in a moment
        card = turned_card(daily)
        cache.set(key, card, CACHE_S)
    return card


def dealt(rules: Rules, dealer: int, fairness: dict[str, Any]) -> MatchState:
    """Return the state of a daily deal before its first card is played.

    `fairness` is the deal's proof, which has the deck and the cut; `dealer` is a seat.
    """
    state = start(rules, dealer=dealer)
    state, _events = apply(state, Cut(state.cutter, fairness["cut"]))
    state, _events = apply(state, DealCards(deck_of_block(fairness, rules.deck)))
    return state
