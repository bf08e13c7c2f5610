"""Rate limits: token buckets for what clients send."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable


class TokenBucket:
    """A token bucket: `burst` messages at once, `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Take a token from the bucket; return False if it is empty and the message too early."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """Token buckets by key; of more than `most` keys only the latest used are kept."""

    def __init__(self, rate: float, burst: int, most: int = 20_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._kept: OrderedDict[Hashable, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, key: Hashable) -> bool:
        """Take a token from the bucket of this key; return False if that bucket is empty."""
        bucket = self._kept.get(key)
        if bucket is None:
            bucket = self._kept[key] = TokenBucket(self._rate, self._burst)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return bucket.take()
