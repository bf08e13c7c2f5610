"""Numerals and letters as paths: skeletons on a grid 100 high, inked with a broad pen.

No font is needed, so a card looks the same everywhere.
"""

from __future__ import annotations

from .curves import pen
from .svg import flat

_SIX = (
    "M50 13 C46 5 40 2 34 2 C16 2 6 24 6 56 C6 82 16 98 31 "
    "98 C46 98 56 85 56 68 C56 51 46 40 32 40 C18 40 7 51 6 66"
)
_NINE = (
    "M12 87 C16 95 22 98 28 98 C46 98 56 76 56 44 C56 18 46 2 "
    "31 2 C16 2 6 15 6 32 C6 49 16 60 30 60 C44 60 55 49 56 34"
)

# character: (advance width, strokes)
SKELETONS: dict[str, tuple[float, tuple[str, ...]]] = {
    "0": (62, ("M31 2 C46 2 56 22 56 50 C56 78 46 98 31 98 C16 98 6 78 6 50 C6 22 16 2 31 2",)),
    "1": (46, ("M6 22 C15 19 22 12 25 3", "M25 3 L25 97", "M7 97 L43 97")),
    "2": (
        62,
        (
            "M8 26 C8 10 18 2 31 2 C45 2 54 12 54 26 C54 47 30 66 8 97",
            "M8 97 L56 97",
            "M56 97 L57 86",
        ),
    ),
    "3": (
        62,
        (
            "M9 17 C14 7 22 2 31 2 C44 2 51 11 51 23 C51 36 42 46 27 47",
            "M27 47 C45 47 56 57 56 73 C56 88 45 98 30 98 C18 98 10 92 6 82",
        ),
    ),
    "4": (66, ("M43 3 L5 70", "M5 70 L62 70", "M43 3 L43 97", "M31 97 L55 97")),
    "5": (
        62,
        (
            "M14 3 L52 3",
            "M14 3 L12 45",
            "M12 45 C18 39 26 37 32 37 C46 37 56 49 56 67 C56 86 45 98 30 98 C19 98 11 92 7 83",
        ),
    ),
    "6": (62, (_SIX,)),
    "7": (60, ("M6 14 L6 3", "M6 3 L55 3", "M55 3 C40 30 27 60 24 98")),
    "8": (
        62,
        (
            "M31 46 C18 42 10 34 10 23 C10 11 19 2 31 2 C43 2 52 11 52 23 C52 34 44 42 31 46",
            "M31 46 C15 51 6 60 6 73 C6 88 17 98 31 98 C45 98 56 88 56 73 C56 60 47 51 31 46",
        ),
    ),
    "9": (62, (_NINE,)),
    "A": (78, ("M39 3 L8 97", "M39 3 L70 97", "M18 66 L60 66", "M0 97 L18 97", "M60 97 L80 97")),
    "B": (
        66,
        (
            "M14 3 L14 97",
            "M4 3 L30 3 C47 3 54 13 54 24 C54 37 46 47 29 48 L14 48",
            "M29 48 C49 48 60 58 60 72 C60 88 49 97 30 97 L4 97",
        ),
    ),
    "C": (
        68,
        (
            "M62 24 C57 10 47 2 36 2 C18 2 6 22 6 50 C6 78 18 98 36 98 C48 98 58 90 63 76",
            "M62 24 L62 6",
        ),
    ),
    "E": (62, ("M14 3 L14 97", "M4 3 L54 3 L55 18", "M14 48 L42 48", "M4 97 L55 97 L57 80")),
    "I": (30, ("M15 3 L15 97", "M4 3 L26 3", "M4 97 L26 97")),
    "J": (54, ("M40 3 L40 72 C40 90 32 98 21 98 C11 98 5 91 5 80", "M28 3 L52 3")),
    "K": (
        76,
        (
            "M14 3 L14 97",
            "M4 3 L24 3",
            "M4 97 L24 97",
            "M62 4 L16 56",
            "M30 42 L66 96",
            "M52 3 L70 3",
            "M56 97 L76 97",
        ),
    ),
    "O": (76, ("M38 2 C57 2 69 22 69 50 C69 78 57 98 38 98 C19 98 7 78 7 50 C7 22 19 2 38 2",)),
    "Q": (
        78,
        (
            "M38 2 C57 2 69 22 69 50 C69 78 57 98 38 98 C19 98 7 78 7 50 C7 22 19 2 38 2",
            "M40 74 C50 84 58 104 76 106",
        ),
    ),
    "R": (
        72,
        (
            "M14 3 L14 97",
            "M4 3 L30 3 C48 3 56 14 56 26 C56 40 47 50 30 51 L14 51",
            "M32 51 C46 60 50 96 70 96",
            "M4 97 L24 97",
        ),
    ),
    "S": (
        60,
        (
            "M53 20 C48 8 40 2 30 2 C17 2 9 11 9 24 C9 52 "
            "55 44 55 74 C55 89 45 98 31 98 C19 98 10 91 5 78",
        ),
    ),
    "a": (
        64,
        (
            "M12 50 C16 42 24 38 32 38 C44 38 48 46 48 56 L48 88 C48 94 52 97 60 94",
            "M48 62 C28 62 8 66 8 82 C8 92 15 98 24 98 C36 98 46 90 48 80",
        ),
    ),
    "c": (56, ("M49 54 C46 44 39 38 30 38 C16 38 6 51 6 68 C6 86 16 98 31 98 C40 98 48 93 52 84",)),
    "i": (30, ("M15 40 L15 97", "M5 41 L15 40", "M5 97 L26 97")),
    "r": (48, ("M15 40 L15 97", "M5 41 L15 40", "M5 97 L26 97", "M15 60 C20 46 32 36 45 42")),
    "s": (
        50,
        (
            "M43 50 C40 42 34 38 26 38 C16 38 9 44 9 53 C9 72 "
            "46 64 46 83 C46 92 38 98 27 98 C17 98 10 93 6 83",
        ),
    ),
}
GAP = 10


def outline(
    text: str, thick: float = 8.5, thin: float = 4.2, gap: float = GAP, per_curve: int = 7
) -> tuple[str, float]:
    """Path data of a line of text, 100 high from y = 0, and its width."""
    parts, x = [], 0.0
    for character in text:
        advance, strokes = SKELETONS[character]
        parts += [pen(_shift(stroke, x), thick, thin, per_curve) for stroke in strokes]
        x += advance + gap
    return "".join(parts), x - gap


def _shift(skeleton: str, dx: float) -> str:
    """The skeleton moved right by dx."""
    tokens, horizontal = [], True
    for token in skeleton.replace("M", "M ").replace("L", "L ").replace("C", "C ").split():
        if token in "MLC":  # noqa: S105
            tokens.append(token)
            horizontal = True
            continue
        tokens.append(str(float(token) + dx) if horizontal else token)
        horizontal = not horizontal
    return " ".join(tokens)


def text(
    line: str,
    height: float,
    fill: str,
    thick: float = 8.5,
    thin: float = 4.2,
    widest: float = 0,
    gap: float = GAP,
) -> str:
    """A line of text, its middle at the origin, narrowed where wider than `widest`."""
    d, width = outline(line, thick, thin, gap)
    scale = height / 100
    across = min(scale, widest / width) if widest else scale
    return (
        f'<g transform="matrix({across:.3f} 0 '
        f'0 {scale:.3f} {-width * across / 2:.1f} {-height / 2:.1f})">{flat(d, fill)}</g>'
    )
