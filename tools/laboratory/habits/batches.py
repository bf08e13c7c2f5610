"""Batches of deals by the learned policy in which one seat has a habit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.simulation import coding, vector
from games.bots.simulation.coding import HAND, NONE, Bools, Floats, Ints, Kernel
from games.bots.simulation.policy import Policy
from games.bots.simulation.vector import StockRows
from tools.laboratory.habits.moments import Habit, Moment

FORCING_SCORE: Final = 1 << 40
"""Summand to the score of a card that a habit plays; it exceeds every score of the weights."""


@dataclass(slots=True)
class HabitRows(StockRows):
    """Deals in which one seat of each row may refuse to exchange, for habits about the exchange."""

    refusing: bool = False
    """Whether the seat with the habit refuses."""
    seat_with: Ints | None = None
    """[rows] seat with the habit."""
    turned: tuple[int, int] = (0, 0)
    could: Bools | None = None
    """[rows] whether the seat with the habit could exchange so far."""

    def _exchange(self, kernel: Kernel) -> None:
        """Exchange the turned card as the game does, unless the seat has the habit to refuse."""
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
class BatchResult:
    """Results of a batch of deals, a row each: points, and whether the habit came up."""

    points: Ints
    """[rows, sides]"""
    came_up: Bools
    """[rows] whether there was at least one choice between following the habit and not."""
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
) -> BatchResult:
    """Play decks [rows, cards] with the same turned card; `seats` have the habit, or avoid it.

    All seats play the policy's best card otherwise, so that two plays of a deck differ only by the habit.
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
            moment = Moment(kernel, rows, rows.own)
            habit_cards = habit.cards(moment) & (rows.seat == seats)[:, None]
            choice = habit_cards.any(1) & (moment.real & ~habit_cards).any(1)
            came_up |= choice
            worth += np.where(
                habit_cards & choice[:, None], FORCING_SCORE if doing else -FORCING_SCORE, 0
            )
        rows.lay(kernel, worth.argmax(1))
    if rows.could is not None:
        came_up = rows.could
    return BatchResult(_ended(kernel, rows), came_up, decisions)


def _dealt(
    kernel: Kernel, cards: Ints, seats: Ints, habit: Habit | None, *, doing: bool
) -> HabitRows:
    """Return decks [rows, cards] as dealt rows before the first card; the eldest is seat 0."""
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
        played=np.zeros(size, np.int64),
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
    """Return the points of each side, with the last three tricks of two players solved."""
    if (rows.hands == NONE).all():
        return rows.score
    gain = vector.last_three(kernel, rows.hands, rows.leader)
    points = kernel.value.take(rows.hands).sum((1, 2))
    rows.score[rows.every, rows.leader] += (points + gain) // 2
    rows.score[rows.every, 1 - rows.leader] += (points - gain) // 2
    return rows.score


def wins(points: Ints) -> Floats:
    """Return the share of each deal that each of two sides has won: 1, or a half for a tie."""
    ahead = np.sign(points[:, 0] - points[:, 1])
    first = (ahead + 1) / 2
    return np.stack([first, 1 - first], axis=1)
