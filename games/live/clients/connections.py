"""All sockets of this process: limits a user and an address, and which belong to a session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from games.live.clients.visitor import Visitor
from games.live.core.rate_limit import Buckets
from games.live.core.settings import Options
from games.live.protocol.messages import ServerMessage


class Connected(Protocol):
    """A socket, or a stream that counts as one."""

    visitor: Visitor

    def role(self) -> str:
        """What it is for."""

    def push(self, message: ServerMessage) -> None:
        """Send a message soon."""

    def close(self, code: int) -> None:
        """Close after what is queued went out."""


class Connections:
    """The sockets that are let in."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._all: set[Connected] = set()
        self._users: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()
        self._messages = Buckets(options.account_rate, options.account_burst)

    def __iter__(self) -> Iterator[Connected]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, socket: Connected) -> bool:
        """Whether there was room for one more of this visitor."""
        visitor = socket.visitor
        if not self.room_for(visitor):
            return False
        self._all.add(socket)
        self._addresses[visitor.address] += 1
        if visitor.user is not None:
            self._users[visitor.user] += 1
        return True

    def room_for(self, visitor: Visitor) -> bool:
        """Whether there is room for one more of this visitor."""
        mine = 0 if visitor.user is None else self._users[visitor.user]
        near = self._addresses[visitor.address] if visitor.address else 0
        options = self._options
        return mine < options.sockets_a_user and near < options.sockets_an_address

    def discard(self, socket: Connected) -> None:
        """The socket is gone, or was not let in after all."""
        if socket not in self._all:
            return
        self._all.discard(socket)
        self._addresses -= Counter({socket.visitor.address: 1})
        if socket.visitor.user is not None:
            self._users -= Counter({socket.visitor.user: 1})

    def in_time(self, socket: Connected) -> bool:
        """Whether one more message of this socket's account, or address, comes in time."""
        return self.may_send(socket.visitor)

    def may_send(self, visitor: Visitor) -> bool:
        """Whether one more message of this visitor's account, or address, comes in time."""
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

    def tokens(self, user: int | None = None) -> set[str]:
        """The keys of every socket that came with one, or of those of one user."""
        return {
            socket.visitor.token
            for socket in self._all
            if socket.visitor.token is not None and user in (None, socket.visitor.user)
        }

    def of_token(self, token: str) -> list[Connected]:
        """The sockets opened with this key."""
        return [socket for socket in self._all if socket.visitor.token == token]

    def of_session(self, key: str) -> list[Connected]:
        """The sockets opened under this session."""
        return [socket for socket in self._all if socket.visitor.session == key]
