"""Evaluation of the exchange of the turned card: now, later or not at all.

Each is played to the end of the deal in the same determinizations, by the policy that plays the game.

>>> OPTIONS
('exchange', 'later', 'never')
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import numpy as np

from games.bots.evaluation import variant_evaluator
from games.bots.evaluation.evaluator import counts_as_base, shares, winning_in
from games.bots.evaluation.judgement import Worth, worths_of
from games.bots.knowledge.base_game import Knowledge, knowledge_of
from games.bots.knowledge.determinization import draw_worlds
from games.bots.simulation import rollouts
from games.bots.simulation.coding import HAND, NONE, SEVEN, TWO, Floats, Ints, Kernel, kernel_for
from games.bots.simulation.policy import NOISE, policy_for
from games.bots.simulation.rollouts import Position, Worlds
from games.bots.variants.games import kind_of
from games.bots.variants.unit import CARDS, Unit
from games.engine import PlayerView, Rules

EXCHANGE: Final = "exchange"
LATER: Final = "later"
NEVER: Final = "never"
OPTIONS: Final = (EXCHANGE, LATER, NEVER)
"""Options of a seat that could exchange now."""
WORLDS: Final = 400
"""Determinizations of a bot's decision."""


@dataclass(frozen=True, slots=True)
class ExchangeJudgement:
    """Simulated results of exchanging the turned card now, exchanging later, and never."""

    points: Floats
    """[worlds, options] points of the own side, in the unit."""
    wins: Floats
    """[worlds, options] shares in winning the deal."""
    unit: Unit
    winning: float
    """Card points for which winning the deal counts."""

    def worths(self, options: tuple[str, ...] = OPTIONS) -> tuple[list[Worth], int]:
        """Return the expected results of some of OPTIONS, and the index of the best among them."""
        chosen = [OPTIONS.index(option) for option in options]
        points, wins = self.points[:, chosen], self.wins[:, chosen]
        return worths_of(points, wins, self.unit, winning=self.winning)

    @property
    def keeping(self) -> str:
        """Return the better way to keep the card for now: LATER or NEVER."""
        return (LATER, NEVER)[self.worths((LATER, NEVER))[1]]


def may_judge_exchange(rules: Rules) -> bool:
    """Return whether this game has an exchange of the turned card that can be evaluated."""
    return rules.exchange and (counts_as_base(rules) or kind_of(rules) is not None)


def evaluate_exchange(
    view: PlayerView, rng: random.Random, worlds: int = WORLDS, *, infer: bool = True
) -> ExchangeJudgement:
    """Return the results of exchanging now, later and never for the seat that may exchange.

    Either a trick is over and nobody has drawn yet, or the rules let the seat exchange at any time.
    Without `infer` the determinizations ignore what the others' plays reveal.

    Raises:
        ValueError: where the seat holds no card that takes the turned one.
    """
    knowledge = knowledge_of(view)
    give = _given(knowledge)
    if give is None:
        raise ValueError("the seat holds no card that takes the turned one")
    dice = np.random.default_rng(rng.getrandbits(64))
    drawn = _worlds(view, knowledge, worlds, dice, infer=infer)
    swapped = replace(
        drawn, hands=np.where(drawn.hands == give, knowledge.position.bottom, drawn.hands)
    )
    exchanged = replace(knowledge.position, bottom=give)
    without = replace(knowledge, kernel=_without_exchange(view.rules))
    return _compared(
        view,
        [
            (knowledge, *_begun(knowledge, exchanged, swapped)),
            (knowledge, *_begun(knowledge, knowledge.position, drawn)),
            (without, *_begun(knowledge, knowledge.position, drawn)),
        ],
    )


def gain_of_exchanging(view: PlayerView, rng: random.Random, worlds: int = WORLDS) -> float:
    """Return the gain, in the game's unit, of exchanging after the next trick won against never.

    The viewer is to play a card and holds one that takes the turned card.
    """
    knowledge = knowledge_of(view)
    dice = np.random.default_rng(rng.getrandbits(64))
    drawn = _worlds(view, knowledge, worlds, dice, infer=True)
    without = replace(knowledge, kernel=_without_exchange(view.rules))
    kernel = replace(knowledge, kernel=_with_exchange(view.rules))
    judgement = _compared(
        view, [(each, knowledge.position, drawn) for each in (kernel, without, without)]
    )
    worths, _ = judgement.worths((EXCHANGE, NEVER))
    return worths[1].behind - worths[0].behind


def _given(knowledge: Knowledge) -> int | None:
    """Return the code of the card in hand that can take the turned card; None without one."""
    kernel = _with_exchange(knowledge.kernel.rules)
    seven, two, bottom = int(kernel.spec[SEVEN]), int(kernel.spec[TWO]), knowledge.position.bottom
    give = seven if bottom > seven else two
    return give if bottom != NONE and give in knowledge.hand and give != NONE else None


@lru_cache(maxsize=64)
def _without_exchange(rules: Rules) -> Kernel:
    """Return the numbers of a ruleset as if nobody could exchange."""
    return _changed(kernel_for(rules), NONE, NONE)


@lru_cache(maxsize=64)
def _with_exchange(rules: Rules) -> Kernel:
    """Return the numbers of a ruleset with the exchange, also where points are unwelcome."""
    kernel = kernel_for(rules)
    if int(kernel.spec[SEVEN]) != NONE or int(kernel.spec[TWO]) != NONE:
        return kernel
    places = {number: 11 - at for at, number in enumerate(rules.order)}
    seven, two = (places.get(int(card[1:]), NONE) for card in rules.exchange_pair["O"])
    return _changed(kernel, seven, two)


def _changed(kernel: Kernel, seven: int, two: int) -> Kernel:
    """Return a kernel with other cards that take the turned one."""
    spec, book = kernel.spec.copy(), kernel.book.copy()
    for table in (spec, book):
        table[SEVEN], table[TWO] = seven, two
    return replace(kernel, spec=spec, book=book)


def _worlds(
    view: PlayerView, knowledge: Knowledge, count: int, dice: np.random.Generator, *, infer: bool
) -> Worlds:
    """Return determinizations of the hidden cards, drawn as the evaluation of cards draws them."""
    kind = kind_of(view.rules)
    if kind is not None:
        return variant_evaluator.ways(view, knowledge, count, dice, infer=infer and kind.infers)
    return draw_worlds(view, knowledge, policy_for(view.rules), count, dice, infer=infer)


def _begun(knowledge: Knowledge, position: Position, worlds: Worlds) -> tuple[Position, Worlds]:
    """Return the position with the next card to be played: after the draw, where that is due."""
    players = len(knowledge.counts)
    if position.laid or max(knowledge.counts) == HAND or not position.left:
        return position, worlds
    by_seat = knowledge.kernel.rules.draws_by_seat and position.left > players
    first = position.eldest if by_seat else position.leader
    hands = worlds.hands.copy()
    for at in range(players):
        seat = (first + at) % players
        turned = at + 1 == position.left
        card: Ints | int = position.bottom if turned else worlds.stock[:, at]
        rows = np.arange(len(hands))
        hands[rows, seat, (hands[:, seat] == NONE).argmax(1)] = card
    left = position.left - players
    bottom = position.bottom if left else NONE
    after = replace(position, left=left, bottom=bottom)
    return after, Worlds(hands, worlds.stock[:, players:], worlds.dice)


def _compared(
    view: PlayerView, starts: list[tuple[Knowledge, Position, Worlds]]
) -> ExchangeJudgement:
    """Return the simulated results of playing the deal on from each of these positions."""
    rules, kind = view.rules, kind_of(view.rules)
    side = rules.side_of[view.seat or 0]
    results = []
    for knowledge, position, worlds in starts:
        if kind is not None:
            results.append(variant_evaluator.played_from(view, knowledge, position, worlds))
            continue
        points = rollouts.play_outs(
            knowledge.kernel, policy_for(rules), NOISE, position, worlds, np.array([NONE], np.int64)
        )[:, 0]
        results.append((points.astype(np.float64), shares(points)))
    more = len(rules.sides) > 2
    return ExchangeJudgement(
        points=np.stack([points[:, side] for points, _ in results], axis=1),
        wins=np.stack([wins[:, side] for _, wins in results], axis=1),
        unit=CARDS if kind is None else kind.unit,
        winning=winning_in(rules) if kind is None else kind.winning[more],
    )
