"""The lobby: the list of open tables, sent when it changes, at most every `lobby_every` seconds."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from django.utils import timezone

from games.live.protocol.messages import Encoded, Tables, Unread, encode
from games.live.table.presence import PRESENCE_TTL_S

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from games.live.clients.visitor import Visitor
    from games.live.table.ports import LobbyMember, TableContext

log = logging.getLogger("games.live.table.lobby")

MAX_STRANGERS: Final = 2
"""Strangers that are announced to other processes, at most: with two of them nobody is alone."""
MAX_ACCOUNTS: Final = 200
"""Accounts that are announced, at most: pages of any process show which friends are here."""


class Lobby:
    """The lobby in one process: its visitors here, and those that other processes announced."""

    def __init__(self, runtime: TableContext) -> None:
        self.runtime = runtime
        self.members: set[LobbyMember] = set()
        self._frames: dict[frozenset[int], Encoded] = {}
        """Set of hidden players -> the latest message that was made for it."""
        self._due: asyncio.TimerHandle | None = None
        self._reading = False
        self._changed_meanwhile = False
        self._judged: dict[str, tuple[float, bool]] = {}
        """Table (public id) -> when somebody sat down there last (epoch seconds), and whether it
        was deserted when the tables were read."""
        self._elsewhere: dict[str, tuple[list[str], float]] = {}
        """Process -> visitors that it announced, and when, in seconds since the epoch."""

    async def join(self, member: LobbyMember) -> None:
        """Add a connection to the lobby and send it the open tables."""
        self.members.add(member)
        if member.visitor.player is not None:
            member.hidden = await self.runtime.db.run(
                partial(_blocked_either_way, member.visitor.player)
            )
        member.push_frame((await self._messages({member.hidden}))[member.hidden])
        self.changed()

    def leave(self, member: LobbyMember) -> None:
        """Remove a connection from the lobby, as its socket is closed."""
        self.members.discard(member)
        self.changed()

    def changed(self) -> None:
        """Schedule the open tables to be sent again, as their rows may have changed."""
        if self._reading:
            self._changed_meanwhile = True
        elif self._due is None and self.members:
            loop = asyncio.get_running_loop()
            self._due = loop.call_later(self.runtime.options.lobby_every, self._start_sending)

    def check_deserted(self, table: str | None = None) -> None:
        """Schedule the tables to be sent again if one became deserted, or is not any more.

        `table` is the public id of the only one to look at; None: look at all.
        """
        judged = self._judged if table is None else {table: self._judged.get(table)}
        is_deserted = self.runtime.is_deserted
        if self.members and any(
            row is not None and is_deserted(each, row[0]) != row[1] for each, row in judged.items()
        ):
            self.changed()

    def _start_sending(self) -> None:
        self._due = None
        self._reading = True
        self.runtime.tasks.spawn(self._send_changes())

    async def _send_changes(self) -> None:
        """Read the open tables, and send them to the members for whom they have changed."""
        self.publish_visitors()
        try:
            before = self._frames
            self._frames = await self._messages({member.hidden for member in self.members})
            for member in tuple(self.members):
                frame = self._frames.get(member.hidden)
                if frame is not None and frame != before.get(member.hidden):
                    member.push_frame(frame)
        finally:
            self._reading = False
            if self._changed_meanwhile:
                self._changed_meanwhile = False
                self.changed()

    async def show_unread(self, players: Collection[int]) -> None:
        """Send these players (row ids), if in the lobby, their number of unread notifications."""
        here = [member for member in tuple(self.members) if member.visitor.player in players]
        if not here:
            return
        ids = {member.visitor.player for member in here if member.visitor.player is not None}
        counts = await self.runtime.db.read(partial(_unread_counts, ids))
        for member in here:
            member.push_frame(encode(Unread(counts.get(member.visitor.player or 0, 0))))

    async def _messages(self, hidden: set[frozenset[int]]) -> dict[frozenset[int], Encoded]:
        """Return set of hidden players -> the message of open tables without these players."""
        from games.selectors.tables import rows_without

        judged: dict[str, tuple[float, bool]] = {}

        def is_deserted(table: str, sat_at: float) -> bool:
            judged[table] = sat_at, self.runtime.is_deserted(table, sat_at)
            return judged[table][1]

        tables, playing = await self.runtime.db.read(partial(_read_lobby, is_deserted))
        self._judged = judged
        online = self.runtime.connections.people()
        return {
            players: encode(Tables(rows_without(tables, players), online, playing))
            for players in hidden
        }

    def publish_visitors(self) -> None:
        """Announce lobby visitors here to other processes, up to MAX_STRANGERS, MAX_ACCOUNTS."""
        keys = sorted(self._keys().elements())
        strangers = [key for key in keys if key[0] != "u"][:MAX_STRANGERS]
        accounts = [key for key in keys if key[0] == "u"][:MAX_ACCOUNTS]
        self.runtime.pubsub.publish("lobby", visitors=strangers + accounts)

    def receive(self, process: str, message: Mapping[str, Any]) -> None:
        """Store the lobby visitors that another process has announced."""
        self._elsewhere[process] = (list(message["visitors"]), self.runtime.clock.now())

    def is_empty_but_for(self, user: int | None, address: str) -> bool:
        """Return whether this visitor (account's row id, IP address) is alone in the lobby.

        All processes are considered. A visitor who became a guest by playing came as a stranger, so
        their socket is known by the address. May be called from any thread.
        """
        keys = self._keys()
        now = self.runtime.clock.now()
        for names, at in tuple(self._elsewhere.values()):
            if now - at < PRESENCE_TTL_S:
                keys.update(names)
        own = f"u{user}" if user is not None and f"u{user}" in keys else f"a{address}"
        if own.startswith("u"):
            del keys[own]
        else:
            keys -= Counter([own])
        return not keys

    def users(self) -> frozenset[int]:
        """Return the accounts (row ids) in the lobby, in any process; callable from any thread."""
        keys = set(self._keys())
        now = self.runtime.clock.now()
        for names, at in tuple(self._elsewhere.values()):
            if now - at < PRESENCE_TTL_S:
                keys.update(names)
        return frozenset(int(key[1:]) for key in keys if key.startswith("u"))

    def _keys(self) -> Counter[str]:
        """Count the lobby visitors here by key: 1 for an account, sockets for an address."""
        people = [_visitor_key(member.visitor) for member in tuple(self.members)]
        return Counter({key: 1 if key[0] == "u" else n for key, n in Counter(people).items()})

    def stop(self) -> None:
        """Cancel the scheduled sending of open tables."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


def _visitor_key(visitor: Visitor) -> str:
    return f"a{visitor.address}" if visitor.user is None else f"u{visitor.user}"


def _blocked_either_way(player: int) -> frozenset[int]:
    """Return the ids of players who block this player or are blocked by them.

    Runs in a database thread.
    """
    from games.selectors.social import blocked_either_way

    return blocked_either_way(player)


def _unread_counts(players: Collection[int]) -> dict[int, int]:
    """Return the numbers of unread notifications of players (row ids). Runs in a database thread."""
    from games.selectors.notifications import unread_counts

    return unread_counts(players)


def _read_lobby(
    is_deserted: Callable[[str, float], bool],
) -> tuple[list[tuple[dict[str, object], frozenset[int]]], int]:
    """Return the rows of open tables with the players at them, and the number of running matches.

    Tables for which `is_deserted` (public id, time of sitting down) is true are left out. Runs in a
    database thread.
    """
    from games.models import Match
    from games.models.matches import MatchStatus
    from games.selectors.parked import parked
    from games.selectors.tables import lobby_tables

    running = Match.objects.filter(status=MatchStatus.PLAYING)
    return lobby_tables(is_deserted), running.exclude(parked(timezone.now(), "")).count()
