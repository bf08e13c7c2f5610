"""Requests that only read let moves in flight go first; nothing waits within a transaction."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import Context, Engine, engines
from django.test import override_settings
from django.urls import path

from brisca_site.asgi_handler import OneThreadHandler
from brisca_site.template_loader import Loader
from games.live.core import move_priority
from games.live.core.move_priority import MovesInFlight, YieldToMoves, yield_to_moves
from games.live.storage import journal as journals
from games.live.storage.journal import Journal, Unit

LONG = 30.0
"""Seconds that no test takes."""


@pytest.fixture
def moves(monkeypatch):
    """The moves of this test alone; a query would wait as long as no test takes."""
    mine = MovesInFlight()
    monkeypatch.setattr(move_priority, "moves_in_flight", mine)
    monkeypatch.setattr(move_priority, "ONE_WAIT", LONG)
    monkeypatch.setattr(move_priority, "REQUEST_WAIT", LONG)
    monkeypatch.setattr(journals, "moves_in_flight", mine)
    return mine


def query() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def test_nothing_waits_without_a_move():
    moves = MovesInFlight()
    assert not moves.pending()
    assert moves.wait_until_none(LONG) < LONG


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


@pytest.mark.django_db(transaction=True)
def test_the_queries_of_a_request_wait_together_no_longer_than_it_may(monkeypatch):
    monkeypatch.setattr(move_priority, "ONE_WAIT", 0.01)
    monkeypatch.setattr(move_priority, "REQUEST_WAIT", 0.02)
    waited = []
    moves = MovesInFlight()
    monkeypatch.setattr(moves, "pending", lambda: True)
    monkeypatch.setattr(moves, "wait_until_none", lambda longest: waited.append(longest) or longest)
    with YieldToMoves(moves).within():
        for _ in range(5):
            query()
    assert waited == pytest.approx([0.01, 0.01])


@pytest.mark.django_db(transaction=True)
def test_nothing_waits_within_a_transaction(moves):
    waited = []
    moves.pending = lambda: True
    moves.wait_until_none = lambda longest: waited.append(longest) or 0.0
    with YieldToMoves(moves).within():
        with transaction.atomic():
            waited.clear()  # what begins it has nothing locked yet
            query()
            yield_to_moves()
        assert waited == []
        query()
        assert waited == [LONG]


def test_a_request_that_needs_no_query_waits_before_it_begins(moves):
    waited = []
    moves.pending = lambda: True
    moves.wait_until_none = lambda longest: waited.append(longest) or 0.0
    with YieldToMoves(moves).within():
        assert waited == [LONG]


PARTS = {
    "base": "<{% block one %}{% endblock %}|{% block two %}two{% endblock %}>",
    "page": "{% extends 'base' %}{% block one %}{% for n in 'abc' %}{% include 'part' %}{% endfor %}{% endblock %}",
    "part": "{{ n }}",
}


def test_a_template_yields_where_a_part_of_it_begins(monkeypatch):
    """Once for the page that is extended, each block, turn of a loop, and template that is included."""
    inner = ("django.template.loaders.locmem.Loader", PARTS)
    engine = Engine(loaders=[("brisca_site.template_loader.Loader", [inner])])
    yields = []
    monkeypatch.setattr("brisca_site.template_loader.yield_to_moves", lambda: yields.append(1))
    for count in (9, 18):
        assert engine.get_template("page").render(Context()) == "<abc|two>"
        assert len(yields) == count


def test_what_is_rendered_without_a_request_waits_for_nothing(moves):
    with moves.one():
        yield_to_moves()


def test_the_site_loads_its_templates_so():
    (loader,) = engines["django"].engine.template_loaders
    assert isinstance(loader, Loader)


def looked(_request: HttpRequest) -> HttpResponse:
    query()
    return HttpResponse("page")


urlpatterns = [path("", looked)]


async def answered(method: str) -> asyncio.Task[bytes]:
    """Begin a request to a page with one query; the task gives its body."""

    async def ask() -> bytes:
        scope = {"type": "http", "http_version": "1.1", "method": method, "path": "/"}
        scope |= {"query_string": b"", "headers": [(b"host", b"localhost")]}
        call = ApplicationCommunicator(OneThreadHandler(), scope)
        await call.send_input({"type": "http.request"})
        await call.receive_output(LONG)
        body = await call.receive_output(LONG)
        return body.get("body", b"")

    return asyncio.create_task(ask())


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "waits"), [("GET", True), ("HEAD", True), ("POST", False)])
async def test_a_request_that_only_reads_waits_for_a_move_in_flight(moves, method, waits):
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch, override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[]):
        patch.setattr("brisca_site.asgi_handler.YieldToMoves", lambda: YieldToMoves(moves))
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
        assert moves.pending()
        await writing
        assert moves.wait_until_none(LONG) < LONG
        assert not moves.pending()
    finally:
        await journal.stop()
