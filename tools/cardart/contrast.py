"""The `contrast` variant: one colour a suit, thick outlines, the suit's letter by the number."""

from __future__ import annotations

from . import glyphs
from .bust import court_bust
from .frame import paper, pinta
from .layout import CENTRE_X, PIPS, WIDTH, Pip
from .palette import CONTRAST, WHITE
from .pips import BOLD
from .svg import Defs, circle, path

BLACK = "#000000"
SHRINK, DOWN = 0.82, 54
"""Pips stand lower and closer than in the classic pack, below the tab."""

LARGEST = {
    "E": {2: 1.2, 3: 1.05, 4: 0.78, 5: 0.76, 6: 0.7, 7: 0.62, 8: 0.58, 9: 0.56},
    "B": {2: 1.15, 3: 0.94, 4: 0.78, 5: 0.76, 6: 0.76, 7: 0.66, 8: 0.62, 9: 0.58},
}
"""Bold swords and clubs are broader than the classic ones: how large they may be."""

ACE_SCALE = {"O": 1.5, "C": 1.5, "E": 1.6, "B": 1.55}


def card(defs: Defs, suit: str, rank: int) -> str:
    """One card: coloured tab with number and letter, thick frame with pinta, bold pips or head."""
    ground = defs.use("paper", lambda: paper(WHITE, BLACK, 5)) + defs.use(
        f"pinta-{suit}", lambda: pinta(suit, BLACK, 3)
    )
    return ground + _picture(defs, suit, rank) + _tab(defs, suit, rank)


def _symbol(defs: Defs, suit: str, pip: Pip) -> str:
    """The suit's symbol in its colour."""
    return defs.use(suit, lambda: BOLD[suit](CONTRAST[suit].field, WHITE, BLACK), *pip)


def _tab(defs: Defs, suit: str, rank: int) -> str:
    """The corner tab."""
    tint = CONTRAST[suit]
    tab = path(
        "M15 26Q15 16 25 16L106 16Q116 16 116 26L116 66Q116 76 106 76L25 76Q15 76 15 66Z",
        tint.field,
        4,
        BLACK,
    )
    number = defs.use(
        f"n{rank}-{suit}",
        lambda: glyphs.text(str(rank), 46, tint.on_field, 12, 8, widest=46),
        46,
        46,
    )
    letter = defs.use(f"l{suit}", lambda: _badge(suit), 94, 46)
    return tab + number + letter


def _badge(suit: str) -> str:
    """The suit's letter on a white disc, so that an O is no zero."""
    return circle(0, 0, 18, WHITE, 3, BLACK) + glyphs.text(suit, 22, BLACK, 10, 6)


def _picture(defs: Defs, suit: str, rank: int) -> str:
    """Pips, or the head of the court with the symbol."""
    if rank > 9:
        code = f"{suit}{rank}"
        symbol = _symbol(defs, suit, Pip(WIDTH - 47, 66, 0.76))
        return symbol + court_bust(code, CENTRE_X + 4, 305, 1.5, CONTRAST[suit].field)
    if rank == 1:
        return _symbol(defs, suit, Pip(CENTRE_X, 194, ACE_SCALE[suit]))
    most = LARGEST.get(suit, {}).get(rank, 9.0)
    pips = (
        Pip(p.x, p.y * SHRINK + DOWN, min(p.scale * SHRINK, most), p.turn) for p in PIPS[suit][rank]
    )
    return "".join(_symbol(defs, suit, pip) for pip in pips)
