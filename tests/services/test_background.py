"""Tasks that nobody waits for."""

from __future__ import annotations

import logging
from threading import Event, Semaphore

import pytest

from games.services.background import BACKGROUND_THREADS, drop_waiting, in_background

pytestmark = pytest.mark.django_db


def test_a_task_that_fails_is_logged_and_the_next_one_is_done(caplog):
    def broken() -> None:
        raise ValueError("secret words")

    done = Event()
    with caplog.at_level(logging.WARNING, "games.background"):
        in_background(broken).result(5)
        in_background(done.set).result(5)
    assert done.is_set()
    assert "ValueError" in caplog.text
    assert "secret words" not in caplog.text


def test_what_has_not_begun_is_dropped_as_the_process_ends_and_later_tasks_are_done():
    held, late, begun = Event(), Event(), Semaphore(0)

    def waits() -> None:
        begun.release()
        held.wait(10)

    busy = [in_background(waits) for _ in range(BACKGROUND_THREADS)]
    waiting = in_background(late.set)
    assert all(begun.acquire(timeout=5) for _ in range(BACKGROUND_THREADS))
    drop_waiting()
    held.set()
    for one in busy:
        one.exception(5)
    assert waiting.cancelled()
    assert not late.is_set()
    in_background(late.set).result(5)
    assert late.is_set()
