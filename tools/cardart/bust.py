"""Head and shoulders of a court, for the variants that have no room for a whole figure."""

from __future__ import annotations

from .cast import LOOKS
from .faces import Look, head
from .palette import BLUE, FOREST, GOLD, GREEN, PALE_GOLD, RED, SLATE, STEEL, TAN, WHITE
from .svg import circle, path, place

GARB: dict[str, tuple[str, str]] = {
    "O10": (RED, WHITE),
    "O11": (BLUE, WHITE),
    "O12": (RED, WHITE),
    "C10": (GREEN, GOLD),
    "C11": (GREEN, PALE_GOLD),
    "C12": (RED, GOLD),
    "E10": (STEEL, WHITE),
    "E11": (STEEL, SLATE),
    "E12": (BLUE, STEEL),
    "B10": (TAN, WHITE),
    "B11": (FOREST, GREEN),
    "B12": (GREEN, TAN),
}
"""Coat and collar of each court."""

HEAD_SHIFT: dict[str, float] = {"O11": -13, "E10": -9, "E11": -4, "B10": 4}
"""How far a head steps aside to keep its plume on the card."""


def shoulders(coat: str, collar: str, half: float = 52, drop: float = 34) -> str:
    """A coat from the neck down to `drop` below the collar, ending in a straight line."""
    body = path(
        f"M{-half} {30 + drop}C{-half} {38}-30 31-10 28"
        f"L10 28C30 31 {half} {38} {half} {30 + drop}Z",
        coat,
        1.6,
    )
    neck = path("M-13 29C-8 24 8 24 13 29C17 35 12 41 6 39L0 44L-6 39C-12 41-17 35-13 29Z", collar)
    return body + neck + circle(0, 50, 2.6, GOLD, 1)


def bust(
    look: Look, coat: str, collar: str, half: float = 52, drop: float = 34, aside: float = 0
) -> str:
    """Shoulders, neck and head, perhaps a little aside; the origin lies between the eyes."""
    neck = path("M-8 16L-9 32C-4 37 4 37 9 32L8 16Z", look.skin)
    return shoulders(coat, collar, half, drop) + place(neck + head(look), aside)


def court_bust(code: str, x: float, base: float, scale: float, coat: str = "") -> str:
    """The bust of a court whose straight lower edge lies at y = base."""
    own, collar = GARB[code]
    y = base - 64 * scale
    return place(bust(LOOKS[code], coat or own, collar), x + HEAD_SHIFT.get(code, 0), y, scale)
