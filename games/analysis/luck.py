"""The luck of a deal: what its cards alone gave each side, and what each side made of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from games.analysis.moments import Moment
from games.bots.evaluation import contract_evaluator, variant_evaluator
from games.bots.knowledge.base_game import Knowledge, knowledge_of
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, Floats, Ints
from games.bots.simulation.policy import NOISE, policy_for
from games.bots.simulation.rollouts import Worlds
from games.bots.variants.games import kind_of
from games.engine import DealResult, Rules, view_for

DEALS: Final = 400
"""Playouts of a deck, whose mean is what the deck gave."""
PLAYED: Final = ("played_out", "claim", "three_killed")
"""Ends of deals whose result comes from play."""


def unit_of(rules: Rules) -> str:
    """Return the unit of an analysis's points: `cards` for card points, `game` for game points."""
    kind = kind_of(rules)
    return "game" if rules.auction else kind.unit.name if kind is not None else "cards"


def expected_of(moments: Sequence[Moment], seed: str) -> list[float]:
    """Return the points that each side can expect of a deal's cards: the mean of many playouts.

    `moments` are all plays of the deal. The learned policy plays on all seats, from the first card
    on; points are in the unit of `unit_of`. With an auction each seat is a side: its points are
    those of the contract that was bid, played out from the first card after the trump was named.
    """
    rules = moments[0].state.rules
    dice = np.random.default_rng(random.Random(seed).getrandbits(64))  # noqa: S311
    if rules.auction:
        first = next((moment for moment in moments if moment.view.trump), None)
        found = np.zeros((1, rules.players)) if first is None else _contract(first, dice)
    else:
        found = _deck(moments[0], dice)
    return [float(mean) for mean in found.mean(0)]


def made_of(rules: Rules, result: DealResult) -> list[float] | None:
    """Return the points that each side made of a deal; None where the deal was not played.

    They are in the unit of `unit_of`, and compare with those of `expected_of`.
    """
    if result.ended_by not in PLAYED:
        return None
    if rules.auction:
        return [float(points) for points in result.game_points]
    if rules.option("score.policy") == "stay_under":
        whole, others = sum(result.game_points), len(rules.sides) - 1
        return [own - (whole - own) / others for own in result.game_points]
    if rules.muerte:
        top = max(result.game_points)
        winners = sum(points == top for points in result.game_points)
        return [top / winners if points == top else 0.0 for points in result.game_points]
    return [float(points) for points in result.totals]


def _deck(first: Moment, dice: np.random.Generator) -> Floats:
    """Return the points of each side [DEALS, sides] of a deal with a stock."""
    view = first.view
    seen = knowledge_of(view)
    hands, stock = _cards(first, seen)
    seeds = dice.integers(1, 2**31 - 1, DEALS)
    if kind_of(view.rules) is not None:
        return variant_evaluator.worth_of_deals(view, hands, stock, seeds)
    found = rollouts.play_outs(
        seen.kernel,
        policy_for(view.rules),
        NOISE,
        seen.position,
        Worlds(hands, stock, seeds),
        np.array([NONE], np.int64),
    )
    return found[:, 0].astype(np.float64)


def _cards(first: Moment, seen: Knowledge) -> tuple[Ints, Ints]:
    """Return hands [DEALS, players, 3] and stock [DEALS, cards]; every row is the same."""
    deal = first.state.deal
    assert deal is not None
    hands = np.full((DEALS, len(deal.hands), 3), NONE)
    for seat, hand in enumerate(deal.hands):
        hands[:, seat, : len(hand)] = [seen.codes[card] for card in hand]
    stock = [seen.codes[card] for card in deal.stock[deal.drawn :]]
    return hands, np.tile(np.array(stock, np.int64), (DEALS, 1))


def _contract(first: Moment, dice: np.random.Generator) -> Floats:
    """Return the game points of each seat [DEALS, players] of a deal with a contract."""
    deal = first.state.deal
    assert deal is not None
    assert deal.special is not None
    contract = deal.special.contract
    assert contract is not None
    caller = view_for(first.state, contract.caller)
    return contract_evaluator.worth_of_deals(caller, deal.hands, contract.partner, DEALS, dice)
