"""Cache in Redis that falls back to the memory of this process while Redis does not answer.

Rate limits, downloads and computed figures stand in the cache, and each of them can do without the
other processes for a while; a request cannot do without an answer. So an error of Redis is never
seen by callers: the operation is done in the memory of the process instead.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger("brisca.cache")

T = TypeVar("T")
Operation = Callable[[BaseCache], T]
VersionedKey = tuple[Any, int | None]

RETRY_S: Final = 3.0
"""Seconds after a failure of Redis in which no request waits for it."""
MAX_ENTRIES: Final = 20_000
"""Entries of a cache in memory, where the limits of visitors are counted: Django's 300 would let a
few visitors push the others out.
"""


class CircuitBreaker:
    """Circuit breaker: opened by a failure; while open, it allows a try every RETRY_S seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._retry_at: float | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the last attempt at Redis failed."""
        return self._retry_at is not None

    def allows_attempt(self) -> bool:
        """Return whether to try Redis now; while it fails, one caller in RETRY_S seconds may."""
        if not self.is_open:
            return True
        with self._lock:
            retry_at = self._retry_at
            if retry_at is None:  # closed by another thread meanwhile
                return True
            if self._clock() < retry_at:
                return False
            self._retry_at = self._clock() + RETRY_S
            return True

    def open(self) -> bool:
        """Note a failed attempt; return True if the attempt before it succeeded."""
        with self._lock:
            was_closed = self._retry_at is None
            self._retry_at = self._clock() + RETRY_S
            return was_closed

    def close(self) -> bool:
        """Note a successful attempt; return True if the attempt before it failed."""
        with self._lock:
            was_open = self._retry_at is not None
            self._retry_at = None
            return was_open


class _Backends:
    """A Redis cache, the process's memory that stands in for it, and which one is in use."""

    def __init__(self, server: Any, params: dict[str, Any], clock: Callable[[], float]) -> None:
        memory = {**params, "OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}}
        self.shared = RedisCache(server, params)
        self.local = LocMemCache(f"fallback of {server}", memory)
        self.breaker = CircuitBreaker(clock)
        self._unsent: dict[VersionedKey, None] = {}
        """Keys written while Redis was away. What Redis holds of them may be out of date: a write
        that timed out may have been carried out, and a deletion was not.
        """

    def run(self, operation: Operation[T], written: Iterable[VersionedKey] = ()) -> T:
        """Return the result of a cache operation on Redis, else on the process's memory."""
        if self.breaker.allows_attempt():
            try:
                if self.breaker.is_open:
                    self._delete_unsent()
                result = operation(self.shared)
            except (RedisError, OSError) as error:
                if self.breaker.open():
                    log.warning(
                        "Redis does not answer (%s): this process counts limits by itself",
                        type(error).__name__,
                    )
            else:
                if self.breaker.is_open:
                    self._return()
                return result
        for key in written:
            if len(self._unsent) < MAX_ENTRIES:
                self._unsent[key] = None
        return operation(self.local)

    def _delete_unsent(self) -> None:
        """Delete from Redis the keys written without it; raises RedisError if it is still away."""
        unsent = tuple(self._unsent)
        for version in {version for _key, version in unsent}:
            self.shared.delete_many(
                [key for key, of_version in unsent if of_version == version], version
            )

    def _return(self) -> None:
        """Use Redis again, and forget what the process's memory cached meanwhile."""
        if self.breaker.close():
            self._unsent = {}
            self.local.clear()
            log.warning("Redis answers again")


_backends: Final[dict[str, _Backends]] = {}
_lock: Final = threading.Lock()


class FallbackCache(BaseCache):
    """Django cache backend in Redis that uses the process's memory while Redis does not answer."""

    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(params)
        # Django makes an instance for each thread and request: what they share stands beside.
        name = f"{server} {params!r}"
        with _lock:
            if name not in _backends:
                _backends[name] = _Backends(server, params, self.clock)
        self._backends = _backends[name]

    @property
    def is_shared(self) -> bool:
        """Return whether other processes see a value that is written to this cache now."""
        return not self._backends.breaker.is_open

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Set a key of the cache that does not exist; return whether it was set."""
        return self._backends.run(
            lambda cache: cache.add(key, value, timeout, version), [(key, version)]
        )

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return the value of a key in the cache, or `default`."""
        return self._backends.run(lambda cache: cache.get(key, default, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Set the value of a key in the cache."""
        self._backends.run(lambda cache: cache.set(key, value, timeout, version), [(key, version)])

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Set the expiry of a key in the cache; return False if the key does not exist."""
        return self._backends.run(lambda cache: cache.touch(key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a key of the cache; return whether it existed."""
        return self._backends.run(lambda cache: cache.delete(key, version), [(key, version)])

    def get_many(self, keys: Iterable[Any], version: int | None = None) -> dict[Any, Any]:
        """Return key -> value of those keys that exist in the cache."""
        names = list(keys)
        values: dict[Any, Any] = self._backends.run(lambda cache: cache.get_many(names, version))
        return values

    def has_key(self, key: Any, version: int | None = None) -> bool:
        """Return whether a key exists in the cache."""
        return self._backends.run(lambda cache: cache.has_key(key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to the number at a key of the cache and return the sum.

        Raises:
            ValueError: the key does not exist.
        """
        return self._backends.run(lambda cache: cache.incr(key, delta, version), [(key, version)])

    def set_many(
        self, data: dict[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        """Set several keys of the cache; return the keys that could not be set: always none."""
        return self._backends.run(
            lambda cache: cache.set_many(data, timeout, version), [(key, version) for key in data]
        )

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        """Delete several keys of the cache."""
        names = list(keys)
        self._backends.run(
            lambda cache: cache.delete_many(names, version), [(key, version) for key in names]
        )

    def clear(self) -> None:
        """Delete every key of the cache."""
        self._backends.run(lambda cache: cache.clear())
        self._backends.local.clear()


def is_redis_used() -> bool | None:
    """Return whether this process now uses its Redis cache; None on a site without Redis."""
    breakers = [backends.breaker for backends in _backends.values()]
    return not any(breaker.is_open for breaker in breakers) if breakers else None


def is_shared(cache: Any) -> bool:
    """Return whether other processes see what is written to a cache (or its proxy) now."""
    return bool(getattr(cache, "is_shared", True))
