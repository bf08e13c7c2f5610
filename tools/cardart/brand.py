"""App icon, favicon, wordmark and digits."""

from __future__ import annotations

from . import glyphs
from .palette import BLUE, GOLD, PALE_GOLD, PAPER, RED
from .pips import coin
from .svg import circle, document, flat, num, path, place, rect, ring

FELT, DARK_FELT = "#15523b", "#0e3d2b"


def _leaf(fill: str, line: str) -> str:
    """A blank card about the origin."""
    edge = rect(-104, -161, 208, 322, 18, fill=fill, line='stroke-width="5"')
    return edge + rect(-90, -147, 180, 294, 9, line=f'stroke="{line}" stroke-width="4"')


def icon() -> str:
    """The app icon: two cards and a coin, in the middle 80 % of the felt, so any mask will do."""
    felt = rect(0, 0, 512, 512, fill=FELT, line='stroke="none"') + circle(
        256, 256, 236, DARK_FELT, stroke="none"
    )
    under = place(_leaf(BLUE, PALE_GOLD), 222, 264, 0.9, -17)
    top = place(_leaf(PAPER, BLUE) + place(coin(), 0, 0, 1.72), 278, 256, 0.98, 9)
    return document(512, 512, felt + under + top, "Brisca")


def favicon() -> str:
    """A bold coin, clear at 16 pixels on light and dark."""
    rim = circle(32, 32, 30, GOLD, 3)
    petals = ring(
        8,
        12.6,
        lambda x, y, a: place(
            path("M-6 0C-3-4.6 3-4.6 6.6 0C3 4.6-3 4.6-6 0Z", GOLD, 1.2), 32 + x, 32 + y, 1, a
        ),
    )
    return document(
        64, 64, rim + circle(32, 32, 22, RED, 2.6) + petals + circle(32, 32, 5.6, BLUE, 2), "Brisca"
    )


def wordmark(ink: str = "currentColor") -> str:
    """`Brisca` in the deck's letters, a coin for the dot of the i, in the colour of its text."""
    d, width = glyphs.outline("Brisca", 9.5, 4.6, gap=9, per_curve=12)
    dot_x = sum(glyphs.SKELETONS[letter][0] + 9 for letter in "Br") + 15
    letters = place(flat(d, ink), 10, 12)
    return document(round(width) + 20, 122, letters + place(coin(), 10 + dot_x, 22, 0.27), "Brisca")


def digits() -> str:
    """Draw the digits of a score as symbols, 100 high; each is as wide as it takes the line on."""
    symbols = []
    for digit in "0123456789":
        advance = glyphs.SKELETONS[digit][0]
        outline, _ = glyphs.outline(digit, 11, 7)
        head = f'<symbol id="digit-{digit}" viewBox="0 0 {num(advance)} 100" overflow="visible">'
        symbols.append(f"{head}{flat(outline, 'currentColor')}</symbol>")
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"
