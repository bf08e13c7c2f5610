"""Duplicate matches: the same decks once for every side, so that the luck of the deal is even.

A match of B boards deals B decks, and then the same B again in the same order, until each has been
dealt as often as there are sides. The deal moves to the right every time, so where B shares no
divisor with the number of sides every side gets every hand. Points decide: what a side has more at
the end is what it made more of the same cards.

>>> rules = boards_rules(build_ruleset("ludoteka", 2), 3).rules
>>> rules.max_deals, [board_of(3, deal) for deal in (1, 3, 4, 6)], is_again(3, 4)
(6, [1, 3, 1, 3], True)
"""

from __future__ import annotations

from math import gcd
from typing import Any, Final

from games.engine import Ruleset, RulesetError, RulesetOptions, build_ruleset
from games.engine.rules import compile_rules

MOST_BOARDS: Final = 11
MOST_DEALS: Final = 24


class BoardsError(ValueError):
    """Error: the ruleset forbids this duplicate match; `code` is no_duplicate or bad_boards."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


def boards_rules(ruleset: RulesetOptions, boards: int) -> Ruleset:
    """Return the rules of a duplicate match: `boards` decks, each dealt once for every side.

    Raises:
        BoardsError: `ruleset` allows no duplicate, or not with so many boards.
    """
    options = dict(ruleset.options)
    if (
        options["trump.source"] != "turned"
        or options["score.policy"] != "most"
        or options["auction.kind"] != "none"
        or options["match.end"] == "four_trumps"
        or options["muerte"]
        or options["pot.stake"]
        # whoever meets a deck again remembers all cards that come to their seat
        or options["deal.draw"] == "by_seat"
    ):
        raise BoardsError("no_duplicate", "these rules cannot be played as duplicate")
    sides = len(compile_rules(ruleset).sides)
    allowed = boards_for(sides)
    if boards not in allowed:
        choices = ", ".join(map(str, allowed))
        raise BoardsError("bad_boards", f"{sides} sides play {choices} boards, not {boards}")
    changed: dict[str, Any] = {
        **options,
        "match.end": "fixed_deals",
        "match.unit": "points",
        "match.tie": "draw",
        "match.max_deals": boards * sides,
        "first_dealer": "random",
        "score.hundred": 1,
    }
    try:
        return build_ruleset(ruleset.preset, ruleset.players, changed)
    except RulesetError as error:  # an option that excludes points, say
        raise BoardsError("no_duplicate", str(error)) from error


def boards_for(sides: int) -> list[int]:
    """Return the numbers of boards (decks) with which every side gets every hand.

    >>> boards_for(2), boards_for(3)
    ([1, 3, 5, 7, 9, 11], [1, 2, 4, 5, 7, 8])
    """
    return [
        boards
        for boards in range(1, MOST_BOARDS + 1)
        if gcd(boards, sides) == 1 and boards * sides <= MOST_DEALS
    ]


def board_of(boards: int, deal: int) -> int:
    """Return the number (from 1) of the deal that first had the deck of deal `deal` (from 1).

    `boards` is the number of decks of the duplicate match.
    """
    return (deal - 1) % boards + 1


def is_again(boards: int, deal: int) -> bool:
    """Return whether deal `deal` (from 1) of a match repeats an earlier deal's deck.

    `boards` is the number of decks of a duplicate match; 0 for other matches, which repeat none.
    """
    return 0 < boards < deal
