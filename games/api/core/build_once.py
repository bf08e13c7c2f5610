"""Values that are built once in a process, also when many threads ask at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TypeVar

T = TypeVar("T")


def build_once(build: Callable[[], T]) -> Callable[[], T]:
    """Return a function that calls `build` at its first call and then always returns the result.

    Other threads wait meanwhile. `functools.cache` lets every thread that comes before the first value
    run the function, which drf-spectacular's generator does not bear. An exception is raised to its
    caller, and the next call builds again. `build` must not call itself.
    """
    lock = Lock()
    built: list[T] = []

    @wraps(build)
    def get() -> T:
        if not built:
            with lock:
                if not built:
                    built.append(build())
        return built[0]

    return get
