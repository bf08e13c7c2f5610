"""Geometry of charts: places of lines, points and bars, which templates draw as plain SVG.

A drawing is stretched to the width of its place; its texts stand beside it, or in a drawing of
their own with per cent across and pixels down. Every chart stands before a table of the same
figures, so that its picture needs only a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

WIDTH: Final = 1000
"""Units across a line chart, whatever its width in pixels."""
HEIGHT: Final = 180
"""Height of a line chart, in pixels."""
EDGE: Final = 8
"""Margin above the highest and below the lowest line, in pixels."""
STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500)
"""Possible distances between grid lines, in units of the values."""
MAX_STEPS: Final = 4
BARS_HEIGHT: Final = 140
"""Height of the highest bar, in pixels."""
BAR_GAP: Final = 0.14
"""Part of a bar's room that is left free, from 0 to 1."""


def line_chart(values: Sequence[float], spread: Sequence[float] = ()) -> Json | None:
    """Return a dict with the coordinates (pixels) of a line chart; None for fewer than two values.

    `values` are in their order from left to right; `spread` is the uncertainty of each, in the same
    unit, for a band around the line.

    >>> line_chart([1500, 1600])["line"]
    '0,172 1000,8'
    """
    if len(values) < 2:
        return None
    off = spread or [0.0] * len(values)
    low = min(value - more for value, more in zip(values, off, strict=True))
    high = max(value + more for value, more in zip(values, off, strict=True))
    step = next((one for one in STEPS if (high - low) / one <= MAX_STEPS), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    high = max(high, low + step)

    def x(at: int) -> int:
        return round(WIDTH * at / (len(values) - 1))

    def y(value: float) -> int:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low))

    def points(shown: Sequence[float]) -> list[str]:
        return [f"{x(at)},{y(value)}" for at, value in enumerate(shown)]

    over = points([value + more for value, more in zip(values, off, strict=True)])
    under = points([value - more for value, more in zip(values, off, strict=True)])
    marks = range(int(low), int(high) + 1, int(step))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "line": " ".join(points(values)),
        "band": " ".join([*over, *reversed(under)]) if any(off) else "",
        "last": {"x": x(len(values) - 1), "y": y(values[-1])},
        "grid": [{"y": y(mark), "label": str(mark)} for mark in marks],
    }


def bar_places(counts: Sequence[int]) -> list[Json]:
    """Return the place and size of a bar for each count: per cent across, pixels down.

    It is empty without counts, or if all are 0.

    >>> bar_places([1, 2])[1]
    {'x': '53.5', 'width': '43.0', 'y': 0, 'height': 140}
    """
    most = max(counts, default=0)
    if not most:
        return []
    room = 100 / len(counts)
    found = []
    for at, count in enumerate(counts):
        height = round(BARS_HEIGHT * count / most)
        found.append(
            {
                "x": f"{room * (at + BAR_GAP / 2):.1f}",
                "width": f"{room * (1 - BAR_GAP):.1f}",
                "y": BARS_HEIGHT - height,
                "height": height,
            }
        )
    return found
