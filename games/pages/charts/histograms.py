"""Histogram of the points of a deal: a bar for each ten points, the reader's own bar marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.daily_points import BIN_POINTS, bin_of

WIDTH: Final = 320
"""Units across a histogram, whatever its width in pixels."""
BARS_TOP: Final = 22
"""Height above the highest bar, for the label of the reader's bar."""
BARS_HEIGHT: Final = 80
"""Height of the highest bar."""
AXIS_Y: Final = BARS_TOP + BARS_HEIGHT
TEXT_HEIGHT: Final = 20
LEAST_HEIGHT: Final = 4
"""Height at which a bar of one try can still be seen."""
BAR_GAP_SHARE: Final = 0.2
"""Part of a bar's room that is left free, from 0 to 1."""
FIRST_TICK, TICK_STEP = 2, 4
"""Bars below which the axis names its points: the first, and every so many after it."""
LABEL_MARGIN: Final = 20
"""Least distance of the own bar's label (its middle) from the edges."""


class Bar(NamedTuple):
    """A bar of a histogram, in units of the drawing."""

    x: float
    y: int
    width: float
    height: int
    own: bool


class Text(NamedTuple):
    """A text of a histogram, and where its middle is across."""

    x: float
    y: int
    text: str


class Histogram(NamedTuple):
    """A drawing of a histogram, for `games/_histogram.html`."""

    width: int
    height: int
    axis: int
    label: str
    """A sentence that says what is seen."""
    bars: list[Bar]
    ticks: list[Text]
    own: Text | None
    """The mark over the reader's bar."""


def histogram(bins: Sequence[int], own: int | None = None, label: str = "") -> Histogram:
    """Return the drawing of a distribution: `bins` counts the results of each ten points from 0.

    `own` are the reader's points, whose bar is marked. `label` is the sentence for those who do not
    see it, by default made from the figures. Bars of no result are not drawn, but the reader's.

    >>> [bar.height for bar in histogram([0, 1, 2, 0]).bars]
    [40, 80]
    """
    room = WIDTH / max(len(bins), 1)
    own_bin = None if own is None or not bins else bin_of(own, len(bins))
    bars = [
        _bar(at, count, max(bins), room, own=at == own_bin)
        for at, count in enumerate(bins)
        if count or at == own_bin
    ]
    marked = next((bar for bar in bars if bar.own), None)
    return Histogram(
        WIDTH,
        AXIS_Y + TEXT_HEIGHT,
        AXIS_Y,
        label or histogram_label(bins, own),
        bars,
        _ticks(len(bins), room),
        None if marked is None else _own_label(marked),
    )


def _bar(at: int, count: int, most: int, room: float, *, own: bool) -> Bar:
    """Return the bar of `count` results at an index, where the highest bar counts `most`."""
    height = max(round(BARS_HEIGHT * count / max(most, 1)), LEAST_HEIGHT)
    return Bar(
        round(room * (at + BAR_GAP_SHARE / 2), 1),
        AXIS_Y - height,
        round(room * (1 - BAR_GAP_SHARE), 1),
        height,
        own,
    )


def _own_label(bar: Bar) -> Text:
    """Return the mark over the reader's bar, within the edges of the drawing."""
    middle = bar.x + bar.width / 2
    within = min(max(middle, LABEL_MARGIN), WIDTH - LABEL_MARGIN)
    return Text(round(within, 1), bar.y - 7, _("You"))


def _ticks(bins: int, room: float) -> list[Text]:
    """Return the points that the axis names, each below the left edge of its bar."""
    return [
        Text(round(room * at, 1), AXIS_Y + TEXT_HEIGHT - 4, str(at * BIN_POINTS))
        for at in range(FIRST_TICK, bins, TICK_STEP)
    ]


def histogram_label(bins: Sequence[int], own: int | None) -> str:
    """Return a histogram as a sentence: the number of results, and the range of the middle half."""
    count = sum(bins)
    if not count:
        return _("The points of everybody who plays the deal will stand here.")
    low, high = _middle(bins)
    sentences = [
        ngettext(
            "%(n)s result: from %(low)s to %(high)s points.",
            "%(n)s results: at least half of them from %(low)s to %(high)s points.",
            count,
        )
        % {"n": count, "low": low, "high": high}
    ]
    if own is not None:
        points = ngettext("Yours: %(n)s point.", "Yours: %(n)s points.", own) % {"n": own}
        sentences.append(points)
    return " ".join(sentences)


def _middle(bins: Sequence[int]) -> tuple[int, int]:
    """Return the shortest range of points that holds at least half of the results, by whole bars.

    Of two as short it is the one with more results.
    """
    half = sum(bins) / 2
    ranges = [
        (stop - start, -sum(bins[start:stop]), start, stop)
        for start in range(len(bins))
        for stop in range(start + 1, len(bins) + 1)
        if sum(bins[start:stop]) >= half
    ]
    *_order, start, stop = min(ranges)
    last = stop * BIN_POINTS - (0 if stop == len(bins) else 1)
    return start * BIN_POINTS, last
