"""Rulesets between the engine and their rows."""

from __future__ import annotations

from games.engine import Ruleset as EngineRuleset
from games.engine import RulesetOptions, ruleset_from_options
from games.models import Ruleset


def ruleset_row(ruleset: RulesetOptions) -> Ruleset:
    """Return the stored form of a ruleset, which is inserted the first time it is used."""
    row, _made = Ruleset.objects.get_or_create(
        hash=ruleset.hash,
        defaults={"preset": ruleset.preset, "options": dict(ruleset.stored)},
    )
    return row


def engine_ruleset(row: Ruleset, players: int) -> EngineRuleset:
    """Return the engine's ruleset of a stored one."""
    return ruleset_from_options(row.preset, players, row.options)
