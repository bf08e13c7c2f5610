"""A ruleset: a complete map of options, checked, with its hash.

>>> ruleset = build_ruleset("ludoteka", players=4)
>>> ruleset.options["teams"], ruleset.options["match.target"], ruleset.hash[:10]
('pairs', 3, 'sha256:...')
>>> build_ruleset("ludoteka", players=5)
Traceback (most recent call last):
    ...
games.engine.errors.RulesetError: players: ludoteka is played by 2, 3, 4 or 6, not by 5
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from games.engine.errors import RulesetError
from games.engine.options import DEFAULTS, OPTIONS
from games.engine.presets import BUILT_PRESETS, Preset, get_preset

if TYPE_CHECKING:
    from games.engine.rules import Rules

_BUILT_VALUES: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "peek.at_deal": (False,),
        "trump.source": ("turned",),
        "match.end": ("target",),
        "match.unit": ("deals",),
        "play.cards_per_turn": (1,),
        "play.must_follow": (False,),
        "play.obligations": ("free",),
        "play.first_lead": ("mano",),
        "score.policy": ("most",),
        "pot.stake": (0,),
        "talk.mode": ("none",),
        "deck.french": ("off",),
        "deck.removed": ("seeds",),
        "ranks": ("std",),
        "open_hands": (False,),
        "open_stock": ("none",),
        "marriage.mode": ("none",),
        "first_dealer": ("random",),
        "auction.kind": ("none",),
        "muerte": (False,),
    }
)
"""Options whose other values no phase plays yet."""


class Ruleset:
    """The rules of a match: immutable, complete and valid for `players` seats."""

    __slots__ = ("__dict__", "options", "players", "preset")

    preset: str
    players: int
    options: Mapping[str, Any]

    def __init__(self, preset: str, players: int, options: Mapping[str, Any]) -> None:
        object.__setattr__(self, "preset", preset)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "options", MappingProxyType(dict(options)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a ruleset does not change")

    def __repr__(self) -> str:
        return f"<Ruleset {self.preset} for {self.players}, {self.hash[7:15]}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ruleset):
            return NotImplemented
        return self.players == other.players and self.hash == other.hash

    def __hash__(self) -> int:
        return hash((self.players, self.hash))

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the SHA-256 of the options as JSON, sorted keys, no spaces."""
        return options_hash(self.options)

    @cached_property
    def rules(self) -> Rules:
        """The compiled tables for this number of players; RulesetError where not built yet."""
        from games.engine.rules import compile_rules

        return compile_rules(self)


def options_hash(options: Mapping[str, Any]) -> str:
    """The hash of a complete map of options, as design and records give it."""
    text = json.dumps(dict(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def build_ruleset(preset: str, players: int, options: Mapping[str, Any] | None = None) -> Ruleset:
    """A preset for so many players with some options changed.

    Raises RulesetError: `unknown_preset`, `bad_players`, `unknown_option`, `bad_value`,
    `conflict` (two options that cannot stand together; `params["with"]` names the other).
    """
    data = get_preset(preset)
    _check_players(data, players)
    changes = dict(options or {})
    complete = {**DEFAULTS, **data.changes, "teams": data.players[players][0]}
    for name, value in changes.items():
        if name not in OPTIONS:
            raise RulesetError("unknown_option", str(name), "there is no such option")
        complete[name] = OPTIONS[name].check(name, value)
    complete = {
        name: list(value) if isinstance(value, list | tuple) else value
        for name, value in complete.items()
    }
    _check_together(data, players, complete)
    return Ruleset(preset, players, complete)


def ruleset_from_options(preset: str, players: int, options: Mapping[str, Any]) -> Ruleset:
    """A ruleset from a complete map, as a record or the database holds it.

    Raises RulesetError `missing_option` where the map is not complete.
    """
    for name in OPTIONS:
        if name not in options:
            raise RulesetError("missing_option", name, "a stored ruleset has every option")
    return build_ruleset(preset, players, options)


def unbuilt(ruleset: Ruleset) -> list[str]:
    """Dotted names of the options whose value no phase plays yet, and `preset` for games."""
    missing = [name for name, built in _BUILT_VALUES.items() if ruleset.options[name] not in built]
    if ruleset.preset not in BUILT_PRESETS:
        missing.insert(0, "preset")
    return missing


def _check_players(data: Preset, players: object) -> None:
    if not isinstance(players, int) or isinstance(players, bool) or players not in data.players:
        counts = [str(count) for count in data.players]
        allowed = " or ".join([", ".join(counts[:-1]), counts[-1]] if counts[:-1] else counts)
        raise RulesetError(
            "bad_players",
            "players",
            f"{data.name} is played by {allowed}, not by {players}",
            players=players,
            allowed=sorted(data.players),
        )


def _check_together(data: Preset, players: int, options: Mapping[str, Any]) -> None:
    """Conflicts between options, and options that need another number of players."""
    if options["teams"] not in data.players[players]:
        allowed = ", ".join(data.players[players])
        raise RulesetError(
            "bad_teams",
            "teams",
            f"with {players} players sides are {allowed}, not {options['teams']}",
            players=players,
            allowed=list(data.players[players]),
        )

    def conflict(name: str, other: str, why: str) -> RulesetError:
        return RulesetError("conflict", name, f"{why} (see {other})", **{"with": other})

    partners = options["teams"] != "individual"
    if options["peek.at_deal"] and not partners:
        raise conflict("peek.at_deal", "teams", "only partners look at each other's cards")
    if options["play.cards_per_turn"] == 2 and players != 2:
        raise conflict("play.cards_per_turn", "players", "two cards a turn are for two players")
    if options["play.cards_per_turn"] == 2 and options["muerte"]:
        raise conflict("play.cards_per_turn", "muerte", "a seat could kill its own three")
    if options["talk.mode"] != "none" and not partners:
        raise conflict("talk.mode", "teams", "signs and talk are for partners")
    if options["match.end"] == "four_trumps" and options["trump.source"] != "rotation":
        raise conflict("match.end", "trump.source", "four trumps need trumps that rotate")
    if options["match.end"] == "fixed_deals" and not options["match.max_deals"]:
        raise conflict("match.end", "match.max_deals", "say after how many deals it ends")
    if options["open_stock"] != "none" and not options["open_hands"]:
        raise conflict("open_stock", "open_hands", "an open stock goes with open hands")
