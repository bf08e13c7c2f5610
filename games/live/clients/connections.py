"""All sockets of this process, with the limits of a user and an address, by session and by key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from games.live.clients.visitor import Visitor
from games.live.core.settings import Options
from games.live.protocol.messages import ServerMessage


class Connected(Protocol):
    """Interface of a visitor's open connection: a socket, or an event stream."""

    visitor: Visitor

    def role(self) -> str:
        """Return the purpose of the connection, as metrics name it ("players", "lobby" ...)."""

    def push(self, message: ServerMessage) -> None:
        """Queue a message to the client; it is sent at the end of this turn of the event loop."""

    def show_alive(self) -> None:
        """Send a sign of life to a client that has waited for a second, or disconnect it."""

    def close(self, code: int) -> None:
        """Close the connection with this WebSocket code after its queued messages were sent."""


class Connections:
    """Registry of this process's admitted sockets, with limits for a user and an address."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._all: set[Connected] = set()
        self._users: Counter[int] = Counter()
        self._addresses: Counter[str] = Counter()

    def __iter__(self) -> Iterator[Connected]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, socket: Connected) -> bool:
        """Admit a socket; return False, and admit nothing, if its visitor has too many already."""
        visitor = socket.visitor
        if not self.room_for(visitor):
            return False
        self._all.add(socket)
        self._addresses[visitor.address] += 1
        if visitor.user is not None:
            self._users[visitor.user] += 1
        return True

    def room_for(self, visitor: Visitor) -> bool:
        """Return whether a visitor may open one more socket, by the limits of user and address."""
        mine = 0 if visitor.user is None else self._users[visitor.user]
        near = self._addresses[visitor.address] if visitor.address else 0
        options = self._options
        return mine < options.sockets_a_user and near < options.sockets_an_address

    def discard(self, socket: Connected) -> None:
        """Remove a closed socket from the registry; do nothing if it was not admitted."""
        if socket not in self._all:
            return
        self._all.discard(socket)
        self._addresses -= Counter({socket.visitor.address: 1})
        if socket.visitor.user is not None:
            self._users -= Counter({socket.visitor.user: 1})

    def people(self) -> int:
        """Return the number of connected people: accounts, plus sockets without an account."""
        strangers = sum(1 for socket in self._all if socket.visitor.user is None)
        return len(self._users) + strangers

    def sessions(self, user: int | None = None) -> dict[str, int]:
        """Return session key -> user id for the open sockets that have a session.

        With `user` (an id) only sessions of that user.
        """
        return {
            socket.visitor.session: socket.visitor.user
            for socket in self._all
            if socket.visitor.session is not None
            and socket.visitor.user is not None
            and user in (None, socket.visitor.user)
        }

    def tokens(self, user: int | None = None) -> set[str]:
        """Return digests of the API keys by which sockets were opened, of one user id or of all."""
        return {
            socket.visitor.token
            for socket in self._all
            if socket.visitor.token is not None and user in (None, socket.visitor.user)
        }

    def of_token(self, token: str) -> list[Connected]:
        """Return the sockets that were opened with the API key of this digest."""
        return [socket for socket in self._all if socket.visitor.token == token]

    def of_session(self, key: str) -> list[Connected]:
        """Return the sockets that were opened under the session with this key."""
        return [socket for socket in self._all if socket.visitor.session == key]
