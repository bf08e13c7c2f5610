"""Charts as plain SVG: where lines, points and bars go. Templates draw them, no script does.

Every chart stands before a table of the same figures, so its picture has one name and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

WIDTH: Final = 380
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 12, 28
"""Room around the plot for what its axes say."""
ROW: Final = 30
NAME: Final = 116
"""Width of the names before lying bars."""
LONGEST: Final = 14
"""Characters of a name there."""
ROUND: Final = (10, 20, 25, 50, 100, 200, 250, 500)
"""Steps between the lines of a plot."""
LINES: Final = 4


def line_chart(values: Sequence[float], spread: Sequence[float] = ()) -> Json | None:
    """A line through values in their order; None for fewer than two.

    `spread` says how far each may be off, for a band around the line.

    >>> line_chart([1500, 1600])["line"]
    '44,172 370,12'
    """
    if len(values) < 2:
        return None
    off = spread or [0.0] * len(values)
    low = min(value - more for value, more in zip(values, off, strict=True))
    high = max(value + more for value, more in zip(values, off, strict=True))
    step = next((one for one in ROUND if (high - low) / one <= LINES), ROUND[-1])
    low, high = low // step * step, -(-high // step) * step
    high = max(high, low + step)

    def x(at: int) -> int:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * at / (len(values) - 1))

    def y(value: float) -> int:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low))

    def points(shown: Sequence[float]) -> list[str]:
        return [f"{x(at)},{y(value)}" for at, value in enumerate(shown)]

    over = points([value + more for value, more in zip(values, off, strict=True)])
    under = points([value - more for value, more in zip(values, off, strict=True)])
    marks = range(int(low), int(high) + 1, int(step))
    return {
        "line": " ".join(points(values)),
        "band": " ".join([*over, *reversed(under)]) if spread else "",
        "last": {"x": x(len(values) - 1), "y": y(values[-1])},
        "grid": [{"y": y(mark), "label": str(mark)} for mark in marks],
        "first": "1",
        "end": str(len(values)),
    }


def bar_chart(rows: Sequence[tuple[str, float, str]]) -> Json | None:
    """Lying bars of (name, share from 0 to 1, what it says); None for none.

    >>> chart = bar_chart([("Ana", 0.5, "50 %")])
    >>> chart["height"], chart["bars"][0]["width"]
    (42, 97)
    """
    if not rows:
        return None
    room = WIDTH - NAME - 70
    return {
        "height": ROW * len(rows) + 12,
        "middle": NAME + room // 2,
        "bars": [
            {
                "y": 6 + ROW * at,
                "text": 6 + ROW * at + 16,
                "x": NAME,
                "width": round(room * min(max(share, 0.0), 1.0)),
                "end": NAME + round(room * min(max(share, 0.0), 1.0)) + 6,
                "name": name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…",
                "says": says,
            }
            for at, (name, share, says) in enumerate(rows)
        ],
    }
