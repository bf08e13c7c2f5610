"""Conversion of rulesets between the engine and the database."""

from __future__ import annotations

from games.engine import Ruleset as EngineRuleset
from games.engine import RulesetOptions, ruleset_from_options
from games.models import Ruleset


def ruleset_row(ruleset: RulesetOptions) -> Ruleset:
    """Return the database row of a set of rules of the engine, inserted the first time."""
    row, _created = Ruleset.objects.get_or_create(
        hash=ruleset.hash,
        defaults={"preset": ruleset.preset, "options": dict(ruleset.stored)},
    )
    return row


def engine_ruleset(row: Ruleset, players: int) -> EngineRuleset:
    """Return the engine's ruleset of a database row, for this number of players."""
    return ruleset_from_options(row.preset, players, row.options)
