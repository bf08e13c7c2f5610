"""Direct frames: whole text frames between a server and a socket, past ASGI's queue and coroutines.

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
"""In the place of a length: it stands in the next two bytes."""
LONGER: Final = 127
"""It stands in the next eight."""
MAX_FRAME_BYTES: Final = 4096 + 8
"""Bytes of frames that are read here; what is larger than any message may be is left to the server."""


CONTROL: Final = 0x08
"""Bit of the kinds of frame that may come between the parts of a message."""
LENGTHS: Final = {LONG: 2, LONGER: 8}
"""Bytes that a length takes which has no room in its own."""


class MessageBoundary:
    """Tells from the headers of frames whether a stream of bytes stands at the end of a message.

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
        """The beginning of a header."""
        self._left = 0
        """Bytes of a frame that are still to come."""
        self._parted = False
        """Parts of a message came, and more are to come."""

    def note(self, data: bytes) -> None:
        """Take note of the bytes that follow."""
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
    """A server's end of one WebSocket, for whole text messages past ASGI."""

    on_text: Callable[[str], None] | None
    """Who gets the messages that come; None: they go into the queue."""

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages at once; return False where they have to wait, or nobody is there any more."""


def framed(texts: Iterable[bytes]) -> bytes:
    """Return text messages as a server's frames."""
    return b"".join(map(_framed, texts))


def _framed(text: bytes) -> bytes:
    size = len(text)
    if size < LONG:
        return b"%c%c%b" % (WHOLE_TEXT, size, text)
    if size < 1 << 16:
        return b"%c%c%b%b" % (WHOLE_TEXT, LONG, size.to_bytes(2, "big"), text)
    return b"%c%c%b%b" % (WHOLE_TEXT, LONGER, size.to_bytes(8, "big"), text)


def text_of(data: bytes) -> str | None:
    """Return the message, where the bytes are one whole masked frame of text and nothing else.

    None for anything else: whether that is right or wrong is for the server to say.
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
