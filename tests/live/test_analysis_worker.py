"""The live server has matches analysed by a process of its own, and gives back what it cannot end."""

import asyncio
import sys

import pytest
from django.db import transaction

from games.live.process.analysis_worker import ANALYSIS_PROGRAM, AnalysisWorker
from games.live.process.runtime import Runtime
from games.models import MatchAnalysis
from games.models.analyses import AnalysisState
from games.services.analyses import ask_for_analysis
from tests.stats.support import stored
from tests.support.live import options

pytestmark = pytest.mark.django_db(transaction=True)
ECHO = (
    "import sys, zlib, json; sys.stdin.buffer.read();"
    "sys.stdout.buffer.write(zlib.compress(json.dumps({'seats': [], 'deals': []}).encode()))"
)
FOREVER = "import time; time.sleep(600)"


@pytest.fixture
def match():
    with transaction.atomic():
        found = stored()
        assert ask_for_analysis(match_id=found.public_id)
    return found


def state():
    row = MatchAnalysis.objects.get()
    return row.state, row.tries


async def _reviewed(program, cut_short=False):
    runtime = Runtime(options())
    await runtime.start()
    try:
        reviews = AnalysisWorker(runtime.db, runtime.autoplay, program)
        if not cut_short:
            await reviews.review()
            return
        worker = asyncio.create_task(reviews.review())
        async with asyncio.timeout(60):
            while not await runtime.db.run(_working):  # noqa: ASYNC110
                await asyncio.sleep(0)
        worker.cancel()
        with pytest.raises(asyncio.CancelledError):
            await worker
    finally:
        await runtime.stop()


def _working():
    return MatchAnalysis.objects.filter(state=AnalysisState.WORKING).exists()


def run(*program, **how):
    asyncio.run(_reviewed((sys.executable, "-c", *program), **how))


def test_what_the_process_finds_is_kept(match):
    run(ECHO)
    assert state() == (AnalysisState.DONE, 1)


def test_a_process_that_fails_is_told_of_and_the_match_left_alone(match):
    with pytest.raises(RuntimeError, match="no such luck"):
        run("raise SystemExit('no such luck')")
    assert state() == (AnalysisState.FAILED, 1)


def test_where_the_site_ends_the_match_is_given_back(match):
    run(FOREVER, cut_short=True)
    assert state() == (AnalysisState.WAITING, 0)


def test_bots_think_before_matches_are_analysed(match, monkeypatch):
    monkeypatch.setattr("games.live.match.autoplay.Autoplay.thinking", True)
    run(ECHO)
    assert state() == (AnalysisState.WAITING, 0)


def test_the_program_analyses_what_it_is_given(match, monkeypatch):
    import io
    import json
    import zlib

    from games.analysis import worker

    out = io.BytesIO()
    monkeypatch.setattr(worker, "get_ready", lambda: None)
    monkeypatch.setattr(worker, "analyse_packed", lambda record: {"record": len(record)})
    monkeypatch.setattr(sys, "stdin", type("In", (), {"buffer": io.BytesIO(b"four")}))
    monkeypatch.setattr(sys, "stdout", type("Out", (), {"buffer": out}))
    worker.main()
    assert json.loads(zlib.decompress(out.getvalue())) == {"record": 4}
    assert ANALYSIS_PROGRAM[-1] == worker.__name__
