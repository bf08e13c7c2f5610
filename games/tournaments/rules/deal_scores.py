"""Scores of deals that are played at several tables: each is compared with the others.

The margin of a side at a table is its card points minus those of the other side, in the same seats
at every table.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from statistics import fmean
from typing import Final

MATCHPOINT_TABLES: Final = 6
"""Number of tables from which matchpoints are used; with fewer, the margin against the datum."""
AVERAGE: Final = 0.5
"""Share of the matchpoints for a deal that could not be played."""
NOT_AT_FAULT: Final = 0.6
"""Share of the matchpoints for an unplayed deal, of a side that was not at fault."""
AT_FAULT: Final = 0.4
"""Share of the matchpoints for an unplayed deal, of a side that was at fault."""


def matchpoints(margins: Sequence[float]) -> list[float]:
    """Return, for each table of a deal, its share (0 to 1) of the possible matchpoints.

    A table has 2 for each table beaten and 1 for each tie; its other side has the rest. A single
    table has half of them.

    >>> matchpoints([40, 10, 10, -20])
    [1.0, 0.5, 0.5, 0.0]
    """
    if len(margins) < 2:
        return [AVERAGE for _ in margins]
    order, most = sorted(margins), 2 * (len(margins) - 1)
    return [(bisect_left(order, own) + bisect_right(order, own) - 1) / most for own in margins]


def datum(margins: Sequence[float]) -> float:
    """Return the mean margin of a deal, without the highest and the lowest of five or more tables.

    `margins` has for each table the points of one side less the other's.

    >>> datum([40, 10, 10, -20]), datum([100, 10, 12, 8, -90])
    (10.0, 10.0)
    """
    counted = sorted(margins)[1:-1] if len(margins) >= 5 else margins
    return fmean(counted)


def butler(margins: Sequence[float]) -> list[float]:
    """Return, for each table of a deal, its margin minus the `datum` (mean margin of all tables).

    The result counts for one side; the other side of the table has the negative.

    >>> butler([40, 10, 10, -20])
    [30.0, 0.0, 0.0, -30.0]
    """
    middle = datum(margins)
    return [margin - middle for margin in margins]


def compared(margins: Sequence[float]) -> list[float]:
    """Return each table's score for one deal: matchpoints in percent, or Butler points.

    `margins` has for each table the points of one side less the other's. The number of tables
    decides, as matchpoints among a few tables are coarse.
    """
    if len(margins) >= MATCHPOINT_TABLES:
        return [100 * share for share in matchpoints(margins)]
    return butler(margins)
