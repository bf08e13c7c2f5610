"""The lobby: open tables, sent when they change and at most so often."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from games.live.protocol import Tables, encode

if TYPE_CHECKING:
    from games.live.consumers import LobbyConsumer
    from games.live.runtime import Runtime

log = logging.getLogger("games.live.lobby")


class Lobby:
    """The lobby in one process."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.members: set[LobbyConsumer] = set()
        self._frame: str | None = None
        self._due: asyncio.TimerHandle | None = None
        self._reading = False
        self._again = False

    async def join(self, member: LobbyConsumer) -> None:
        """Send a new member what there is."""
        self.members.add(member)
        member.push_frame(await self._read())
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
            frame = await self._read()
            if frame != self._frame:
                self._frame = frame
                for member in tuple(self.members):
                    member.push_frame(frame)
        finally:
            self._reading = False
            if self._again:
                self._again = False
                self.changed()

    async def _read(self) -> str:
        rows, playing = await self.runtime.desk.run(_read)
        return encode(Tables(rows, self.runtime.sockets.people(), playing))

    def stop(self) -> None:
        """Tell nobody any more."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


def _read() -> tuple[list[dict[str, object]], int]:
    """Rows of open tables, and how many matches are running. Runs in a database thread."""
    from games.models import Match
    from games.models.matches import MatchStatus
    from games.selectors.tables import lobby_rows

    playing = Match.objects.filter(status=MatchStatus.PLAYING).count()
    return list(lobby_rows()), playing
