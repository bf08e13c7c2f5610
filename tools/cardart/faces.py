"""Heads: face, hair and beard about the origin, which lies between the eyes.

The face runs from the hairline (y = -16) to the chin (y = 25) and is 32 wide. A `Look`
says who it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from .headgear import HATS, HATS_BEHIND, Cloth
from .palette import BLUSH, GOLD, INK, RED, SKIN, WHITE, WINE
from .svg import circle, ellipse, flat, path, place

CLOTH = Cloth(RED, GOLD, WHITE)


@dataclass(frozen=True)
class Look:
    """Everything that tells one head from another."""

    hair: str
    style: str
    beard: str = ""
    hat: str = ""
    cloth: Cloth = CLOTH
    turn: float = 0
    """Where the face is turned: -1 left, 0 to the front, 1 right."""
    stern: float = 0
    """How far the inner ends of the brows come down."""
    skin: str = SKIN


FACE = (
    "M-15.5-12C-17.5 4-14.5 17-7 23C-3.5 26 3.5 26 7 23C14.5 17 17.5 4 15.5-12C12-21-12-21-15.5-12Z"
)


def head(look: Look) -> str:
    """A whole head, from the hair behind it to the hat."""
    parts = [HATS_BEHIND[look.hat](look.cloth) if look.hat in HATS_BEHIND else ""]
    parts.append(_hair_behind(look))
    parts.append(path(FACE, look.skin))
    parts.append(
        flat("M15.2-8C17 4 14 16 7 22.6C10 14 11.6 2 11-10Z", BLUSH) if look.turn <= 0 else ""
    )
    parts.append(
        flat("M-15.2-8C-17 4-14 16-7 22.6C-10 14-11.6 2-11-10Z", BLUSH) if look.turn > 0 else ""
    )
    parts.append(BEARDS[look.beard](look.hair) if look.beard else "")
    parts.append(_features(look))
    parts.append(_hair_in_front(look))
    parts.append(HATS[look.hat](look.cloth) if look.hat else "")
    return "".join(parts)


def _features(look: Look) -> str:
    """Eyes, brows, nose and mouth, moved towards where the face is turned."""
    dx, side = 2.4 * look.turn, -1 if look.turn <= 0 else 1
    parts = [ellipse(x + dx, 9, 3.2, 2.2, BLUSH, stroke="none") for x in (-9.5, 9.5)]
    for x, inward in ((-6.8, 1), (6.8, -1)):
        parts.append(place(_eye(look.turn), x + dx, 0))
        high, low = -7.4 + look.stern * 0.2, -6.4 + look.stern
        start, end = (high, low) if inward > 0 else (low, high)
        parts.append(
            path(
                f"M{x + dx - 4.8} {start}Q{x + dx} {-10 + look.stern * 0.6} {x + dx + 4.8} {end}",
                width=1.9,
                stroke=_brow(look.hair),
            )
        )
    parts.append(
        path(
            f"M{dx + side * 0.6}-1L{dx + side * 3.2} 8.4Q{dx + side} 10.8 {dx - side * 2} 9.4",
            width=1.2,
        )
    )
    return "".join(parts) + place(_mouth(), dx * 0.9, 15.4)


def _brow(hair: str) -> str:
    """Brows are dark, whatever the hair; white hair has grey ones."""
    return "#8b8676" if hair > "#c8" else INK


def _eye(turn: float) -> str:
    """An almond eye with a heavy upper lid."""
    white = path("M-4.2 1Q0-4 4.2 1Q0 3.6-4.2 1Z", WHITE, 0.8)
    return (
        white
        + circle(1.1 * turn, 0.2, 1.9, INK, stroke="none")
        + path("M-4.7 1Q0-4.6 4.7.6", width=1.5)
    )


def _mouth() -> str:
    """Closed lips with a hint of a smile."""
    return path("M-5-.2Q-2.4-2.4 0-1Q2.4-2.4 5-.2Q0 3.6-5-.2Z", RED, 0.7) + path(
        "M-5.6-.4Q0 1.4 5.6-.4", width=0.9, stroke=WINE
    )


# ---- hair ----------------------------------------------------------------------------------------

_BEHIND = {
    "bob": "M-15-16C-25-8-25 14-20 22C-17 27-10 26-9 20L9 20C10 26 17 27 20 22C25 14 25-8 15-16Z",
    "long": (
        "M-15-16C-25-6-22 12-26 26C-28 36-22 42-15 40C-10 "
        "46 10 46 15 40C22 42 28 36 26 26C22 12 25-6 15-16Z"
    ),
    "short": "M-15-15C-20-6-19 4-17 10L17 10C19 4 20-6 15-15Z",
    "mane": "M-15-15C-26-8-24 8-24 18C-24 28-18 32-14 28L14 28C18 32 24 28 24 18C24 8 26-8 15-15Z",
    "curls": (
        "M-14-16C-22-16-24-9-20-6C-26-3-26 5-20 6C-26 9-24 17-18 16C-20 23-11 26-9 20L9 20"
        "C11 26 20 23 18 16C24 17 26 9 20 6C26 5 26-3 20-6C24-9 22-16 14-16Z"
    ),
}
_STRANDS = {
    "bob": "M-17-2C-21 6-20 14-17 20M17-2C21 6 20 14 17 20",
    "long": "M-18-2C-21 10-19 24-21 34M18-2C21 10 19 24 21 34"
    "M-16 24C-17 30-15 34-15 38M16 24C17 30 15 34 15 38",
    "short": "",
    "mane": "M-18-4C-22 6-20 16-19 25M18-4C22 6 20 16 19 25",
    "curls": "M-17-6C-19-4-19-2-17-1M-17 7C-19 8-19 11-17 "
    "12M17-6C19-4 19-2 17-1M17 7C19 8 19 11 17 12",
}
_FRONT = {
    "bob": (
        "M-16.4 5C-18-8-15-17 0-19C15-17 18-8 16.4 5C14.6-4 "
        "12.6-8 9-10.5C3-12.5-3-12.5-9-10.5C-12.6-8-14.6-4-16.4 5Z"
    ),
    "long": "M-16.4 8C-19-8-15-18 0-19C15-18 19-8 16.4 8C16-2 11-10 0-15C-11-10-16-2-16.4 8Z",
    "short": "M-16 1C-17.6-10-13-18 0-19C13-18 17.6-10 16 "
    "1C14.6-6 12-10 8-12L-8-12C-12-10-14.6-6-16 1Z",
    "mane": "M-16.4 5C-18-9-14-18 0-19C14-18 18-9 16.4 5C15-4 12-9 7-12L-7-12C-12-9-15-4-16.4 5Z",
    "curls": (
        "M-16.6 4C-20 0-18-5-16-6C-18-12-12-15-9-13C-8-18 "
        "0-18 1-14C4-18 10-17 10-13C14-14 18-10 16-6"
        "C18-4 19 0 16.6 4C14.4-2 13-5 11-7C8-6 6-8 5-9"
        "C2-7-2-7-4-9C-6-7-9-6-11-7C-13-5-14.4-2-16.6 4Z"
    ),
}


def _hair_behind(look: Look) -> str:
    """The hair that falls behind the face."""
    strands = _STRANDS[look.style]
    return path(_BEHIND[look.style], look.hair, 1.5) + (path(strands, width=0.9) if strands else "")


def _hair_in_front(look: Look) -> str:
    """Fringe and temples."""
    return path(_FRONT[look.style], look.hair, 1.2)


# ---- beards --------------------------------------------------------------------------------------

_CHEEKS = "C12.6 9 8.6 11.4 4.6 10.8Q0 9.4-4.6 10.8C-8.6 11.4-12.6 9-16 3"


def _moustache(fill: str) -> str:
    """Two wings under the nose."""
    wings = (
        "M0 10.4C-4 8.6-9 10.4-14 16.4C-9 16.8-3 16.2 0 "
        "13.2C3 16.2 9 16.8 14 16.4C9 10.4 4 8.6 0 10.4Z"
    )
    return path(wings, fill, 1)


def _round_beard(fill: str) -> str:
    """A full beard, cut round."""
    body = path(f"M-16 3C-18.5 22-13 38 0 43C13 38 18.5 22 16 3{_CHEEKS}Z", fill)
    return (
        body
        + path(
            "M-11 20C-11 28-8 34-5 37M-4 24C-4 31-2 37 0 "
            "40M4 24C4 31 4 35 3 38M11 20C11 27 9 32 7 35",
            width=0.9,
        )
        + _moustache(fill)
    )


def _forked_beard(fill: str) -> str:
    """A long old beard in two points."""
    body = path(
        f"M-16 3C-22 24-18 46-9 62C-5 56-2 50 0 42C2 50 5 56 9 62C18 46 22 24 16 3{_CHEEKS}Z", fill
    )
    waves = (
        "M-13 18C-16 32-13 44-9 54M-7 24C-9 34-7 42-6 50M13 "
        "18C16 32 13 44 9 54M7 24C9 34 7 42 6 50M0 24L0 40"
    )
    return body + path(waves, width=0.9) + _moustache(fill)


def _pointed_beard(fill: str) -> str:
    """Moustache and a narrow point on the chin."""
    line = flat(
        "M-16 2C-15 14-12 20-7 23.4L-5 21C-10 17-13 10-14-2"
        "ZM16 2C15 14 12 20 7 23.4L5 21C10 17 13 10 14-2Z",
        fill,
    )
    point = path("M-7 20.6C-6 30-2 40 0 44C2 40 6 30 7 20.6Q0 23-7 20.6Z", fill, 1.1)
    return line + point + _moustache(fill)


def _bushy_beard(fill: str) -> str:
    """A wild beard in curls."""
    edge = (
        "M-16 2C-24 6-25 14-20 17C-26 22-22 30-16 29C-18 "
        "37-10 41-6 37C-4 43 4 43 6 37C10 41 18 37 16 29"
        "C22 30 26 22 20 17C25 14 24 6 16 2"
    )
    curls = (
        "M-13 18C-16 21-13 25-10 23M13 18C16 21 13 25 "
        "10 23M-5 25C-8 29-4 33-1 30M5 25C8 29 5 32 3 31"
    )
    return (
        path(f"{edge}{_CHEEKS.removesuffix('-16 3')}-16 2Z", fill)
        + path(curls, width=0.9)
        + _moustache(fill)
    )


def _short_beard(fill: str) -> str:
    """A trimmed beard along the jaw."""
    body = path(f"M-16 3C-17 18-11 30 0 31C11 30 17 18 16 3{_CHEEKS}Z", fill, 1.1)
    return body + path("M-9 21L-8 25M-3 24L-3 28M3 24L3 28M9 21L8 25", width=0.9) + _moustache(fill)


BEARDS = {
    "round": _round_beard,
    "forked": _forked_beard,
    "pointed": _pointed_beard,
    "bushy": _bushy_beard,
    "short": _short_beard,
    "moustache": _moustache,
}
