"""Comparison of pairs of deals at many tables in turn, behind `manage.py check_secrecy`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from django.core.management.base import CommandError

from brisca_site.base.progress import Progress
from games.engine import IllegalAction, Rules
from tests.support.invariants import InvariantError
from tests.support.random_tables import by_preset, describe_table, with_extras
from tests.support.secrecy import check_table

PAIRS_A_TURN = 6
"""Conclusive pairs at a table before another table's turn."""


def compare_pairs(tables: Sequence[Rules], wanted: int, seed: str) -> tuple[Counter[str], int]:
    """Compare at least `wanted` pairs of deals; return the conclusive ones by preset, and all tried.

    Raises:
        CommandError: a viewer learns of something that it may not know; the message names table and seed.
    """
    rng = random.Random(seed)
    presets = len({rules.ruleset.preset for rules in tables})
    pairs: Counter[str] = Counter()
    turn = tried = 0
    with Progress("pairs", wanted) as progress:
        while pairs.total() < wanted:
            rules = by_preset(tables, turn)
            if turn // presets % 2:
                rules = with_extras(rules, rng)
            try:
                done, of = check_table(rules, rng, PAIRS_A_TURN)
            except (InvariantError, IllegalAction) as error:
                raise CommandError(
                    f"{describe_table(rules)}: {error} (seed {seed}, table {turn + 1})"
                ) from error
            pairs[rules.ruleset.preset] += done
            turn, tried = turn + 1, tried + of
            progress.step(done)
    return pairs, tried
