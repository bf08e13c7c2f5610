"""How fast a client may send."""

from __future__ import annotations

import time


class TokenBucket:
    """`burst` at once, `rate` a second in the long run; counts what came too fast."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._at = time.monotonic()
        self.refused = 0
        """Refusals not yet worked off by messages that came in time."""

    def take(self) -> bool:
        """Whether one more is in time."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            self.refused += 1
            return False
        self._tokens -= 1
        self.refused = max(0, self.refused - 1)
        return True
