"""What each legal card is worth, from what its seat may know: for bots, hints and reviews.

Ways in which the hidden cards may lie are drawn, and from each the deal is played to its end after
every card, by the learned policy on all seats; every card meets the same worlds. Where nothing is
hidden, the values are exact.

>>> import random
>>> from games.engine import build_ruleset
>>> judges(build_ruleset("ludoteka", 4).rules)
True
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.kernel import rollouts
from games.bots.kernel.coding import NONE, Ints
from games.bots.kernel.policy import NOISE, policy_for
from games.bots.kernel.rollouts import Worlds
from games.bots.kernel.sides import OpenTable, SidesSolver
from games.bots.learned_bot import exact, is_open, plays
from games.bots.seen import Seen, card_plays, seen_by
from games.bots.worlds import Floats, draw_worlds
from games.engine import PlayCard, PlayerView, Rules

WORLDS: Final = 1000
"""Enough to play well; a review takes more."""
SOLVED: Final = 2
"""Cards in a hand of partners from which on every way is played exactly."""
FOR_WINNING: Final = 0.8
"""How much winning the deal counts against its points when a card is chosen."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal card and what is to be expected of it."""

    action: PlayCard
    points: float
    """Card points that the own side has at the end of the deal,"""
    points_error: float
    """and the standard error of that."""
    win: float
    """How likely the own side wins the deal; a tie counts as a share."""
    win_error: float
    behind: float
    """Points less than the best card brings; 0 for the best,"""
    behind_error: float
    """and the standard error of that, from the same worlds: smaller than those of the two."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The legal cards of a view."""

    cards: tuple[Judged, ...]
    best: PlayCard
    """The card to play, by winning and points together."""
    worlds: int
    """How many were played out; 0 where the values are exact."""

    @property
    def exact(self) -> bool:
        """Whether nothing was guessed."""
        return self.worlds == 0

    def of(self, action: PlayCard) -> Judged:
        """What was found of this card; KeyError where it is not legal."""
        for judged in self.cards:
            if judged.action.card == action.card:
                return judged
        raise KeyError(action.card)


def judges(rules: Rules) -> bool:
    """Whether this game can be judged: it is played as the base game."""
    return plays(rules)


def evaluate(
    view: PlayerView, rng: random.Random, worlds: int = WORLDS, *, infer: bool = True
) -> Judgement:
    """What each legal card of the view is worth to the seat that is to play.

    The same `rng` gives the same. Without `infer` the others' plays are not taken into account.
    Raises ValueError where the game cannot be judged or the view may play no card.
    """
    cards = card_plays(view)
    if not cards or not judges(view.rules):
        raise ValueError("only a seat that is to play a card of the base game can be advised")
    seen = seen_by(view)
    if is_open(seen):
        return _exactly(seen, cards)
    codes = np.array([seen.codes[play.card] for play in cards], np.int64)
    dice = np.random.default_rng(rng.getrandbits(64))
    policy = policy_for(view.rules)
    drawn = draw_worlds(view, seen, policy, worlds, dice, infer=infer)
    if _at_the_end(seen):
        found = _solved(seen, drawn, codes)
    else:
        found = rollouts.play_outs(seen.kernel, policy, NOISE, seen.position, drawn, codes)
    return _judgement(cards, found, int(seen.kernel.side[seen.seat]), worlds)


def _at_the_end(seen: Seen) -> bool:
    """Whether partners hold so few cards that every way they may lie can be solved."""
    two_sides = len(seen.position.score) == 2 < len(seen.counts)
    return two_sides and not seen.position.left and max(seen.counts) <= SOLVED


def _solved(seen: Seen, drawn: Worlds, cards: Ints) -> Ints:
    """The points of each side [worlds, cards, sides] after each card, all playing their best."""
    solver, position = SidesSolver(seen.kernel), seen.position
    ways, at = np.unique(drawn.hands.reshape(len(drawn), -1), axis=0, return_inverse=True)
    found = np.zeros((len(ways), len(cards), 2), np.int64)
    own = int(seen.kernel.side[seen.seat])
    left = 120 - sum(position.score)
    for way, row in enumerate(ways.reshape(len(ways), *drawn.hands.shape[1:]).tolist()):
        hands = tuple([tuple([card for card in hand if card != NONE]) for hand in row])
        values = solver.each(OpenTable(hands, position.leader, laid=position.laid))
        for place, card in enumerate(cards.tolist()):
            gets = (left + values[card]) // 2
            found[way, place, own] = position.score[own] + gets
            found[way, place, 1 - own] = position.score[1 - own] + left - gets
    return found[at.ravel()]


def _judgement(cards: list[PlayCard], found: Ints, side: int, worlds: int) -> Judgement:
    points = found[:, :, side].astype(np.float64)
    wins = shares(found)[:, :, side]
    worth = FOR_WINNING * wins + (1 - FOR_WINNING) * points / 120
    best = int(worth.mean(0).argmax())
    ahead = int(points.mean(0).argmax())
    behind = points[:, ahead : ahead + 1] - points
    return Judgement(
        cards=tuple(
            Judged(
                action=play,
                points=float(points[:, at].mean()),
                points_error=_error(points[:, at]),
                win=float(wins[:, at].mean()),
                win_error=_error(wins[:, at]),
                behind=float(behind[:, at].mean()),
                behind_error=_error(behind[:, at]),
            )
            for at, play in enumerate(cards)
        ),
        best=cards[best],
        worlds=worlds,
    )


def shares(found: Ints) -> Floats:
    """Of each side in each deal: 1 for winning it, a part of 1 for a tie, else 0."""
    top = found == found.max(-1, keepdims=True)
    return np.asarray(top / top.sum(-1, keepdims=True))


def _error(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0


def _exactly(seen: Seen, cards: list[PlayCard]) -> Judgement:
    values = exact(seen)
    own, other = seen.position.score[seen.seat], seen.position.score[1 - seen.seat]
    left = 120 - own - other
    most = max(values[seen.codes[play.card]] for play in cards)
    judged = []
    for play in cards:
        value = values[seen.codes[play.card]]
        points = own + (left + value) / 2
        win = 1.0 if points > 60 else 0.5 if points == 60 else 0.0
        judged.append(Judged(play, points, 0.0, win, 0.0, (most - value) / 2, 0.0))
    best = max(judged, key=lambda each: each.points)
    return Judgement(tuple(judged), best.action, 0)
