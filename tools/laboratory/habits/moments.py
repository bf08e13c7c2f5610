"""The habits that are measured, as rules on what a seat sees when it is to play a card."""

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
    """Seats that are to play, one a row, with what they see."""

    kernel: Kernel
    rows: StockRows
    own: Ints
    """[rows, cards] the hands of the seats to play."""

    @property
    def leads(self) -> bool:
        """Return whether the seats lead."""
        return self.rows.laid == 0

    @property
    def last(self) -> bool:
        """Return whether the seats play last."""
        return self.rows.laid == int(self.kernel.spec[coding.PLAYERS]) - 1

    @property
    def real(self) -> Bools:
        """Return which places of the hands hold a card."""
        return np.asarray(self.own != NONE)

    @property
    def trumps(self) -> Bools:
        """Return which cards are trumps."""
        return np.asarray(self.own < PLACES)

    @property
    def plain(self) -> Bools:
        """Return which cards are of another suit."""
        return np.asarray(self.real & ~self.trumps)

    @property
    def values(self) -> Ints:
        """Return the points of the cards."""
        return np.asarray(self.kernel.value.take(self.own))

    @property
    def takes(self) -> Bools:
        """Return which cards beat what lies on the table."""
        beats = self.kernel.beat.take(self.rows.best[:, None] * WIDTH + self.own)
        return np.asarray((beats == 1) & self.real)

    @property
    def partner_wins(self) -> Bools:
        """Return where the seat's own side is winning the trick."""
        side = self.kernel.side
        return np.asarray(side.take(self.rows.winning) == side.take(self.rows.seat))

    def stage(self, stage: str) -> bool:
        """Return whether the deal is `early`, in its `middle`, `late`, or its stock is gone (`end`)."""
        left, spec = self.rows.left, self.kernel.spec
        if left == 0:
            return stage == "end"
        if left > spec[coding.EARLY]:
            return stage == "early"
        return stage == ("middle" if left > spec[coding.LATE] else "late")

    def lies(self, low: int, high: int) -> Bools:
        """Return where the trick holds from `low` to `high` points, and no trump."""
        table = self.rows.table
        plain = self.rows.best >= PLACES
        return np.asarray((table >= low) & (table <= high) & plain)

    def nothing(self) -> Bools:
        """Return a mask of the hands with nothing in it."""
        return np.zeros(self.own.shape, bool)


Cards: TypeAlias = Callable[[Moment], Bools]
"""Return which cards of the hands the habit is to play [rows, cards]."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit: to play certain cards whenever one can, or never while there is another."""

    name: str
    case: str
    """The circumstances, one bar of the plot of the habit."""
    players: int
    cards: Cards | None
    """None: the habit is the exchange."""
    turned: tuple[int, int] = (0, ACE)
    """Places of the turned card between which the exchange belongs to this case."""


def _led(place: int, stage: str) -> Cards:
    def cards(seen: Moment) -> Bools:
        if not (seen.leads and seen.stage(stage)):
            return seen.nothing()
        return np.asarray(seen.plain & (seen.own % PLACES == place))

    return cards


def _led_trump(stage: str) -> Cards:
    def cards(seen: Moment) -> Bools:
        if not (seen.leads and seen.stage(stage)):
            return seen.nothing()
        return seen.trumps

    return cards


def _trumped(low: int, high: int) -> Cards:
    """Return the trumps that take a trick which is theirs alone to take, the last to play."""

    def cards(seen: Moment) -> Bools:
        if seen.leads or not seen.last:
            return seen.nothing()
        others = (seen.takes & seen.plain).any(1)
        here = seen.lies(low, high) & ~others & ~seen.partner_wins
        return np.asarray(seen.trumps & here[:, None])

    return cards


def _last_trump(low: int, high: int) -> Cards:
    """Return the only trump held, late in a deal, where it alone would take the trick."""
    trumped = _trumped(low, high)

    def cards(seen: Moment) -> Bools:
        if not seen.stage("late"):
            return seen.nothing()
        one = seen.trumps.sum(1) == 1
        return np.asarray(trumped(seen) & one[:, None])

    return cards


def _seven_played(seen: Moment) -> Bools:
    """Return the seven of trumps while it could still be exchanged."""
    seven, left = int(seen.kernel.spec[coding.SEVEN]), seen.rows.left
    if left <= seen.kernel.spec[coding.CLOSED] or left == 0:
        return seen.nothing()
    here = (seen.rows.bottom > seven) & (seen.rows.bottom != NONE)
    return np.asarray((seen.own == seven) & here[:, None])


def _given(low: int, high: int, *, sure: bool) -> Cards:
    """Return plain cards of so many points, thrown where the partner wins the trick."""

    def cards(seen: Moment) -> Bools:
        if seen.leads or seen.last != sure:
            return seen.nothing()
        points = (seen.values >= low) & (seen.values <= high) & ~seen.takes
        return np.asarray(seen.plain & points & seen.partner_wins[:, None])

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
