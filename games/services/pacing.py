"""Rests between the transactions of jobs that write much, so that moves at tables do not feel them."""

from __future__ import annotations

import time
from typing import Final

MAX_REST_S: Final = 0.3
"""Longest rest after a transaction, in seconds: on a slow machine a job ends in time too."""


def rest(*, began: float, work_share: float) -> None:
    """Sleep after work since `began` (time.monotonic), so that work takes `work_share` of the time.

    The rest is at most MAX_REST_S long. With a share of 1.0 there is none.
    """
    if work_share < 1.0:
        time.sleep(min(MAX_REST_S, (time.monotonic() - began) * (1 / work_share - 1)))
