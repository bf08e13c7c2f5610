"""Counts the matches of a filling in a process of its own, a batch behind the one that stores them.

Half of what a match costs is to store it, the other half to fold it into figures and ratings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Final, Self

from django.db import connections, transaction

from games.management.made.copies import Copier
from games.stats.batch import Finished
from games.stats.update import fold_matches

BEHIND: Final = 2
"""Batches that may wait to be counted."""
_copiers: Sequence[Copier] = ()
"""Those of the counting process."""


class CountedApart:
    """Takes batches that are stored, in order; at the end of the `with` all of them are counted."""

    def __init__(self, copiers: Sequence[Copier]) -> None:
        for connection in connections.all(initialized_only=True):
            connection.close()
            getattr(connection, "close_pool", lambda: None)()  # no process inherits a line
        self._pool = ProcessPoolExecutor(
            1, mp_context=get_context("fork"), initializer=_begin, initargs=(copiers,)
        )
        self._waiting: deque[Future[None]] = deque([self._pool.submit(_count, [], [])])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            while kind is None and self._waiting:
                self._waiting.popleft().result()
        finally:
            self._pool.shutdown(cancel_futures=True)

    def count(self, numbers: Sequence[int], stored: Sequence[Finished]) -> None:
        """Count matches, each a copy of what the copier of that number tells."""
        while len(self._waiting) >= BEHIND:
            self._waiting.popleft().result()
        # what was played is there already: a number says it shorter
        bare = [replace(one, record={}, counted=None) for one in stored]
        self._waiting.append(self._pool.submit(_count, list(numbers), bare))


def _begin(copiers: Sequence[Copier]) -> None:
    global _copiers
    _copiers = copiers


def _count(numbers: Sequence[int], bare: Sequence[Finished]) -> None:
    whole: list[Any] = []
    for number, one in zip(numbers, bare, strict=True):
        outcome = _copiers[number].outcome
        whole.append(replace(one, record=outcome.record, counted=outcome.counted))
    if whole:
        with transaction.atomic():
            fold_matches(whole)
