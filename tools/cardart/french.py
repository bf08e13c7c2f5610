"""A plain French-suited pack: A, 2 to 10, J, Q, K in hearts, diamonds, clubs and spades."""

from __future__ import annotations

from . import glyphs
from .bust import bust
from .cast import FRENCH_LOOKS
from .frame import paper
from .layout import CENTRE_X, CENTRE_Y, HEIGHT, WIDTH, Pip
from .palette import BLUE, FOREST, GOLD, INK, PALE_GOLD, RED, WHITE
from .svg import Defs, half_turn, path, place

FRENCH_SUITS = "DHSC"
"""Diamonds, hearts, spades, clubs: they stand for oros, copas, espadas, bastos in this order."""

FRENCH_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COLOURS = {"D": RED, "H": RED, "S": INK, "C": INK}
COATS = {"D": (RED, PALE_GOLD), "H": (RED, WHITE), "S": (BLUE, WHITE), "C": (FOREST, PALE_GOLD)}
SHAPES = {
    "D": "M0-52C10-30 22-14 38 0C22 14 10 30 0 52C-10 30-22 14-38 0C-22-14-10-30 0-52Z",
    "H": (
        "M0 48C-12 26-44 6-44-20C-44-36-34-46-22-46"
        "C-11-46-3-39 0-28C3-39 11-46 22-46C34-46 44-36 44-20"
        "C44 6 12 26 0 48Z"
    ),
    "S": (
        "M0-52C-6-34-44-14-44 12C-44 26-34 34-24 34C-15 34-8 30-4 22C-4 34-8 44-18 50L18 50"
        "C8 44 4 34 4 22C8 30 15 34 24 34C34 34 44 26 44 12C44-14 6-34 0-52Z"
    ),
    "C": (
        "M-5 14C-9 24-17 29-25 29C-37 29-46 20-46 8C-46-4-37-13-25-13C-21-13-18-12-15-10"
        "C-20-14-23-20-23-27C-23-40-13-50 0-50C13-50 "
        "23-40 23-27C23-20 20-14 15-10C18-12 21-13 25-13"
        "C37-13 46-4 46 8C46 20 37 29 25 29C17 29 9 24 5 14C5 32 9 44 19 50L-19 50C-9 44-5 32-5 14Z"
    ),
}

LEFT, RIGHT = CENTRE_X - 40, CENTRE_X + 40
_SIDES = {
    2: (),
    3: (),
    4: (70, 252),
    5: (70, 252),
    6: (70, 161, 252),
    7: (70, 161, 252),
    8: (70, 161, 252),
    9: (62, 128, 194, 260),
    10: (62, 128, 194, 260),
}
_MIDDLES = {
    2: (70, 252),
    3: (70, 161, 252),
    4: (),
    5: (161,),
    6: (),
    7: (115,),
    8: (115, 207),
    9: (161,),
    10: (95, 227),
}


def symbol(suit: str) -> str:
    """One suit symbol, about 100 tall."""
    return path(SHAPES[suit], COLOURS[suit], stroke="none")


def card(defs: Defs, suit: str, rank: str) -> str:
    """One card of the French pack."""
    corner = _corner(defs, suit, rank)
    return (
        defs.use("paper", paper)
        + _picture(defs, suit, rank)
        + corner
        + half_turn(corner, WIDTH, HEIGHT)
    )


def _corner(defs: Defs, suit: str, rank: str) -> str:
    """Rank and suit at the top left."""
    label = "A" if rank == "1" else rank
    red = COLOURS[suit] == RED
    name = f"n{label}{'r' if red else 'b'}"
    text = defs.use(name, lambda: glyphs.text(label, 27, COLOURS[suit], 9, 4.6, widest=27), 24, 31)
    return text + defs.use(suit, lambda: symbol(suit), 24, 63, 0.24)


def _picture(defs: Defs, suit: str, rank: str) -> str:
    """Pips, a large ace, or a double-headed court."""
    if rank in "JQK":
        return _court(defs, suit, rank)
    if rank == "1":
        return _ace(defs, suit)
    number = int(rank)
    spots = [
        Pip(x, y, 0.46, 180 if y > CENTRE_Y else 0) for y in _SIDES[number] for x in (LEFT, RIGHT)
    ]
    spots += [Pip(CENTRE_X, y, 0.46, 180 if y > CENTRE_Y else 0) for y in _MIDDLES[number]]
    return "".join(defs.use(suit, lambda: symbol(suit), *spot) for spot in spots)


def _ace(defs: Defs, suit: str) -> str:
    """One large symbol in a fine lozenge."""
    lozenge = path(
        "M104 58C118 106 146 140 178 161C146 182 118 216 "
        "104 264C90 216 62 182 30 161C62 140 90 106 104 58Z",
        width=1.2,
        stroke=COLOURS[suit],
    )
    dots = "".join(
        place(path(SHAPES[suit], COLOURS[suit], stroke="none"), x, y, 0.1)
        for x, y in ((104, 46), (104, 276))
    )
    return lozenge + dots + defs.use(suit, lambda: symbol(suit), CENTRE_X, CENTRE_Y, 1.0)


def _court(defs: Defs, suit: str, rank: str) -> str:
    """The same head and shoulders up and down, divided by a sash."""
    coat, collar = COATS[suit]
    scale = 0.96 if suit + rank == "CK" else 1.08
    look = FRENCH_LOOKS[suit + rank]
    aside = {"flat_cap": -2, "hunting_hat": 2}.get(look.hat, 0)
    half = place(bust(look, coat, collar, 54, 36, aside), CENTRE_X, CENTRE_Y - 64 * scale, scale)
    half += defs.use(suit, lambda: symbol(suit), 59, 98, 0.27)
    frame = (
        f'<rect x="42" y="24" width="124" height="274" rx="4" stroke="{BLUE}" stroke-width="1.5"/>'
    )
    sash = path("M42 152L166 152L166 170L42 170Z", GOLD, 1.6) + path(
        "M42 156L166 156M42 166L166 166", width=1.2, stroke=RED
    )
    sash += "".join(
        path(f"M{px} 156.6l5 4.4l-5 4.4l-5-4.4Z", COLOURS[suit], 0.8) for px in range(54, 166, 20)
    )
    return frame + half + half_turn(half, WIDTH, HEIGHT) + sash
