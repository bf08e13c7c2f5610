"""The short way: what is read and written there is what the WebSocket library reads and writes."""

from __future__ import annotations

import asyncio
import json
import random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from games.live.core import raw_frames
from tests.live.test_serve import BOTH_WAYS, SERVERS, join, processes, site, start, stop  # noqa: F401
from tests.live.test_servers import laid

TEXTS = ["", "x", "ñ€𝄞", "y" * 125, "y" * 126, "y" * 4000]


def masked(text: bytes, opcode: Opcode = Opcode.TEXT, **flags: bool) -> bytes:
    """A client's frame as the library makes it."""
    return Frame(opcode, text, **flags).serialize(mask=True)


@pytest.mark.parametrize("text", [*TEXTS, "z" * 70_000])
def test_a_frame_of_ours_is_one_of_the_library(text):
    assert raw_frames.framed([text.encode()]) == Frame(Opcode.TEXT, text.encode()).serialize(
        mask=False
    )


@pytest.mark.parametrize("text", TEXTS)
def test_a_whole_frame_of_text_is_read(text):
    assert raw_frames.text_of(masked(text.encode())) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        masked(b"hello")[:-1],
        masked(b"hello") + b"\x81",
        masked(b"one") + masked(b"two"),
        masked(b"hello", fin=False),
        b"\xc1" + masked(b"hello")[1:],
        masked(b"hello", Opcode.BINARY),
        masked(b"hello", Opcode.PING),
        masked(b"lo", Opcode.CONT),
        masked(b"", Opcode.CLOSE),
        raw_frames.framed([b"hello not masked"]),
        masked(b"\xff\xfe"),
        masked(b"y" * 5000),
        b"\x81\xfe\x00\x05" + masked(b"hello")[2:],
    ],
    ids=range(15),
)
def test_what_is_anything_else_is_left_to_the_server(data):
    assert raw_frames.text_of(data) is None


def test_no_bytes_at_all_break_it(rng: random.Random):
    for _ in range(3000):
        data = bytearray(masked(rng.choice(TEXTS).encode()))
        for _ in range(rng.randrange(4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        raw_frames.text_of(bytes(data[: rng.randrange(len(data) + 1)]))


def test_whether_a_message_is_under_way_is_known_wherever_its_bytes_are_cut(rng: random.Random):
    for _ in range(200):
        frames = []  # with whether the message is whole after each
        for _ in range(rng.randrange(1, 6)):
            text = rng.choice([*TEXTS, "z" * 70_000]).encode()
            parts = rng.randrange(3)
            if not parts:
                frames.append((masked(text, rng.choice((Opcode.TEXT, Opcode.BINARY))), True))
            for at in range(parts + 1 if parts else 0):
                kind = Opcode.CONT if at else Opcode.TEXT
                frames.append((masked(text, kind, fin=at == parts), at == parts))
                if rng.random() < 0.3:
                    frames.append((masked(b"?", Opcode.PING), at == parts))
        stream = b"".join(data for data, _ in frames)
        whole, end = {0}, 0
        for data, done in frames:
            end += len(data)
            if done:
                whole.add(end)
        boundary, at = raw_frames.MessageBoundary(), 0
        while at < len(stream):
            upto = min(len(stream), at + rng.choice((1, 2, 3, 5, 7, 200, 5000, 100_000)))
            boundary.note(stream[at:upto])
            assert boundary.whole == (upto in whole), (at, upto)
            at = upto


@pytest.mark.parametrize("server", BOTH_WAYS)
def test_however_a_message_comes_it_is_answered_in_its_turn(site, processes, server):  # noqa: F811
    """Whole, in two parts of the stream, in fragments, several at once: the answers keep order."""
    env, port = site
    table, keys = laid(env)
    process = start(processes, env, port, server)

    async def talk():
        client = await join(port, table, keys[0])
        line = client.transport
        for number in (1, 3, 5, 7):  # within its rate
            ask = [
                masked(b'{"t":"do","id":"turn-%d-%04d","cmd":"x"}' % (number, at))
                for at in range(4)
            ]
            line.write(ask[0])
            await asyncio.sleep(0.02)
            line.write(ask[1][:number])
            await asyncio.sleep(0.02)
            line.write(ask[1][number:] + ask[2])
            half = b'{"t":"do","id":"turn-%d-0003",' % number
            line.write(masked(half, fin=False))
            await asyncio.sleep(0.02)
            line.write(masked(b'"cmd":"x"}', Opcode.CONT))
            told = []
            while len(told) < 4:
                answer = json.loads(await asyncio.wait_for(client.recv(), 20))
                if answer["t"] == "nak":
                    told.append(answer["id"])
            assert told == [f"turn-{number}-{at:04}" for at in range(4)]

    asyncio.run(talk())
    assert stop(process) == 0


@pytest.mark.parametrize("server", SERVERS)
def test_text_that_is_none_ends_the_socket_as_the_protocol_says(site, processes, server):  # noqa: F811
    env, port = site
    table, keys = laid(env)
    start(processes, env, port, server)

    async def talk():
        client = await join(port, table, keys[0])
        client.transport.write(masked(b"\xff\xfe"))
        with pytest.raises(ConnectionClosed):
            while True:
                await asyncio.wait_for(client.recv(), 20)
        assert client.close_code in (1007, 1006)  # Daphne hangs up without a word

    asyncio.run(talk())
