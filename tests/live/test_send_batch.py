"""What a turn of the loop tells leaves at its end, each socket's in one write."""

from __future__ import annotations

import asyncio
import logging

import pytest

from games.live.clients.send_batch import SendBatch
from games.live.core import raw_frames
from games.live.protocol.messages import Pong
from games.live.sockets.consumers import LobbyConsumer
from tests.support.live import running

pytestmark = pytest.mark.asyncio


class Sending:
    """Notes when it is told to send."""

    def __init__(self, told: list[str], name: str, *, breaks: bool = False) -> None:
        self.told, self.name, self.breaks = told, name, breaks

    def send_out(self) -> None:
        self.told.append(self.name)
        if self.breaks:
            raise OSError("gone")


async def test_all_of_a_turn_leave_after_it_in_order():
    told, departures = [], SendBatch()
    for name in "abc":
        departures.add(Sending(told, name))
        told.append(f"{name} waits")
    await asyncio.sleep(0)
    assert told == ["a waits", "b waits", "c waits", "a", "b", "c"]
    departures.add(Sending(told, "d"))
    await asyncio.sleep(0)
    assert told[-1] == "d"


async def test_one_that_cannot_send_keeps_no_other_from_it(caplog):
    told, departures = [], SendBatch()
    departures.add(Sending(told, "a", breaks=True))
    departures.add(Sending(told, "b"))
    with caplog.at_level(logging.ERROR):
        await asyncio.sleep(0)
    assert told == ["a", "b"]
    assert "could not be written" in caplog.text


class RoomyOrFull:
    """A server's end that notes each write."""

    on_text = None

    def __init__(self, *, room: bool = True) -> None:
        self.writes, self.room = [], room

    def write(self, texts):
        if self.room:
            self.writes.append(list(texts))
        return self.room


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("room", [True, False])
async def test_what_a_socket_is_told_in_a_turn_goes_in_one_write_or_waits_in_order(room):
    short, sent = RoomyOrFull(room=room), []

    async def send(message):
        sent.append(message["text"].encode())

    async with running() as runtime:
        socket = LobbyConsumer({"headers": [], raw_frames.KEY: short}, asyncio.Queue().get, send)
        socket.runtime = runtime
        for seq in range(3):
            socket.push(Pong(seq))
        assert short.writes == sent == []
        await asyncio.sleep(0.01)
    assert len(short.writes) == int(room)
    texts = short.writes[0] if room else sent
    assert [b'"seq":%d' % seq in text for seq, text in enumerate(texts)] == [True] * 3
