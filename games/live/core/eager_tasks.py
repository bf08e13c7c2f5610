"""Coroutines that start at once, with a task only where they have to wait.

Most of what a socket does waits for nothing: a frame goes into the server's buffer, a heartbeat is
answered. A task for each would cost more than the work. Python 3.12 has eager tasks; this module
does the part of them that is needed here for Python 3.11 as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it first waits; return a task that continues it, or None if done.

    The first part runs in the caller's task and context, so it must not ask for the current task,
    as timeouts do.

    Raises:
        Exception: whatever `work` raises before it first waits.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_go_on(_Begun(work, waits_for)))


async def _go_on(begun: _Begun) -> None:
    """Wait for a coroutine that `begin` has started; this is the body of its task."""
    await begun


class _Begun:
    """Coroutine that has been started and now waits for a future."""

    __slots__ = ("_waits_for", "_work")

    def __init__(self, work: Coroutine[Any, Any, None], waits_for: Any) -> None:
        self._work = work
        self._waits_for = waits_for

    def __await__(self) -> Generator[Any, Any, None]:
        """Continue the coroutine, passing futures out of it, and results and exceptions into it."""
        work, waits_for = self._work, self._waits_for
        try:
            while True:
                try:
                    answer = yield waits_for
                except GeneratorExit:
                    work.close()
                    raise
                except BaseException as error:  # noqa: BLE001 - such as being cancelled
                    waits_for = work.throw(error)
                else:
                    waits_for = work.send(answer)
        except StopIteration:
            return
