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
from typing import TYPE_CHECKING, Any

from games.engine.conflicts import conflicts
from games.engine.errors import RulesetError
from games.engine.options import (
    DEFAULTS,
    OPTIONS,
    complete_options,
    quiet_options,
    stored_options,
)
from games.engine.presets import Preset, get_preset

if TYPE_CHECKING:
    from games.engine.rules import Rules


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
    def stored(self) -> Mapping[str, Any]:
        """The options as they are hashed, stored and written into records."""
        return MappingProxyType(stored_options(self.options))

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the SHA-256 of the stored options as JSON, sorted keys, no spaces."""
        return options_hash(self.stored)

    @cached_property
    def rules(self) -> Rules:
        """The compiled tables for this number of players."""
        from games.engine.rules import compile_rules

        return compile_rules(self)


def options_hash(options: Mapping[str, Any]) -> str:
    """Return the hash of a map of options as it is stored."""
    text = json.dumps(dict(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def build_ruleset(preset: str, players: int, options: Mapping[str, Any] | None = None) -> Ruleset:
    """A preset for so many players with some options changed.

    Raises RulesetError: `unknown_preset`, `bad_players`, `unknown_option`, `bad_value`,
    `conflict` (two options that cannot stand together; `params["with"]` names the other, and
    `params["why"]` is a stable key for the reason).
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
        for name, value in quiet_options(complete).items()
    }
    _check_together(data, players, complete)
    return Ruleset(preset, players, complete)


def ruleset_from_options(preset: str, players: int, options: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a stored map, as a record or the database holds it.

    Options that were added after it was stored are as before there were any. Raises RulesetError
    `missing_option` where another one is missing.
    """
    options = complete_options(options)
    for name in OPTIONS:
        if name not in options:
            raise RulesetError("missing_option", name, "a stored ruleset has every option")
    return build_ruleset(preset, players, options)


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

    for found in conflicts(players, options):
        raise RulesetError(
            "conflict",
            found.option,
            f"{found.text} (see {found.other})",
            why=found.why,
            **{"with": found.other},
        )
