"""The paper of a card: edge, pinta and corner indices."""

from __future__ import annotations

from . import glyphs
from .layout import CENTRE_X, HEIGHT, INSET, RADIUS, WIDTH
from .palette import BLUE, EDGE, INK, PAPER
from .svg import Defs, half_turn, path

BREAKS = {"O": 0, "C": 1, "E": 2, "B": 3}
"""The pinta: how often the frame is broken at top and bottom, so a fanned hand shows its suits."""

BREAK_WIDTH, BREAK_PITCH, CORNER = 11, 27, 6
INDEX_HEIGHT, INDEX_X, INDEX_Y = 21, 27.5, 33


def paper(fill: str = PAPER, edge: str = EDGE, width: float = 1.5) -> str:
    """The card itself."""
    half = width / 2
    return (
        f'<rect x="{half:g}" y="{half:g}" width="{WIDTH - width:g}" '
        f'height="{HEIGHT - width:g}" rx="{RADIUS}"'
        f' fill="{fill}" stroke="{edge}" stroke-width="{width:g}"/>'
    )


def _broken_edge(y: float, breaks: int) -> str:
    """One horizontal side of the frame with its breaks."""
    parts, x = [], float(INSET + CORNER)
    for index in range(breaks):
        centre = CENTRE_X + (index - (breaks - 1) / 2) * BREAK_PITCH
        parts.append(f"M{x} {y}L{centre - BREAK_WIDTH / 2} {y}")
        x = centre + BREAK_WIDTH / 2
    parts.append(f"M{x} {y}L{WIDTH - INSET - CORNER} {y}")
    return "".join(parts)


def pinta(suit: str, colour: str = BLUE, width: float = 1.7) -> str:
    """The frame line of a suit."""
    near, right, foot = INSET, WIDTH - INSET, HEIGHT - INSET
    left = (
        f"M{near + CORNER} {near}Q{near} {near} {near} {near + CORNER}L{near} {foot - CORNER}"
        f"Q{near} {foot} {near + CORNER} {foot}"
    )
    far = (
        f"M{right - CORNER} {near}Q{right} {near} {right} {near + CORNER}L{right} {foot - CORNER}"
        f"Q{right} {foot} {right - CORNER} {foot}"
    )
    breaks = BREAKS[suit]
    return path(
        _broken_edge(near, breaks) + _broken_edge(foot, breaks) + left + far,
        width=width,
        stroke=colour,
    )


def index(defs: Defs, label: str) -> str:
    """The number in the top left corner, and again upside down in the bottom right one."""
    corner = defs.use(
        f"n{label}",
        lambda: glyphs.text(label, INDEX_HEIGHT, INK, 9, 4.6, widest=24),
        INDEX_X,
        INDEX_Y,
    )
    return corner + half_turn(corner, WIDTH, HEIGHT)
