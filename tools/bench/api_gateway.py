"""The live path for a process that answers requests one by one: on a loop of its own, in a thread.

A server has one loop that goes on; a client of WSGI has one for each request, which would begin the
live path anew each time.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterable, Coroutine, Mapping
from typing import Any

from games.live.http.gateway import LocalGateway
from games.services.live_gateway import Caller, Json


class ThreadGateway(LocalGateway):
    """A gateway that runs the live path on an event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    async def _there(self, work: Coroutine[Any, Any, Any]) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Submit a message on the gateway's own loop; return its acknowledgement."""
        answer: Json = await self._there(super().send(caller, table, message))
        return answer

    async def look(self, caller: Caller, table: str, have: int | None) -> Json:
        """Return a table as the gateway's own loop has it."""
        shown: Json = await self._there(super().look(caller, table, have))
        return shown

    async def follow(
        self, caller: Caller, table: str | None, have: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Refuse to open a stream, whose lines belong to the gateway's own loop.

        Raises:
            RuntimeError: always.
        """
        # `tools.soak.api_fuzz` leaves streams out. What LocalGateway does would begin the live path anew on
        # the loop of whoever asks, and nobody would see that from the answer.
        raise RuntimeError("streams are not followed through this gateway")
