"""What the log says: lines that programs read, and nothing that anybody at the table may not know."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import sys
import zlib

import pytest
from channels.db import database_sync_to_async
from channels.testing import HttpCommunicator
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from structlog.contextvars import clear_contextvars, get_contextvars

from brisca_site.base.logs import blot, formatter
from brisca_site.request_logging import Observed
from games.models import MatchRecord
from tests.support.live import Client, alay, ids, play_out, running

CARD = re.compile(r"(?<![A-Za-z0-9])[OCEB](?:1[0-2]|[1-9])(?![A-Za-z0-9])")


@contextlib.contextmanager
def listening(style="json"):
    """Everything that is logged meanwhile, by every logger that the settings leave alone."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter(style))
    quiet = tuple(settings.LOGGING["loggers"])
    loggers = [logging.getLogger(name) for name in tuple(logging.root.manager.loggerDict)]
    levels = {
        logger: logger.level
        for logger in (logging.root, *loggers)
        if not any(logger.name == name or logger.name.startswith(f"{name}.") for name in quiet)
    }
    for logger in levels:
        logger.setLevel(logging.DEBUG)
    logging.root.addHandler(handler)
    try:
        yield stream
    finally:
        logging.root.removeHandler(handler)
        for logger, level in levels.items():
            logger.setLevel(level)


def secrets_of_the_match():
    """Seeds, nonces and the like of every deal, as text."""
    (record,) = MatchRecord.objects.all()
    proofs = [deal["fairness"] for deal in json.loads(zlib.decompress(record.body))["deals"]]
    return [one for proof in proofs for one in (proof["server_seed"], *proof["nonces"])]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_the_log_of_a_match_holds_no_card_no_seed_and_no_session():
    table, users = await alay(2, 2, rules={"match.target": 2})
    keys = []
    with listening() as stream:
        logging.getLogger("games.live").debug("the ear is open", extra={"match": "m1", "seat": 2})
        async with running() as runtime:
            clients = []
            for user in users:
                session = SessionStore()
                await database_sync_to_async(session.save)()
                keys.append(session.session_key)
                client = Client(runtime, table, user)
                client.socket.scope["cookies"] = {"sessionid": session.session_key}
                client.socket.scope["headers"] = [(b"cookie", f"sessionid={keys[-1]}".encode())]
                clients.append(await client.connect())
            for client in clients:
                await client.act({"type": "play", "card": "nothing"}, base=0)
                await client.socket.send_to(text_data='{"t":"act","id":"O1 C2 E3 B4"')
            await play_out(clients)
            with contextlib.suppress(Exception):
                await runtime.db.run(lambda: 1 / 0)
            await runtime.drain()
        seeds = await database_sync_to_async(secrets_of_the_match)()
        assert await database_sync_to_async(MatchRecord.objects.count)() == 1
    text = stream.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    first = next(line for line in lines if line["event"] == "the ear is open")
    assert (first["level"], first["logger"]) == ("debug", "games.live")
    assert (first["match"], first["seat"]) == ("m1", 2)
    assert seeds
    assert [one for one in (*seeds, *keys) if one in text] == []
    assert CARD.findall(text) == []
    assert "[card]" not in text, "a card was logged and blotted out"
    assert "[secret]" not in text, "a secret was logged and blotted out"


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_fault_in_a_message_names_table_match_and_seat_and_holds_no_values(monkeypatch):
    table, users = await alay(2)

    async def fail(self, do):
        hand = self.room.actor.game.state.deal.hands[0]
        raise RuntimeError(f"hand {hand}")

    monkeypatch.setattr("games.live.sockets.consumers.TableConsumer._do", fail)
    with listening() as stream:
        async with running() as runtime:
            client = await Client(runtime, table, users[0]).connect()
            state = await client.until_seq(2)
            assert (await client.do("next"))["code"] == "internal"
    line = next(
        line
        for line in map(json.loads, stream.getvalue().splitlines())
        if "handled" in line["event"]
    )
    assert line["table"] == table.public_id
    assert line["match"] == state["match"]
    assert line["seat"] == 0
    assert "RuntimeError" in line["exception"]
    assert CARD.findall(line["exception"]) == []
    assert next(ids)


@pytest.mark.asyncio
async def test_requests_have_ids_that_stand_in_their_lines(settings):
    seen = []

    async def app(scope, receive, send):
        seen.append(get_contextvars()["request"])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def ask(*headers):
        answer = await HttpCommunicator(
            Observed(app), "GET", "/", headers=list(headers)
        ).get_response()
        return dict(answer["headers"])[b"x-request-id"].decode()

    given = (b"x-request-id", b"from-the-proxy-1")
    assert await ask() == seen[-1]
    assert await ask(given) == seen[-1] != "from-the-proxy-1"
    settings.NUM_PROXIES = 1
    assert await ask(given) == seen[-1] == "from-the-proxy-1"
    assert await ask((b"x-request-id", b'evil"\r\nx: y')) == seen[-1] != given[1].decode()
    assert len(set(seen)) == 4
    clear_contextvars()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("holds O1, E12 and B7", "holds [card], [card] and [card]"),
        ("mail to ana.b+x@example.org failed", "mail to [address] failed"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer [token]"),
        ("/t/abc/?invite=s3cr3t&seat=1", "/t/abc/?invite=[…]&seat=1"),
        ("seed " + "0f" * 32, "seed [secret]"),
        ("postgres://brisca:pw@db/brisca", "postgres://brisca:[…] at db/brisca"),
        ("/accounts/password/reset/key/4-xyz-abc/", "/accounts/password/reset/key/[…]/"),
        ("match 9fK2mQ table aB3 seat 2", "match 9fK2mQ table aB3 seat 2"),
    ],
)
def test_what_has_no_place_in_a_log_is_blotted_out(text, shown):
    assert blot(text) == shown


def record(**extra):
    made = logging.LogRecord("x", logging.WARNING, __file__, 1, "held %s", ("O1",), None)
    for key, value in extra.items():
        setattr(made, key, value)
    return made


def test_lines_for_people_and_for_programs_say_the_same():
    try:
        raise ValueError("B12")
    except ValueError:
        made = record(match="m1", request="<GET /?invite=x>", hand="O1 O2")
        made.exc_info = sys.exc_info()
    line = json.loads(formatter("json").format(made))
    assert list(line)[:4] == ["time", "level", "logger", "event"]
    assert line["event"] == "held [card]"
    assert line["match"] == "m1"
    assert "hand" not in line
    assert "invite" not in json.dumps(line)
    assert line["exception"].endswith("ValueError: [card]")
    text = formatter("plain").format(made)
    head, *rest = text.splitlines()
    assert re.fullmatch(r"\S+Z WARNING x held \[card\] match=m1", head)
    assert rest[-1] == "ValueError: [card]"
    with pytest.raises(ValueError, match="LOG_FORMAT"):
        formatter("xml")
