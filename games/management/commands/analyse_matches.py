"""Analyse matches of the queue, in several processes; the site may do so at the same time."""

from __future__ import annotations

import multiprocessing
import os
import secrets
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from brisca_site.base.progress import Progress
from games.analysis.worker import analyse_packed, get_ready
from games.models import MatchAnalysis
from games.models.analyses import AnalysisState
from games.services.analyses import (
    Taken,
    drop_analysis,
    keep_analysis,
    queue_old,
    take_analysis,
)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        cores = max(1, (os.cpu_count() or 2) - 1)
        parser.add_argument("--limit", type=int, help="at most so many matches")
        parser.add_argument(
            "--processes", type=int, default=cores, help=f"that work at once ({cores})"
        )
        parser.add_argument(
            "--waiting", action="store_true", help="only what is queued already, no old matches"
        )
        parser.add_argument(
            "--queue",
            action="store_true",
            help="only queue the old matches; the site does the rest",
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="also those that failed, or are of an earlier version",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Queue old matches and analyse the waiting matches, as the options say.

        Raises:
            CommandError: where an option is out of range.
        """
        limit: int | None = options["limit"]
        if options["processes"] < 1 or (limit is not None and limit < 1):
            raise CommandError("--processes and --limit must be 1 or more")
        if not options["waiting"]:
            added = queue_old(limit=limit, again=options["again"])
            self.stdout.write(f"{added} matches queued")
        if options["queue"]:
            return
        total = MatchAnalysis.objects.filter(state=AnalysisState.WAITING).count()
        total = total if limit is None else min(total, limit)
        done, failed = self._work(total, options["processes"]) if total else (0, 0)
        self.stdout.write(f"{done} matches analysed, {failed} failed")

    def _work(self, total: int, processes: int) -> tuple[int, int]:
        """Analyse up to `total` queued matches; return the numbers that succeeded and failed."""
        worker, running = secrets.token_hex(8), dict[Future[Any], Taken]()
        begun = done = failed = 0
        with (
            ProcessPoolExecutor(
                processes,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=get_ready,
            ) as pool,
            Progress("matches", total) as progress,
        ):
            while True:
                while len(running) < processes and begun < total:
                    queued = take_analysis(worker=f"{worker}{begun}", now=timezone.now())
                    if queued is None:
                        total = begun
                        break
                    begun += 1
                    running[pool.submit(analyse_packed, queued.record)] = queued
                if not running:
                    return done, failed
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    queued = running.pop(future)
                    error = future.exception()
                    if error is not None:
                        failed += 1
                        drop_analysis(taken=queued, failed=True)
                        self.stderr.write(f"match {queued.match_id}: {error}")
                    else:
                        keep_analysis(taken=queued, body=future.result(), now=timezone.now())
                        done += 1
                    progress.step()
