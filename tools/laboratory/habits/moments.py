"""Habits that are measured: the cards that a habit plays in a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from games.bots.simulation import coding
from games.bots.simulation.coding import NONE, PLACES, WIDTH, Bools, Ints, Kernel
from games.bots.simulation.vector import StockRows

ACE: Final = 11
THREE: Final = 10
"""Places of the ace and of the three in their suit."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Positions of many deals in which a seat is to play a card, one in each row."""

    kernel: Kernel
    rows: StockRows
    own: Ints
    """[rows, cards] hands of the seats to play."""

    @property
    def leads(self) -> bool:
        """Return whether the seats to play in these positions lead a trick."""
        return self.rows.laid == 0

    @property
    def last(self) -> bool:
        """Return whether the seats to play in these positions are the last of a trick."""
        return self.rows.laid == int(self.kernel.spec[coding.PLAYERS]) - 1

    @property
    def real(self) -> Bools:
        """Return a mask [rows, slots], True where a hand's slot holds a card."""
        return np.asarray(self.own != NONE)

    @property
    def trumps(self) -> Bools:
        """Return a mask [rows, slots], True for trumps in the hands."""
        return np.asarray(self.own < PLACES)

    @property
    def plain(self) -> Bools:
        """Return a mask [rows, slots], True for cards in the hands that are no trumps."""
        return np.asarray(self.real & ~self.trumps)

    @property
    def values(self) -> Ints:
        """Return the card points [rows, slots] of the cards in the hands."""
        return np.asarray(self.kernel.value.take(self.own))

    @property
    def takes(self) -> Bools:
        """Return a mask [rows, slots], True for cards that beat the best card of the trick."""
        beats = self.kernel.beat.take(self.rows.best[:, None] * WIDTH + self.own)
        return np.asarray((beats == 1) & self.real)

    @property
    def partner_wins(self) -> Bools:
        """Return a mask [rows], True where the side of the seat to play is winning the trick."""
        side = self.kernel.side
        return np.asarray(side.take(self.rows.winning) == side.take(self.rows.seat))

    def stage(self, stage: str) -> bool:
        """Return whether the deal is at a stage: `early`, `middle`, `late`, or `end` (without stock)."""
        left, spec = self.rows.left, self.kernel.spec
        if left == 0:
            return stage == "end"
        if left > spec[coding.EARLY]:
            return stage == "early"
        return stage == ("middle" if left > spec[coding.LATE] else "late")

    def trick_holds(self, low: int, high: int) -> Bools:
        """Return a mask [rows], True where the trick has no trump and `low` to `high` points."""
        table = self.rows.table
        plain = self.rows.best >= PLACES
        return np.asarray((table >= low) & (table <= high) & plain)

    def no_cards(self) -> Bools:
        """Return a mask [rows, slots] that is False for every card."""
        return np.zeros(self.own.shape, bool)


Cards: TypeAlias = Callable[[Moment], Bools]
"""Function that returns a mask [rows, cards] of the cards in the hands that a habit plays."""


@dataclass(frozen=True, slots=True)
class Habit:
    """Habit of playing certain cards whenever possible, or of never playing them while there is another card."""

    name: str
    case: str
    """Circumstances; each is one bar in the chart of the habit."""
    players: int
    cards: Cards | None
    """None for the habit of exchanging the turned card."""
    turned: tuple[int, int] = (0, ACE)
    """Lowest and highest place of the turned card in the case of an exchange."""


def _led(place: int, stage: str) -> Cards:
    def cards(moment: Moment) -> Bools:
        if not (moment.leads and moment.stage(stage)):
            return moment.no_cards()
        return np.asarray(moment.plain & (moment.own % PLACES == place))

    return cards


def _led_trump(stage: str) -> Cards:
    def cards(moment: Moment) -> Bools:
        if not (moment.leads and moment.stage(stage)):
            return moment.no_cards()
        return moment.trumps

    return cards


def _trumped(low: int, high: int) -> Cards:
    """Return a card filter: the last player's trumps, if only a trump can take the trick."""

    def cards(moment: Moment) -> Bools:
        if moment.leads or not moment.last:
            return moment.no_cards()
        others = (moment.takes & moment.plain).any(1)
        here = moment.trick_holds(low, high) & ~others & ~moment.partner_wins
        return np.asarray(moment.trumps & here[:, None])

    return cards


def _last_trump(low: int, high: int) -> Cards:
    """Return a card filter: the only trump held, late in a deal, if it alone can take the trick."""
    trumped = _trumped(low, high)

    def cards(moment: Moment) -> Bools:
        if not moment.stage("late"):
            return moment.no_cards()
        is_only = moment.trumps.sum(1) == 1
        return np.asarray(trumped(moment) & is_only[:, None])

    return cards


def _seven_played(moment: Moment) -> Bools:
    """Return a mask of the seven of trumps while it could still be exchanged."""
    seven, left = int(moment.kernel.spec[coding.SEVEN]), moment.rows.left
    if left <= moment.kernel.spec[coding.CLOSED] or left == 0:
        return moment.no_cards()
    here = (moment.rows.bottom > seven) & (moment.rows.bottom != NONE)
    return np.asarray((moment.own == seven) & here[:, None])


def _given(low: int, high: int, *, sure: bool) -> Cards:
    """Return a card filter: plain cards of `low` to `high` points, if the partner wins the trick.

    With `sure` the seat is the last to play; otherwise others follow.
    """

    def cards(moment: Moment) -> Bools:
        if moment.leads or moment.last != sure:
            return moment.no_cards()
        points = (moment.values >= low) & (moment.values <= high) & ~moment.takes
        return np.asarray(moment.plain & points & moment.partner_wins[:, None])

    return cards


STAGES: Final = ("early", "middle", "late")

HABITS: Final = (
    *(Habit("lead_ace", stage, 2, _led(ACE, stage)) for stage in STAGES),
    *(Habit("lead_three", stage, 2, _led(THREE, stage)) for stage in STAGES),
    *(Habit("lead_trump", stage, 2, _led_trump(stage)) for stage in STAGES),
    Habit("exchange", "figure", 2, None, (7, 9)),
    Habit("exchange", "three", 2, None, (THREE, THREE)),
    Habit("exchange", "ace", 2, None, (ACE, ACE)),
    Habit("exchange", "two", 2, None, (1, 4)),
    Habit("play_seven", "any", 2, _seven_played),
    Habit("trump_two", "nothing", 2, _trumped(0, 0)),
    Habit("trump_two", "figure", 2, _trumped(2, 4)),
    Habit("trump_two", "brisca", 2, _trumped(10, 11)),
    Habit("last_trump", "nothing", 2, _last_trump(0, 0)),
    Habit("last_trump", "figure", 2, _last_trump(2, 4)),
    Habit("last_trump", "brisca", 2, _last_trump(10, 11)),
    Habit("trump_four", "nothing", 4, _trumped(0, 0)),
    Habit("trump_four", "few", 4, _trumped(2, 4)),
    Habit("trump_four", "five", 4, _trumped(5, 9)),
    Habit("trump_four", "ten", 4, _trumped(10, 36)),
    Habit("give_partner", "figure", 4, _given(2, 4, sure=True)),
    Habit("give_partner", "brisca", 4, _given(10, 11, sure=True)),
    Habit("give_early", "figure", 4, _given(2, 4, sure=False)),
    Habit("give_early", "brisca", 4, _given(10, 11, sure=False)),
)
"""All cases of all habits: two players alone, and four in pairs."""
