"""Evaluation of a seat's cards for another side, where there are more than two.

With two sides what one gains the other loses; with more it may be a third one's loss.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from games.bots.evaluation import variant_evaluator
from games.bots.evaluation.evaluator import counts_as_base, shares, winning_in
from games.bots.evaluation.judgement import Worth, worths_of
from games.bots.knowledge.base_game import knowledge_of
from games.bots.knowledge.determinization import draw_worlds
from games.bots.simulation import rollouts
from games.bots.simulation.policy import NOISE, policy_for
from games.bots.variants.games import kind_of
from games.bots.variants.unit import CARDS
from games.engine import Card, PlayerView, Rules


def judges_for_sides(rules: Rules) -> bool:
    """Return whether cards can be evaluated for each of several sides: in games without an auction."""
    return len(rules.sides) > 2 and (counts_as_base(rules) or kind_of(rules) is not None)


def worths_for_side(
    view: PlayerView, cards: Sequence[Card], side: int, rng: random.Random, worlds: int
) -> list[Worth]:
    """Return a side's (by number) expected results after each of these cards of the seat to play.

    The same `rng` and `worlds` give the determinizations of `evaluator.evaluate`. What a card is
    behind, it is behind the one among them that is best for that side.

    Raises:
        ValueError: where `judges_for_sides` returns False.
    """
    rules = view.rules
    if not judges_for_sides(rules):
        raise ValueError("only cards of games with more than two sides and no auction can be told")
    knowledge, kind = knowledge_of(view), kind_of(rules)
    dice = np.random.default_rng(rng.getrandbits(64))
    codes = [knowledge.codes[card] for card in cards]
    if kind is not None:
        points, wins = variant_evaluator.played_after(view, knowledge, codes, worlds, dice)
        worths, _ = worths_of(
            points[:, :, side], wins[:, :, side], kind.unit, winning=kind.winning[1]
        )
        return worths
    policy = policy_for(rules)
    drawn = draw_worlds(view, knowledge, policy, worlds, dice)
    outcomes = rollouts.play_outs(
        knowledge.kernel, policy, NOISE, knowledge.position, drawn, np.array(codes, np.int64)
    )
    points, wins = outcomes.astype(np.float64), shares(outcomes)
    worths, _ = worths_of(points[:, :, side], wins[:, :, side], CARDS, winning=winning_in(rules))
    return worths
