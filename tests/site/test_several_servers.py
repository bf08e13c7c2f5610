"""Connections to the first of several PostgreSQL servers that takes them, without a silent one."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db.backends.postgresql.base import DatabaseWrapper as Django
from psycopg import errors

from brisca_site.base.postgresql import servers as pool
from brisca_site.base.postgresql.base import DatabaseWrapper
from brisca_site.base.postgresql.servers import PooledConnection, SilentServers
from brisca_site.databases import database_of_url
from tests.support.database_servers import Postgres
from tests.support.needs import needs_own_postgres

PARAMETERS = {"host": "one,two,three", "port": "5432,5433,5432", "dbname": "brisca"}


class Servers:
    """Servers by name, each with the error that it has for a connection; None: it takes it."""

    def __init__(self) -> None:
        self.errors: dict[str, Exception | None] = {"one": None, "two": None, "three": None}
        self.asked: list[str] = []
        self.ports: set[str] = set()
        """The servers whose port takes connections, whatever becomes of them."""

    def connect(self, parameters: dict[str, Any]) -> str:
        assert parameters["dbname"] == "brisca"
        self.asked.append(parameters["host"])
        error = self.errors[parameters["host"]]
        if error is not None:
            raise error
        return f"{parameters['host']}:{parameters['port']}"


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Servers:
    made = Servers()
    monkeypatch.setattr(pool, "silent_servers", SilentServers())
    monkeypatch.setattr(pool, "_outages", {})
    monkeypatch.setattr(pool, "takes_connections", lambda server: server[0] in made.ports)
    monkeypatch.setattr(Django, "get_new_connection", lambda _self, about: made.connect(about))
    return made


@pytest.fixture
def wrapper() -> DatabaseWrapper:
    settings = database_of_url("postgres://brisca@one,two,three/brisca")
    assert settings["ENGINE"] == "brisca_site.base.postgresql"
    assert settings["OPTIONS"].pop("pool")["connection_class"] is PooledConnection
    return DatabaseWrapper({**settings, "TIME_ZONE": None}, "default")


def test_servers_are_asked_in_turn_until_one_takes_the_connection(servers, wrapper):
    servers.errors["one"] = errors.OperationalError("session is read-only")
    assert wrapper.get_new_connection(PARAMETERS) == "two:5433"
    assert wrapper.get_new_connection(PARAMETERS) == "two:5433"
    assert servers.asked == ["one", "two", "one", "two"], "a standby is promoted at any time"


def test_a_server_that_does_not_answer_is_left_out_until_its_port_takes_connections(
    servers, wrapper
):
    servers.errors["one"] = errors.ConnectionTimeout("timed out")
    for _ in range(3):
        assert wrapper.get_new_connection(PARAMETERS) == "two:5433"
    assert servers.asked == ["one", "two", "two", "two"]
    servers.errors["one"] = None
    assert wrapper.get_new_connection(PARAMETERS) == "two:5433"
    servers.ports.add("one")
    assert wrapper.get_new_connection(PARAMETERS) == "one:5432"
    servers.ports.clear()
    assert wrapper.get_new_connection(PARAMETERS) == "one:5432", "it has answered"


def test_where_all_are_silent_all_are_asked_again_the_last_to_fall_silent_first(servers, wrapper):
    servers.errors = dict.fromkeys(servers.errors, errors.ConnectionTimeout("timed out"))
    for _ in range(2):
        with pytest.raises(errors.ConnectionTimeout):
            wrapper.get_new_connection(PARAMETERS)
    assert servers.asked == ["one", "two", "three", "three", "two", "one"]
    servers.errors["two"] = None
    servers.asked.clear()
    assert [wrapper.get_new_connection(PARAMETERS) for _ in range(2)] == ["two:5433"] * 2
    assert servers.asked == ["three", "two", "two"], "two has answered, the others are silent"


def test_a_port_takes_connections_or_does_not():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert pool.takes_connections(("127.0.0.1", port))
    assert not pool.takes_connections(("127.0.0.1", port))
    assert not pool.takes_connections(("127.0.0.1", "no port"))


def test_the_error_of_the_last_one_is_raised_where_none_takes_it(servers, wrapper):
    servers.errors = {
        "one": errors.ConnectionTimeout("timed out"),
        "two": errors.OperationalError("refused"),
        "three": errors.OperationalError("session is read-only"),
    }
    with pytest.raises(errors.OperationalError, match="read-only"):
        wrapper.get_new_connection(PARAMETERS)


def test_one_server_is_left_to_django(servers, wrapper):
    assert wrapper.get_new_connection({**PARAMETERS, "host": "one", "port": 5432}) == "one:5432"


def test_nobody_at_any_address_is_an_error():
    settings = database_of_url("postgres://brisca@127.0.0.1:1,127.0.0.1:2/brisca")
    del settings["OPTIONS"]["pool"]
    wrapper = DatabaseWrapper({**settings, "TIME_ZONE": None}, "default")
    with pytest.raises(errors.OperationalError, match="refused"):
        wrapper.get_new_connection(wrapper.get_connection_params())


@pytest.fixture
def pauses(servers, monkeypatch) -> list[float]:
    """The pauses of the pool's connections to `servers`; the clock stands but for them."""
    made: list[float] = []
    monkeypatch.setattr(pool.time, "sleep", made.append)
    monkeypatch.setattr(pool.time, "monotonic", lambda: 1000.0 + sum(made))
    monkeypatch.setattr(
        psycopg.Connection, "connect", lambda _info, **given: servers.connect(given)
    )
    return made


def test_the_pool_takes_the_standby_as_soon_as_it_is_promoted(servers, pauses, monkeypatch):
    def promote_later(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            servers.errors["two"] = None

    monkeypatch.setattr(pool.time, "sleep", promote_later)
    servers.errors = {
        "one": errors.ConnectionTimeout("timed out"),
        "two": errors.OperationalError("session is read-only"),
        "three": errors.OperationalError("session is read-only"),
    }
    assert PooledConnection.connect("", **PARAMETERS) == "two:5433"
    assert pauses == [pool.PAUSE_S] * 3
    assert servers.asked.count("one") == 1


def test_the_pool_gives_up_in_the_end(servers, pauses):
    servers.errors = dict.fromkeys(servers.errors, errors.OperationalError("refused"))
    with pytest.raises(errors.OperationalError, match="refused"):
        PooledConnection.connect("", **PARAMETERS)
    assert sum(pauses) == pytest.approx(pool.PATIENCE_S)


@needs_own_postgres
def test_while_the_one_server_is_away_pages_are_refused_soon_and_its_return_is_noticed_at_once(
    monkeypatch,
):
    monkeypatch.setattr(pool, "PATIENCE_S", 0.3)
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL runs as another user
        server = stack.enter_context(Postgres(folder / "own").running())
        settings = database_of_url(server.url)
        settings["OPTIONS"]["pool"] |= {"timeout": 2, "reconnect_timeout": 0.5}
        wrapper = DatabaseWrapper({**settings, "TIME_ZONE": None, "AUTOCOMMIT": True}, "away")
        parameters = wrapper.get_connection_params()
        outage = pool.outage_of(parameters)

        def ask() -> float:
            """Connect as a request does; return the seconds that it took."""
            began = time.monotonic()
            try:
                wrapper.pool.putconn(wrapper.get_new_connection(parameters))
            finally:
                took.append(time.monotonic() - began)
            return took[-1]

        took: list[float] = []
        ask()
        server.stop()
        with pytest.raises(errors.OperationalError):
            ask()
        assert outage.lasts()
        for _ in range(3):
            with pytest.raises(errors.OperationalError):
                ask()
        assert max(took[-3:]) < 1.0, "each waits a moment"
        server.start()
        until = time.monotonic() + 10
        while outage.lasts() and time.monotonic() < until:
            with contextlib.suppress(errors.OperationalError):
                ask()
        ask()
        assert not outage.lasts()
        wrapper.close_pool()
