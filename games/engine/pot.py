"""The pot of a match: what each seat pays, what winners get, what a drawn match leaves (row 15).

"Colocar en un plato una cantidad pactada, que será la que se lleven los ganadores. Si hay empate,
se puede doblar la apuesta o bien mantener la misma cantidad" (doncomos). Where that says no more:

- winners share equally; an indivisible rest goes to the winner nearest the eldest in order of play;
- `keep`: what a drawn match leaves stays for the next one, for which nobody pays;
- `double`: everybody pays the stake again, so that one drawn match doubles the pot. After a second
  one it holds three times the first: the stake is paid again, not what lies there.

Chips are play money, in whole numbers. Four in pairs, ten each:

>>> from games.engine import build_ruleset
>>> rules = build_ruleset("doncomos", players=4, options={"pot.stake": 10}).rules
>>> pot = open_pot(rules)
>>> pot.paid, pot.total
((10, 10, 10, 10), 40)
>>> dict(settle_pot(rules, pot, winners=[1], eldest=0).payout)
{1: 20, 3: 20}

Nobody wins:

>>> drawn = settle_pot(rules, pot, winners=[], eldest=0)
>>> dict(drawn.payout), drawn.left, open_pot(rules, carried=drawn.left).total
({}, 40, 40)
>>> double = {"pot.stake": 10, "pot.on_tie": "double"}
>>> open_pot(build_ruleset("doncomos", 4, double).rules, carried=drawn.left).total
80
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from games.engine.rules import Rules

_NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Pot:
    """The pot of one match, in whole chips of play money."""

    stake: int
    """Chips that the ruleset asks of each seat; 0: the match has no stake."""
    paid: tuple[int, ...]
    """Chips that each seat pays as the match begins."""
    carried: int
    """Chips in the pot from an earlier, drawn match."""
    payout: Mapping[int, int] = field(default_factory=lambda: _NOTHING)
    """Seat -> chips that it gets; empty while the match runs, and if nobody has won."""
    left: int = 0
    """Chips that stay in the pot for the next match at the table."""

    @property
    def total(self) -> int:
        """Return the chips that the match is played for: those carried over and those paid."""
        return self.carried + sum(self.paid)


def stake_for(rules: Rules, carried: int = 0) -> int:
    """Return the chips that each seat pays into a pot in which `carried` chips lie already."""
    options = rules.ruleset.options
    stake: int = options["pot.stake"]
    return 0 if carried and options["pot.on_tie"] == "keep" else stake


def open_pot(rules: Rules, carried: int = 0) -> Pot:
    """Return the pot at the start of a match, with `carried` chips of an earlier drawn match.

    >>> from games.engine import build_ruleset
    >>> open_pot(build_ruleset("ludoteka", players=2).rules).total
    0

    Raises:
        ValueError: `carried` is negative.
    """
    if carried < 0:
        raise ValueError(f"a pot cannot hold {carried}")
    paid = (stake_for(rules, carried),) * rules.players
    return Pot(stake=rules.ruleset.options["pot.stake"], paid=paid, carried=carried)


def settle_pot(rules: Rules, pot: Pot, *, winners: Sequence[int], eldest: int) -> Pot:
    """Share the pot among the seats of the winning sides; leave it if nobody has won.

    `winners` are sides; `eldest` is the seat that led first in the last deal.

    >>> from games.engine import build_ruleset
    >>> options = {"pot.stake": 25, "teams": "threes"}
    >>> rules = build_ruleset("ludoteka", players=6, options=options).rules
    >>> pot = open_pot(rules, carried=250)
    >>> dict(settle_pot(rules, pot, winners=[0], eldest=3).payout)
    {4: 84, 0: 83, 2: 83}
    """
    if not winners:
        return replace(pot, left=pot.total)
    seats = [seat for seat in rules.seats_from(eldest) if rules.side_of[seat] in winners]
    return replace(pot, payout=_shared(pot.total, seats))


def return_pot(rules: Rules, total: int, *, eldest: int = 0) -> Mapping[int, int]:
    """Return seat -> chips that it gets back of a pot of `total` chips that is not played for.

    The indivisible rest goes to the eldest.

    >>> from games.engine import build_ruleset
    >>> dict(return_pot(build_ruleset("ludoteka", players=3).rules, 31, eldest=2))
    {2: 11, 0: 10, 1: 10}
    """
    return _shared(total, rules.seats_from(eldest))


def _shared(total: int, seats: Sequence[int]) -> Mapping[int, int]:
    """Return seat -> equal part of the chips; the first seat gets the indivisible rest as well."""
    if not total:
        return _NOTHING
    part, rest = divmod(total, len(seats))
    return MappingProxyType(
        {seat: part + (rest if place == 0 else 0) for place, seat in enumerate(seats)}
    )
