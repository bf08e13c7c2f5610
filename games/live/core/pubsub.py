"""Bells between processes: that something happened, never what.

A bell names a match and its head, or a table; who hears it reads the database. It may get lost:
polls of heads and the clients' own `have` make up for that. So nothing here ever raises.

What is rung in one turn of the loop, as all moves of a commit are, goes out in one message.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Any, Final

from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.live.core import metrics

log = logging.getLogger("games.live.core.pubsub")

GROUP: Final = "brisca.live"
QUEUE: Final = 1000
LATEST: Final = ("head", "dealing", "presence", "table", "who")
"""Of these the latest of a table and match says all that those before it said."""

Ring = Mapping[str, Any]


class PubSub:
    """One process's end of the bell rope. `heard` is called with each bell of other processes."""

    def __init__(self, heard: Callable[[Ring], Awaitable[None]], *, in_memory: bool) -> None:
        self.id = secrets.token_hex(8)
        self._heard = heard
        layer = get_channel_layer()
        alone = isinstance(layer, InMemoryChannelLayer) and not in_memory
        self._layer: Any = None if alone else layer
        self._rung: dict[Hashable, dict[str, Any]] = {}
        """What is to go out with the next message."""
        self._any = asyncio.Event()
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
        if len(self._rung) >= QUEUE:
            metrics.BELLS_FAILED.inc()
            return
        name = (what, about["table"], about.get("match")) if what in LATEST else object()
        self._rung[name] = {"what": what, **about}
        self._any.set()

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
            await self._any.wait()
            self._any.clear()
            bells, self._rung = list(self._rung.values()), {}
            try:
                message = {"type": "bell", "from": self.id, "bells": bells}
                await self._layer.group_send(GROUP, message)
            except Exception as error:  # noqa: BLE001 - a dead layer must not touch the table
                metrics.BELLS_FAILED.inc(len(bells))
                log.warning("bells could not be rung: %s", type(error).__name__)
            else:
                for bell in bells:
                    metrics.BELLS_RUNG.labels(bell["what"]).inc()

    async def _listen(self) -> None:
        while True:
            try:
                channel = await self._layer.new_channel("brisca")
                await self._layer.group_add(GROUP, channel)
                while True:
                    message = await self._layer.receive(channel)
                    if message.get("what") == "echo":
                        if message.get("name") in self._echoes:
                            self._echoes[message["name"]].set()
                    elif (sender := message.get("from")) != self.id:
                        # a command of manage.py rings a single one
                        for bell in message.get("bells", (message,)):
                            metrics.BELLS_HEARD.labels(bell.get("what", "")).inc()
                            await self._answer({**bell, "from": sender})
            except Exception as error:  # noqa: BLE001 - the layer may come back
                metrics.BELLS_FAILED.inc()
                log.warning("bells cannot be heard: %s", type(error).__name__)
                await asyncio.sleep(1)

    async def _answer(self, bell: Ring) -> None:
        try:
            await self._heard(bell)
        except Exception:
            log.exception("a bell could not be answered")
