"""The live path for a process that answers requests one by one: on a loop of its own, in a thread.

A server has one loop that goes on; a client of WSGI has one for each request, which would begin the
live path anew each time.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterable, Coroutine, Mapping
from typing import Any

from games.live.http.gateway import LiveGateway
from games.services.door import Caller, Json


class FarDoor(LiveGateway):
    """The door, whoever asks from whatever loop."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    async def _there(self, work: Coroutine[Any, Any, Any]) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """As the door does."""
        told: Json = await self._there(super().send(caller, table, message))
        return told

    async def look(self, caller: Caller, table: str, have: int | None) -> Json:
        """As the door does."""
        told: Json = await self._there(super().look(caller, table, have))
        return told

    async def follow(
        self, caller: Caller, table: str | None, have: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Not from here: its lines belong to the other loop."""
        # `tools.soak.api_fuzz` leaves streams out. What LiveGateway does would begin the live path anew on
        # the loop of whoever asks, and nobody would see that from the answer.
        raise RuntimeError("streams are not followed through this door")
