"""Who may open a socket, how fast, and from how many places at once."""

from __future__ import annotations

import pytest
from channels.testing import WebsocketCommunicator
from django.test import override_settings

from brisca_site.origin import SameOrigin
from games.live.clients import connect_limit
from games.live.clients.connect_limit import ConnectLimit
from games.live.clients.visitor import address_of
from games.live.core.rate_limit import Buckets, TokenBucket
from tests.live.metering import added
from tests.support.live import options

SITE = {"ALLOWED_HOSTS": ["brisca.example", "[::1]"], "ALLOWED_ORIGINS": [], "HTTPS": False}


async def within(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})


def scope(origin, host="brisca.example:8000", scheme="ws"):
    headers = [] if host is None else [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "websocket", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "scheme", "https", "allowed"),
    [
        ("http://brisca.example:8000", "brisca.example:8000", "ws", False, True),
        ("HTTP://BRISCA.example:8000", "brisca.example:8000", "ws", False, True),
        ("http://brisca.example", "brisca.example:80", "ws", False, True),
        ("https://brisca.example:443", "brisca.example", "wss", False, True),
        ("https://brisca.example", "brisca.example", "ws", True, True),
        ("http://[::1]:8000", "[::1]:8000", "ws", False, True),
        ("http://brisca.example:9000", "brisca.example:8000", "ws", False, False),
        ("https://brisca.example:8000", "brisca.example:8000", "ws", False, False),
        ("http://brisca.example", "brisca.example", "ws", True, False),
        ("http://evil.example:8000", "brisca.example:8000", "ws", False, False),
        ("http://evil.example:8000", "evil.example:8000", "ws", False, False),
        ("http://brisca.example.evil.example", "brisca.example", "ws", False, False),
        ("http://x@brisca.example:8000", "brisca.example:8000", "ws", False, False),
        ("http://brisca.example:8000/path", "brisca.example:8000", "ws", False, False),
        ("null", "brisca.example:8000", "ws", False, False),
        ("", "brisca.example:8000", "ws", False, False),
        (None, "brisca.example:8000", "ws", False, False),
        ("http://brisca.example:8000", None, "ws", False, False),
        ("http://[::1", "brisca.example:8000", "ws", False, False),
        ("http://brisca.example:99999", "brisca.example:8000", "ws", False, False),
        ("file://brisca.example", "brisca.example", "ws", False, False),
    ],
)
def test_a_socket_is_of_the_sites_own_scheme_host_and_port(origin, host, scheme, https, allowed):
    with override_settings(**{**SITE, "HTTPS": https}):
        assert SameOrigin(within).allowed(scope(origin, host, scheme)) is allowed


def test_other_origins_may_be_listed_whole():
    listed = ["https://app.example", "https://app.example:8443"]
    with override_settings(**{**SITE, "ALLOWED_ORIGINS": listed}):
        guard = SameOrigin(within)
        assert guard.allowed(scope("https://app.example"))
        assert guard.allowed(scope("https://app.example:8443"))
        assert not guard.allowed(scope("http://app.example"))
        assert not guard.allowed(scope("https://app.example:9"))
        assert not guard.allowed(scope("https://app.example", host="evil.example"))


@pytest.mark.asyncio
@override_settings(**SITE)
async def test_a_cookie_that_no_database_looks_up_is_refused_in_the_handshake():
    for value, accepted in ((b"abc", True), (rb'"\000abcdefgh"', False)):
        headers = [
            (b"origin", b"http://brisca.example:8000"),
            (b"host", b"brisca.example:8000"),
            (b"cookie", b"sessionid=" + value),
        ]
        socket = WebsocketCommunicator(SameOrigin(within), "/", headers=headers)
        assert (await socket.connect())[0] is accepted


@pytest.mark.asyncio
@override_settings(**SITE)
async def test_a_refused_origin_is_refused_in_the_handshake_and_counted():
    with added() as grown:
        socket = WebsocketCommunicator(
            SameOrigin(within), "/", headers=[(b"origin", b"https://evil.example")]
        )
        assert (await socket.connect())[0] is False
        assert grown("brisca_sockets_refused_total", reason="origin") == 1


@pytest.mark.asyncio
async def test_one_address_opens_so_many_sockets_at_once_and_another_is_not_held_up(monkeypatch):
    few = options(arrivals_burst=3, arrivals_rate=0.0)
    monkeypatch.setattr(connect_limit, "load", lambda: few)
    guard = ConnectLimit(within)

    async def comes(address):
        socket = WebsocketCommunicator(guard, "/")
        socket.scope["client"] = [address, 5]
        return (await socket.connect())[0]

    with added() as grown:
        assert [await comes("10.0.0.1") for _ in range(5)] == [True] * 3 + [False] * 2
        assert await comes("10.0.0.2")
        assert grown("brisca_sockets_refused_total", reason="arrivals") == 2


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "address"),
    [
        ("10.0.0.1", None, 0, "10.0.0.1"),
        ("10.0.0.1", "1.1.1.1", 0, "10.0.0.1"),
        ("127.0.0.1", "1.1.1.1", 1, "1.1.1.1"),
        ("127.0.0.1", "6.6.6.6, 1.1.1.1", 1, "1.1.1.1"),
        ("127.0.0.1", "6.6.6.6, 1.1.1.1, 2.2.2.2", 2, "1.1.1.1"),
        ("127.0.0.1", "1.1.1.1", 3, "1.1.1.1"),
        ("127.0.0.1", None, 1, "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", None, 0, "2001:db8:1:2::"),
        ("::ffff:1.1.1.1", None, 0, "1.1.1.1"),
        ("127.0.0.1", "nonsense" * 20, 1, ("nonsense" * 20)[:64]),
    ],
)
def test_an_address_is_known_past_the_proxies_that_are_trusted(
    settings, client, forwarded, proxies, address
):
    settings.NUM_PROXIES = proxies
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert address_of({"client": (client, 1), "headers": headers}) == address
    assert address_of({"client": None}) == ""


def test_a_bucket_lets_a_burst_through_and_then_a_rate(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("games.live.core.rate_limit.time.monotonic", lambda: now[0])
    bucket = TokenBucket(2.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 3600
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_buckets_of_very_many_keys_take_no_more_room():
    buckets = Buckets(0.0, 1, most=100)
    for key in range(1000):
        assert buckets.take(key)
        assert buckets.take("mine") is (key == 0)
    assert len(buckets) == 100
