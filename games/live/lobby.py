"""The lobby: open tables, sent when they change and at most so often."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from games.live.protocol import Encoded, Tables, encode

if TYPE_CHECKING:
    from games.live.consumers import LobbyConsumer
    from games.live.runtime import Runtime

log = logging.getLogger("games.live.lobby")


class Lobby:
    """The lobby in one process."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.members: set[LobbyConsumer] = set()
        self._frames: dict[frozenset[int], Encoded] = {}
        """What was sent last, by whom it leaves out."""
        self._due: asyncio.TimerHandle | None = None
        self._reading = False
        self._again = False

    async def join(self, member: LobbyConsumer) -> None:
        """Send a new member what there is."""
        self.members.add(member)
        if member.visitor.player is not None:
            member.apart = await self.runtime.desk.run(partial(_apart, member.visitor.player))
        member.push_frame((await self._read({member.apart}))[member.apart])
        self.changed()

    def leave(self, member: LobbyConsumer) -> None:
        """A member's socket is gone."""
        self.members.discard(member)
        self.changed()

    def changed(self) -> None:
        """Something that the lobby shows may have changed."""
        if self._reading:
            self._again = True
        elif self._due is None and self.members:
            loop = asyncio.get_running_loop()
            self._due = loop.call_later(self.runtime.options.lobby_every, self._tell)

    def _tell(self) -> None:
        self._due = None
        self._reading = True
        self.runtime.spawn(self._tell_all())

    async def _tell_all(self) -> None:
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

        tables, playing = await self.runtime.desk.run(_read)
        online = self.runtime.sockets.people()
        return {away: encode(Tables(rows_without(tables, away), online, playing)) for away in apart}

    def stop(self) -> None:
        """Tell nobody any more."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


def _apart(player: int) -> frozenset[int]:
    """Runs in a database thread."""
    from games.selectors.social import apart

    return apart(player)


def _read() -> tuple[list[tuple[dict[str, object], frozenset[int]]], int]:
    """Rows of open tables with who sits there, and how many matches run, in a database thread."""
    from games.models import Match
    from games.models.matches import MatchStatus
    from games.selectors.tables import lobby_tables

    playing = Match.objects.filter(status=MatchStatus.PLAYING).count()
    return lobby_tables(), playing
