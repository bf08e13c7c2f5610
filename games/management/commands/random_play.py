"""Play at random and check after every step that all holds that must hold."""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine import PRESETS, IllegalAction, Rules
from games.management.progress import Progress
from games.management.random_matches import Counts, RandomMatch
from games.management.random_tables import plain_tables, told, with_extras
from games.record.errors import RecordError
from games.record.invariants import InvariantError
from games.record.record import build_record
from games.record.verify import verify_record

LONGEST_MATCH = 12
"""Deals after which a match is left and another begun."""
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
ALL_PLAYERS = "2,3,4,5,6"


class Command(BaseCommand):
    """All built presets and ways of sitting in turn, every second time with options changed."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--deals", type=int, default=20000, help="how many deals together (20000)")
        add("--players", default=ALL_PLAYERS, help=f"numbers of players ({ALL_PLAYERS})")
        add("--preset", default="", help="presets, comma between (all)")
        add("--seed", default="0", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        tables = tables_for(options["players"], options["preset"])
        counts, began = Counts(), time.monotonic()
        rng = random.Random(options["seed"])
        with Progress("deals", options["deals"]) as progress:
            while counts.done["deals"] < options["deals"]:
                rounds, place = divmod(counts.done["matches"], len(tables))
                rules = with_extras(tables[place], rng) if rounds % 2 else tables[place]
                try:
                    _play(rules, rng, counts, options["deals"], progress)
                except (InvariantError, IllegalAction, RecordError) as error:
                    raise CommandError(
                        f"{told(rules)}: {error} (seed {options['seed']}, "
                        f"match {counts.done['matches'] + 1})"
                    ) from error
                counts.done["matches"] += 1
        spent = time.monotonic() - began
        for line in counts.lines():
            self.stdout.write(line)
        self.stdout.write(
            f"everything holds; {spent:.1f} s, {counts.done['deals'] / spent:.0f} deals/s"
        )


def tables_for(players: str, presets: str = "") -> list[Rules]:
    """The rules of these presets (all) and ways of sitting for these numbers of players.

    Raises CommandError where nothing is played so.
    """
    names = [name.strip() for name in presets.split(",") if name.strip()] or list(PRESETS)
    unknown = [name for name in names if name not in PRESETS]
    if unknown:
        raise CommandError(f"there is no preset {unknown[0]!r}; there are {', '.join(PRESETS)}")
    tables: list[Rules] = []
    for text in players.split(","):
        count = int(text) if text.strip().isdigit() else 0
        found = plain_tables([count], names)
        if not found and (not presets or players != ALL_PLAYERS):
            raise CommandError(
                f"no preset is played by {text.strip()!r}; give some of {ALL_PLAYERS}"
            )
        tables += found
    return tables


def _play(rules: Rules, rng: random.Random, counts: Counts, deals: int, progress: Progress) -> None:
    match = RandomMatch(rules, rng, counts)
    for _ in range(LONGEST_MATCH):
        more = match.play_deal()
        progress.step()
        if not more or counts.done["deals"] >= deals:
            break
    record = build_record(
        match.log, sitters=match.sitters(), started_at=NO_TIME, finished_at=NO_TIME
    )
    verify_record(record)
    counts.done["records verified"] += 1
