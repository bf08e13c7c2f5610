"""The ASGI handler answers a request in a thread of its pool, and streams bodies on the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path
from django.utils.decorators import sync_and_async_middleware, sync_only_middleware

from brisca_site.asgi import http
from brisca_site.asgi_handler import NICE, THREADS, PooledThreadHandler

Answer = Callable[[HttpRequest], HttpResponse]
WENT: list[tuple[str, int]] = []
"""What ran, and the thread that it ran in."""


def note(name: str) -> None:
    WENT.append((name, threading.get_ident()))


@sync_only_middleware
def outer(get_response: Answer) -> Answer:
    def answer(request: HttpRequest) -> HttpResponse:
        note("outer")
        return get_response(request)

    return answer


@sync_and_async_middleware
def inner(get_response: Answer) -> Answer:
    assert not asyncio.iscoroutinefunction(get_response), "that would go through the event loop"

    def answer(request: HttpRequest) -> HttpResponse:
        note("inner")
        return get_response(request)

    return answer


def plain(_request: HttpRequest) -> HttpResponse:
    note("view")
    return HttpResponse("plain")


async def on_the_loop(_request: HttpRequest) -> StreamingHttpResponse:
    note("loop")

    async def parts() -> AsyncIterator[bytes]:
        for part in (b"one ", b"two"):
            note("loop")
            yield part

    return StreamingHttpResponse(parts())


async def endless(_request: HttpRequest) -> StreamingHttpResponse:
    async def parts() -> AsyncIterator[bytes]:
        try:
            while True:
                yield b"more "
                await asyncio.sleep(0)
        finally:
            note("ended")

    response = StreamingHttpResponse(parts())
    response._resource_closers.append(lambda: note("closed"))
    return response


def priority(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(os.getpriority(os.PRIO_PROCESS, 0)))


def wrong(_request: HttpRequest) -> HttpResponse:
    raise ValueError("a view that fails")


urlpatterns = [
    path("", plain),
    path("stream/", on_the_loop),
    path("endless/", endless),
    path("wrong/", wrong),
    path("priority/", priority),
]


@contextmanager
def calling(address: str, handler: PooledThreadHandler | None = None) -> Iterator[Any]:
    """Give a call of this handler, else of a new one with the two middlewares."""
    name = __name__
    with override_settings(ROOT_URLCONF=name, MIDDLEWARE=[f"{name}.outer", f"{name}.inner"]):
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": address}
        scope |= {"query_string": b"", "headers": [(b"host", b"localhost")]}
        yield ApplicationCommunicator(handler or PooledThreadHandler(), scope)


async def asked(address: str, handler: PooledThreadHandler | None = None) -> tuple[int, bytes]:
    """Ask this handler, else a new one with the two middlewares; return status and body."""
    WENT.clear()
    with calling(address, handler) as call:
        await call.send_input({"type": "http.request"})
        start = await call.receive_output(5)
        body = b""
        while True:
            part = await call.receive_output(5)
            body += part.get("body", b"")
            if not part.get("more_body"):
                return start["status"], body


@pytest.mark.asyncio
async def test_middleware_and_view_run_in_one_thread_off_the_loop() -> None:
    assert await asked("/") == (200, b"plain")
    assert [name for name, _thread in WENT] == ["outer", "inner", "view"]
    assert len({thread for _name, thread in WENT}) == 1
    assert WENT[0][1] != threading.get_ident()


@pytest.mark.asyncio
async def test_the_threads_of_pages_give_way_to_the_others() -> None:
    loop = os.getpriority(os.PRIO_PROCESS, 0)
    expected = max(NICE, loop) if sys.platform == "linux" else loop
    assert await asked("/priority/") == (200, str(expected).encode())
    assert os.getpriority(os.PRIO_PROCESS, 0) == loop


@pytest.mark.asyncio
async def test_requests_share_the_threads_of_the_pool_one_by_one() -> None:
    handler = PooledThreadHandler()
    threads = set()
    for _ in range(3 * THREADS):
        assert await asked("/", handler) == (200, b"plain")
        threads.add(WENT[0][1])
    assert len(threads) <= THREADS


@pytest.mark.asyncio
async def test_each_request_gives_back_the_connections_of_its_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("brisca_site.asgi_handler.close_old_connections", lambda: note("closed"))
    for address, view in (("/", "view"), ("/stream/", "loop")):
        await asked(address)
        own = [name for name, thread in WENT if thread == WENT[0][1]]
        assert own[0] == own[-1] == "closed"
        assert view in [name for name, _thread in WENT]


@pytest.mark.asyncio
async def test_a_stream_ends_and_is_closed_when_its_client_leaves() -> None:
    WENT.clear()
    with calling("/endless/") as call:
        await call.send_input({"type": "http.request"})
        assert (await call.receive_output(5))["status"] == 200
        assert (await call.receive_output(5))["body"] == b"more "
        await call.send_input({"type": "http.disconnect"})
        await call.wait(5)
    assert [name for name, _thread in WENT] == ["outer", "inner", "ended", "closed"]


@pytest.mark.asyncio
async def test_an_asynchronous_view_and_its_body_run_on_the_loop() -> None:
    assert await asked("/stream/") == (200, b"one two")
    assert {thread for name, thread in WENT if name == "loop"} == {threading.get_ident()}
    assert {thread for name, thread in WENT if name == "outer"} != {threading.get_ident()}


@pytest.mark.asyncio
async def test_a_view_that_fails_is_answered_by_500() -> None:
    with override_settings(DEBUG_PROPAGATE_EXCEPTIONS=False):
        status, _body = await asked("/wrong/")
    assert status == 500


def test_the_site_is_served_by_it() -> None:
    assert isinstance(http, PooledThreadHandler)
