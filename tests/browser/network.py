"""A network between browsers and the site that can be cut, fall silent, and come back."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

Condition: TypeAlias = Literal["up", "cut", "silent"]

READ_BYTES: Final = 65536


class Network:
    """Forward TCP connections to a port of this machine, in a thread of its own.

    While it is `cut`, connections are closed and new ones are closed at once; while it is `silent`,
    they stay open and nothing passes, as on a phone that has lost its mast.
    """

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.condition: Condition = "up"
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._stopped = False
        self._thread = threading.Thread(target=self._forward, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close everything and end the thread."""
        self._stopped = True
        self._thread.join()
        for one in [*self._pairs, self._listener]:
            one.close()
        self._selector.close()

    def _forward(self) -> None:
        while not self._stopped:
            if self.condition == "cut":
                for one in list(self._pairs):
                    self._end(one)
            if self.condition == "silent":
                threading.Event().wait(0.02)
                continue
            for key, _events in self._selector.select(timeout=0.05):
                one = key.fileobj
                if one is self._listener:
                    self._accept()
                elif isinstance(one, socket.socket) and one in self._pairs:
                    self._pass_on(one)

    def _accept(self) -> None:
        near, _address = self._listener.accept()
        if self.condition == "cut":
            near.close()
            return
        far = socket.create_connection(self._target)
        for one, other in ((near, far), (far, near)):
            self._pairs[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, one: socket.socket) -> None:
        try:
            data = one.recv(READ_BYTES)
            if data:
                self._pairs[one].sendall(data)
                return
        except OSError:
            pass
        self._end(one)

    def _end(self, one: socket.socket) -> None:
        if one not in self._pairs:
            return
        for end in (one, self._pairs[one]):
            del self._pairs[end]
            self._selector.unregister(end)
            end.close()


@contextlib.contextmanager
def network(address: str) -> Iterator[Network]:
    """Give a network to the site at this address (`http://127.0.0.1:PORT`)."""
    made = Network(int(address.rsplit(":", 1)[1]))
    try:
        yield made
    finally:
        made.close()
