"""A choice of rules, read from a form or a link, and the engine's verdict on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from games.engine import DEFAULTS, OPTIONS, PRESETS, Ruleset, RulesetError, build_ruleset
from games.rules_text.clauses import matters
from games.rules_text.refusals import Problem, refusal

OPTION_PREFIX: Final = "o."
"""Prefix of the dotted name of an option, in forms and links."""
MAX_VALUE_LENGTH: Final = 80
"""Most characters of a value."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of rules: a preset, a number of players, and the options that differ from it."""

    preset: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def link(self) -> str:
        """Return the query string, without "?", of a link that carries this choice of rules."""
        pairs = [("preset", self.preset), ("players", str(self.players))]
        pairs += [
            (OPTION_PREFIX + name, write_value(value)) for name, value in self.options.items()
        ]
        return urlencode(pairs)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The engine's verdict on a choice: the ruleset, or every problem with it."""

    choice: Choice
    ruleset: Ruleset | None
    problems: list[Problem]
    complete: Mapping[str, Any]
    """Every option as chosen, whether it is possible or not."""
    usual: Mapping[str, Any]
    """Every option of the unchanged preset."""

    @property
    def matters(self) -> frozenset[str]:
        """Return the names of options that matter: with an effect, changed, or in a conflict."""
        named = {name for problem in self.problems for name in (problem.option, problem.other)}
        open_ones = matters(self.choice.players, self.complete)
        return open_ones | set(self.choice.options) | (named & set(OPTIONS))


def read_options(form: Mapping[str, str]) -> dict[str, Any]:
    """Return option -> value from the fields `o.NAME` of a form or link, without empty ones."""
    return {
        name.removeprefix(OPTION_PREFIX): read_value(name.removeprefix(OPTION_PREFIX), text.strip())
        for name, text in form.items()
        if name.startswith(OPTION_PREFIX) and text.strip()
    }


def read_value(name: str, text: str) -> Any:
    """Return the value that a text means for the option `name`.

    A text that cannot be read stays text, for the engine to refuse.
    """
    option = OPTIONS.get(name)
    if option is None or len(text) > MAX_VALUE_LENGTH:
        return text
    match option.kind:
        case "bool":
            return {"true": True, "false": False}.get(text.lower(), text)
        case "chain":
            return [link.strip() for link in text.split(",")]
        case "enum":
            return {str(value): value for value in option.values}.get(text, text)
        case _:
            return _number(text, option.kind)


def _number(text: str, kind: str) -> int | float | str:
    try:
        if text.isascii():
            number = float(text)
            if kind == "int" or (math.isfinite(number) and number == int(number)):
                return int(text) if kind == "int" else int(number)
            return number if math.isfinite(number) else text
    except (ValueError, OverflowError):
        pass
    return text


def write_value(value: Any) -> str:
    """Return an option's value as text, as links and forms hold it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ",".join(str(link) for link in value)
    return str(value)


def judge(preset: str, players: int, options: Mapping[str, Any]) -> Verdict:
    """Return the engine's verdict on a choice of rules, with all problems at once.

    Options that the choice sets to the preset's own value are left out.
    """
    defaults = usual_options(preset, players)
    changed = {
        name: value
        for name, value in options.items()
        if name not in defaults
        or value != defaults[name]
        or type(value) is not type(defaults[name])
    }
    tried = dict(changed)
    problems: list[Problem] = []
    ruleset: Ruleset | None = None
    while ruleset is None and len(problems) <= len(options):
        try:
            ruleset = build_ruleset(preset, players, tried)
            _ = ruleset.rules
        except RulesetError as error:
            problems.append(refusal(error, preset))
            ruleset = None
            culprit = _culprit(error, tried)
            if culprit is None:
                break
            del tried[culprit]
    valid = {name: value for name, value in changed.items() if _is_value(name, value)}
    return Verdict(
        Choice(preset, players, changed),
        None if problems else ruleset,
        problems,
        {**defaults, **valid},
        defaults,
    )


def _culprit(error: RulesetError, changed: Iterable[str]) -> str | None:
    """Return the changed option that an error names, to leave it out and find further problems."""
    for name in (error.option, str(error.params.get("with", ""))):
        if name in changed:
            return name
    return None


def _is_value(name: str, value: Any) -> bool:
    try:
        OPTIONS[name].check(name, value)
    except (KeyError, RulesetError):
        return False
    return True


def usual_options(preset: str, players: int) -> dict[str, Any]:
    """Return option -> value of an unchanged preset for this number of players."""
    data = PRESETS.get(preset)
    seatings = data.players.get(players, ()) if data else ()
    teams = (*seatings, DEFAULTS["teams"])[0]
    return {**DEFAULTS, **(data.changes_for(teams) if data else {}), "teams": teams}


@cache
def offered_presets() -> tuple[str, ...]:
    """Return the names of the presets that can be played on this site."""
    return tuple(
        name for name, data in PRESETS.items() if any(_built(name, n) for n in data.players)
    )


def _built(preset: str, players: int) -> bool:
    try:
        _ = build_ruleset(preset, players).rules
    except RulesetError:
        return False
    return True
