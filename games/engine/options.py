"""Every option of a ruleset: its kind, its values and its default.

The table follows the rules specification, part 2, row by row; an option that no game of the
engine reads yet is here all the same, so that rulesets stored today stay complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from games.engine.errors import RulesetError


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a ruleset: its kind, its default and the values that it may have.

    `kind` is bool, int, float, enum or chain (a list of enum values in order); `low` and `high`
    are the bounds of numbers.
    """

    kind: str
    default: Any
    values: tuple[Any, ...] = ()
    low: float = 0
    high: float = 0
    before: Any = None
    """For an option added later: its value in rulesets stored without it; else None."""
    needs: str = ""
    """The flag without which an option added later has no effect, and then the value `before`.

    Empty where the option depends on no flag.
    """

    def check(self, name: str, value: Any) -> Any:
        """Return `value` if this option of a ruleset allows it; errors call the option `name`.

        >>> OPTIONS["match.target"].check("match.target", 5)
        5

        Raises:
            RulesetError: `bad_value`; `params["allowed"]` says what may be given.
        """
        good = self._accepts(value)
        if not good:
            raise RulesetError(
                "bad_value",
                name,
                f"{value!r} is not allowed; {self.allowed}",
                value=value,
                allowed=self.allowed,
            )
        return list(value) if self.kind == "chain" else value

    def _accepts(self, value: Any) -> bool:
        match self.kind:
            case "bool":
                return isinstance(value, bool)
            case "int":
                return _is_int(value) and self.low <= value <= self.high
            case "float":
                number = _is_int(value) or isinstance(value, float)
                return number and self.low <= value <= self.high
            case "enum":
                return type(value) is type(self.values[0]) and value in self.values
            case _:
                items = value if isinstance(value, list | tuple) else ()
                known = all(isinstance(item, str) and item in self.values for item in items)
                return bool(items) and known and len(set(items)) == len(items)

    @property
    def allowed(self) -> str:
        """Return the option's allowed values in words, for developers and the command line."""
        if self.kind == "bool":
            return "true or false"
        if self.kind in ("int", "float"):
            return f"a number from {self.low:g} to {self.high:g}"
        listed = ", ".join(str(value) for value in self.values)
        return f"one of {listed}" if self.kind == "enum" else f"a list of {listed}"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _flag(default: bool) -> Option:
    return Option("bool", default)


def _enum(*values: Any) -> Option:
    """Return an option of a ruleset that has one of these values; the first is the default."""
    return Option("enum", values[0], values)


def _later(before: str, needs: str, *values: str) -> Option:
    """Return an enum option that older stored rulesets lack; the first value is the default.

    `before` and `needs` are those of `Option`.
    """
    return Option("enum", values[0], values, before=before, needs=needs)


def _number(default: int, low: int, high: int) -> Option:
    return Option("int", default, low=low, high=high)


OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        # the turned card and its exchange: rows 1 to 6
        "exchange.enabled": _flag(True),
        "exchange.timing": _enum("after_win_before_draw", "any_time"),
        "exchange.deadline": _enum("last_round", "last_card", "penultimate"),
        "exchange.prearm": _flag(True),
        "exchange.won_scope": _enum("player", "team"),
        "exchange.chain": _flag(True),
        # partners look at each other's cards: rows 7, 8
        "peek.at_deal": _flag(False),
        "peek.six": _flag(False),
        # trumps and the match: rows 9, 10, 13, 14
        "trump.source": _enum("turned", "rotation", "declared", "none_yet"),
        "match.end": _enum("target", "four_trumps", "fixed_deals"),
        "match.decide_by": _enum("victories", "points"),
        "match.unit": _enum("deals", "points"),
        "match.tie": _enum("playoff", "draw"),
        "match.target": _number(3, 1, 1000),
        "match.max_deals": _number(0, 0, 1000),
        # drawing and play: rows 11, and the obligations of part 3
        "deal.draw": _later("winner_first", "", "winner_first", "by_seat"),
        "play.cards_per_turn": _enum(1, 2),
        "play.must_follow": _flag(False),
        "play.obligations": _enum("free", "follow_trump", "tute_strict"),
        "play.first_lead": _enum("mano", "declarer"),
        # results: rows 12, 16, 24
        "tie.chain": Option("chain", ["all_tied"], ("all_tied", "mano", "most_cards", "void")),
        "score.hundred": _enum(1, 2),
        "score.policy": _enum("most", "stay_under", "contract"),
        "mexican.limit": _number(11, 0, 59),
        "mexican.none": _enum("nobody", "fewest"),
        # play money: row 15
        "pot.stake": _number(0, 0, 1_000_000),
        "pot.on_tie": _enum("keep", "double"),
        # the last tricks: rows 17, 18
        "claim": _flag(False),
        "claim.false": _later("nothing", "claim", "open_hand", "nothing"),
        "arrastre": _flag(False),
        # talk and signs: rows 19 and 20
        "talk.mode": _enum("none", "senas", "parlant_tapat", "parlant"),
        "talk.penalty": _enum("none", "warn", "lose_deal"),
        "talk.truth": _enum("enforced", "free"),
        "talk.seen_by": _enum("partner", "gaze"),
        "talk.leak": Option("float", 0, low=0, high=1),
        # the pack: rows 21, 22 and 1.2
        "deck.french": _enum("off", "kqj", "1098", "all52"),
        "deck.removed": _enum("seeds", "italian"),
        "ranks": _enum("std", "swap_3_7", "lombard", "tuscan"),
        # open hands: row 23
        "open_hands": _flag(False),
        "open_stock": _enum("none", "top", "all"),
        # king and knight of a suit: row 25
        "marriage.mode": _enum("none", "captured", "declared"),
        "marriage.scope": _enum("pile", "same_trick"),
        # who deals first, who plays with whom: rows 26, 27
        "first_dealer": _enum("random", "high_card"),
        "teams": _enum("individual", "pairs", "threes"),
        # auctions: rows 28, 29; 3.6 to 3.10
        "auction.kind": _enum("none", "rank", "points"),
        "auction.points_after_two": _flag(True),
        "auction.min": _number(61, 1, 170),
        "auction.step": _enum(1, 5, 10),
        "auction.all_pass": _enum("redeal", "dealer_forced"),
        "chiamata.dark": _flag(False),
        "chiamata.dark_first": _enum("no_trump", "retroactive"),
        "chiamata.call_rule": _enum("any", "highest_missing"),
        "chiamata.cappotto": _flag(False),
        "chiamata.scoring": _enum("table", "gingo"),
        "gingo.own_call": _flag(False),
        "rematada.talon": _flag(False),
        "rematada.award": _enum("bid", "made"),
        # death to the three: rows 30; 3.11
        "muerte": _flag(False),
        "muerte.friendly": _enum("wins", "ignored"),
    }
)

DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {name: option.default for name, option in OPTIONS.items()}
)


_BEFORE: Final[Mapping[str, Any]] = MappingProxyType(
    {name: option.before for name, option in OPTIONS.items() if option.before is not None}
)
"""Option added later -> its value in rulesets stored without it."""


def complete_options(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored map of options, completed by options that the engine got later.

    >>> complete_options({"claim": True})["claim.false"]
    'nothing'
    """
    return {**_BEFORE, **stored}


def quiet_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a complete map of options, those without effect set to the value of older rulesets.

    That is `Option.before`, the value that an option has in rulesets stored without it.

    >>> quiet_options({**DEFAULTS, "claim": False})["claim.false"]
    'nothing'
    """
    silent = [name for name in _BEFORE if OPTIONS[name].needs and not options[OPTIONS[name].needs]]
    return {**options, **{name: _BEFORE[name] for name in silent}}


def stored_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a complete map of options that is stored and hashed.

    Options that were added later are left out where their value is `Option.before`, by which
    rulesets without them are read.

    >>> "claim.false" in stored_options({**DEFAULTS, "claim": True})
    True
    >>> "claim.false" in stored_options(DEFAULTS)
    False
    """
    return {
        name: value
        for name, value in quiet_options(options).items()
        if name not in _BEFORE or value != _BEFORE[name]
    }
