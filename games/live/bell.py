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

from games.live import metrics

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
        self._echoes: dict[str, asyncio.Event] = {}

    async def start(self) -> None:
        """Listen, and ring what is asked for."""
        if self.rings:
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

    @property
    def rings(self) -> bool:
        """Whether there may be other processes."""
        return self._layer is not None

    def ring(self, what: str, **about: Any) -> None:
        """Tell the other processes; returns at once."""
        if not self.rings:
            return
        try:
            self._queue.put_nowait({"type": "bell", "from": self.id, "what": what, **about})
        except asyncio.QueueFull:
            metrics.BELLS_FAILED.inc()

    async def sound(self, within: float) -> bool:
        """Whether a bell that is rung here is heard here, within so many seconds.

        True where there is nobody else to ring for.
        """
        if not self.rings:
            return True
        name = secrets.token_hex(8)
        heard = self._echoes[name] = asyncio.Event()
        try:
            async with asyncio.timeout(within):
                while not heard.is_set():  # one may get lost, as any bell
                    bell = {"type": "bell", "from": self.id, "what": "echo", "name": name}
                    await self._layer.group_send(GROUP, bell)
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), within / 8)
        except Exception:  # noqa: BLE001 - whatever it is, bells do not sound
            return False
        finally:
            del self._echoes[name]
        return True

    async def _send(self) -> None:
        while True:
            bell = await self._queue.get()
            try:
                await self._layer.group_send(GROUP, bell)
                metrics.BELLS_RUNG.labels(bell["what"]).inc()
            except Exception as error:  # noqa: BLE001 - a dead layer must not touch the table
                metrics.BELLS_FAILED.inc()
                log.warning("a bell could not be rung: %s", type(error).__name__)

    async def _listen(self) -> None:
        while True:
            try:
                channel = await self._layer.new_channel("brisca")
                await self._layer.group_add(GROUP, channel)
                while True:
                    bell = await self._layer.receive(channel)
                    if bell.get("what") == "echo":
                        if bell.get("name") in self._echoes:
                            self._echoes[bell["name"]].set()
                    elif bell.get("from") != self.id:
                        metrics.BELLS_HEARD.labels(bell.get("what", "")).inc()
                        await self._answer(bell)
            except Exception as error:  # noqa: BLE001 - the layer may come back
                metrics.BELLS_FAILED.inc()
                log.warning("bells cannot be heard: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _answer(self, bell: Ring) -> None:
        try:
            await self._heard(bell)
        except Exception:
            log.exception("a bell could not be answered")
