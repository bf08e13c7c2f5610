"""The back of the cards, and the outline that stands where a card could lie."""

from __future__ import annotations

import math

from .frame import paper
from .layout import CENTRE_X, CENTRE_Y, HEIGHT, WIDTH
from .palette import BLUE, GOLD, PALE_GOLD, RED, SKY, WHITE
from .svg import circle, flat, path, place, rect, ring, star

COLUMNS, ROWS, STEP_X, STEP_Y = 5, 7, 35.2, 41.7
PANEL_X, PANEL_Y = (WIDTH - COLUMNS * STEP_X) / 2, (HEIGHT - ROWS * STEP_Y) / 2


def _lattice() -> str:
    """Both families of diagonals across the panel."""
    parts = []
    for k in range(-ROWS, COLUMNS):
        first, last = max(0, -k), min(ROWS, COLUMNS - k)
        if last <= first:
            continue
        ys = (PANEL_Y + first * STEP_Y, PANEL_Y + last * STEP_Y)
        xs = (PANEL_X + (k + first) * STEP_X, PANEL_X + (k + last) * STEP_X)
        parts.append(
            f"M{xs[0]} {ys[0]}L{xs[1]} {ys[1]}M{WIDTH - xs[0]} {ys[0]}L{WIDTH - xs[1]} {ys[1]}"
        )
    return "".join(parts)


def _cells() -> list[tuple[float, float, bool]]:
    """Centres of the whole lozenges, and whether they belong to the even rows."""
    even = [
        (PANEL_X + (i + 0.5) * STEP_X, PANEL_Y + j * STEP_Y, True)
        for j in range(1, ROWS)
        for i in range(COLUMNS)
    ]
    odd = [
        (PANEL_X + i * STEP_X, PANEL_Y + (j + 0.5) * STEP_Y, False)
        for j in range(ROWS)
        for i in range(1, COLUMNS)
    ]
    return even + odd


def _medallion() -> str:
    """The star in the middle."""
    petals = ring(
        8,
        25,
        lambda x, y, a: place(path("M-9 0C-4-8 4-8 11 0C4 8-4 8-9 0Z", PALE_GOLD, 1.4), x, y, 1, a),
    )
    return (
        circle(0, 0, 43, GOLD, 2.2)
        + circle(0, 0, 38, RED, 1.8)
        + petals
        + circle(0, 0, 15, BLUE, 1.8)
        + path(star(8, 13, 5.4), GOLD, 1.1)
    )


def back() -> str:
    """A lattice of flowers and coins on blue in a paper border; the same upside down."""
    box = (PANEL_X, PANEL_Y, COLUMNS * STEP_X, ROWS * STEP_Y, 5)
    near = [(x, y, even) for x, y, even in _cells() if math.hypot(x - CENTRE_X, y - CENTRE_Y) > 48]
    motifs = "".join(place(_dot() if even else _bud(), x, y) for x, y, even in near)
    field = rect(*box, fill=BLUE, line='stroke="none"') + path(_lattice(), width=2.2, stroke=SKY)
    rim = rect(*box, line=f'stroke="{RED}" stroke-width="4"')
    return paper() + field + motifs + rim + place(_medallion(), CENTRE_X, CENTRE_Y)


def _dot() -> str:
    """A small coin."""
    return circle(0, 0, 5.4, GOLD, stroke="none") + circle(0, 0, 2.2, RED, stroke="none")


def _bud() -> str:
    """A four-petalled flower."""
    return flat("M0-8.6Q3.4-3.4 8.6 0Q3.4 3.4 0 8.6Q-3.4 3.4-8.6 0Q-3.4-3.4 0-8.6Z", WHITE)


def empty() -> str:
    """A dashed outline in the colour of the text around it."""
    dashes = (
        'fill-opacity=".06" stroke="currentColor" '
        'stroke-opacity=".6" stroke-width="3" stroke-dasharray="13 9"'
    )
    edge = rect(2, 2, WIDTH - 4, HEIGHT - 4, 13, fill="currentColor", line=dashes)
    lozenge = path(
        f"M{CENTRE_X} {CENTRE_Y - 26}l19 26l-19 26l-19-26Z", width=3, stroke="currentColor"
    )
    return edge + f'<g stroke-opacity=".45">{lozenge}</g>'
