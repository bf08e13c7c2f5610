"""The lobby: open tables, sent when they change and at most so often."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from games.live.protocol.messages import Encoded, Tables, encode
from games.live.table.presence import NEWS_LASTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.live.clients.visitor import Visitor
    from games.live.table.ports import LobbyMember, TableContext

log = logging.getLogger("games.live.table.lobby")

MAX_ANNOUNCED: Final = 2
"""Visitors that other processes are told of: with two of them nobody is alone."""


class Lobby:
    """The lobby in one process."""

    def __init__(self, runtime: TableContext) -> None:
        self.runtime = runtime
        self.members: set[LobbyMember] = set()
        self._frames: dict[frozenset[int], Encoded] = {}
        """What was sent last, by whom it leaves out."""
        self._due: asyncio.TimerHandle | None = None
        self._reading = False
        self._again = False
        self._elsewhere: dict[str, tuple[list[str], float]] = {}
        """Process -> visitors that it told of, and when, in seconds since the epoch."""

    async def join(self, member: LobbyMember) -> None:
        """Send a new member what there is."""
        self.members.add(member)
        if member.visitor.player is not None:
            member.apart = await self.runtime.db.run(partial(_apart, member.visitor.player))
        member.push_frame((await self._read({member.apart}))[member.apart])
        self.changed()

    def leave(self, member: LobbyMember) -> None:
        """A member's socket is gone."""
        self.members.discard(member)
        self.changed()

    def changed(self) -> None:
        """Something that the lobby shows may have changed."""
        if self._reading:
            self._again = True
        elif self._due is None and self.members:
            loop = asyncio.get_running_loop()
            self._due = loop.call_later(self.runtime.options.lobby_every, self._start_sending)

    def _start_sending(self) -> None:
        self._due = None
        self._reading = True
        self.runtime.tasks.spawn(self._send_changes())

    async def _send_changes(self) -> None:
        self.publish_visitors()
        try:
            before = self._frames
            self._frames = await self._read({member.apart for member in self.members})
            for member in tuple(self.members):
                frame = self._frames.get(member.apart)
                if frame is not None and frame != before.get(member.apart):
                    member.push_frame(frame)
        finally:
            self._reading = False
            if self._again:
                self._again = False
                self.changed()

    async def _read(self, apart: set[frozenset[int]]) -> dict[frozenset[int], Encoded]:
        """The lobby for each set of people who are not to be seen in it."""
        from games.selectors.tables import rows_without

        tables, playing = await self.runtime.db.run(_read)
        online = self.runtime.connections.people()
        return {away: encode(Tables(rows_without(tables, away), online, playing)) for away in apart}

    def publish_visitors(self) -> None:
        """Tell the other processes of visitors here, as many as they need to know of."""
        keys = self._keys()
        announced = sorted(keys.elements())[:MAX_ANNOUNCED]
        self.runtime.pubsub.publish("lobby", visitors=announced)

    def receive(self, process: str, message: Mapping[str, Any]) -> None:
        """Take over which visitors are in another process."""
        self._elsewhere[process] = (list(message["visitors"]), self.runtime.clock.now())

    def is_empty_but_for(self, user: int | None, address: str) -> bool:
        """Whether nobody is in the lobby, in any process, but this visitor.

        Who signs in as a guest by playing came as a stranger: so their socket is known by their
        address. May be called from any thread.
        """
        keys = self._keys()
        now = self.runtime.clock.now()
        for names, at in tuple(self._elsewhere.values()):
            if now - at < NEWS_LASTS:
                keys.update(names)
        own = f"u{user}" if user is not None and f"u{user}" in keys else f"a{address}"
        if own.startswith("u"):
            del keys[own]
        else:
            keys -= Counter([own])
        return not keys

    def _keys(self) -> Counter[str]:
        """Return who is here: an account once, and strangers by their address, each socket once."""
        people = [_key(member.visitor) for member in tuple(self.members)]
        return Counter({key: 1 if key[0] == "u" else n for key, n in Counter(people).items()})

    def stop(self) -> None:
        """Send nothing more."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


def _key(visitor: Visitor) -> str:
    return f"a{visitor.address}" if visitor.user is None else f"u{visitor.user}"


def _apart(player: int) -> frozenset[int]:
    """Runs in a database thread."""
    from games.selectors.social import blocked_either_way

    return blocked_either_way(player)


def _read() -> tuple[list[tuple[dict[str, object], frozenset[int]]], int]:
    """Rows of open tables with who sits there, and how many matches run, in a database thread."""
    from games.models import Match
    from games.models.matches import MatchStatus
    from games.selectors.tables import lobby_tables

    playing = Match.objects.filter(status=MatchStatus.PLAYING).count()
    return lobby_tables(), playing
