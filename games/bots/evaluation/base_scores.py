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


def liking(seen: Knowledge) -> dict[int, float]:
    """Return card (code) -> the policy's score: SCALE times the log of its relative likelihood."""
    policy = policy_for(seen.kernel.rules)
    hand = np.full((1, HAND), NONE)
    hand[0, : len(seen.hand)] = seen.hand
    one = Worlds(np.zeros((1, 0, 0), np.int64), np.zeros((1, 0), np.int64), np.zeros(1, np.int64))
    rows = rows_of(seen.kernel, seen.position, one)
    scores = vector.scores(seen.kernel, policy, rows, hand, np.array([seen.seat]))
    return {card: float(score) for card, score in zip(seen.hand, scores[0], strict=False)}


def liking_by_net(view: PlayerView, seen: Knowledge) -> dict[int, float]:
    """Return `liking`, corrected by the net where there is one for the view's game."""
    likes, net = liking(seen), net_for(view.rules)
    if net is None:
        return likes
    added = net.scores(*features_of(view, seen))
    return {card: likes[card] + float(more) for card, more in zip(seen.hand, added, strict=True)}


def features_of(view: PlayerView, seen: Knowledge) -> tuple[list[int], list[list[int]]]:
    """Return the features that all cards of the hand share, and those of each card."""
    book, position, other = numbers_for(seen.kernel), seen.position, 1 - seen.seat
    known = bits(seen.known.get(other, ()))
    own, ahead = bits(seen.hand), position.score[seen.seat] - position.score[other]
    unseen = card_features.unseen_cards(book, own, position.gone, known, position.bottom)
    plays = latest_plays(view, seen, card_features.PLAYS)
    hand = [*seen.hand, *[NONE] * (HAND - len(seen.hand))]
    laid = position.laid[0] if position.laid else NONE
    found = [0] * card_features.MOST
    many = card_features.hand_features(
        book, position.left, position.bottom, unseen, known, ahead, plays, found
    )
    common, each = found[:many], []
    for slot in range(len(seen.hand)):
        many = card_features.card_features(book, hand, slot, laid, unseen, plays, found)
        each.append(found[:many])
    return common, each


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
