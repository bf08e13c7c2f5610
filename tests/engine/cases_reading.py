"""The words of worked cases: cards, suits, sides, bids, rulesets.

Cards may be named in the French way (`hearts-K`); sides are seats, or `t0`, `t1` for teams.
"""

from __future__ import annotations

import re
from typing import Any, Final

import yaml

from games.engine import Rules, Ruleset, RulesetError, build_ruleset
from games.engine.options import OPTIONS
from games.engine.presets import get_preset

Case = dict[str, Any]
QuickLoader: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Reads the files of cases in a tenth of the time where PyYAML was built with its library."""

CASE_KEYS: Final = frozenset(
    {"id", "preset", "players", "teams", "options", "setup", "plays", "announce", "action",
     "expect", "basis", "rule", "note"}
)  # fmt: skip
SUIT_WORDS: Final = {
    "O": ("oros", "coins", "diamonds", "ors"),
    "C": ("copas", "cups", "hearts", "copes"),
    "E": ("espadas", "swords", "spades", "espases"),
    "B": ("bastos", "batons", "clubs"),
}
SUITS_BY_WORD: Final = {word: suit for suit, words in SUIT_WORDS.items() for word in words}
CARD: Final = re.compile(r"[OCEB]\d{1,2}")
FRENCH_CARD: Final = re.compile(rf"({'|'.join(SUITS_BY_WORD)})[- ]([AKQJ]|\d{{1,2}})")
FRENCH_RANKS: Final = {
    "kqj": {"A": 1, "K": 12, "Q": 11, "J": 10},
    "1098": {"A": 1, "10": 12, "9": 11, "8": 10},
    "all52": {"A": 1, "K": 13, "Q": 12, "J": 11},
}


class UnknownWordError(AssertionError):
    """A case says something that the runner does not understand."""


def read(case: Case) -> Case:
    """The case with every card as its code; UnknownWordError where it has a field of no meaning."""
    unknown = set(case) - CASE_KEYS
    if unknown:
        raise UnknownWordError(f"{case.get('id')}: no meaning for {sorted(unknown)}")
    options = dict(case.get("options") or {})
    french = options.get("deck.french")
    ranks = FRENCH_RANKS.get(french if isinstance(french, str) else "", FRENCH_RANKS["kqj"])
    plain = {key: _coded(case.get(key), ranks) for key in ("setup", "plays", "action", "expect")}
    plays = [
        [one["seat"], one.get("card", one.get("play")), *filter(None, [one.get("announce")])]
        if isinstance(one, dict)
        else one
        for one in plain["plays"] or []
    ]
    return {**case, **plain, "setup": plain["setup"] or {}, "plays": plays}


def _coded(value: Any, ranks: dict[str, int]) -> Any:
    if isinstance(value, dict):
        return {
            key: text if key in ("chat", "say") else _coded(text, ranks)
            for key, text in value.items()
        }
    if isinstance(value, list):
        return [_coded(item, ranks) for item in value]
    if not isinstance(value, str):
        return value
    if value in SUITS_BY_WORD:
        return SUITS_BY_WORD[value]
    french = FRENCH_CARD.fullmatch(value)
    if french is None:
        return value
    rank = french[2]
    return f"{SUITS_BY_WORD[french[1]]}{ranks[rank] if rank in ranks else int(rank)}"


def cards_named(value: Any) -> set[str]:
    """Every card that stands anywhere in this part of a case."""
    if isinstance(value, dict):
        return {card for item in (*value, *value.values()) for card in cards_named(item)}
    if isinstance(value, list):
        return {card for item in value for card in cards_named(item)}
    return {value} if isinstance(value, str) and CARD.fullmatch(value) else set()


def ruleset_of(case: Case) -> Ruleset:
    """The ruleset a case is about; `base` is the default preset. Raises RulesetError."""
    preset = "ludoteka" if case["preset"] == "base" else case["preset"]
    players = case["players"]
    options = {name: _said(name, value) for name, value in (case.get("options") or {}).items()}
    teams = case.get("teams")
    if not isinstance(teams, list):
        return build_ruleset(preset, players, {**options, **({"teams": teams} if teams else {})})
    seats = {tuple(sorted(side)) for side in teams}
    for one in get_preset(preset).players.get(players, ()):
        ruleset = build_ruleset(preset, players, {**options, "teams": one})
        if set(ruleset.rules.sides) == seats:
            return ruleset
    raise RulesetError("bad_teams", "teams", f"nobody sits as {teams}")


def _said(name: str, value: Any) -> Any:
    """YAML takes `off` and `none` for more than words."""
    values = OPTIONS[name].values if name in OPTIONS else ()
    if value is False and "off" in values:
        return "off"
    return "none" if value is None and "none" in values else value


def side_index(rules: Rules, key: int | str) -> int:
    """The side that a seat, or a team's name, stands for."""
    if isinstance(key, str):
        return int(key.removeprefix("t"))
    return rules.side_of[key]


def by_seat(rules: Rules, figures: Any) -> tuple[int, ...]:
    """Figures by seat; those given for a team are put to its first seat."""
    seats = [0] * rules.players
    for key, value in pairs(figures):
        seats[rules.sides[side_index(rules, key)][0] if isinstance(key, str) else key] += value
    return tuple(seats)


def by_side(rules: Rules, figures: Any) -> tuple[int, ...]:
    """Figures by side, whether given by seat, by team or in order."""
    sides = [0] * len(rules.sides)
    if isinstance(figures, list):
        return tuple(figures)
    for key, value in pairs(figures):
        sides[side_index(rules, key)] = value
    return tuple(sides)


def pairs(figures: Any) -> list[tuple[Any, Any]]:
    """Keys and values of a map, or of a list by place."""
    return list(enumerate(figures)) if isinstance(figures, list) else list((figures or {}).items())


def called_card(said: Any) -> tuple[str, int | None]:
    """Suit and rank of what is called: `C12`, `C`, or {suit, rank}."""
    if isinstance(said, dict):
        return str(said["suit"]), said.get("rank")
    return said[0], int(said[1:]) if len(said) > 1 else None
