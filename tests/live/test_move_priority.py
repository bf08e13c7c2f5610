"""Requests that only read let moves in flight go first."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from brisca_site import asgi_handler
from brisca_site.asgi_handler import PooledThreadHandler
from games.live.core.move_priority import MovesInFlight
from games.live.storage import journal as journals
from games.live.storage.journal import Journal, Unit

LONG = 30.0
"""Seconds that no test takes."""


@pytest.fixture
def moves(monkeypatch):
    """The moves of this test alone; a request waits for them as long as no test takes."""
    mine = MovesInFlight()
    monkeypatch.setattr(asgi_handler, "moves_in_flight", mine)
    monkeypatch.setattr(asgi_handler, "MAX_WAIT_S", LONG)
    monkeypatch.setattr(journals, "moves_in_flight", mine)
    return mine


def test_nothing_waits_without_a_move():
    assert MovesInFlight().wait_until_none(LONG) < LONG


def test_who_waits_goes_on_once_the_move_is_sent():
    moves = MovesInFlight()
    order = []

    def page():
        moves.wait_until_none(LONG)
        order.append("page")

    thread = threading.Thread(target=page)
    with moves.one():
        with moves.one():
            thread.start()
        time.sleep(0.02)
        order.append("move")
    thread.join(LONG)
    assert order == ["move", "page"]


def test_who_waits_waits_no_longer_than_it_may():
    moves = MovesInFlight()
    with moves.one():
        assert 0.01 <= moves.wait_until_none(0.01) < LONG


def test_a_move_that_fails_is_no_longer_in_flight():
    moves = MovesInFlight()
    with pytest.raises(ValueError, match="conflict"), moves.one():
        raise ValueError("conflict")
    assert moves.wait_until_none(LONG) < LONG


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("page")


urlpatterns = [path("", page)]


async def answered(method: str) -> asyncio.Task[bytes]:
    """Begin a request to a page; the task gives its body."""

    async def ask() -> bytes:
        scope = {"type": "http", "http_version": "1.1", "method": method, "path": "/"}
        scope |= {"query_string": b"", "headers": [(b"host", b"localhost")]}
        call = ApplicationCommunicator(PooledThreadHandler(), scope)
        await call.send_input({"type": "http.request"})
        await call.receive_output(LONG)
        body = await call.receive_output(LONG)
        return body.get("body", b"")

    return asyncio.create_task(ask())


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "waits"), [("GET", True), ("HEAD", True), ("POST", False)])
async def test_a_request_that_only_reads_waits_for_a_move_in_flight(moves, method, waits):
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        with moves.one():
            request = await answered(method)
            done, _ = await asyncio.wait([request], timeout=0.3 if waits else LONG)
            assert bool(done) is not waits
        await asyncio.wait_for(request, LONG)


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_what_is_put_into_the_journal_is_in_flight_until_it_is_durable(moves):
    journal = Journal()
    await journal.start()
    try:
        writing = asyncio.create_task(journal.put(Unit()))
        await asyncio.sleep(0)
        assert moves.wait_until_none(0.01) >= 0.01
        await writing
        assert moves.wait_until_none(LONG) < LONG
    finally:
        await journal.stop()
