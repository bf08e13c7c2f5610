"""The monitor of the read replica: a thread checks whether it may be used, so that no request waits."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Final, Protocol

from django.conf import settings

from brisca_site.replica_probe import REPLICA, Positions, ReplicaProbe

log = logging.getLogger("brisca.replica")

CHECK_S: Final = 1.5
"""Seconds between two checks."""
STALE_S: Final = 6.0
"""Age in seconds from which the result of a check counts no more, as where a server hangs."""
IDLE_S: Final = 60.0
"""Seconds after the last question until the thread that checks ends."""
LOG_EVERY_S: Final = 60.0
"""Seconds between two lines in the log, however often the replica comes and goes."""


class ReplicaProblem(StrEnum):
    """Reason why the database's read replica is not used; the value is its text for the log."""

    NONE = "is used"
    UNCHECKED = "was not checked yet"
    UNREACHABLE = "cannot be asked how far it is"
    FOREIGN = "is no standby of the primary"
    BEHIND = "is too far behind"


class Probe(Protocol):
    """Interface of a function that returns how far primary and replica are, as `ReplicaProbe`."""

    def __call__(self) -> Positions:
        """Return the positions of both servers."""

    def close(self) -> None:
        """Close the connections, after a failure or when no more checks are due."""


class ReplicaMonitor:
    """Monitor of how far the read replica is behind the primary database, by a thread of its own.

    The monitor keeps how far the primary was at each check. What the primary had written by then is
    on the replica once the replica has replayed up to there, so the time of the latest such check
    is the time up to which the replica is complete. Neither an idle primary nor a standby that
    receives nothing can be mistaken by that: the one's position stands still, the other's does not.
    """

    def __init__(
        self,
        probe: Probe,
        max_lag_s: float,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_lag_s = max_lag_s
        self.reads = {"replica": 0, "primary": 0, "again": 0}
        """Views that asked for the replica: read there, on the primary, or begun anew there."""
        self._probe, self._now = probe, now
        self._written: deque[tuple[float, int]] = deque()
        """Time of each check, and how far the primary was; the newest last."""
        self._problem = ReplicaProblem.UNCHECKED
        self._complete_at = self._checked_at = self._logged_at = self._asked_at = -math.inf
        self._checking_since = math.inf
        self._logged = ReplicaProblem.NONE
        self._wake, self._lock = threading.Event(), threading.Lock()
        self._thread: threading.Thread | None = None

    def is_usable(self) -> bool:
        """Return True if reads may go to the replica now; keep it checked from now on.

        Right after a start, and if nobody asked for IDLE_S seconds, it is False until the next
        check.
        """
        self._asked_at = self._now()
        self._keep_checking()
        problem = self.problem()
        self._log_change(problem)
        return problem == ReplicaProblem.NONE

    def is_missing(self) -> bool:
        """Return True if a check has found that the replica cannot be used; keep it checked."""
        usable = self.is_usable()
        return not usable and self.problem() != ReplicaProblem.UNCHECKED

    def problem(self) -> ReplicaProblem:
        """Return the reason why the replica may not be used; NONE if it may."""
        now = self._now()
        if now - self._checking_since > STALE_S:
            return ReplicaProblem.UNREACHABLE
        if self._problem != ReplicaProblem.NONE:
            return self._problem
        if now - self._checked_at > STALE_S:
            return ReplicaProblem.UNCHECKED
        return ReplicaProblem.BEHIND if self.behind_s() > self.max_lag_s else ReplicaProblem.NONE

    def behind_s(self) -> float:
        """Return how many seconds the replica is behind at most; infinite if that is unknown."""
        return self._now() - self._complete_at

    def report_failure(self) -> None:
        """Stop reads from the replica after a failure, until a check, made at once, succeeds."""
        self._problem = ReplicaProblem.UNREACHABLE
        self._wake.set()

    def stop(self) -> None:
        """End the checking thread, and wait for that; the next `is_usable` starts another."""
        self._asked_at = -math.inf
        self._wake.set()
        if self._thread is not None:
            self._thread.join()

    def check(self) -> None:
        """Ask both database servers how far they are, and store the result (blocking)."""
        began = self._checking_since = self._now()
        try:
            found = self._probe()
        except Exception as error:  # noqa: BLE001 - whatever it is, the replica cannot be trusted
            self._problem = ReplicaProblem.UNREACHABLE
            log.debug("replica: %s", error)
            self._probe.close()
        else:
            self._problem = self._judge(found)
        self._checked_at, self._checking_since = began, math.inf
        self._log_change(self.problem())

    def _judge(self, found: Positions) -> ReplicaProblem:
        """Return whether these positions allow the replica to be used; keep how far it is."""
        # No standby can be ahead of its primary: this one has followed another.
        if not found.same_cluster or found.replayed > found.written:
            self._written.clear()
            return ReplicaProblem.FOREIGN
        self._written.append((found.asked_at, found.written))
        while found.asked_at - self._written[0][0] > 2 * self.max_lag_s:
            self._written.popleft()
        replayed = [at for at, written in self._written if written <= found.replayed]
        if replayed:
            self._complete_at = replayed[-1]
        elif found.transaction_age_s is not None:
            self._complete_at = found.asked_at - found.transaction_age_s
        else:
            self._complete_at = -math.inf
        return ReplicaProblem.NONE

    def _log_change(self, problem: ReplicaProblem) -> None:
        """Log that reads go to the primary, or to the replica again, once in LOG_EVERY_S."""
        now = self._now()
        if problem in (self._logged, ReplicaProblem.UNCHECKED):
            return
        if now - self._logged_at < LOG_EVERY_S:
            return
        self._logged, self._logged_at = problem, now
        if problem == ReplicaProblem.NONE:
            log.info("the replica is used again")
        else:
            log.warning("reads go to the primary: the replica %s", self.describe(problem))

    def describe(self, problem: ReplicaProblem) -> str:
        """Return a problem in words for the log, with the seconds if the replica is behind."""
        if problem == ReplicaProblem.BEHIND and math.isfinite(self.behind_s()):
            return f"{problem.value}, by {self.behind_s():.0f} s"
        return problem.value

    def _keep_checking(self) -> None:
        """Have a thread check from now on, if none does."""
        if self._thread is not None and self._thread.is_alive():
            return
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(
                    target=self._check_while_asked, name="brisca-replica", daemon=True
                )
                self._thread.start()

    def _check_while_asked(self) -> None:
        """Check every CHECK_S, until nobody has asked for IDLE_S. Runs in the monitor's thread."""
        while self._now() - self._asked_at < IDLE_S:
            self._wake.clear()
            self.check()
            self._wake.wait(CHECK_S)
        self._probe.close()


@cache
def replica_monitor() -> ReplicaMonitor | None:
    """Return the monitor of this process; None where the site has no replica."""
    if REPLICA not in settings.DATABASES:
        return None
    return ReplicaMonitor(ReplicaProbe(), settings.REPLICA_MAX_LAG)
