"""Rests between the transactions of jobs that write much, so that moves at tables do not feel them."""

from __future__ import annotations

import time
from typing import Final

MAX_REST_S: Final = 0.3
"""Longest rest after a transaction, in seconds: on a slow machine a job ends in time too."""


def rest_after(*, worked_s: float, work_share: float) -> float:
    """Return the seconds to rest after `worked_s` seconds, to work `work_share` of the time.

    `work_share` is from 0 to 1. The rest is at most MAX_REST_S, and 0 with a share of 1.0.

    >>> rest_after(worked_s=0.02, work_share=0.25)
    0.06
    """
    return min(MAX_REST_S, worked_s * (1 / work_share - 1))


def rest(*, began: float, work_share: float) -> None:
    """Sleep after work since `began` (time.monotonic), so that work takes `work_share` of the time.

    `work_share` is from 0 to 1. The sleep is at most MAX_REST_S long; with a share of 1.0 there is
    none.
    """
    if work_share < 1.0:
        time.sleep(rest_after(worked_s=time.monotonic() - began, work_share=work_share))
