"""The options of a match as they are checked, stored and hashed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from games.engine.options import stored_options


class RulesetOptions:
    """A complete map of options for one number of players, with its hash; it never changes.

    Two of them are equal if their options and numbers of players are; presets do not matter.
    """

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
        return f"<{type(self).__name__} {self.preset} for {self.players}, {self.hash[7:15]}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RulesetOptions):
            return NotImplemented
        return self.players == other.players and self.hash == other.hash

    def __hash__(self) -> int:
        return hash((self.players, self.hash))

    @cached_property
    def stored(self) -> Mapping[str, Any]:
        """Return the map of options in its stored form, as it is hashed and written to records."""
        return MappingProxyType(stored_options(self.options))

    @cached_property
    def hash(self) -> str:
        """Return `sha256:` and the SHA-256 of the stored options as JSON (sorted, no spaces)."""
        return options_hash(self.stored)


def options_hash(options: Mapping[str, Any]) -> str:
    """Return `sha256:` and the SHA-256 of a map of options in its stored form."""
    text = json.dumps(dict(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()
