"""The chart of the hours at which people sit at tables, drawn wide and for phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.selectors.seated_hours import HOURS

GROUND: Final = 130.0
"""Ordinate of the chart's ground line."""
HIGHEST: Final = 104.0
"""Height of the highest bar."""
LOWEST: Final = 2.0
WIDE: Final = 1100.0
NARROW: Final = 330.0
BAR_SHARE: Final = 0.74
"""Share of its column that a bar is wide."""
BEST_HOURS: Final = 2
WIDE_LABEL_HOURS: Final = 3
"""Hours from one label of the wide chart to the next."""
NARROW_LABEL_HOURS: Final = 4
NARROW_HOURS: Final = 2
"""Hours that one bar of the narrow chart covers."""


class Bar(NamedTuple):
    """A bar of the chart, in the units of its drawing."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    label: str
    """The hour below it; "" without one."""
    is_best: bool


class HoursChart(NamedTuple):
    """The chart of the hours of a day, twice, and the hours with the most people."""

    wide: Sequence[Bar]
    narrow: Sequence[Bar]
    first: int
    """Start of the best hours."""
    last: int
    """End of the best hours."""
    wide_label_x: float
    narrow_label_x: float
    means: Sequence[tuple[int, float]]
    """(hour, mean number of people), for the table."""


def hours_chart(means: Sequence[float]) -> HoursChart:
    """Return the chart of the mean number of people by hour of the day, from midnight on."""
    first = max(
        range(HOURS - BEST_HOURS + 1), key=lambda hour: sum(means[hour : hour + BEST_HOURS])
    )
    best = range(first, first + BEST_HOURS)
    pairs = [
        sum(means[hour : hour + NARROW_HOURS]) / NARROW_HOURS
        for hour in range(0, HOURS, NARROW_HOURS)
    ]
    wide = _bars(means, WIDE, 1, WIDE_LABEL_HOURS, best)
    narrow = _bars(pairs, NARROW, NARROW_HOURS, NARROW_LABEL_HOURS, best)
    return HoursChart(
        wide=wide,
        narrow=narrow,
        first=first,
        last=first + BEST_HOURS,
        wide_label_x=_middle_of(wide),
        narrow_label_x=_middle_of(narrow),
        means=list(enumerate(means)),
    )


def _bars(
    values: Sequence[float], width: float, hours: int, label_hours: int, best: range
) -> list[Bar]:
    """Return the bars of `values`, each for so many hours, in a drawing of this width."""
    column = width / len(values)
    most = max(values) or 1.0
    bars = []
    for place, value in enumerate(values):
        hour, height = place * hours, max(LOWEST, HIGHEST * value / most)
        bars.append(
            Bar(
                x=round(column * (place + (1 - BAR_SHARE) / 2), 1),
                y=round(GROUND - height, 1),
                width=round(column * BAR_SHARE, 1),
                height=round(height, 1),
                middle=round(column * (place + 0.5), 1),
                label=str(hour) if hour % label_hours == 0 else "",
                is_best=any(hour <= busy < hour + hours for busy in best),
            )
        )
    return bars


def _middle_of(bars: Sequence[Bar]) -> float:
    """Return the abscissa between the best bars of a chart."""
    best = [bar.middle for bar in bars if bar.is_best]
    return round(sum(best) / len(best), 1)
