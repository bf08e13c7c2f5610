"""Deals whose first card is still to be played."""

from __future__ import annotations

import random

from games.bots import bot_named
from games.engine import Cut, DealCards, MatchState, Rules, apply, start, view_for


def dealt(rules: Rules, rng: random.Random) -> MatchState:
    """A deal up to its first card, bid and called as the rules bot would."""
    while True:
        deck = tuple(rng.sample(rules.deck, len(rules.deck)))
        state = start(rules, dealer=rng.randrange(rules.players))
        state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
        state, _ = apply(state, DealCards(deck))
        while state.phase in ("auction", "discard", "call"):
            assert state.turn is not None
            view = view_for(state, state.turn)
            state, _ = apply(state, bot_named("rules").choose(view, rng))
        if state.phase == "play":
            return state
