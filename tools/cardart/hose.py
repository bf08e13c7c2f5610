"""Legs in hose, for the figures that wear them."""

from __future__ import annotations

from .figure import sleeve
from .palette import BROWN, RED
from .svg import path


def hose(x: float, side: int, fill: str, stripe: str) -> str:
    """One leg in hose, gartered at the knee, and its shoe."""
    leg = sleeve(((x, 212, 12), (x + side, 248, 9), (x + 3 * side, 290, 6.4)), fill)
    leg += path(
        (
            f"M{x - 4} 226C{x - 4} 250 {x + 2 * side - 3} 270 {x + 2 * side - 2} 286M{x + 4} 226"
            f"C{x + 4} 250 {x + 2 * side + 2} 270 {x + 2 * side + 2} 286"
        ),
        stroke=stripe,
    )
    garter = path(f"M{x - 9} 245Q{x} 250 {x + 10} 245L{x + 10} 251Q{x} 256 {x - 9} 251Z", RED, 1.1)
    shoe = path(
        (
            f"M{x - 6 * side} 284C{x + 2 * side} 287 {x + 22 * side} "
            f"288 {x + 27 * side} 297L{x - 7 * side} 297Z"
        ),
        BROWN,
    )
    return leg + garter + shoe
