"""The facts of a ruleset from which its readable rules are made."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from games.engine import Rules, Ruleset, number_of
from games.rules_text.clauses import matters
from games.rules_text.presets import rank_name


class Facts:
    """A ruleset with the facts that its readable rules are made of."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.options: Mapping[str, Any] = ruleset.options
        self.players = ruleset.players
        self.matters = matters(ruleset.players, ruleset.options)

    @cached_property
    def rules(self) -> Rules:
        """Return the ruleset's compiled rules."""
        return self.ruleset.rules

    def on(self, name: str) -> bool:
        """Return whether the ruleset's option of this name has an effect and is on."""
        return name in self.matters and bool(self.options[name])

    def chosen(self, name: str) -> Any:
        """Return the value of the ruleset's option of this name; None if it has no effect."""
        return self.options[name] if name in self.matters else None

    @property
    def auction(self) -> bool:
        """Return whether players bid in an auction; then all cards are dealt and none is turned."""
        return bool(self.options["auction.kind"] != "none")

    @property
    def talon(self) -> bool:
        """Return whether two cards are laid aside for the winner of the auction."""
        return self.auction and bool(self.options["rematada.talon"])

    @property
    def partners(self) -> bool:
        """Return whether sides have several seats from the start."""
        return bool(self.options["teams"] != "individual")

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Return the printed numbers in the pack, from the strongest to the weakest."""
        used = {number_of(card) for card in self.rules.deck}
        return tuple(number for number in self.rules.order if number in used)

    @cached_property
    def points(self) -> dict[int, int]:
        """Return printed number -> card points, from the strongest card to the weakest."""
        by_number = {number_of(card): points for card, points in self.rules.points.items()}
        return {number: by_number[number] for number in self.numbers}

    @property
    def total(self) -> int:
        """Return the card points of the whole pack."""
        return sum(self.rules.points[card] for card in self.rules.deck)

    @property
    def most(self) -> int:
        """Return the least card points that are more than half of the pack's."""
        return self.total // 2 + 1

    def rank(self, number: int) -> str:
        """Return the name of the rank with this printed number in this pack."""
        return rank_name(number, self.options["deck.french"])

    @property
    def second(self) -> int:
        """Return the printed number of the rank below the ace: the three, or the seven."""
        return self.numbers[1]
