"""Shared reviews: rooms in which several people step through a finished match together.

One leads; the others follow or look on their own. A room exists as long as it has a member, and
nothing of it is stored. Each process publishes where its leader is: an address within a match that
is public, and numbers of moves, never a card. Of two who take the lead at once the first has it,
by the clock and then by the process.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import orjson

from games.live.core.errors import Refused
from games.live.protocol.messages import Closing, ReviewLine, ReviewNews
from games.live.protocol.requests import Go, Lead, Try
from games.record.log import MatchLog
from games.record.variation import VariationError, variation

if TYPE_CHECKING:
    from games.live.table.ports import ReviewMember, TableContext

log = logging.getLogger("games.live.review")

Json: TypeAlias = dict[str, Any]
MAX_MEMBERS: Final = 30
"""Sockets of one room in one process, at most."""
MIN_KEY_LENGTH, MAX_KEY_LENGTH = 8, 32
"""Characters of a room's key, at least and at most."""
PART_TTL_S: Final = 45.0
"""Seconds after which a process that publishes nothing counts as having left the room."""


@dataclass(frozen=True, slots=True)
class RoomPart:
    """One process's part of a shared review: its number of members, and its leader, if any."""

    people: int
    since: float | None = None
    """Time at which this process's leader took the lead, in epoch seconds; None: no leader here."""
    name: str = ""
    at: str | None = None
    trial: tuple[int, int, tuple[int, ...]] | None = None
    """(deal, cards played, moves) of the line that its leader shows."""
    received_at: float = 0.0


class SharedReview:
    """A room in this process whose members look at one finished match together.

    All of it runs on one event loop.
    """

    def __init__(self, runtime: TableContext, match: str, key: str) -> None:
        self.runtime = runtime
        self.match = match
        self.key = key
        self.members: set[ReviewMember] = set()
        self.coming = 0
        """Number of members who are joining while the match is being read for them."""
        self.leader: ReviewMember | None = None
        self._own = RoomPart(0)
        self._elsewhere: dict[str, RoomPart] = {}
        self._log: MatchLog | None = None
        self._loading = asyncio.Lock()
        self._line: tuple[object, ReviewLine] | None = None
        """The line that the leader shows, with its position worked out."""

    # -- who is here ------------------------------------------------------------------------------

    async def join(self, member: ReviewMember) -> int | None:
        """Add a member; return None, or the WebSocket close code if it is refused.

        A member is refused if the match is not over and public, or if the room is full.
        """
        self.coming += 1
        try:
            if not MIN_KEY_LENGTH <= len(self.key) <= MAX_KEY_LENGTH or await self._load() is None:
                return Closing.NO_TABLE
        finally:
            self.coming -= 1
        if len(self.members) >= MAX_MEMBERS:
            return Closing.RATE
        self.members.add(member)
        self._changed()
        return None

    def leave(self, member: ReviewMember) -> None:
        """Remove a member whose socket is closed; a leader gives up the lead."""
        self.members.discard(member)
        if self.leader is member:
            self._lead(None)
        self._changed()

    async def lead(self, member: ReviewMember, asked: Lead) -> None:
        """Take the lead of a shared review if it is free, or give the lead up.

        Raises:
            Refused: where another member leads.
        """
        if asked.on:
            if self._leading() is not None and self.leader is not member:
                raise Refused("somebody_leads")
            self._lead(member)
        elif self.leader is member:
            self._lead(None)
        self._changed()

    async def go(self, member: ReviewMember, asked: Go) -> None:
        """Move the shared review to a place in the match ("d1t3c2"), as its leader asks.

        Raises:
            Refused: where the member does not lead.
        """
        if self.leader is not member:
            raise Refused("not_leading")
        self._own = RoomPart(0, self._own.since, self._own.name, asked.at)
        self._changed()

    async def trial(self, member: ReviewMember, asked: Try) -> None:
        """Compute the position after other moves; send it to the member, a leader's to all.

        Raises:
            Refused: where there is no such line in the match.
        """
        where = (asked.deal, asked.plays, tuple(asked.line))
        trial = await self._work_out(where, member.shown_as, shown=self.leader is member)
        if trial.shown and self.leader is member:
            own = self._own
            self._own = RoomPart(0, own.since, own.name, own.at, where)
            self._line = (where, trial)
            self._changed()
        else:
            member.push(trial)

    # -- members and other processes --------------------------------------------------------------

    def show(self, member: ReviewMember) -> None:
        """Send a member the shared review's state: members, leader, place, the leader's line."""
        leading = self._leading()
        member.push(
            ReviewNews(
                match=self.match,
                people=sum(part.people for part in self._parts()),
                leader=leading.name if leading else None,
                leads=self.leader is member,
                at=leading.at if leading else None,
                trying=leading is not None and leading.trial is not None,
            )
        )
        if leading is not None and leading.trial is not None:
            if self._line is not None and self._line[0] == leading.trial:
                member.push(self._line[1])
            else:
                self.runtime.tasks.spawn(self._catch_up(leading))

    def receive(self, worker: str, news: Json) -> None:
        """Store another process's part of the shared review: its members and leader."""
        trial = news["trial"]
        where = (trial[0], trial[1], tuple(trial[2])) if trial else None
        now = self.runtime.clock.now()
        shown = RoomPart(news["people"], news["since"], news["name"], news["at"], where, now)
        before = self._elsewhere.get(worker)
        self._elsewhere[worker] = shown
        if self.leader is not None and self._leading() != self._own_part():
            self.leader = None  # somebody elsewhere was first
            self._own = RoomPart(0)
        self._show_all()
        if before is None:
            self._publish()  # it has just come, and knows nothing of those here

    def beat(self) -> None:
        """Publish this process's part of the shared review again, to show that it still exists."""
        self._publish()

    # -- small things -----------------------------------------------------------------------------

    def _lead(self, member: ReviewMember | None) -> None:
        self.leader = member
        since = None if member is None else self.runtime.clock.now()
        self._own = RoomPart(0, since, member.shown_as if member else "", self._own.at)

    def _own_part(self) -> RoomPart:
        own = self._own
        return RoomPart(len(self.members), own.since, own.name, own.at, own.trial)

    def _parts(self) -> list[RoomPart]:
        late = self.runtime.clock.now() - PART_TTL_S
        here = {name: part for name, part in self._elsewhere.items() if part.received_at >= late}
        self._elsewhere = here
        return [self._own_part(), *here.values()]

    def _leading(self) -> RoomPart | None:
        """Return the part of the shared review whose leader led first; None if nobody leads."""
        mine = self._own_part()
        self._parts()
        known = [(self.runtime.pubsub.id, mine), *self._elsewhere.items()]
        claims = [(part.since, worker, part) for worker, part in known if part.since is not None]
        return min(claims, key=lambda claim: claim[:2])[2] if claims else None

    def _changed(self) -> None:
        self._show_all()
        self._publish()

    def _show_all(self) -> None:
        for member in tuple(self.members):
            self.show(member)

    def _publish(self) -> None:
        own = self._own_part()
        self.runtime.pubsub.publish(
            "review",
            review=f"{self.match}/{self.key}",
            people=own.people,
            since=own.since,
            name=own.name,
            at=own.at,
            trial=None if own.trial is None else [own.trial[0], own.trial[1], list(own.trial[2])],
        )

    async def _catch_up(self, leading: RoomPart) -> None:
        """Compute the line that a leader in another process shows; send it to the members here."""
        assert leading.trial is not None
        try:
            trial = await self._work_out(leading.trial, leading.name, shown=True)
        except Refused:
            return
        self._line = (leading.trial, trial)
        for member in tuple(self.members):
            member.push(trial)

    async def _work_out(
        self, where: tuple[int, int, tuple[int, ...]], who: str, *, shown: bool
    ) -> ReviewLine:
        """Return a tried line of moves with its position; raise Refused for impossible moves."""
        played = await self._load()
        if played is None:
            raise Refused("no_match")
        deal, plays, line = where
        try:
            view = await asyncio.to_thread(variation, played, deal, plays, line)
        except VariationError as error:
            raise Refused("no_such_move") from error
        return ReviewLine(who, shown, deal, plays, list(line), view)

    async def _load(self) -> MatchLog | None:
        """Return the log of the reviewed match; None until the match is over and public."""
        async with self._loading:
            if self._log is None:
                body = await self.runtime.db.read(lambda: _record(self.match))
                if body is not None:
                    self._log = await asyncio.to_thread(_log_of, body)
            return self._log


def _record(match: str) -> bytes | None:
    """Return the stored record of a match (public id), or None. Runs in a database thread."""
    from games.selectors.matches import record_json

    return record_json(match)


def _log_of(body: bytes) -> MatchLog:
    from games.record.verify import checked_log

    return checked_log(orjson.loads(body))
