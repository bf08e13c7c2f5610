"""Bells between processes: that something happened, never what.

A bell names a match and its head, or a table; who hears it reads the database. It may get lost:
polls of heads and the clients' own `have` make up for that. So nothing here ever raises.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger("games.live.bell")

GROUP: Final = "brisca.live"
QUEUE: Final = 1000

Ring = Mapping[str, Any]


class Bell:
    """One process's end of the bell rope. `heard` is called with each bell of other processes."""

    def __init__(self, heard: Callable[[Ring], Awaitable[None]], *, in_memory: bool) -> None:
        self.id = secrets.token_hex(8)
        self._heard = heard
        layer = get_channel_layer()
        alone = isinstance(layer, InMemoryChannelLayer) and not in_memory
        self._layer: Any = None if alone else layer
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(QUEUE)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Listen, and ring what is asked for."""
        if self._layer is not None:
            self._tasks = [
                asyncio.create_task(self._listen(), name="brisca-bell-in"),
                asyncio.create_task(self._send(), name="brisca-bell-out"),
            ]

    async def stop(self) -> None:
        """Ring and hear no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def ring(self, what: str, **about: Any) -> None:
        """Tell the other processes; returns at once."""
        if self._layer is None:
            return
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait({"type": "bell", "from": self.id, "what": what, **about})

    async def _send(self) -> None:
        while True:
            bell = await self._queue.get()
            try:
                await self._layer.group_send(GROUP, bell)
            except Exception as error:  # noqa: BLE001 - a dead layer must not touch the table
                log.warning("a bell could not be rung: %s", type(error).__name__)

    async def _listen(self) -> None:
        while True:
            try:
                channel = await self._layer.new_channel("brisca")
                await self._layer.group_add(GROUP, channel)
                while True:
                    bell = await self._layer.receive(channel)
                    if bell.get("from") != self.id:
                        await self._answer(bell)
            except Exception as error:  # noqa: BLE001 - the layer may come back
                log.warning("bells cannot be heard: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _answer(self, bell: Ring) -> None:
        try:
            await self._heard(bell)
        except Exception:
            log.exception("a bell could not be answered")
