"""What the parts of the live path need of the process that they run in."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from games.live.core.clock import Clock
from games.live.core.db_threads import DbThreads
from games.live.core.loop_lag import LoopLag
from games.live.core.pubsub import PubSub
from games.live.core.settings import Options

T = TypeVar("T")


class Context(Protocol):
    """The process as seen from below; `games.live.process.runtime.Runtime` is one."""

    options: Options
    clock: Clock
    db: DbThreads
    pubsub: PubSub
    loop_lag: LoopLag

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a coroutine to its end, whoever asked for it; log its failure."""

    def start_soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine as `spawn` does, without a handle."""
