"""The four suit symbols, drawn about the origin.

Coins and cups fill a box of -50..50; swords and clubs stand -60..60 tall. `BOLD` symbols are
the same things with few, thick lines, for small screens and for the contrast variant.
"""

from __future__ import annotations

from collections.abc import Callable

from .palette import (
    AMBER,
    BLUE,
    BROWN,
    FOREST,
    GOLD,
    GREEN,
    ICE,
    INK,
    LEAF,
    PALE_GOLD,
    RED,
    SKY,
    WHITE,
    WINE,
    WOOD,
)
from .svg import beads, circle, ellipse, flat, path, place, ring, star

SUITS = "OCEB"


def coin() -> str:
    """Oro: a gold coin with a beaded rim, a rosette on red and a star on blue."""
    rim = circle(0, 0, 48, GOLD, 2.4) + circle(0, 0, 44, width=1.6, stroke=AMBER)
    rim += ring(30, 40.5, lambda x, y, _: circle(x, y, 2.2, PALE_GOLD, 0.8))
    field = circle(0, 0, 35.5, RED, 1.8)
    field += ring(12, 25, lambda x, y, a: place(_petal(), x, y, turn=a))
    heart = (
        circle(0, 0, 16, BLUE, 1.8)
        + path(star(8, 14.5, 6), GOLD, 1.1)
        + circle(0, 0, 4.4, RED, 1.1)
    )
    return rim + field + heart


def _petal() -> str:
    """One petal of the coin's rosette, pointing right."""
    return path("M-11 0C-6-8 5-7 10 0C5 7-6 8-11 0Z", GOLD, 1.3) + path("M-8 0L6 0", stroke=AMBER)


def cup() -> str:
    """Copa: a footed goblet with a jewelled band."""
    bowl = path("M-33-44C-34-14-24 4-7 10L-6 17L6 17L7 10C24 4 34-14 33-44Z", GOLD, 2)
    bowl += flat("M24-38C24-18 18-2 8 5C14-6 17-20 17-38Z", AMBER) + flat(
        "M-28-36C-28-24-26-14-21-6C-23-16-24-26-24-36Z", PALE_GOLD
    )
    bowl += path(
        "M-31-27C-29-19-27-13-23-7C-9 2 9 2 23-7C27-13 29-19 31-27C14-18-14-18-31-27Z", RED, 1.5
    )
    bowl += "".join(
        ellipse(x, y, 4.6, 5.4, fill, 1.1)
        for x, y, fill in ((-18, -15.8, SKY), (0, -12.8, WHITE), (18, -15.8, SKY))
    )
    mouth = ellipse(0, -44, 33, 8.5, WINE, 2) + ellipse(0, -42.6, 25, 4.6, RED, stroke="none")
    mouth += path(
        "M-33-44C-32-49.6-16-52.5 0-52.5C16-52.5 32-49.6 33-44", width=1, stroke=PALE_GOLD
    )
    return bowl + mouth + _cup_foot()


def _cup_foot() -> str:
    """The knop, stem and foot of the cup."""
    foot = path("M-5 23C-5 31-8 34-14 39L14 39C8 34 5 31 5 23Z", GOLD, 1.8)
    foot += ellipse(0, 20, 11, 5.4, BLUE, 1.7) + path("M-7 18.4C-3 16.8 3 16.8 7 18.4", stroke=SKY)
    foot += path("M-26 48C-26 41-16 37 0 37C16 37 26 41 26 48C18 53-18 53-26 48Z", GOLD, 2)
    foot += path("M-19 46C-12 41.5 12 41.5 19 46C12 49-12 49-19 46Z", RED, 1.3)
    return foot + beads(((-10, 45.8), (0, 44.8), (10, 45.8)), 1.5, WHITE, 0.7)


def sword(guard: bool = True) -> str:
    """Espada: a straight two-tone blade with a curved gilt guard, point up."""
    blade = path("M-5.5 34L-4.8-46L0-60L4.8-46L5.5 34Z", ICE, 1.7)
    blade += flat("M0-57L4.2-45.6L4.9 33.2L0 33.2Z", SKY) + path("M0-55L0 29", width=1, stroke=BLUE)
    return blade + (_hilt() if guard else "")


def _hilt() -> str:
    """Guard, grip and pommel."""
    guard = path(
        "M-21 29C-17 40-8 35 0 35C8 35 17 40 21 29C20 45 9 42 0 42C-9 42-20 45-21 29Z", GOLD, 1.5
    )
    guard += beads(((-21, 29), (21, 29)), 2.9, GOLD, 1.2)
    grip = path("M-3.6 42L3.6 42L3 54L-3 54Z", RED) + path(
        "M-3.3 46L3.3 44M-3.2 49.6L3.2 47.6M-3 53L3 51", width=1.1, stroke=GOLD
    )
    return guard + grip + circle(0, 57.4, 4.4, GOLD, 1.5) + circle(0, 57.4, 1.5, BLUE, 0.7)


def club() -> str:
    """Basto: a green cudgel, thick end up, with lopped branches."""
    outline = (
        "M-4 60C-9 46-7 36-9 12C-14.5 8-15-2-10-5"
        "C-10-18-14-30-13-43C-14-55-9-60 0-60C10-60 14-55 13-42"
        "C13-33 11-27 11-22C16.5-19 17-12 12-8C11 6 8 24 7 38C7 48 6 54 4 60C2 62.4-2 62.4-4 60Z"
    )
    stick = path(outline, GREEN, 1.9)
    stick += flat(
        (
            "M4 58C5 40 8 18 8-5C7-18 9-30 9-50C13-46 13-36 "
            "11-28C10-24 9.6-22 11-21C16-17 15-11 11.4-8.6"
            "C10 8 7 24 6 40C6 48 5.4 54 4 58Z"
        ),
        FOREST,
    )
    stick += path("M-5.6 38C-5.4 24-6.6 18-5.8 10M-7-12C-7.6-24-10-33-9-44", width=2, stroke=LEAF)
    stick += ellipse(0, -55.4, 8.8, 4.2, WOOD) + ellipse(0, -55.4, 4, 1.8, width=0.9, stroke=BROWN)
    for x, y, turn in ((-11.8, 3, -24), (13.2, -15, 22)):
        stick += ellipse(x, y, 2.9, 4.6, WOOD, 1.2, turn=turn) + ellipse(
            x, y, 1, 2, width=0.8, stroke=BROWN, turn=turn
        )
    for x, y, turn in ((0, -33, 10), (-2, 23, -12)):
        stick += ellipse(x, y, 2.7, 4, RED, 1.1, turn=turn) + ellipse(
            x, y, 1, 1.7, GOLD, stroke="none", turn=turn
        )
    return stick


DETAILED: dict[str, Callable[[], str]] = {"O": coin, "C": cup, "E": sword, "B": club}


def bold_coin(fill: str = GOLD, mark: str = RED, ink: str = INK) -> str:
    """A coin that survives at 10 pixels: rim, field, four petals."""
    body = circle(0, 0, 46, fill, 6, ink) + circle(0, 0, 32, mark, 4, ink)
    body += ring(
        4,
        16,
        lambda x, y, a: place(
            path("M-15 0C-8-11 6-10 12 0C6 10-8 11-15 0Z", fill, 3, ink), x, y, turn=a
        ),
    )
    return body + circle(0, 0, 6, mark, 3, ink)


def bold_cup(fill: str = GOLD, mark: str = RED, ink: str = INK) -> str:
    """A cup in few lines: bowl, band, foot."""
    body = path(
        "M-37-42C-36-8-26 6-8 11L-8 25C-12 33-27 35-27 "
        "47L27 47C27 35 12 33 8 25L8 11C26 6 36-8 37-42Z",
        fill,
        6,
        ink,
    )
    body += path("M-34-22C-32-12-28-5-22 0L22 0C28-5 32-12 34-22Z", mark, 4, ink)
    return body + ellipse(0, -42, 37, 8, mark, 6, ink)


def bold_sword(fill: str = SKY, mark: str = GOLD, ink: str = INK) -> str:
    """A sword in few lines: broad blade, guard, pommel."""
    blade = path("M-9 26L-9-42L0-60L9-42L9 26Z", fill, 5.5, ink) + path(
        "M0-44L0 20", width=3.4, stroke=ink
    )
    hilt = path("M-7 34L7 34L6 52L-6 52Z", mark, 5, ink) + path(
        "M-28 22L28 22L26 36L-26 36Z", mark, 5.5, ink
    )
    return blade + hilt + circle(0, 55, 7, mark, 5, ink)


def bold_club(fill: str = GREEN, mark: str = WOOD, ink: str = INK) -> str:
    """A club in few lines: thick head, two lopped branches, a pale cut end."""
    stubs = path("M-12 10L-24-2L-15-10L-9-2Z", fill, 5, ink) + path(
        "M13-12L25-24L17-32L11-24Z", fill, 5, ink
    )
    stick = path(
        "M-7 58C-9 30-18-20-17-46C-16-58-9-61 0-61C9-61 "
        "16-58 17-46C18-20 9 30 7 58C4 62-4 62-7 58Z",
        fill,
        5.5,
        ink,
    )
    knots = path("M-3-24L-3-12M2 12L2 26", width=4, stroke=ink)
    return stubs + stick + knots + ellipse(0, -50, 10, 5.4, mark, 4, ink)


BOLD: dict[str, Callable[..., str]] = {
    "O": bold_coin,
    "C": bold_cup,
    "E": bold_sword,
    "B": bold_club,
}
