"""What the readable rules are made of: a ruleset, its tables, and which options matter in it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from games.engine import Rules, Ruleset, number_of
from games.rules_text.clauses import matters
from games.rules_text.presets import rank_name


class Facts:
    """A ruleset, asked in the words of its readable rules."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.options: Mapping[str, Any] = ruleset.options
        self.players = ruleset.players
        self.matters = matters(ruleset.players, ruleset.options)

    @cached_property
    def rules(self) -> Rules:
        """The compiled tables."""
        return self.ruleset.rules

    def on(self, name: str) -> bool:
        """Say whether an option matters and is on."""
        return name in self.matters and bool(self.options[name])

    def chosen(self, name: str) -> Any:
        """Return the value of an option that matters, None of one that does not."""
        return self.options[name] if name in self.matters else None

    @property
    def auction(self) -> bool:
        """Whether there is bidding; then all cards are dealt and none is turned."""
        return bool(self.options["auction.kind"] != "none")

    @property
    def talon(self) -> bool:
        """Whether two cards lie aside for the winner of the auction."""
        return self.auction and bool(self.options["rematada.talon"])

    @property
    def partners(self) -> bool:
        """Whether sides have several seats from the start."""
        return bool(self.options["teams"] != "individual")

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Printed numbers that are in the pack, from the strongest to the weakest."""
        used = {number_of(card) for card in self.rules.deck}
        return tuple(number for number in self.rules.order if number in used)

    @cached_property
    def points(self) -> dict[int, int]:
        """Points of each of these numbers."""
        found = {number_of(card): points for card, points in self.rules.points.items()}
        return {number: found[number] for number in self.numbers}

    @property
    def total(self) -> int:
        """Points of the whole pack."""
        return sum(self.rules.points[card] for card in self.rules.deck)

    @property
    def most(self) -> int:
        """The fewest points that two sides cannot both have."""
        return self.total // 2 + 1

    def rank(self, number: int) -> str:
        """Return the name of a rank in this pack."""
        return rank_name(number, self.options["deck.french"])

    @property
    def second(self) -> int:
        """The rank below the ace: the three, or the seven in its place."""
        return self.numbers[1]
