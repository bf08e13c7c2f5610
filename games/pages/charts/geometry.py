"""Geometry of charts: places of lines, points and bars, which templates draw as plain SVG.

A drawing is stretched to the width of its place; its texts stand beside it, or in a drawing of
their own with per cent across and pixels down. Every chart stands before a table of the same
figures, so that its picture needs only a name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]

CHART_WIDTH: Final = 1000
"""Units across a line chart, whatever its width in pixels."""
CHART_HEIGHT_PX: Final = 180
"""Height of a line chart, in pixels."""
CHART_MARGIN_PX: Final = 8
"""Margin above the highest and below the lowest line, in pixels."""
GRID_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500)
"""Possible distances between grid lines, in units of the values."""
MAX_GRID_STEPS: Final = 4
SPARK_WIDTH: Final = 108
SPARK_HEIGHT: Final = 30
"""Size of a line in a row of a table, in units of the drawing."""
BAND_HEIGHT: Final = 270
BAND_LEFT: Final = 52
BAND_RIGHT: Final = 24
BAND_TOP: Final = 40
BAND_BOTTOM: Final = 32
"""Size of a drawing with a band, and its margins, in units of the drawing."""
SHADES: Final = (1, 2, 4, 6)
"""Least number of matches of a day for each shade of its square."""
SQUARES_LEFT: Final = 34
"""Room for the names of weekdays beside the squares of days, in units of the drawing."""
BARS_HEIGHT_PX: Final = 140
"""Height of the highest bar, in pixels."""
BAR_GAP_SHARE: Final = 0.14
"""Part of a bar's room that is left free, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Frame:
    """The rectangle in which a line with its band is drawn, and the values at its edges."""

    left: int
    right: int
    top: int
    bottom: int
    count: int
    """Number of values from left to right."""
    low: float
    """Value at the bottom, a whole number of steps."""
    high: float
    """Value at the top, a whole number of steps."""
    step: int
    """Distance between grid lines, in units of the values."""

    def x(self, at: int) -> int:
        """Return the place across of the value at an index; a single value is at the right."""
        if self.count < 2:
            return self.right
        return round(self.left + (self.right - self.left) * at / (self.count - 1))

    def y(self, value: float) -> int:
        """Return the height of a value, from the top downwards."""
        height = (self.bottom - self.top) * (value - self.low) / (self.high - self.low)
        return round(self.bottom - height)

    def points(self, values: Sequence[float]) -> list[str]:
        """Return the values as points of an SVG line."""
        return [f"{self.x(at)},{self.y(value)}" for at, value in enumerate(values)]

    def grid(self) -> list[Json]:
        """Return the grid lines with their labels."""
        marks = range(int(self.low), int(self.high) + 1, self.step)
        return [{"y": self.y(mark), "label": str(mark)} for mark in marks]


@dataclass(frozen=True, slots=True)
class _Band:
    """The edges of the band around a line: each value less and more its uncertainty."""

    lows: list[float]
    highs: list[float]

    def framed(self, left: int, right: int, top: int, bottom: int) -> _Frame:
        """Return the frame of these edges in which the whole band has room, with round grid lines."""
        extent = max(self.highs) - min(self.lows)
        step = next(
            (step for step in GRID_STEPS if extent / step <= MAX_GRID_STEPS), GRID_STEPS[-1]
        )
        low = min(self.lows) // step * step
        high = max(-(-max(self.highs) // step) * step, low + step)
        return _Frame(left, right, top, bottom, len(self.lows), low, high, step)

    def outline(self, frame: _Frame) -> str:
        """Return the band as the points of an SVG polygon."""
        return " ".join([*frame.points(self.highs), *reversed(frame.points(self.lows))])


def _band_of(values: Sequence[float], spread: Sequence[float]) -> _Band:
    """Return the band around values; `spread` is the uncertainty of each."""
    pairs = list(zip(values, spread, strict=True))
    return _Band(
        [value - margin for value, margin in pairs], [value + margin for value, margin in pairs]
    )


def line_chart(values: Sequence[float], spread: Sequence[float] = ()) -> Json | None:
    """Return a dict with the coordinates (pixels) of a line chart; None for fewer than two values.

    `values` are in their order from left to right; `spread` is the uncertainty of each, in the same
    unit, for a band around the line.

    >>> line_chart([1500, 1600])["line"]
    '0,172 1000,8'
    """
    if len(values) < 2:
        return None
    band = _band_of(values, spread or [0.0] * len(values))
    frame = band.framed(0, CHART_WIDTH, CHART_MARGIN_PX, CHART_HEIGHT_PX - CHART_MARGIN_PX)
    return {
        "width": CHART_WIDTH,
        "height": CHART_HEIGHT_PX,
        "line": " ".join(frame.points(values)),
        "band": band.outline(frame) if any(spread) else "",
        "last": {"x": frame.x(len(values) - 1), "y": frame.y(values[-1])},
        "grid": frame.grid(),
    }


def spark_line(values: Sequence[float]) -> Json | None:
    """Return a dict with the coordinates of a line without axes; None for fewer than two values.

    The drawing is SPARK_WIDTH by SPARK_HEIGHT units. Equal values lie in the middle of its height.

    >>> spark_line([1500, 1600])["line"]
    '4,26 104,4'
    """
    if len(values) < 2:
        return None
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 1, high + 1
    frame = _Frame(4, SPARK_WIDTH - 4, 4, SPARK_HEIGHT - 4, len(values), low, high, 1)
    return {
        "width": SPARK_WIDTH,
        "height": SPARK_HEIGHT,
        "line": " ".join(frame.points(values)),
        "last": {"x": frame.x(len(values) - 1), "y": frame.y(values[-1])},
    }


def band_drawing(
    values: Sequence[float], spread: Sequence[float], days: Sequence[str], width: int
) -> Json:
    """Return a dict with the coordinates of a line with its band, its axes and its last point.

    `values` (one at least) are in their order from left to right, `spread` is the uncertainty and
    `days` the day of each. The drawing is `width` by BAND_HEIGHT units and is not stretched, so its
    texts are part of it.
    """
    band = _band_of(values, spread)
    frame = band.framed(BAND_LEFT, width - BAND_RIGHT, BAND_TOP, BAND_HEIGHT - BAND_BOTTOM)
    last = len(values) - 1
    return {
        "width": width,
        "height": BAND_HEIGHT,
        "left": frame.left,
        "right": frame.right,
        "grid": frame.grid(),
        "line": " ".join(frame.points(values)),
        "band": band.outline(frame),
        "last": {
            "x": frame.x(last),
            "y": frame.y(values[-1]),
            "high": frame.y(band.highs[-1]),
            "low": frame.y(band.lows[-1]),
        },
        "ticks": [
            {
                "x": frame.x(at),
                "day": days[at],
                "anchor": "end" if at == last else "middle" if at else "start",
            }
            for at in dict.fromkeys((0, len(values) // 2, last))
        ],
    }


def day_squares(counts: Mapping[date, int], today: date, weeks: int, first_weekday: int) -> Json:
    """Return a dict with a square for each day of the last weeks, a column a week, the last today's.

    `counts` maps days to numbers of matches; `first_weekday` is 0 for weeks that begin on Sunday, 1
    for Monday. A square has its place and its shade, from 0 to 4. `months` are the columns in which
    a month begins.
    """
    weekday = (today.isoweekday() - first_weekday) % 7
    first = today - timedelta(days=7 * (weeks - 1) + weekday)
    squares, months = [], []
    for at in range((today - first).days + 1):
        day = first + timedelta(days=at)
        column, row = divmod(at, 7)
        count = counts.get(day, 0)
        shade = sum(count >= least for least in SHADES)
        squares.append({"x": SQUARES_LEFT + 20 * column, "y": 4 + 18 * row, "shade": shade})
        if day.day == 1 and column < weeks - 1:
            months.append({"x": SQUARES_LEFT + 20 * column, "day": day})
    return {
        "width": SQUARES_LEFT + 20 * weeks,
        "squares": squares,
        "months": months,
        "weekdays": [
            {"y": 15 + 18 * row, "day": first + timedelta(days=row)} for row in (0, 2, 4, 6)
        ],
    }


def bar_places(counts: Sequence[int]) -> list[Json]:
    """Return, for each count, the place and size of its bar: per cent across, pixels down.

    The list is empty without counts, or if all counts are 0.

    >>> bar_places([1, 2])[1]
    {'x': '53.5', 'width': '43.0', 'y': 0, 'height': 140}
    """
    most = max(counts, default=0)
    if not most:
        return []
    room = 100 / len(counts)
    bars = []
    for at, count in enumerate(counts):
        height = round(BARS_HEIGHT_PX * count / most)
        bars.append(
            {
                "x": f"{room * (at + BAR_GAP_SHARE / 2):.1f}",
                "width": f"{room * (1 - BAR_GAP_SHARE):.1f}",
                "y": BARS_HEIGHT_PX - height,
                "height": height,
            }
        )
    return bars
