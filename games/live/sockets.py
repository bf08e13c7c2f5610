"""All sockets of this process: limits a user and an address, and which belong to a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.live.options import Options
from games.live.pacing import Buckets

if TYPE_CHECKING:
    from games.live.socket import Socket


class Sockets:
    """The sockets that are let in."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._all: set[Socket] = set()
        self._users: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._messages = Buckets(options.account_rate, options.account_burst)

    def __iter__(self) -> Iterator[Socket]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, socket: Socket) -> bool:
        """Whether there was room for one more of this visitor."""
        visitor = socket.visitor
        mine = 0 if visitor.user is None else self._users[visitor.user]
        if mine >= self._options.sockets_a_user:
            return False
        near = self._addresses[visitor.address] if visitor.address else 0
        if near >= self._options.sockets_an_address:
            return False
        self._all.add(socket)
        self._addresses[visitor.address] += 1
        if visitor.user is not None:
            self._users[visitor.user] += 1
        return True

    def discard(self, socket: Socket) -> None:
        """The socket is gone, or was not let in after all."""
        if socket not in self._all:
            return
        self._all.discard(socket)
        self._addresses -= Counter({socket.visitor.address: 1})
        if socket.visitor.user is not None:
            self._users -= Counter({socket.visitor.user: 1})

    def in_time(self, socket: Socket) -> bool:
        """Whether one more message of this socket's account, or address, comes in time."""
        visitor = socket.visitor
        return self._messages.take(visitor.address if visitor.user is None else visitor.user)

    def people(self) -> int:
        """How many different visitors: accounts, and sockets of strangers."""
        strangers = sum(1 for socket in self._all if socket.visitor.user is None)
        return len(self._users) + strangers

    def sessions(self, user: int | None = None) -> dict[str, int]:
        """Session key -> user id of every socket that has one, or of those of one user."""
        return {
            socket.visitor.session: socket.visitor.user
            for socket in self._all
            if socket.visitor.session is not None
            and socket.visitor.user is not None
            and user in (None, socket.visitor.user)
        }

    def of_session(self, key: str) -> list[Socket]:
        """The sockets opened under this session."""
        return [socket for socket in self._all if socket.visitor.session == key]
