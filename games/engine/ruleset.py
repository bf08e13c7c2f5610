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

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from games.engine.conflicts import conflicts
from games.engine.errors import RulesetError
from games.engine.options import (
    DEFAULTS,
    OPTIONS,
    complete_options,
    quiet_options,
)
from games.engine.presets import Preset, get_preset
from games.engine.rules import Rules, compile_rules
from games.engine.ruleset_options import RulesetOptions


class Ruleset(RulesetOptions):
    """A valid ruleset: a complete map of options for `players` seats that never changes."""

    __slots__ = ()

    @cached_property
    def rules(self) -> Rules:
        """Return the compiled rules, which the engine plays by."""
        return compile_rules(self)


def build_ruleset(preset: str, players: int, options: Mapping[str, Any] | None = None) -> Ruleset:
    """Return the ruleset of a preset for so many players, with some of its options changed.

    >>> build_ruleset("catalan", players=2, options={"claim": False}).options["arrastre"]
    True

    Raises:
        RulesetError: `unknown_preset`, `bad_players`, `bad_teams`, `unknown_option`, `bad_value`, or
            `conflict` (two options that cannot stand together; `params["with"]` names the other, and
            `params["why"]` is a stable key for the reason).
    """
    data = get_preset(preset)
    _check_players(data, players)
    changes = dict(options or {})
    teams = str(changes.get("teams", data.players[players][0]))
    complete = {**DEFAULTS, **data.changes_for(teams), "teams": teams}
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
    """Return the ruleset of a stored map of options, as a record or the database holds it.

    Options that are newer than the stored map get the value that keeps the old behaviour.

    >>> ruleset = build_ruleset("mexican", players=3)
    >>> ruleset_from_options("mexican", 3, ruleset.stored) == ruleset
    True

    Raises:
        RulesetError: `missing_option`, or one of those of `build_ruleset`.
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
    """Check that options agree with each other and with the number of players.

    Raises:
        RulesetError: two options conflict, or one needs another number of players.
    """
    if options["teams"] not in data.players[players]:
        allowed = ", ".join(data.players[players])
        raise RulesetError(
            "bad_teams",
            "teams",
            f"with {players} players sides are {allowed}, not {options['teams']}",
            players=players,
            allowed=list(data.players[players]),
        )

    for conflict in conflicts(players, options):
        raise RulesetError(
            "conflict",
            conflict.option,
            f"{conflict.text} (see {conflict.other})",
            why=conflict.why,
            **{"with": conflict.other},
        )
