"""Scores of the cards of a hand in the base game, by the learned policy or exact."""

from __future__ import annotations

import numpy as np

from games.bots.evaluation.solver import OpenDeal, Solver
from games.bots.knowledge.base_game import Knowledge
from games.bots.simulation import vector
from games.bots.simulation.coding import HAND, NONE
from games.bots.simulation.policy import policy_for
from games.bots.simulation.rollouts import Worlds, rows_of


def liking(seen: Knowledge) -> dict[int, float]:
    """Return card (code) -> the policy's score: SCALE times the log of its relative likelihood."""
    policy = policy_for(seen.kernel.rules)
    hand = np.full((1, HAND), NONE)
    hand[0, : len(seen.hand)] = seen.hand
    one = Worlds(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0), np.int64), np.zeros(1, np.int64))
    rows = rows_of(seen.kernel, seen.position, one)
    scores = vector.scores(seen.kernel, policy, rows, hand, np.array([seen.seat]))
    return {card: float(score) for card, score in zip(seen.hand, scores[0], strict=False)}


def exact(seen: Knowledge) -> dict[int, float]:
    """Return card (code) -> the viewer's further points minus the other's, at best play of both.

    This needs two players, an empty stock and no hidden card.
    """
    other = 1 - seen.seat
    theirs = (*seen.hidden, *seen.known.get(other, ()))
    hands = (seen.hand, theirs) if seen.seat == 0 else (theirs, seen.hand)
    laid = seen.position.laid[0] if seen.position.laid else NONE
    deal = OpenDeal(hands, seen.position.leader, laid=laid)
    solver = Solver(seen.kernel)
    return {card: float(value) for card, value in solver.each(deal).items()}
