"""Fill the site with finished matches of people who are not there, to measure and to show it."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management.fixtures import deferred_indexes
from games.management.fixtures.fill import Plan, done_before, fill, play_all
from games.management.fixtures.habits import Calendar
from games.management.progress import Progress

PLAYED: Final = 4_000
"""Matches that are played where no number is given; others are dealt the same decks."""
MONTH: Final = timedelta(days=30.44)


class Command(BaseCommand):
    """N matches; with the same seed and options the same again, going on where it was stopped."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--count", type=int, required=True, metavar="N", help="how many matches")
        add("--seed", default="0", metavar="S", help="the same seed makes the same matches (0)")
        add(
            "--fresh",
            type=int,
            metavar="F",
            help=f"play so many ({PLAYED}); the others are dealt the decks of one of them again",
        )
        add("--people", type=int, metavar="P", help="how many people (by the number of matches)")
        add("--months", type=int, default=24, metavar="M", help="over so many months (24)")
        add("--until", default="2026-11-01", metavar="DATE", help="ending before (2026-11-01)")
        add("--workers", type=int, metavar="W", help="processes that play (one a processor)")
        add(
            "--indexes-last",
            action="store_true",
            help="of an empty site on PostgreSQL: indexes and references are built at the end",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        plan = _plan(options)
        workers: int = options["workers"] or os.cpu_count() or 1
        start = done_before(plan)
        if start == plan.count and not deferred_indexes.waits():
            self.stdout.write(f"all {plan.count} matches are here already")
            return
        if options["indexes_last"] and not deferred_indexes.waits():
            if not deferred_indexes.can_wait():
                raise CommandError(
                    "--indexes-last is for PostgreSQL, and for a site without matches"
                )
            deferred_indexes.put_aside()
        if start < plan.count:
            with Progress("played", plan.fresh) as progress:
                copiers = play_all(plan, workers, progress.step)
            with Progress("stored", plan.count - start) as progress:
                apart = workers > 1 and connection.vendor == "postgresql"
                fill(plan, copiers, start, progress.step, apart=apart)
        if deferred_indexes.waits():
            with Progress("indexes and references", deferred_indexes.how_many()) as progress:
                deferred_indexes.bring_back(progress.step)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # until then the planner takes the tables for empty
        self.stdout.write(f"{plan.count - start} matches made, {plan.count} in all")


def _plan(options: dict[str, Any]) -> Plan:
    """What the options ask for; CommandError says what is wrong with them."""
    count = options["count"]
    fresh = min(count, PLAYED) if options["fresh"] is None else options["fresh"]
    people = options["people"] or max(20, round(count**0.75))
    if count < 1:
        raise CommandError("--count must be 1 or more")
    if not 1 <= fresh <= count:
        raise CommandError(f"--fresh must be from 1 to {count}")
    if people < 6:
        raise CommandError("--people must be 6 or more: so many may sit at a table")
    if options["months"] < 1:
        raise CommandError("--months must be 1 or more")
    try:
        until = datetime.combine(date.fromisoformat(options["until"]), time(), UTC)
    except ValueError:
        raise CommandError("--until: write a date as 2026-11-01") from None
    calendar = Calendar(until - options["months"] * MONTH, until, count)
    return Plan(count, fresh, str(options["seed"]), people, calendar)
