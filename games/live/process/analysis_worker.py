"""The analysis of finished matches, one at a time, in a subprocess of the lowest priority."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import sys
import zlib
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.utils import timezone

from games.live.core import metrics

if TYPE_CHECKING:
    from games.live.core.db_threads import DbThreads
    from games.live.match.autoplay import Autoplay
    from games.services.analyses import Taken

log = logging.getLogger("games.live.process.analysis_worker")

ANALYSIS_LIMIT_S: Final = 300.0
"""Seconds for the analysis of one match, on a busy machine."""
ANALYSIS_PROGRAM: Final = (sys.executable, "-m", "games.analysis.worker")


class AnalysisWorker:
    """Worker of a process that analyses finished matches from the whole site's queue."""

    def __init__(
        self, db: DbThreads, autoplay: Autoplay, program: tuple[str, ...] = ANALYSIS_PROGRAM
    ) -> None:
        self.db = db
        self.autoplay = autoplay
        self.program = program
        self.worker = secrets.token_hex(8)

    async def review(self) -> None:
        """Analyse the match that has waited longest, unless a bot or a hint is being computed.

        Raises:
            RuntimeError: where the analysis fails; the match is marked as failed.
            TimeoutError: it takes longer than ANALYSIS_LIMIT_S; the match is marked as failed.
        """
        if self.autoplay.thinking:
            return
        job = await self.db.run(partial(_take, self.worker))
        if job is None:
            return
        try:
            async with asyncio.timeout(ANALYSIS_LIMIT_S):
                body = await self._analysed(job.record)
        except asyncio.CancelledError:  # the site ends: whoever comes next takes it
            await self.db.run(partial(_drop, job, failed=False))
            raise
        except Exception:
            metrics.ANALYSES.labels("failed").inc()
            await self.db.run(partial(_drop, job, failed=True))
            raise
        stored = await self.db.run(partial(_keep, job, body))
        metrics.ANALYSES.labels("done" if stored else "late").inc()

    async def _analysed(self, record: bytes) -> dict[str, Any]:
        """Run the analysis program on a record; return the analysis as JSON."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self.program, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe, stderr=pipe
        )
        try:
            out, errors = await process.communicate(record)
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise
        if process.returncode != 0:
            raise RuntimeError(f"the analysis failed: {errors.decode(errors='replace')[-500:]}")
        analysis: dict[str, Any] = json.loads(zlib.decompress(out))
        return analysis


def _take(worker: str) -> Taken | None:
    """Take the next match from the queue of analyses, or None. Runs in a database thread."""
    from games.services.analyses import take_analysis

    return take_analysis(worker=worker, now=timezone.now())


def _keep(job: Taken, body: dict[str, Any]) -> bool:
    """Store a match's analysis; False if another worker was faster. Runs in a database thread."""
    from games.services.analyses import keep_analysis

    return keep_analysis(taken=job, body=body, now=timezone.now())


def _drop(job: Taken, *, failed: bool) -> None:
    """Return a match to the queue of analyses, or mark it as failed. Runs in a database thread."""
    from games.services.analyses import drop_analysis

    drop_analysis(taken=job, failed=failed)
