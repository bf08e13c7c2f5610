"""Compare deals that differ only in what a viewer may not know: it must be told the same."""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import IllegalAction
from games.management.commands.random_play import ALL_PLAYERS, tables_for
from games.management.progress import Progress
from games.management.random_tables import by_preset, told, with_extras
from games.management.secrecy import check_table
from games.record.invariants import InvariantError

AT_A_TABLE = 6
"""Pairs checked before another table's turn."""


class Command(BaseCommand):
    """All presets and ways of sitting in turn, every second time with options changed."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--pairs", type=int, default=10000, help="how many pairs of deals together (10000)")
        add("--players", default=ALL_PLAYERS, help=f"numbers of players ({ALL_PLAYERS})")
        add("--preset", default="", help="presets, comma between (all)")
        add("--seed", default="0", help="the same seed compares the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = tables_for(options["players"], options["preset"])
        rng, began = random.Random(options["seed"]), time.monotonic()
        presets = len({rules.ruleset.preset for rules in tables})
        pairs: Counter[str] = Counter()
        turn = tried = 0
        with Progress("pairs", options["pairs"]) as progress:
            while pairs.total() < options["pairs"]:
                rules = by_preset(tables, turn)
                if turn // presets % 2:
                    rules = with_extras(rules, rng)
                try:
                    done, of = check_table(rules, rng, AT_A_TABLE)
                except (InvariantError, IllegalAction) as error:
                    raise CommandError(
                        f"{told(rules)}: {error} (seed {options['seed']}, table {turn + 1})"
                    ) from error
                pairs[rules.ruleset.preset] += done
                turn, tried = turn + 1, tried + of
                progress.step(done)
        for name, count in sorted(pairs.items()):
            self.stdout.write(f"{name:<24}{count:>12}")
        self.stdout.write(
            f"every viewer is told the same; {pairs.total()} pairs of {tried} tried, "
            f"{time.monotonic() - began:.1f} s"
        )
