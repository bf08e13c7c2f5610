"""Shuffle fresh decks; end with status 1 where their counts are too uneven to be chance."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

MIN_PROBABILITY = 0.001
"""The probability below which the command fails: a fault, or chance in one run of a thousand."""


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--decks", type=int, default=1_000_000, help="how many decks (1000000)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Shuffle fresh decks and print the probability of each count; fail if one is too uneven.

        Raises:
            CommandError: where a probability is below MIN_PROBABILITY.
        """
        from tools.laboratory.shuffles import chances_of_fresh_decks

        chances = chances_of_fresh_decks(options["decks"])
        for name, value in chances.items():
            self.stdout.write(f"{name:<24}p = {value:.4f}")
        if min(chances.values()) < MIN_PROBABILITY:
            raise CommandError("too uneven to be chance; run again with fresh decks")
