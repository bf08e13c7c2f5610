"""Alive, ready, and who may read the figures: asked of the ASGI application itself."""

from __future__ import annotations

import asyncio
import json

import pytest
import pytest_asyncio
from channels.testing import HttpCommunicator
from django.db import OperationalError

from brisca_site.operations import Operations
from games.live.core.pubsub import PubSub
from games.live.process import health
from games.live.process.peers import Peers
from games.live.process.runtime import Runtime
from games.live.storage import journal
from tests.support.live import running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
HERE, THERE = ("127.0.0.1", 1), ("10.0.0.7", 1)


async def site(scope, receive, send):
    raise AssertionError("the site was asked")


def full_disk(*_):
    raise OperationalError("database or disk is full")


async def get(path, *, method="GET", headers=(), client=HERE, app=None, version="1.1"):
    """Status and body of an answer."""
    asked = HttpCommunicator(app or Operations(site), method, path, headers=list(headers))
    asked.scope["client"] = list(client) if client else None
    asked.scope["http_version"] = version
    answer = await asked.get_response(timeout=20)
    return answer["status"], answer["body"]


@pytest_asyncio.fixture
async def _stopped():
    """The runtime that a request starts by itself ends with the test."""
    yield
    await (await Runtime.current()).stop()


async def test_a_process_that_lives_says_so_without_a_runtime_or_a_database():
    assert await get("/healthz") == (200, b'{"alive":true}')
    assert await get("/healthz", method="HEAD") == (200, b"")
    assert (await get("/healthz", method="POST"))[0] == 405


async def test_a_process_in_order_is_ready():
    async with running() as runtime:
        assert await health.look(runtime) == ([], [])


@pytest.mark.usefixtures("_stopped")
async def test_readiness_is_answered_and_one_look_serves_many():
    app = Operations(site)
    answers = await asyncio.gather(*(get("/readyz", app=app) for _ in range(20)))
    assert {status for status, _ in answers} == {200}
    assert json.loads(answers[0][1]) == {"ready": True, "troubles": [], "degraded": []}
    runtime = await Runtime.current()
    runtime.draining = True
    app._looked_at -= 60
    status, body = await get("/readyz", app=app)
    assert status == 503
    assert json.loads(body) == {"ready": False, "troubles": ["draining"], "degraded": []}


async def test_each_part_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr(health, "PROBE_TIMEOUT_S", 0.05)
    stuck = asyncio.Event()

    async def never(*_):
        await stuck.wait()

    async def deaf(_):
        return False

    async with running() as runtime:
        with monkeypatch.context() as patch:
            patch.setattr(runtime.db, "run", never)
            assert await health.look(runtime) == ([], ["database"])
        with monkeypatch.context() as patch:
            patch.setattr(runtime.journal, "put", never)
            assert await health.look(runtime) == ([], ["journal"])
        with monkeypatch.context() as patch:
            patch.setattr(runtime.pubsub, "delivers", deaf)
            assert await health.look(runtime) == ([], ["pubsub"])
        with monkeypatch.context() as patch:
            patch.setattr(runtime.loop_lag, "since", lambda job: 60.0 if job == "due" else 0.0)
            assert await health.look(runtime) == (["clocks"], [])
            patch.setattr(runtime.journal, "put", never)
            assert await health.look(runtime) == ([], ["journal", "clocks"])
        with monkeypatch.context() as patch:
            patch.setattr(runtime.db, "run", never)
            patch.setattr(runtime.pubsub, "delivers", deaf)
            assert await health.look(runtime) == (["database"], ["pubsub"])
        runtime.loop_lag._late.append(5.0)
        assert await health.look(runtime) == (["loop"], [])
        runtime.ready = False
        assert await health.look(runtime) == (["starting"], [])
        stuck.set()


async def test_a_process_is_not_ready_for_what_it_alone_lacks(monkeypatch):
    async def silent(_runtime):
        return False

    async with running() as runtime:
        other = Peers("another process")
        other.works_elsewhere("database", works_here=True)
        with monkeypatch.context() as patch:
            patch.setattr(health, "_reads", silent)
            assert await health.look(runtime) == ([], ["database"]), "the sign may be of before"
            assert await health.look(runtime) == ([], ["database"])
            other.works_elsewhere("database", works_here=True)
            assert await health.look(runtime) == (["database"], [])
            assert not other.works_elsewhere("database", works_here=False), "now away for all"
            assert await health.look(runtime) == ([], ["database"])
        assert await health.look(runtime) == ([], [])


async def test_refused_moves_and_a_full_disk_degrade_a_process(monkeypatch):
    async with running() as runtime:
        monkeypatch.setattr(health, "LEAST_DISK_ROOM", 1 << 70)
        assert await health.look(runtime) == ([], ["disk"])
        monkeypatch.setattr(health, "LEAST_DISK_ROOM", 0)
        with pytest.raises(journal.NotWritten):
            await runtime.journal.put(journal.Unit(also=(full_disk,)))
        assert await health.look(runtime) == ([], ["journal"])


async def test_a_bell_is_heard_by_who_rings_it_or_not_at_all():
    async def heard(_):
        raise AssertionError("an echo is no news")

    bell = PubSub(heard, in_memory=True)
    assert not await bell.delivers(0.05)
    await bell.start()
    assert await bell.delivers(10)
    await bell.stop()
    assert await PubSub(heard, in_memory=False).delivers(0.05)


LOCAL = (b"host", b"localhost:8001")
TOKEN = "s3cret"


def bearer(token):
    return (b"authorization", f"Bearer {token}".encode())


@pytest.mark.parametrize(
    ("client", "headers", "token", "proxies", "status"),
    [
        (HERE, (LOCAL,), "", 0, 200),
        (("::1", 1), (LOCAL,), "", 0, 200),
        (("::ffff:127.0.0.1", 1), (LOCAL,), "", 0, 200),
        (HERE, ((b"host", b"127.0.0.1:8001"),), "", 0, 200),
        (HERE, ((b"host", b"[::1]:8001"),), "", 0, 200),
        (HERE, ((b"host", b"LOCALHOST"),), "", 0, 200),
        # a proxy on this machine that says nothing of itself
        (HERE, ((b"host", b"brisca.example"),), "", 0, 404),
        (HERE, ((b"host", b"brisca.example:8001"),), "", 0, 404),
        (HERE, ((b"host", b"localhost.brisca.example"),), "", 0, 404),
        (HERE, ((b"host", b"127.0.0.1.brisca.example"),), "", 0, 404),
        (HERE, ((b"host", b"10.0.0.7"),), "", 0, 404),
        (HERE, ((b"host", b"localhost:8001, brisca.example"),), "", 0, 404),
        (HERE, (LOCAL, (b"host", b"brisca.example")), "", 0, 404),
        (HERE, ((b"host", b""),), "", 0, 404),
        (HERE, (), "", 0, 404),
        (THERE, (LOCAL,), "", 0, 404),
        (None, (LOCAL,), "", 0, 404),
        (HERE, (LOCAL, (b"x-forwarded-for", b"9.9.9.9")), "", 0, 404),
        (HERE, (LOCAL, (b"x-forwarded-proto", b"https")), "", 0, 404),
        (HERE, (LOCAL, (b"forwarded", b"for=9.9.9.9")), "", 0, 404),
        (HERE, (LOCAL, (b"via", b"1.1 proxy")), "", 0, 404),
        (HERE, (LOCAL,), "", 1, 404),
        (HERE, (LOCAL,), TOKEN, 0, 200),
        (HERE, ((b"host", b"brisca.example"),), TOKEN, 0, 404),
        (THERE, (bearer(TOKEN),), TOKEN, 1, 200),
        (HERE, ((b"host", b"brisca.example"), bearer(TOKEN)), TOKEN, 1, 200),
        (THERE, (bearer("wrong"),), TOKEN, 0, 404),
        (HERE, (LOCAL, bearer("wrong")), TOKEN, 0, 404),
        (HERE, (LOCAL, bearer("")), TOKEN, 0, 404),
        (THERE, (bearer(""),), "", 0, 404),
        (THERE, (bearer("ñ"),), TOKEN, 0, 404),
    ],
)
async def test_the_figures_are_for_this_machine_or_who_has_the_token(
    settings, client, headers, token, proxies, status
):
    settings.METRICS_TOKEN, settings.NUM_PROXIES = token, proxies
    answer = await get("/metrics", client=client, headers=headers)
    assert answer[0] == status
    assert (b"brisca_build_info" in answer[1]) == (status == 200)


async def test_a_proxy_that_speaks_an_older_http_does_not_open_the_figures(settings):
    settings.METRICS_TOKEN, settings.NUM_PROXIES = "", 0
    asked = {"client": HERE, "headers": (LOCAL,)}
    assert (await get("/metrics", version="1.1", **asked))[0] == 200
    assert (await get("/metrics", version="1.0", **asked))[0] == 404


async def test_a_site_with_https_shows_the_figures_by_the_token_alone(settings):
    """Its proxy may send a loopback name as the Host, by HTTP/1.1 and without another header."""
    settings.METRICS_TOKEN, settings.NUM_PROXIES, settings.HTTPS = TOKEN, 0, True
    assert (await get("/metrics", client=HERE, headers=(LOCAL,), version="1.1"))[0] == 404
    assert (await get("/metrics", client=HERE, headers=(LOCAL, bearer(TOKEN))))[0] == 200


async def test_all_else_goes_to_the_site():
    asked = []

    async def page(scope, receive, send):
        asked.append(scope["path"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    for path in ("/", "/healthz/", "/metrics/x", "/readyz2"):
        assert (await get(path, app=Operations(page)))[0] == 204
    assert asked == ["/", "/healthz/", "/metrics/x", "/readyz2"]
