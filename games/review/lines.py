"""How a deal might have gone: on from another card, and from its deck alone."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

import numpy as np

from games.bots.kernel import rollouts
from games.bots.kernel.coding import NONE
from games.bots.kernel.policy import NOISE, policy_for
from games.bots.kernel.rollouts import Worlds
from games.bots.learned_bot import LearnedBot
from games.bots.seen import seen_by
from games.engine import (
    ArmExchange,
    Exchange,
    MatchState,
    PlayCard,
    apply,
    view_for,
)
from games.review.moments import Moment

TRICKS: Final = 3
"""Of a line that are told, the one of the better card among them."""
DEALS: Final = 400
"""Ways of playing a deck whose mean is what it gave."""
_ON: Final = (PlayCard, Exchange, ArmExchange)


def line_after(moment: Moment, card: str) -> dict[str, Any]:
    """How the deal goes on from another card with the cards as they lay, all seats playing as
    `learned` does: the next plays, and the points of each side at the end."""
    bot = LearnedBot()
    rng = random.Random(0)  # noqa: S311 - it draws nothing for a card
    state, _ = apply(moment.state, PlayCard(moment.seat, card))
    told = [{"seat": moment.seat, "card": card}]
    number = state.number
    while state.phase == "play" and state.turn is not None and state.number == number:
        view = view_for(state, state.turn)
        legal = tuple(one for one in view.legal if isinstance(one, _ON))
        if not legal:
            break
        action = bot.choose(replace(view, legal=legal), rng)
        if isinstance(action, PlayCard) and _trick(state) < moment.trick + TRICKS:
            told.append({"seat": action.seat, "card": action.card})
        state, _ = apply(state, action)
    return {"plays": told, "points": _points(state)}


def _trick(state: MatchState) -> int:
    return len(state.deal.tricks) + 1 if state.deal is not None else 0


def _points(state: MatchState) -> list[int]:
    """Card points of each side in the deal so far."""
    seats = state.deal.points if state.deal is not None else ()
    return [sum(seats[seat] for seat in side) for side in state.rules.sides]


def luck_of(first: Moment, seed: str) -> list[float]:
    """Card points beyond its share that a deck gives each side: the mean of many ways of playing
    it, by the learned policy on all seats. `first` is the first play of the deal."""
    state = first.state
    deal = state.deal
    assert deal is not None
    seen = seen_by(first.view)
    hands = np.full((DEALS, len(deal.hands), 3), NONE)
    for seat, hand in enumerate(deal.hands):
        hands[:, seat, : len(hand)] = [seen.codes[card] for card in hand]
    stock = [seen.codes[card] for card in deal.stock[deal.drawn :]]
    dice = np.random.default_rng(random.Random(seed).getrandbits(64))  # noqa: S311
    worlds = Worlds(
        hands,
        np.tile(np.array(stock, np.int64), (DEALS, 1)),
        dice.integers(1, 2**31 - 1, DEALS),
    )
    found = rollouts.play_outs(
        seen.kernel,
        policy_for(state.rules),
        NOISE,
        seen.position,
        worlds,
        np.array([NONE], np.int64),
    )
    share = state.rules.deck_points / len(state.rules.sides)
    return [round(float(mean) - share, 2) for mean in found[:, 0].mean(0)]
