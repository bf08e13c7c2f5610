"""Verify and store records of matches; known matches are skipped, so this may run again."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max

from brisca_site.base.progress import Progress
from games.management.reading import Source, read_all
from games.models import CountedMatch, Match
from games.services.bulk import BulkStore
from games.services.outcomes import Kept
from games.stats.rebuild import rebuild

MATCHES_A_BATCH: Final = 500
"""Matches in one transaction."""


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add(
            "files",
            nargs="+",
            metavar="FILE",
            help="NDJSON (.ndjson, packed as .zst or .gz), one record (.json), or - for input",
        )
        add(
            "--keep-going",
            action="store_true",
            help="pass over what is refused; without it nothing after it is read",
        )
        add("--check", action="store_true", help="verify only, store nothing")
        add("--workers", type=int, metavar="W", help="processes that verify (one a processor)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import all files of records and print the numbers of matches stored, known and refused.

        Raises:
            CommandError: where a record or file was refused.
        """
        work = _Import(self, options)
        try:
            for name in options["files"]:
                work.read(name)
        finally:
            work.finish()
        summary = f"{work.stored} stored, {work.known} here already, {work.refused} refused"
        if work.refused:
            raise CommandError(summary)
        self.stdout.write(summary)


class _Import:
    """One import of records: counts, matches not stored yet, and whether they came in order."""

    def __init__(self, command: Command, options: dict[str, Any]) -> None:
        self.command = command
        self.check: bool = options["check"]
        self.keep_going: bool = options["keep_going"]
        self.workers: int = options["workers"] or os.cpu_count() or 1
        self.stored = self.known = self.refused = 0
        self.store = BulkStore()
        self.waiting: dict[str, Kept] = {}
        self.latest = Match.objects.filter(counted__isnull=False).aggregate(
            latest=Max("finished_at")
        )["latest"]
        self.in_order = True
        """Whether every match so far ended after those before it; only then are figures counted
        as matches are stored.
        """

    def read(self, name: str) -> None:
        """Store the matches of one file of records; `-` is standard input.

        Raises:
            CommandError: at the first refusal, without `--keep-going`.
        """
        count = 0
        try:
            with Source(name) as source, Progress(name, source.size) as progress:
                for read in read_all(source.lines(), self.workers):
                    progress.step(source.place - progress.done)
                    result = read.content
                    if isinstance(result, Kept):
                        count += 1
                        self._take(result)
                    elif isinstance(result, str):
                        self._refuse(f"{name}, line {read.number}: {result}")
                    elif result.count not in (count, -1):
                        self._refuse(f"{name}: {count} good records of {result.count}")
        except OSError as error:
            self._refuse(f"{name}: {error.strerror or error}")
        self._flush()

    def finish(self) -> None:
        """Rebuild the statistics if the matches were not imported in the order of their ends."""
        if self.in_order or not self.stored:
            return
        total = CountedMatch.objects.count() + self.stored
        with Progress("counted", total) as progress:
            rebuild(step=progress.step)

    def _take(self, match: Kept) -> None:
        """Add a match to the batch to be stored, unless the batch has it already."""
        if match.public_id in self.waiting:
            self.known += 1
            return
        self.waiting[match.public_id] = match
        if len(self.waiting) >= MATCHES_A_BATCH:
            self._flush()

    def _refuse(self, why: str) -> None:
        """Print why a line is refused; without `--keep-going` store the batch and stop."""
        self.refused += 1
        self.command.stderr.write(why)
        if not self.keep_going:
            self._flush()
            raise CommandError("stopped there; --keep-going goes on after what is refused")

    def _flush(self) -> None:
        """Store the matches of the batch that the site does not have yet."""
        here = set(
            Match.objects.filter(public_id__in=list(self.waiting)).values_list(
                "public_id", flat=True
            )
        )
        batch = [match for match in self.waiting.values() if match.public_id not in here]
        self.known += len(here)
        self.waiting.clear()
        for match in batch:
            if self.latest is not None and match.finished_at < self.latest:
                self.in_order = False
            self.latest = match.finished_at
        if not self.check:
            self.store.store(batch, count=self.in_order)
        self.stored += len(batch)
