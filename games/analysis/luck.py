"""The luck of a deal: what its cards alone gave each side, and what each side made of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from games.analysis.played_cards import PlayedCard
from games.bots.evaluation import contract_evaluator, variant_evaluator
from games.bots.knowledge.base_game import Knowledge, knowledge_of
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, Floats, Ints
from games.bots.simulation.policy import NOISE, policy_for
from games.bots.simulation.rollouts import Worlds
from games.bots.variants.games import kind_of
from games.engine import DealResult, Rules, view_for

PLAYOUTS_PER_DEAL: Final = 400
"""Playouts of a deck, whose mean is what the deck gave."""
ENDS_BY_PLAY: Final = ("played_out", "claim", "three_killed")
"""Ends of deals whose result comes from play."""


def unit_of(rules: Rules) -> str:
    """Return the unit of an analysis's points: `cards` for card points, `game` for game points."""
    kind = kind_of(rules)
    return "game" if rules.auction else kind.unit.name if kind is not None else "cards"


def expected_of(played_cards: Sequence[PlayedCard], seed: str) -> list[float]:
    """Return the points that each side can expect of a deal's cards: the mean of many playouts.

    `played_cards` are all plays of the deal. The learned policy plays on all seats, from the first card
    on; points are in the unit of `unit_of`. With an auction each seat is a side: its points are
    those of the contract that was bid, played out from the first card after the trump was named.
    """
    rules = played_cards[0].state.rules
    dice = np.random.default_rng(random.Random(seed).getrandbits(64))  # noqa: S311
    if rules.auction:
        first = next((played for played in played_cards if played.view.trump), None)
        points = np.zeros((1, rules.players)) if first is None else _contract(first, dice)
    else:
        points = _deck(played_cards[0], dice)
    return [float(mean) for mean in points.mean(0)]


def made_of(rules: Rules, result: DealResult) -> list[float] | None:
    """Return the points that each side made of a deal; None where the deal was not played.

    They are in the unit of `unit_of`, and compare with those of `expected_of`.
    """
    if result.ended_by not in ENDS_BY_PLAY:
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


def _deck(first: PlayedCard, dice: np.random.Generator) -> Floats:
    """Return each side's points [PLAYOUTS_PER_DEAL, sides] in playouts of a deal with a stock."""
    view = first.view
    knowledge = knowledge_of(view)
    hands, stock = _cards(first, knowledge)
    seeds = dice.integers(1, 2**31 - 1, PLAYOUTS_PER_DEAL)
    if kind_of(view.rules) is not None:
        return variant_evaluator.worth_of_deals(view, hands, stock, seeds)
    points = rollouts.play_outs(
        knowledge.kernel,
        policy_for(view.rules),
        NOISE,
        knowledge.position,
        Worlds(hands, stock, seeds),
        np.array([NONE], np.int64),
    )
    return points[:, 0].astype(np.float64)


def _cards(first: PlayedCard, knowledge: Knowledge) -> tuple[Ints, Ints]:
    """Return a deal as PLAYOUTS_PER_DEAL equal rows of hands [rows, players, 3] and of stock."""
    deal = first.state.deal
    assert deal is not None
    hands = np.full((PLAYOUTS_PER_DEAL, len(deal.hands), 3), NONE)
    for seat, hand in enumerate(deal.hands):
        hands[:, seat, : len(hand)] = [knowledge.codes[card] for card in hand]
    stock = [knowledge.codes[card] for card in deal.stock[deal.drawn :]]
    return hands, np.tile(np.array(stock, np.int64), (PLAYOUTS_PER_DEAL, 1))


def _contract(first: PlayedCard, dice: np.random.Generator) -> Floats:
    """Return seats' game points [PLAYOUTS_PER_DEAL, players] in playouts of a contract's deal."""
    deal = first.state.deal
    assert deal is not None
    assert deal.special is not None
    contract = deal.special.contract
    assert contract is not None
    caller = view_for(first.state, contract.caller)
    return contract_evaluator.worth_of_deals(
        caller, deal.hands, contract.partner, PLAYOUTS_PER_DEAL, dice
    )
