"""Values that are made once in a process, also where many threads ask for them at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TypeVar

T = TypeVar("T")


def build_once(build: Callable[[], T]) -> Callable[[], T]:
    """Return `build` such that it runs once; callers meanwhile wait for its value.

    `functools.cache` lets every thread that comes before the first value run the function, which
    drf-spectacular's generator does not bear. An exception is raised to its caller, and the next
    call builds again. `build` must not call itself.
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
