"""Bots that look ahead think in processes of their own."""

import asyncio
import os
import random
import signal

import pytest

from games.bots import bot_named
from games.bots.worker_tasks import _end_with, run, task_for
from games.engine import PlayCard, view_for
from games.live.match.bot_pool import HINTS, MAX_QUEUED, MOVES, BotPool, PrioritySemaphore
from tests.bots.kernel_deals import dealt, rules_of

PATIENT = 60.0


def a_view(players=2, seed=1):
    state = dealt(rules_of(players), random.Random(seed))
    return view_for(state, state.turn)


@pytest.fixture
def thinkers():
    found = BotPool(limit=PATIENT, processes=1)
    yield found
    found.stop()


def test_a_task_is_thought_over_as_here():
    view = a_view()
    assert run(task_for("expert", view, 7)) == bot_named("expert").choose(view, random.Random(7))


def test_no_process_runs_before_the_first_thought(thinkers):
    assert thinkers._pool is None


async def _answers(thinkers):
    """The answer, what else the loop did in the meantime, and the answer after a crash."""
    view, ticks = a_view(), 0

    async def tick():
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    first = await thinkers.choose("expert", view, 7)
    ticking.cancel()
    for pid in list(thinkers._pool._processes):
        os.kill(pid, signal.SIGKILL)
    crashed = await thinkers.choose("expert", view, 7)
    again = await thinkers.choose("expert", view, 7)
    return first, ticks, crashed, again


def test_the_loop_goes_on_and_a_crash_is_survived(thinkers):
    first, ticks, crashed, again = asyncio.run(_answers(thinkers))
    assert isinstance(first, PlayCard)
    assert ticks > 100
    assert crashed is None
    assert again == first


def test_who_does_not_answer_in_time_is_not_waited_for():
    hasty = BotPool(limit=0.0, processes=1)
    try:
        assert asyncio.run(hasty.choose("expert", a_view(), 7)) is None
        assert hasty.pending == 0
    finally:
        hasty.stop()


def test_a_full_queue_is_not_joined(thinkers):
    thinkers.pending = MAX_QUEUED * thinkers.processes
    assert asyncio.run(thinkers.choose("expert", a_view(), 7)) is None
    assert thinkers._pool is None


def test_a_failing_thought_leaves_the_others_alone(thinkers):
    async def two():
        return (
            await thinkers.choose("nobody", a_view(), 7),
            await thinkers.choose("expert", a_view(), 7),
        )

    failed, fine = asyncio.run(two())
    assert failed is None
    assert isinstance(fine, PlayCard)


async def _with_one_permit():
    permits, came = PrioritySemaphore(1), []

    async def through(name, urgency):
        await permits.acquire(urgency)
        came.append(name)
        await asyncio.sleep(0)
        permits.release()

    await permits.acquire(MOVES)
    gone = asyncio.create_task(through("gone", MOVES))
    waiting = [
        asyncio.create_task(through(name, urgency))
        for name, urgency in (("hint", HINTS), ("move", MOVES), ("later move", MOVES))
    ]
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    permits.release()
    await asyncio.gather(*waiting)
    await asyncio.wait_for(permits.acquire(HINTS), 10)
    return came


def test_moves_go_before_hints_and_who_left_holds_up_nobody():
    assert asyncio.run(_with_one_permit()) == ["move", "later move", "hint"]


def test_advice_is_thought_over_in_the_same_processes(thinkers):
    async def asked():
        return await thinkers.advise(a_view(), 7)

    found = asyncio.run(asked())
    assert found.card in a_view().hand
    assert thinkers.pending == 0


def test_a_process_that_thinks_ends_with_the_server(monkeypatch):
    ended = []
    monkeypatch.setattr(os, "_exit", ended.append)

    class Gone:
        def join(self):
            """The server was killed: nobody waits for it."""

    _end_with(Gone())
    assert ended == [0]
