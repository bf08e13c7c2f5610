"""Compare deals that differ only in cards hidden from a viewer: all messages must be equal."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--pairs", type=int, default=10000, help="how many pairs of deals together (10000)")
        add("--players", default="2,3,4,5,6", help="numbers of players (2,3,4,5,6)")
        add("--preset", default="", help="presets, comma between (all)")
        add("--seed", default="0", help="the same seed compares the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare messages of deals that differ in hidden cards; print how many of each preset.

        Raises:
            CommandError: where a viewer can tell two deals apart, or an option is wrong.
        """
        from tools.laboratory.random_play import tables_for
        from tools.laboratory.secrecy_campaign import compare_pairs

        tables, began = tables_for(options["players"], options["preset"]), time.monotonic()
        pairs, tried = compare_pairs(tables, options["pairs"], options["seed"])
        for name, count in sorted(pairs.items()):
            self.stdout.write(f"{name:<24}{count:>12}")
        self.stdout.write(
            f"every viewer is told the same; {pairs.total()} pairs of {tried} tried, "
            f"{time.monotonic() - began:.1f} s"
        )
