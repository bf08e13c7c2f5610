"""Shuffle many decks with the shuffle of the site and say how even they are."""

from __future__ import annotations

import math
import secrets
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import build_ruleset
from games.management.progress import Progress
from games.management.shuffles import Counts, decks

LEAST = 0.001
"""A chance below this is a fault, or one run in a thousand: run again with fresh decks."""


class Command(BaseCommand):
    """Fresh decks every time; ends with 1 where a count is too uneven to be chance."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--decks", type=int, default=1_000_000, help="how many decks (1000000)")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = build_ruleset("ludoteka", 2).rules.deck
        counts = Counts(pack)
        with Progress("decks", options["decks"]) as progress:
            for deck in decks(pack, options["decks"], secrets.token_bytes):
                counts.add(deck)
                progress.step()
        seen, due = counts.rising()
        # One neighbour in a pack is nearly independent of the next, so their number is Poisson.
        rising = math.erfc(abs(seen - due) / math.sqrt(2 * due))
        chances = {
            "places of all cards": counts.place_chance(),
            "the turned card": counts.trump_chance(),
            "neighbours kept": rising,
        }
        for name, value in chances.items():
            self.stdout.write(f"{name:<24}p = {value:.4f}")
        if min(chances.values()) < LEAST:
            raise CommandError("too uneven to be chance; run again with fresh decks")
