"""Streams of events over HTTP, which the feature of events brings."""

from __future__ import annotations

from collections.abc import AsyncIterable
from typing import TYPE_CHECKING, Final

from games.common.ports import Port

if TYPE_CHECKING:
    from games.live.clients.visitor import Visitor
    from games.live.process.runtime import Runtime


class EventStreams:
    """Interface to the feature of events, which makes the stream of one event."""

    def stream(self, runtime: Runtime, visitor: Visitor, event: str) -> AsyncIterable[bytes]:
        """Return the lines of the HTTP stream of an event (public id), such as a tournament.

        Raises:
            LookupError: there is no such event.
        """
        raise LookupError(event)


event_streams: Final = Port(EventStreams)
