"""Direct frames: whole text frames between a server and a socket, without ASGI's queue.

ASGI hands each message over by a queue, a wake-up of the socket's task and a call that may wait.
For a table that sends four frames for each one that comes, that is most of the work. A server that
can do this puts a `DirectSocket` into the scope under `KEY`. It gives the socket each message that
came as one whole frame, and takes frames while there is room for them. All else goes through ASGI:
the handshake, fragments, pings, what is not text, waiting for room, closing.

>>> framed([b"hello"]).hex()
'810568656c6c6f'
>>> text_of(bytes.fromhex("818537fa213d7f9f4d5158"))
'Hello'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

KEY: Final = "brisca.direct_socket"
WHOLE_TEXT: Final = 0x81
"""First byte of a frame that is a whole text message."""
FINAL: Final = 0x80
"""Bit of the first byte: no part of the message follows."""
MASKED: Final = 0x80
LONG: Final = 126
"""Value of the length field that says: the length is in the next two bytes."""
LONGER: Final = 127
"""Value of the length field that says: the length is in the next eight bytes."""
MAX_FRAME_BYTES: Final = 4096 + 8
"""Size of the largest frame that is read here; the server handles larger ones."""


CONTROL: Final = 0x08
"""Bit of the opcode of control frames, which may come between the parts of a message."""
LENGTHS: Final = {LONG: 2, LONGER: 8}
"""Value of the length field -> number of bytes that the length takes after it."""


class MessageBoundary:
    """A parser of WebSocket frame headers that knows if a stream of bytes is at a message's end.

    >>> boundary = MessageBoundary()
    >>> boundary.note(bytes.fromhex("818537fa213d7f")), boundary.whole
    (None, False)
    >>> boundary.note(bytes.fromhex("9f4d5158")), boundary.whole
    (None, True)
    """

    __slots__ = ("_head", "_left", "_parted", "whole")

    def __init__(self) -> None:
        self.whole = True
        self._head = b""
        """The incomplete header that the bytes so far end with."""
        self._left = 0
        """Bytes of the current frame that are still to come."""
        self._parted = False
        """Whether the current message has more frames to come."""

    def note(self, data: bytes) -> None:
        """Parse further bytes of a WebSocket stream; set `whole` to whether they end a message."""
        data = self._head + data
        size, at = len(data), self._left
        while at + 2 <= size:
            first, length = data[at], data[at + 1] & ~MASKED
            body = at + 2 + LENGTHS.get(length, 0)
            begins = body + 4 if data[at + 1] & MASKED else body
            if begins > size:
                break
            if length in LENGTHS:
                length = int.from_bytes(data[at + 2 : body], "big")
            if not first & CONTROL:
                self._parted = not first & FINAL
            at = begins + length
        self._head, self._left = data[at:], max(0, at - size)
        self.whole = not (self._head or self._left or self._parted)


class DirectSocket(Protocol):
    """Interface of the server's end of one WebSocket, for text messages that go past ASGI."""

    on_text: Callable[[str], None] | None
    """The function called with each message; None: messages go into ASGI's queue."""

    def write(self, texts: Iterable[bytes]) -> bool:
        """Write text messages to the socket at once.

        Return False if they have to wait or the connection is gone.
        """


def framed(texts: Iterable[bytes]) -> bytes:
    """Return text messages encoded as a server's WebSocket frames, one after another."""
    return b"".join(map(_framed, texts))


def _framed(text: bytes) -> bytes:
    size = len(text)
    if size < LONG:
        return b"%c%c%b" % (WHOLE_TEXT, size, text)
    if size < 1 << 16:
        return b"%c%c%b%b" % (WHOLE_TEXT, LONG, size.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (WHOLE_TEXT, LONGER, size.to_bytes(8, "big"), text)


def text_of(data: bytes) -> str | None:
    """Return the text of `data` if that is exactly one whole masked text frame, else None.

    None does not mean an error: the server decides about all other bytes.
    """
    size = len(data)
    if not 6 <= size <= MAX_FRAME_BYTES or data[0] != WHOLE_TEXT:
        return None
    length, at = data[1] - MASKED, 6
    if length == LONG:
        length, at = int.from_bytes(data[2:4], "big"), 8
        if length < LONG:
            return None  # it has to be said in the shortest way
    if length != size - at or length == LONGER:
        return None
    mask, masked = data[at - 4 : at], data[at:]
    key = (mask * (length // 4 + 1))[:length]
    plain = int.from_bytes(masked, "little") ^ int.from_bytes(key, "little")
    try:
        return plain.to_bytes(length, "little").decode()
    except UnicodeDecodeError:
        return None
