"""Executor whose work goes to the thread that became idle last."""

from __future__ import annotations

import atexit
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ParamSpec, TypeAlias, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Work: TypeAlias = tuple[Future[Any], Callable[[], Any]]
Inbox: TypeAlias = SimpleQueue[Work | None]
"""Work of one thread; None ends it."""


class LatestThreadExecutor(Executor):
    """Executor with threads of which the one that became idle last works next.

    Those of `ThreadPoolExecutor` take turns, so that even work that comes bit by bit goes round all
    threads and the processors on which they ran, each of which has forgotten meanwhile what the
    work needs: a page took a sixth more processor time.
    """

    def __init__(
        self,
        most_threads: int,
        thread_name_prefix: str,
        initializer: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare for `most_threads`, each of which calls `initializer` when it starts."""
        self._most_threads, self._prefix = most_threads, thread_name_prefix
        self._initializer = initializer
        self._lock = Lock()
        self._threads: list[Thread] = []
        self._idle: list[Inbox] = []
        """Inboxes of the threads without work, that of the latest one last."""
        self._backlog: deque[Work] = deque()
        self._ended = False
        atexit.register(self.shutdown)

    def submit(
        self,
        function: Callable[Arguments, Result],
        /,
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Future[Result]:
        """Call the function in a thread, once one is free; return the future of its result.

        Raises:
            RuntimeError: the executor was shut down.
        """
        future: Future[Result] = Future()
        work: Work = (future, lambda: function(*args, **kwargs))
        with self._lock:
            if self._ended:
                raise RuntimeError("the executor was shut down")
            if self._idle:
                self._idle.pop().put(work)
            elif len(self._threads) < self._most_threads:
                self._start(work)
            else:
                self._backlog.append(work)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more work, and end the threads once all work is done.

        `wait`: return when they have ended. `cancel_futures`: drop the work that no thread has yet.
        """
        with self._lock:
            self._ended = True
            dropped = list(self._backlog) if cancel_futures else []
            if cancel_futures:
                self._backlog.clear()
            for inbox in self._idle:
                inbox.put(None)
            self._idle.clear()
        for future, _call in dropped:
            future.cancel()
        for thread in self._threads if wait else ():
            thread.join()

    def _start(self, work: Work) -> None:
        """Start a thread with its first work."""
        inbox: Inbox = SimpleQueue()
        inbox.put(work)
        name = f"{self._prefix}_{len(self._threads)}"
        # Python would wait for other threads before it calls what `atexit` has, which ends these.
        thread = Thread(target=self._serve, args=(inbox,), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _serve(self, inbox: Inbox) -> None:
        """Do what comes into the inbox, until that is None."""
        self._initializer()
        while (work := inbox.get()) is not None:
            _do(work)
            del work  # which holds a request, and a future with the response
            self._give_next(inbox)

    def _give_next(self, inbox: Inbox) -> None:
        """Put what waits for a thread into the inbox of one that has done its work, or count it as idle."""
        with self._lock:
            if self._backlog:
                inbox.put(self._backlog.popleft())
            elif self._ended:
                inbox.put(None)
            else:
                self._idle.append(inbox)


def _do(work: Work) -> None:
    """Call the function of the work, and put its result or error into its future."""
    future, call = work
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as error:  # noqa: BLE001 - it is for whoever waits for the result
        future.set_exception(error)
    else:
        future.set_result(result)
