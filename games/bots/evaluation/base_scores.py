"""Scores of the cards of a hand in the base game, by the learned policy, by the net, or exact."""

from __future__ import annotations

import numpy as np

from games.bots.evaluation.solver import OpenDeal, Solver
from games.bots.knowledge.base_game import Knowledge, latest_plays
from games.bots.simulation import card_features, vector
from games.bots.simulation.card_net import net_for
from games.bots.simulation.coding import HAND, NONE, bits, numbers_for
from games.bots.simulation.policy import policy_for
from games.bots.simulation.rollouts import Worlds, rows_of
from games.engine import PlayerView


def liking(knowledge: Knowledge) -> dict[int, float]:
    """Return card (code) -> the policy's score: SCALE times the log of its relative likelihood."""
    policy = policy_for(knowledge.kernel.rules)
    hand = np.full((1, HAND), NONE)
    hand[0, : len(knowledge.hand)] = knowledge.hand
    world = Worlds(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0), np.int64), np.zeros(1, np.int64))
    rows = rows_of(knowledge.kernel, knowledge.position, world)
    scores = vector.scores(knowledge.kernel, policy, rows, hand, np.array([knowledge.seat]))
    return {card: float(score) for card, score in zip(knowledge.hand, scores[0], strict=False)}


def liking_by_net(view: PlayerView, knowledge: Knowledge) -> dict[int, float]:
    """Return the scores of `liking`, corrected by the net if the view's game has one."""
    likes, net = liking(knowledge), net_for(view.rules)
    if net is None:
        return likes
    added = net.scores(*features_of(view, knowledge))
    return {
        card: likes[card] + float(more) for card, more in zip(knowledge.hand, added, strict=True)
    }


def features_of(view: PlayerView, knowledge: Knowledge) -> tuple[list[int], list[list[int]]]:
    """Return the net's inputs: features that all cards of the hand share, and each card's own."""
    book, position, other = numbers_for(knowledge.kernel), knowledge.position, 1 - knowledge.seat
    known = bits(knowledge.known.get(other, ()))
    own, ahead = bits(knowledge.hand), position.score[knowledge.seat] - position.score[other]
    unseen = card_features.unseen_cards(book, own, position.played, known, position.bottom)
    plays = latest_plays(view, knowledge, card_features.PLAYS_LOOKED_BACK)
    hand = [*knowledge.hand, *[NONE] * (HAND - len(knowledge.hand))]
    laid = position.laid[0] if position.laid else NONE
    values = [0] * card_features.MAX_FEATURES
    many = card_features.hand_features(
        book, position.left, position.bottom, unseen, known, ahead, plays, values
    )
    common, each = values[:many], []
    for slot in range(len(knowledge.hand)):
        many = card_features.card_features(book, hand, slot, laid, unseen, plays, values)
        each.append(values[:many])
    return common, each


def exact(knowledge: Knowledge) -> dict[int, float]:
    """Return card (code) -> the viewer's further points minus the other's, at best play of both.

    This needs two players, an empty stock and no hidden card.
    """
    other = 1 - knowledge.seat
    theirs = (*knowledge.hidden, *knowledge.known.get(other, ()))
    hands = (knowledge.hand, theirs) if knowledge.seat == 0 else (theirs, knowledge.hand)
    laid = knowledge.position.laid[0] if knowledge.position.laid else NONE
    deal = OpenDeal(hands, knowledge.position.leader, laid=laid)
    solver = Solver(knowledge.kernel)
    return {card: float(value) for card, value in solver.each(deal).items()}
