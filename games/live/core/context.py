"""The part of the process that every part of the live path may use."""

from __future__ import annotations

from typing import Protocol

from games.live.core.clock import Clock
from games.live.core.db_threads import DbThreads
from games.live.core.loop_lag import LoopLag
from games.live.core.pubsub import PubSub
from games.live.core.settings import Options
from games.live.core.tasks import Tasks


class Context(Protocol):
    """The services of the process (clock, database, journal ...) that all lower layers may use.

    `games.live.process.runtime.Runtime` implements it.
    """

    options: Options
    clock: Clock
    db: DbThreads
    pubsub: PubSub
    loop_lag: LoopLag
    tasks: Tasks
