"""A gateway to the live path for processes without an event loop that stays.

A server has one loop that goes on. A client of WSGI has one loop for each request, which would start
the live path anew each time.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterable, Coroutine, Mapping
from typing import Any

from games.common.live_gateway import Caller, Json
from games.live.http.gateway import LocalGateway


class ThreadGateway(LocalGateway):
    """Gateway that runs the live path on an event loop in its own thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    async def _on_own_loop(self, work: Coroutine[Any, Any, Any]) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    async def send(self, caller: Caller, table: str, message: str) -> Json:
        """Submit a message to a table on the gateway's event loop; return its acknowledgement."""
        answer: Json = await self._on_own_loop(super().send(caller, table, message))
        return answer

    async def look(self, caller: Caller, table: str, have: int | None) -> Json:
        """Return a table's state, read on the gateway's event loop."""
        table_state: Json = await self._on_own_loop(super().look(caller, table, have))
        return table_state

    async def follow(
        self, caller: Caller, table: str | None, have: Mapping[str, int]
    ) -> AsyncIterable[bytes]:
        """Refuse to open a stream of states: its lines belong to the gateway's event loop.

        Raises:
            RuntimeError: always.
        """
        # `tools.soak.api_fuzz` leaves streams out. What LocalGateway does would begin the live path anew on
        # the loop of whoever asks, and nobody would see that from the answer.
        raise RuntimeError("streams are not followed through this gateway")
