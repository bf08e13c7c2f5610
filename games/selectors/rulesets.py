"""Reads of rulesets: one by its hash, and lists by number of matches.

Each row counts its matches, updated as they end: a list reads its own rows by an index, however
many matches there are.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from games.answers.rules import RulesetRow
from games.common.keyset import Key, Page, read_page
from games.engine import (
    DEFAULTS,
    OPTIONS,
    PRESETS,
    RulesetError,
    complete_options,
    ruleset_from_options,
)
from games.engine import Ruleset as EngineRuleset
from games.models import Ruleset
from games.record.record import rfc3339

Json: TypeAlias = dict[str, Any]

HASH_SCHEME: Final = "sha256:"
_DIGITS: Final = re.compile(r"[0-9a-f]{8,64}")
_FIELDS: Final = ("id", "hash", "preset", "options", "match_count", "created_at")
_BY_PLAYED: Final = (Key("match_count", int), Key("id", int))


def find_ruleset(text: str) -> Ruleset | None:
    """Return the ruleset with this hash; the first eight digits or more are enough.

    None where no hash, or more than one, begins so.
    """
    digits = text.removeprefix(HASH_SCHEME)
    if not _DIGITS.fullmatch(digits):
        return None
    # a range, so that the index of the hashes is used; no digit is as high as "g"
    low, high = HASH_SCHEME + digits, f"{HASH_SCHEME}{digits}g"
    candidates = list(Ruleset.objects.filter(hash__gte=low, hash__lt=high)[:2])
    return candidates[0] if len(candidates) == 1 else None


def players_of(row: Ruleset) -> list[int]:
    """Return the numbers of players that a stored ruleset allows."""
    preset = PRESETS.get(row.preset)
    return [count for count in (preset.players if preset else ()) if rules_for(row, count)]


def rules_for(row: Ruleset, players: int) -> EngineRuleset | None:
    """Return a stored ruleset as the engine's rules for a number of players; None if unsuitable."""
    try:
        ruleset = ruleset_from_options(row.preset, players, row.options)
        _ = ruleset.rules
    except RulesetError:
        return None
    return ruleset


def ruleset_page(
    *, preset: str | None = None, cursor: str | None = None, limit: int = 50
) -> Page[RulesetRow]:
    """Return a page of rulesets as the API shows them, most played first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = Ruleset.objects.filter(**({"preset": preset} if preset else {}))
    page = read_page(rows.values(*_FIELDS), _BY_PLAYED, cursor, limit)
    return Page([ruleset_json(row) for row in page.rows], page.next, page.seen)


def popular_rulesets(count: int) -> list[RulesetRow]:
    """Return the most played rulesets, at most `count`, without those never played."""
    rows = Ruleset.objects.filter(match_count__gt=0).order_by("-match_count", "-id")
    return [ruleset_json(row) for row in rows.values(*_FIELDS)[:count]]


def ruleset_json(row: Json) -> RulesetRow:
    """Return a ruleset (a dictionary) as the API shows it, with its changes from the preset."""
    return {
        "hash": row["hash"],
        "preset": row["preset"],
        "teams": row["options"].get("teams"),
        "changes": changes_of(row["preset"], row["options"]),
        "matches": row["match_count"],
        "first_at": rfc3339(row["created_at"]),
    }


def changes_of(preset: str, options: Json) -> Json:
    """Return name -> value of the options that differ from the preset's, without the sides."""
    data = PRESETS.get(preset)
    teams = str(options.get("teams", DEFAULTS["teams"]))
    preset_options = {**DEFAULTS, **(data.changes_for(teams) if data else {})}
    return {
        name: value
        for name, value in complete_options(options).items()
        if name != "teams"
        and name in preset_options
        and value != preset_options[name]
        and (not OPTIONS[name].needs or options.get(OPTIONS[name].needs))
    }
