"""What Daphne sends goes out at once, in order, and waits only where there is no room for it."""

from __future__ import annotations

import socket

import pytest
from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Connection

from games.live.server.daphne_private import send_at_once, write_at_once

BIG = 1 << 24
"""Bytes; more than any buffer of the kernel holds."""


class Selector:
    """A reactor that keeps who waits for room."""

    def __init__(self) -> None:
        self.waiting: set[Connection] = set()
        self.asked = 0

    def addWriter(self, writer):  # noqa: N802 - Twisted's name
        self.asked += writer not in self.waiting
        self.waiting.add(writer)

    def removeWriter(self, writer):  # noqa: N802 - Twisted's name
        self.waiting.discard(writer)

    def removeReader(self, reader):  # noqa: N802 - Twisted's name
        pass


@pytest.fixture
def line():
    """A connection, its selector, and the socket at the other end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    selector = Selector()
    connection = Connection(ours, Protocol(), selector)
    connection.connected = True
    write_at_once(connection)
    yield connection, selector, theirs
    ours.close()
    theirs.close()


def test_what_there_is_room_for_is_there_at_once(line):
    connection, selector, theirs = line
    connection.write(b"one ")
    connection.write(b"two")
    assert theirs.recv(100) == b"one two"
    assert selector.asked == 0


def test_the_rest_waits_for_room_and_nothing_overtakes_it(line):
    connection, selector, theirs = line
    connection.write(b"a" * BIG)
    connection.write(b"z")
    assert selector.waiting == {connection}
    assert selector.asked == 1
    told = b""
    while len(told) < BIG + 1:
        told += theirs.recv(1 << 20)
        if connection in selector.waiting:
            assert connection.doWrite() is None
    assert told == b"a" * BIG + b"z"
    assert selector.waiting == set()


def test_it_closes_after_what_was_sent(line):
    connection, selector, theirs = line
    connection.write(b"last words")
    connection.loseConnection()
    assert selector.waiting == {connection}  # where Twisted closes it
    assert theirs.recv(100) == b"last words"
    assert connection.doWrite() is not None


def test_that_nobody_is_there_any_more_is_left_to_the_selector(line):
    connection, selector, theirs = line
    theirs.close()
    connection.write(b"hello")
    assert selector.waiting == {connection}
    assert connection.doWrite() is not None


@pytest.mark.parametrize("way", [send_at_once, lambda connection, data: connection.write(data)])
def test_what_is_sent_past_twisted_keeps_its_place(line, way):
    connection, selector, theirs = line
    send_at_once(connection, b"one ")
    way(connection, b"two ")
    send_at_once(connection, b"a" * BIG)
    assert selector.waiting == {connection}
    way(connection, b"y")
    send_at_once(connection, b"z")
    told = b""
    while len(told) < BIG + 10:
        told += theirs.recv(1 << 20)
        if connection in selector.waiting:
            assert connection.doWrite() is None
    assert told == b"one two " + b"a" * BIG + b"yz"


def test_what_is_sent_to_who_is_gone_or_on_the_way_out_is_left_to_twisted(line):
    connection, selector, theirs = line
    connection.loseConnection()
    send_at_once(connection, b"last words")
    assert selector.waiting == {connection}
    theirs.close()
    send_at_once(connection, b"too late")
    assert connection.doWrite() is not None
