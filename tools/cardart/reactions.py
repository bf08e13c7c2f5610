"""The faces of the talk at a table: the player of the signs, who smiles, laughs, claps and wonders."""

from __future__ import annotations

from .palette import BLUE, GOLD, SKIN, WHITE, WINE
from .signs import EYE_X, EYE_Y, Sign, eyes, sprite_of
from .svg import ellipse, path, place

CUFF, TONGUE, TEAR, DUSK = BLUE, "#f08a94", "#4a86c5", "#e8bd92"


def _wide_smile() -> str:
    """A broad smile, shut."""
    return path("M34 70Q50 86 66 70", width=3.2, stroke=WINE) + path(
        "M32 72Q32.4 68.6 35.4 68M68 72Q67.6 68.6 64.6 68", width=2, stroke=WINE
    )


def _merry() -> str:
    """A smile above what the hands cover."""
    return path("M36 65Q50 78 64 65Q50 69 36 65Z", WHITE, 2.4, WINE)


def _laughing() -> str:
    """A mouth wide open, with teeth and tongue."""
    mouth = path("M33 67Q50 71 67 67C66 82 59 89 50 89C41 89 34 82 33 67Z", WINE, 2.4)
    teeth = path("M35.4 68.4Q50 72 64.6 68.4L63.6 73Q50 76.4 36.4 73Z", WHITE, 1.2)
    return mouth + teeth + ellipse(50, 84, 8, 4.4, TONGUE, stroke="none")


def _arched() -> str:
    """Eyes shut with laughing: two arches."""
    left, right = 50 - EYE_X, 50 + EYE_X
    y = EYE_Y + 2
    return path(
        f"M{left - 8} {y + 3}Q{left} {y - 9} {left + 8} {y + 3}"
        f"M{right - 8} {y + 3}Q{right} {y - 9} {right + 8} {y + 3}",
        width=3.2,
    )


def _amazed() -> str:
    """A round open mouth."""
    return ellipse(50, 77, 7.4, 9.6, WINE, 2.4) + ellipse(50, 82, 4.6, 3.2, TONGUE, stroke="none")


def _doubtful() -> str:
    """A mouth drawn to one side."""
    return path("M40 76Q49 72.4 58 74.4Q61 75 62 73", width=3, stroke=WINE)


def _sad() -> str:
    """The corners of the mouth down."""
    return path("M38 80Q50 69 62 80", width=3, stroke=WINE)


def _mitt(fill: str) -> str:
    """A hand held flat, about the origin, fingers up."""
    palm = path("M-8 15L-8.6-6C-8.6-11.6-5-14-.6-14C4.6-14 8-11 8-5.6L8 15Z", fill, 2.2)
    fingers = path("M-3.4-13.2L-3.4-4.4M1.8-13.6L1.8-4.4", width=1.5)
    thumb = path("M8-1C12-3.4 14.6 0 12.4 3.6L8 9Z", fill, 2.2)
    return palm + fingers + thumb + path("M-9.6 15L9.6 15L10.4 24L-10.4 24Z", CUFF, 2.2)


def _clapping() -> str:
    """Two hands that meet under the chin, and the sound they make."""
    sound = path(
        "M26 70L18.6 64.6M22.4 79L13.6 77.4M74 70L81.4 64.6M77.6 79L86.4 77.4",
        width=3,
        stroke=GOLD,
    )
    behind = place(_mitt(DUSK), 60, 87, 0.86, -24)
    before = place(_mitt(SKIN), 44, 87, 0.9, 22)
    return behind + before + sound


def _chin_in_hand() -> str:
    """A fist under the chin, its finger along the cheek."""
    finger = path(
        "M66 92C70 86 72.4 79 73.4 70C73.8 66.4 69.2 65.6 68.2 69C66.6 75 64 80 60 84Z", SKIN, 2.2
    )
    fist = path(
        "M46 91C46 85.4 51 83.6 56 84.2C62 84.8 67.4 87 67 93C66.8 98 61 100 54 100C48.6 100 46 96.6 46 91Z",
        SKIN,
        2.2,
    )
    knuckles = path("M51.4 86.4L51 90M56.6 86.2L56.4 90", width=1.6)
    return finger + fist + knuckles


def _tear() -> str:
    """A tear on the cheek."""
    return path(
        "M67.6 60C65 65 64.6 67 66 69C67.4 70.8 70 70 70.2 67.6C70.4 65.4 69 63 67.6 60Z",
        "#bfe0f5",
        1.6,
        TEAR,
    )


REACTIONS: dict[str, Sign] = {
    "smile": Sign("Smiles", eyes, _wide_smile, 1),
    "laugh": Sign("Laughs", _arched, _laughing, 3),
    "clap": Sign("Claps", _arched, _merry, 3, extra=_clapping),
    "wow": Sign("Is amazed", lambda: eyes(0, 0, 1.25), _amazed, 6),
    "think": Sign("Wonders", lambda: eyes(2.6, -3), _doubtful, 2, -6, _chin_in_hand, 2),
    "sad": Sign("Is sad", lambda: eyes(0, 2.4), _sad, 0, 0, _tear, -5),
}


def symbols() -> str:
    """The sprite `faces.svg`."""
    return sprite_of("face", REACTIONS)
