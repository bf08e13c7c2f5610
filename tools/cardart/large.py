"""The `large` variant: a big number with the suit under it, for cards 44 to 96 pixels wide."""

from __future__ import annotations

from . import glyphs
from .bust import court_bust
from .frame import paper, pinta
from .layout import WIDTH
from .palette import INK
from .pips import BOLD
from .svg import Defs

NUMBER_HEIGHT = 84
CORNER_SCALE = {"O": 0.72, "C": 0.7, "E": 0.7, "B": 0.66}
MAIN_SCALE = {"O": 1.32, "C": 1.36, "E": 1.42, "B": 1.38}


def card(defs: Defs, suit: str, rank: int) -> str:
    """One card: number, suit, and a large suit symbol or the head of the court."""
    number = defs.use(
        f"n{rank}",
        lambda: glyphs.text(str(rank), NUMBER_HEIGHT, INK, 11, 7.4, widest=84),
        61 if rank > 9 else 46,
        62,
    )
    corner = defs.use(suit, BOLD[suit], 48, 150, CORNER_SCALE[suit])
    ground = defs.use("paper", lambda: paper(width=3)) + defs.use(
        f"pinta-{suit}", lambda: pinta(suit, width=3)
    )
    return ground + _picture(defs, suit, rank) + corner + number


def _picture(defs: Defs, suit: str, rank: int) -> str:
    """The lower right part of the card."""
    if rank > 9:
        return court_bust(f"{suit}{rank}", 123, 308, 1.36)
    return defs.use(suit, BOLD[suit], WIDTH - 77, 215, MAIN_SCALE[suit])
