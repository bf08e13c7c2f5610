"""The socket of a shared review. It translates messages; the room decides."""

from __future__ import annotations

from typing import ClassVar, Final

from games.live.clients.outbox import Send
from games.live.core.errors import Refused
from games.live.core.rate_limit import TokenBucket
from games.live.protocol.messages import Ack, Pong
from games.live.protocol.parsing import parse_review
from games.live.protocol.requests import (
    ClientMessage,
    Go,
    Heartbeat,
    Hello,
    Lead,
    ReviewMessage,
    Try,
)
from games.live.sockets.socket import Receive, Scope, Socket

TRIAL_RATE: Final = (4.0, 20)
"""Rate limit for lines worked out for one socket: a second in the long run, and at once."""


class ReviewConsumer(Socket):
    """Socket of a member of one shared review: several people who look at one finished match."""

    name: ClassVar[str] = "review"

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.shown_as = ""
        """The name of the member's player; empty for strangers."""
        self._tries = TokenBucket(*TRIAL_RATE)

    async def enter(self) -> int | None:
        """Join the shared review; return None, or the WebSocket close code of a refusal."""
        kwargs = self.scope["url_route"]["kwargs"]
        player = self.visitor.player
        if player is not None:
            self.shown_as = await self.runtime.db.read(lambda: _name_of(player))
        self.room = self.runtime.review_room(kwargs["match"], kwargs["key"])
        code = await self.room.join(self)
        self.runtime.drop_empty(self.room)
        return code

    async def leave(self) -> None:
        """Leave the shared review, and drop its room if it is empty."""
        self.room.leave(self)
        self.runtime.drop_empty(self.room)

    def role(self) -> str:
        """Return "reviewers", the socket's purpose as metrics name it."""
        return "reviewers"

    def about(self) -> dict[str, object]:
        """Return the match as an extra field of log lines, without the room's key, which is secret."""
        return {"match": self.scope["url_route"]["kwargs"]["match"]}

    def read(self, text: str) -> ClientMessage | ReviewMessage:  # type: ignore[override]
        """Parse a frame: return its message, one of a shared review or of any socket.

        Raises:
            ProtocolError: where the frame has no message.
        """
        return parse_review(text)

    async def handle(self, message: ClientMessage | ReviewMessage) -> None:
        """Pass a client's message to the shared review's room, and answer the message."""
        match message:
            case Heartbeat():
                self.read_up_to(0)
                self.push(Pong(None))
                self.room.beat()
            case Hello():
                self.room.show(self)
            case Lead() | Go() | Try():
                await self._ask(message)
            case _:
                self.refuse(getattr(message, "id", None), "unknown_type")

    async def _ask(self, message: ReviewMessage) -> None:
        try:
            match message:
                case Lead():
                    await self.room.lead(self, message)
                case Go():
                    await self.room.go(self, message)
                case Try():
                    if not self._tries.take():
                        raise Refused("rate_limited")
                    await self.room.trial(self, message)
        except Refused as refused:
            self.refuse(message.id, refused.code)
        else:
            self.push(Ack(message.id))


def _name_of(player: int) -> str:
    """Return the name of a player; "" if there is none. Runs in a database thread."""
    from games.models import Player

    return Player.objects.filter(pk=player).values_list("name", flat=True).first() or ""
