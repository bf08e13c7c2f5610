"""The thread that became idle last works next, and no work is lost."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest

from brisca_site.latest_thread_executor import LatestThreadExecutor


@pytest.fixture
def executor() -> Iterator[LatestThreadExecutor]:
    made = LatestThreadExecutor(4, "worker")
    yield made
    made.shutdown()


def name() -> str:
    return threading.current_thread().name


def wait_until_idle(executor: LatestThreadExecutor, threads: int) -> None:
    until = time.monotonic() + 20
    while len(executor._idle) < threads and time.monotonic() < until:
        time.sleep(0.001)
    assert len(executor._idle) == threads


def busy(executor: LatestThreadExecutor, threads: int) -> threading.Event:
    """Let so many threads work until the event is set that this returns."""
    event, begun = threading.Event(), threading.Barrier(threads + 1)

    def work() -> None:
        begun.wait(20)
        event.wait(20)

    for _ in range(threads):
        executor.submit(work)
    begun.wait(20)
    return event


def test_results_and_errors_are_those_of_the_function(executor):
    assert executor.submit(divmod, 7, 2).result(20) == (3, 1)
    assert executor.submit(int, "12", base=3).result(20) == 5
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 7, 0).result(20)
    assert executor.submit(name).result(20).startswith("worker_")


def test_work_that_comes_bit_by_bit_goes_to_one_thread(executor):
    busy(executor, 3).set()
    wait_until_idle(executor, 3)
    names = set()
    for _ in range(20):
        names.add(executor.submit(name).result(20))
        wait_until_idle(executor, 3)
    assert len(names) == 1


def test_there_are_no_more_threads_than_allowed_and_the_rest_waits_in_order(executor):
    event, done = busy(executor, 4), []
    waiting = [executor.submit(done.append, number) for number in range(50)]
    assert not any(future.done() for future in waiting)
    event.set()
    for future in waiting:
        future.result(20)
    assert sorted(done) == list(range(50))
    assert len(executor._threads) == 4


def test_each_thread_is_initialized_once():
    started: list[str] = []
    executor = LatestThreadExecutor(2, "worker", lambda: started.append(name()))
    busy(executor, 2).set()
    wait_until_idle(executor, 2)
    assert executor.submit(name).result(20) in started
    executor.shutdown()
    assert sorted(started) == ["worker_0", "worker_1"]


def test_many_threads_may_give_work_at_once(executor):
    futures: list[list[int]] = []

    def give() -> None:
        futures.append([executor.submit(pow, number, 2).result(20) for number in range(200)])

    givers = [threading.Thread(target=give) for _ in range(8)]
    for giver in givers:
        giver.start()
    for giver in givers:
        giver.join(60)
    assert futures == [[number**2 for number in range(200)]] * 8


def test_an_idle_thread_holds_nothing_of_its_latest_work(executor):
    class Request:
        pass

    request = Request()
    reference = weakref.ref(request)
    executor.submit(id, request).result(20)
    wait_until_idle(executor, 1)
    del request
    gc.collect()
    assert reference() is None


def test_what_was_accepted_is_done_before_the_end(executor):
    event = busy(executor, 4)
    waiting = [executor.submit(name) for _ in range(8)]
    executor.shutdown(wait=False)
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(name)
    event.set()
    executor.shutdown()
    assert all(future.result(0) for future in waiting)
    assert not any(thread.is_alive() for thread in executor._threads)


def test_what_waits_may_be_dropped_at_the_end(executor):
    event = busy(executor, 4)
    waiting = executor.submit(name)
    executor.shutdown(wait=False, cancel_futures=True)
    event.set()
    with pytest.raises(CancelledError):
        waiting.result(20)


def test_a_process_ends_once_its_work_is_done():
    code = """
import time
from brisca_site.latest_thread_executor import LatestThreadExecutor
executor = LatestThreadExecutor(2, "worker")
executor.submit(time.sleep, 0)
executor.submit(lambda: (time.sleep(0.3), print("done")))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "done\n"
