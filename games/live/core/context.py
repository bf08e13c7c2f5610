"""What the parts of the live path need of the process that they run in."""

from __future__ import annotations

from typing import Protocol

from games.live.core.clock import Clock
from games.live.core.db_threads import DbThreads
from games.live.core.loop_lag import LoopLag
from games.live.core.pubsub import PubSub
from games.live.core.settings import Options
from games.live.core.tasks import Tasks


class Context(Protocol):
    """The process as seen from below; `games.live.process.runtime.Runtime` is one."""

    options: Options
    clock: Clock
    db: DbThreads
    pubsub: PubSub
    loop_lag: LoopLag
    tasks: Tasks
