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

LIMIT: Final = 300.0
"""Seconds for the analysis of one match, on a busy machine."""
PROGRAM: Final = (sys.executable, "-m", "games.analysis.work")


class AnalysisWorker:
    """The part of a process that analyses finished matches, out of the whole site's queue."""

    def __init__(
        self, db: DbThreads, autoplay: Autoplay, program: tuple[str, ...] = PROGRAM
    ) -> None:
        self.db = db
        self.autoplay = autoplay
        self.program = program
        self.worker = secrets.token_hex(8)

    async def review(self) -> None:
        """Analyse the match that has waited longest, unless a bot or a hint is being computed.

        Raises:
            RuntimeError: where the analysis fails; the match is marked as failed.
            TimeoutError: where it takes longer than LIMIT seconds; the match is marked as failed.
        """
        if self.autoplay.thinking:
            return
        taken = await self.db.run(partial(_take, self.worker))
        if taken is None:
            return
        try:
            async with asyncio.timeout(LIMIT):
                body = await self._analysed(taken.record)
        except asyncio.CancelledError:  # the site ends: whoever comes next takes it
            await self.db.run(partial(_drop, taken, failed=False))
            raise
        except Exception:
            metrics.ANALYSES.labels("failed").inc()
            await self.db.run(partial(_drop, taken, failed=True))
            raise
        kept = await self.db.run(partial(_keep, taken, body))
        metrics.ANALYSES.labels("done" if kept else "late").inc()

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
        found: dict[str, Any] = json.loads(zlib.decompress(out))
        return found


def _take(worker: str) -> Taken | None:
    """Take the next match of the queue, or None. Runs in a database thread."""
    from games.services.analyses import take_analysis

    return take_analysis(worker=worker, now=timezone.now())


def _keep(taken: Taken, body: dict[str, Any]) -> bool:
    """Store an analysis; return False if another worker was quicker. Runs in a database thread."""
    from games.services.analyses import keep_analysis

    return keep_analysis(taken=taken, body=body, now=timezone.now())


def _drop(taken: Taken, *, failed: bool) -> None:
    """Give a match back to the queue, or mark it as failed. Runs in a database thread."""
    from games.services.analyses import drop_analysis

    drop_analysis(taken=taken, failed=failed)
