"""Deals of the learned policy in which one seat has a habit, many at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.simulation import coding, vector
from games.bots.simulation.coding import HAND, NONE, Bools, Floats, Ints, Kernel
from games.bots.simulation.policy import Policy
from games.bots.simulation.vector import StockRows
from tools.laboratory.habits.moments import Habit, Moment

FORCED: Final = 1 << 40
"""Added to the score of a card that a habit plays: more than any weights make of it."""


@dataclass(slots=True)
class HabitRows(StockRows):
    """Deals in which one seat of each row may refuse to exchange where a habit is about that."""

    refusing: bool = False
    """Whether the seat with the habit refuses."""
    seat_with: Ints | None = None
    """[rows] the seat with the habit."""
    turned: tuple[int, int] = (0, 0)
    could: Bools | None = None
    """[rows] whether the seat with the habit could exchange so far."""

    def _exchange(self, kernel: Kernel) -> None:
        """Exchange as the game does, but for seats that refuse: they keep their card."""
        if self.could is None:
            StockRows._exchange(self, kernel)
            return
        hands, bottom = self.hands.copy(), self.bottom.copy()
        StockRows._exchange(self, kernel)
        low, high = self.turned
        own = self.leader == self.seat_with
        open_to = (self.bottom != bottom) & own & (bottom >= low) & (bottom <= high)
        self.could = self.could | open_to
        if self.refusing:
            self.hands[open_to] = hands[open_to]
            self.bottom[open_to] = bottom[open_to]


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """The results of a batch of deals."""

    points: Ints
    """[rows, sides]"""
    came_up: Bools
    """[rows] whether the habit could be followed or not at least once."""
    decisions: int
    """Choices among two cards or more that the policy made."""


def play(
    kernel: Kernel,
    policy: Policy,
    cards: Ints,
    seats: Ints,
    habit: Habit | None,
    *,
    doing: bool,
) -> Played:
    """Play decks [rows, cards] with the same turned card; `seats` have the habit, or its opposite.

    The policy's best card is played on all seats, so that two plays of a deck part only where the
    habit makes them.
    """
    rows = _dealt(kernel, cards, seats, habit, doing=doing)
    came_up, decisions = np.zeros(len(cards), bool), 0
    exact = bool(kernel.spec[coding.EXACT])
    while rows.laid or rows.left or (rows.hands != NONE).any():
        if exact and not rows.laid and not rows.left:
            break
        worth = vector.scores(kernel, policy, rows, rows.own, rows.seat)
        decisions += int(((rows.own != NONE).sum(1) > 1).sum())
        if habit is not None and habit.cards is not None:
            seen = Moment(kernel, rows, rows.own)
            meant = habit.cards(seen) & (rows.seat == seats)[:, None]
            choice = meant.any(1) & (seen.real & ~meant).any(1)
            came_up |= choice
            worth += np.where(meant & choice[:, None], FORCED if doing else -FORCED, 0)
        rows.lay(kernel, worth.argmax(1))
    if rows.could is not None:
        came_up = rows.could
    return Played(_ended(kernel, rows), came_up, decisions)


def _dealt(
    kernel: Kernel, cards: Ints, seats: Ints, habit: Habit | None, *, doing: bool
) -> HabitRows:
    """Return the beginning of deals; the eldest is seat 0."""
    players, size = int(kernel.spec[coding.PLAYERS]), len(cards)
    dealt = HAND * players
    hands = cards[:, :dealt].reshape(size, HAND, players).swapaxes(1, 2)
    exchanging = habit is not None and habit.cards is None
    return HabitRows(
        hands=np.ascontiguousarray(hands),
        stock=cards[:, dealt + 1 :],
        leader=np.zeros(size, np.int64),
        laid=0,
        left=cards.shape[1] - dealt,
        bottom=cards[:, dealt].copy(),
        gone=np.zeros(size, np.int64),
        best=np.zeros(size, np.int64),
        winning=np.zeros(size, np.int64),
        table=np.zeros(size, np.int64),
        dice=np.ones(size, np.int64),
        drawn=0,
        score=np.zeros((size, int(kernel.spec[coding.SIDES])), np.int64),
        refusing=exchanging and not doing,
        seat_with=seats,
        turned=habit.turned if habit else (0, 0),
        could=np.zeros(size, bool) if exchanging else None,
    )


def _ended(kernel: Kernel, rows: HabitRows) -> Ints:
    """Return the points of each side, the last three tricks of two players solved."""
    if (rows.hands == NONE).all():
        return rows.score
    gain = vector.last_three(kernel, rows.hands, rows.leader)
    points = kernel.value.take(rows.hands).sum((1, 2))
    rows.score[rows.every, rows.leader] += (points + gain) // 2
    rows.score[rows.every, 1 - rows.leader] += (points - gain) // 2
    return rows.score


def wins(points: Ints) -> Floats:
    """Return the share of a deal of two sides that each has won: a tie is half."""
    ahead = np.sign(points[:, 0] - points[:, 1])
    first = (ahead + 1) / 2
    return np.stack([first, 1 - first], axis=1)
