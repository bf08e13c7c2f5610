"""Evaluation of each legal card from the view of one seat, for bots, hints and reviews.

Determinizations of the hidden cards are drawn, and each is played to the end of the deal after
every card, by the learned policy on all seats; every card meets the same determinizations. Where
nothing is hidden, the values are exact. Variants of the base game are evaluated by
`variant_evaluator`, games with an auction by `contract_evaluator`; the judgement names the unit of
its points.

>>> import random
>>> from games.engine import build_ruleset
>>> judges(build_ruleset("ludoteka", 4).rules)
True
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from games.bots.evaluation import contract_evaluator, variant_evaluator
from games.bots.evaluation.base_scores import exact, liking
from games.bots.evaluation.judgement import (
    Judged,
    Judgement,
    joint_of,
    judged_as,
    judgement_of,
    value_of,
    worths_of,
)
from games.bots.evaluation.partners_solver import OpenTable, SidesSolver
from games.bots.knowledge.base_game import Knowledge, card_plays, is_open, knowledge_of, with_hands
from games.bots.knowledge.determinization import PARTICLES, draw_worlds
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, Floats, Ints, like_base
from games.bots.simulation.policy import NOISE, learned, policy_for
from games.bots.simulation.rollouts import Worlds
from games.bots.variants.games import kind_of
from games.bots.variants.unit import CARDS
from games.engine import Card, PlayCard, PlayerView, Rules

WORLDS: Final = 1000
"""Determinizations of an evaluation by default: enough to play well; a review takes more."""
SOLVED_HAND_SIZE: Final = 2
"""Cards in a hand from which on partners solve every determinization exactly."""
PLANNED_HAND_SIZE: Final = 3
"""Cards in a hand from which on they do so where they know each other's cards."""
MOST_WAYS: Final = 120
"""Different determinizations that are solved exactly at most; six players may have thousands."""
FOR_TWO: Final = 100.0
"""Card points for which winning the deal counts when a card is chosen, with two sides."""
FOR_MORE: Final = 40.0
"""Card points for which winning the deal counts with more than two sides, as in training.

Points tell cards apart with fewer determinizations than wins do.
"""


def judges(rules: Rules) -> bool:
    """Return whether the cards of a game with these rules can be evaluated.

    They can in games like the base game, its variants, and games with an auction that have a
    trained policy.
    """
    return (
        counts_as_base(rules)
        or kind_of(rules) is not None
        or contract_evaluator.judges_contract(rules)
    )


def counts_as_base(rules: Rules) -> bool:
    """Return whether deals are played and counted as in the base game; hands may be open."""
    return like_base(rules) and rules.plain_deal and not rules.muerte and learned(rules)


def may_judge(view: PlayerView) -> bool:
    """Return whether the viewer is to play a card that can be evaluated, with the trump named."""
    return judges(view.rules) and bool(view.trump) and bool(card_plays(view))


def evaluate(
    view: PlayerView,
    rng: random.Random,
    worlds: int = WORLDS,
    *,
    infer: bool = True,
    particles: int = PARTICLES,
    hands: Mapping[int, Sequence[Card]] | None = None,
    joint: bool = False,
) -> Judgement:
    """Return the expected result of each legal card of the view for the seat that is to play.

    The same `rng` gives the same result. Without `infer` the determinizations ignore what the
    others' plays reveal; in games that `counts_as_base` accepts at least `particles` are weighted by
    them. `hands` are cards of other seats that the seat is taken to see as well;
    only games that `counts_as_base` accepts know them. With `joint`, in such a game with more than
    two sides, the judgement says what each card is worth to two sides together.

    Raises:
        ValueError: where `may_judge` returns False.
    """
    if not may_judge(view):
        raise ValueError("only a seat that is to play a card of a game that is judged can be told")
    cards, rules = card_plays(view), view.rules
    if rules.auction:
        dice = np.random.default_rng(rng.getrandbits(64))
        return contract_evaluator.evaluate(view, cards, worlds, dice)
    knowledge = with_hands(knowledge_of(view), hands or {})
    if counts_as_base(rules) and is_open(knowledge):
        return _exactly(knowledge, cards)
    if kind_of(rules) is not None:
        dice = np.random.default_rng(rng.getrandbits(64))
        return variant_evaluator.evaluate(view, cards, worlds, dice, infer=infer)
    codes = np.array([knowledge.codes[play.card] for play in cards], np.int64)
    dice = np.random.default_rng(rng.getrandbits(64))
    policy = policy_for(rules)
    drawn = draw_worlds(view, knowledge, policy, worlds, dice, infer=infer, particles=particles)
    outcomes = _solved(knowledge, drawn, codes) if _at_the_end(knowledge) else None
    if outcomes is None:
        outcomes = rollouts.play_outs(
            knowledge.kernel, policy, NOISE, knowledge.position, drawn, codes
        )
    side = int(knowledge.kernel.side[knowledge.seat])
    points, wins = outcomes.astype(np.float64), shares(outcomes)
    winning = winning_in(rules)
    judgement = judgement_of(
        cards,
        points[:, :, side],
        wins[:, :, side],
        CARDS,
        winning=winning,
        usual=_usual(knowledge, cards),
    )
    if not joint or outcomes.shape[2] == 2:
        return judgement
    return replace(judgement, joint=joint_of(value_of(points, wins, CARDS, winning), side))


def winning_in(rules: Rules) -> float:
    """Return the card points that winning the deal counts for when a card is chosen.

    The game must be one that `counts_as_base` accepts.
    """
    return FOR_TWO if len(rules.sides) == 2 else FOR_MORE


def _usual(knowledge: Knowledge, cards: list[PlayCard]) -> int | None:
    """Return the index of the card that the learned policy would play; None with two players.

    With more players, small differences depend on how well others are read: there the policy,
    trained on millions of deals, knows more than a thousand determinizations.
    """
    if len(knowledge.counts) == 2:
        return None
    likes = liking(knowledge)
    return max(range(len(cards)), key=lambda at: likes[knowledge.codes[cards[at].card]])


def _at_the_end(knowledge: Knowledge) -> bool:
    """Return whether partners hold so few cards that every determinization can be solved."""
    two_sides = len(knowledge.position.score) == 2 < len(knowledge.counts)
    few = PLANNED_HAND_SIZE if _partners_known(knowledge) else SOLVED_HAND_SIZE
    return two_sides and not knowledge.position.left and max(knowledge.counts) <= few


def _partners_known(knowledge: Knowledge) -> bool:
    """Return whether the seat knows every card of its partners."""
    side, own = knowledge.kernel.side, knowledge.seat
    return all(
        len(knowledge.known.get(seat, ())) == knowledge.counts[seat]
        for seat in range(len(knowledge.counts))
        if seat != own and side[seat] == side[own]
    )


def _solved(knowledge: Knowledge, drawn: Worlds, cards: Ints) -> Ints | None:
    """Return the points of each side [worlds, cards, sides] after each card, with best play.

    Returns None where there are more than MOST_WAYS different determinizations.
    """
    solver, position = SidesSolver(knowledge.kernel), knowledge.position
    held = np.sort(drawn.hands, axis=-1)  # in which order a hand lies makes no difference
    ways, at = np.unique(held.reshape(len(drawn), -1), axis=0, return_inverse=True)
    if len(ways) > MOST_WAYS:
        return None
    outcomes = np.zeros((len(ways), len(cards), 2), np.int64)
    own = int(knowledge.kernel.side[knowledge.seat])
    left = 120 - sum(position.score)
    for way, row in enumerate(ways.reshape(len(ways), *drawn.hands.shape[1:]).tolist()):
        hands = tuple([tuple([card for card in hand if card != NONE]) for hand in row])
        values = solver.each(OpenTable(hands, position.leader, laid=position.laid))
        for place, card in enumerate(cards.tolist()):
            gets = (left + values[card]) // 2
            outcomes[way, place, own] = position.score[own] + gets
            outcomes[way, place, 1 - own] = position.score[1 - own] + left - gets
    return outcomes[at.ravel()]


def shares(points: Ints) -> Floats:
    """Return each side's share in winning deals, from card points [..., sides].

    It is 1 for a win, an equal part of 1 for a tie, else 0.
    """
    top = points == points.max(-1, keepdims=True)
    return np.asarray(top / top.sum(-1, keepdims=True))


def _exactly(knowledge: Knowledge, cards: list[PlayCard]) -> Judgement:
    """Return the judgement of an open position of two players, solved exactly."""
    values = exact(knowledge)
    own, other = (
        knowledge.position.score[knowledge.seat],
        knowledge.position.score[1 - knowledge.seat],
    )
    left = 120 - own - other
    points = np.array([[own + (left + values[knowledge.codes[play.card]]) / 2 for play in cards]])
    wins = np.where(points > 60, 1.0, np.where(points == 60, 0.5, 0.0))
    worths, best = worths_of(points, wins, CARDS, winning=FOR_TWO)
    judged = [judged_as(play, worth) for play, worth in zip(cards, worths, strict=True)]
    return Judgement(tuple(judged), cards[best], 0)


__all__ = ["WORLDS", "Judged", "Judgement", "counts_as_base", "evaluate", "judges", "may_judge"]
