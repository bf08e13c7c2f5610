"""Batches of base game deals with numpy: the same moves as `scalar`, a row for each deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.simulation import coding, scalar
from games.bots.simulation.batch import STAKE_STEPS, TRUMPS_OUT, Rows, higher_in
from games.bots.simulation.coding import HAND, NONE, TRUMPS, WIDTH, Ints, Kernel
from games.bots.simulation.policy import Policy

_SLOTS: Final = np.arange(HAND)
_DRAW: Final = 10 * _SLOTS
_EMPTY_SLOT_SCORE: Final = -(1 << 60)
LEAD_STEPS: Final = np.array([scalar.lead_of(each) for each in range(-120, 121)])
"""The step of `scalar.lead_of` for leads of -120 to 120 points."""


@dataclass(slots=True)
class StockRows(Rows):
    """Rows of deals with a stock from which all draw after each trick, as in the base game."""

    stock: Ints
    """[rows, cards to draw, without the turned card]"""
    left: int
    """Cards in the stock, the turned one included."""
    bottom: Ints
    """The turned card, or NONE."""
    dice: Ints
    drawn: int
    """How many cards of `stock` have been drawn."""
    eldest: int = 0
    """The seat that draws first by seat, in every row."""

    def drawn_from(self, noise: Ints) -> Ints:
        """Return a random entry of `noise` for each card [rows, HAND]; advance the seeds."""
        self.dice = (self.dice * 48271) % 2147483647
        return noise.take((self.dice[:, None] >> _DRAW) & 1023)

    def _taken(self, kernel: Kernel) -> None:
        """Let each trick's winner exchange where that is still allowed, and all draw."""
        if self.left > 0:
            if self.left > kernel.spec[coding.CLOSED]:
                self._exchange(kernel)
            self._draw(kernel)

    def _exchange(self, kernel: Kernel) -> None:
        """Let winners exchange: the trump seven for a higher turned card, else the two for it."""
        seven, two = int(kernel.spec[coding.SEVEN]), int(kernel.spec[coding.TWO])
        if seven == two == NONE:
            return
        give = np.where(self.bottom > seven, seven, np.where(two < self.bottom, two, -1))
        give = np.where(self.bottom == NONE, -1, give)
        row, slot = np.nonzero(self.hands[self.every, self.leader] == give[:, None])
        if len(row):
            self.hands[row, self.leader[row], slot] = self.bottom[row]
            self.bottom[row] = give[row]

    def _draw(self, kernel: Kernel) -> None:
        """Let every seat draw a card, the winner first; the turned card is the last of all.

        Where the rules draw by seat, the eldest draws first, except in the last round.
        """
        every, players = self.every, self.hands.shape[1]
        by_seat = kernel.spec[coding.BY_SEAT] and self.left > players
        first = np.full_like(self.leader, self.eldest) if by_seat else self.leader
        flat = self.hands.reshape(-1)
        for at in range(players):
            seat = (first + at) % players
            self.left -= 1
            if self.left == 0 and self.bottom[0] != NONE:
                card = self.bottom
                self.bottom = np.full(len(every), NONE)
            else:
                card = self.stock[:, self.drawn]
                self.drawn += 1
            base = (every * players + seat) * HAND
            flat[base + _free(flat, base)] = card


def scores(kernel: Kernel, policy: Policy, rows: StockRows, own: Ints, seat: Ints) -> Ints:
    """Return the policy's score of each card of the hands `own` [rows, HAND] of these seats."""
    count = kernel.count
    hand, unseen = rows.seen(kernel, own)
    deal = scalar.phase(rows.left, int(kernel.spec[coding.EARLY]), int(kernel.spec[coding.LATE]))
    number = deal * 4 + TRUMPS_OUT.take(count.take(unseen & TRUMPS))
    number = number * 4 + count.take(hand & TRUMPS)
    number = number * 5 + LEAD_STEPS.take(ahead(kernel, rows.score, seat) + 120)
    higher = higher_in(kernel, unseen[:, None], own)
    kind = kernel.kind.take(own)
    if rows.laid == 0:
        worth = policy.lead.take((number[:, None] * 4 + higher) * 24 + kind)
    else:
        takes = kernel.beat.take(rows.best[:, None] * WIDTH + own)
        partner = kernel.side.take(rows.winning) == kernel.side.take(seat)
        outcome = 2 * takes + partner[:, None]
        trick = STAKE_STEPS.take(rows.table) * 2 + (rows.best < coding.PLACES)
        trick = (trick * 4 + kernel.foes_after[rows.laid]) * 4
        trick = trick + takes[:, 0] + takes[:, 1] + takes[:, 2]
        worth = policy.by_deal.take((number[:, None] * 4 + outcome) * 24 + kind)
        worth += policy.by_trick.take(((trick[:, None] * 4 + higher) * 4 + outcome) * 24 + kind)
        if len(kernel.side) > rows.score.shape[1]:
            after = len(kernel.side) - 1 - rows.laid
            over = higher_in(kernel, unseen, rows.best)
            last = after * 4 + np.where(takes == 1, higher, over[:, None])
            worth += policy.sure.take((last * 4 + outcome) * 24 + kind)
    worth[own == NONE] = _EMPTY_SLOT_SCORE
    return np.asarray(worth)


def ahead(kernel: Kernel, score: Ints, seat: Ints) -> Ints:
    """Return for each row the points of the side of `seat` minus those of the best other side.

    `score` is [rows, sides].
    """
    side = kernel.side.take(seat)
    if score.shape[1] == 2:
        difference = score[:, 0] - score[:, 1]
        return np.where(side == 0, difference, -difference)
    every = np.arange(len(side))
    own = score[every, side]
    others = score.copy()
    others[every, side] = -1
    return np.asarray(own - others.max(1))


def pick(kernel: Kernel, policy: Policy, noise: Ints, rows: StockRows) -> Ints:
    """Return for each row the slot from which the policy with `noise` plays; advances the seeds."""
    worth = scores(kernel, policy, rows, rows.own, rows.seat)
    worth += rows.drawn_from(noise)
    return _most(worth[:, 0], worth[:, 1], worth[:, 2])


def _most(first: Ints, second: Ints, third: Ints) -> Ints:
    """Return each row's index of the largest value; faster than `argmax` by row."""
    slot = (second > first).astype(np.int64)
    slot[third > np.maximum(first, second)] = 2
    return slot


def _free(hands: Ints, base: Ints) -> Ints:
    """Return for each row the index of the first free slot of a hand that has at least one."""
    return np.where(hands.take(base) == NONE, 0, np.where(hands.take(base + 1) == NONE, 1, 2))


def last_three(kernel: Kernel, hands: Ints, leader: Ints) -> Ints:
    """Return for each row the leader's points minus the other's in two players' last three tricks.

    Both play best, with all cards open.
    """
    every = np.arange(len(leader))
    own, others = hands[every, leader], hands[every, 1 - leader]
    best: Ints | None = None
    for first in range(3):
        lead, left_over = own[:, first], (own[:, (first + 1) % 3], own[:, (first + 2) % 3])
        worst: Ints | None = None
        for reply in range(3):
            answer = others[:, reply]
            rest = (others[:, (reply + 1) % 3], others[:, (reply + 2) % 3])
            points = kernel.value.take(lead) + kernel.value.take(answer)
            loses = kernel.beat.take(lead * WIDTH + answer) == 1
            winner = [
                np.where(loses, theirs, mine) for mine, theirs in zip(left_over, rest, strict=True)
            ]
            loser = [
                np.where(loses, mine, theirs) for mine, theirs in zip(left_over, rest, strict=True)
            ]
            value = points + _last_two(kernel, winner, loser)
            value = np.where(loses, -value, value)
            worst = value if worst is None else np.minimum(worst, value)
        assert worst is not None
        best = worst if best is None else np.maximum(best, worst)
    assert best is not None
    return best


def _last_two(kernel: Kernel, leader: list[Ints], other: list[Ints]) -> Ints:
    """Return for each row the leader's gain over the other in the last two tricks, at best play."""
    value, beat = kernel.value, kernel.beat
    best: Ints | None = None
    for first in range(2):
        lead, left_over = leader[first], leader[1 - first]
        worst: Ints | None = None
        for reply in range(2):
            answer, rest = other[reply], other[1 - reply]
            points = value.take(lead) + value.take(answer)
            last = value.take(left_over) + value.take(rest)
            loses = beat.take(lead * WIDTH + answer) == 1
            after = (
                beat.take(np.where(loses, rest * WIDTH + left_over, left_over * WIDTH + rest)) == 1
            )
            gain = points + np.where(after, -last, last)
            gain = np.where(loses, -gain, gain)
            worst = gain if worst is None else np.minimum(worst, gain)
        assert worst is not None
        best = worst if best is None else np.maximum(best, worst)
    assert best is not None
    return best


def play_out(kernel: Kernel, policy: Policy, noise: Ints, rows: StockRows) -> Ints:
    """Play every row to its end by the policy with `noise`; return the points [rows, sides]."""
    exact = bool(kernel.spec[coding.EXACT])
    while True:
        if rows.laid == 0 and rows.left == 0:
            held = int((rows.hands[0] != NONE).sum())
            if held == 0:
                return rows.score
            if exact and held == 2 * HAND:
                ahead = last_three(kernel, rows.hands, rows.leader)
                points = kernel.value.take(rows.hands).sum((1, 2))
                every = np.arange(len(ahead))
                rows.score[every, rows.leader] += (points + ahead) // 2
                rows.score[every, 1 - rows.leader] += (points - ahead) // 2
                return rows.score
        rows.lay(kernel, pick(kernel, policy, noise, rows))
