"""The señas: ten small faces of one player, a neutral one and nine signs to the partner."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .palette import BLUE, BLUSH, GOLD, INK, RED, SKIN, WHITE, WINE
from .svg import circle, ellipse, path, symbol

HAIR, JERSEY = "#4a2c17", BLUE
SIZE = 100
EYE_X, EYE_Y = 13.5, 50


class Sign(NamedTuple):
    """A sign: its title, and the parts of the face that differ from the neutral one."""

    title: str
    eyes: Callable[[], str]
    mouth: Callable[[], str]
    brows: float = 0
    """How far the brows go up."""
    tilt: float = 0
    extra: Callable[[], str] = str
    frown: float = 0
    """How far the inner ends of the brows go down; negative: up."""


def _brows(lift: float, inner: float) -> str:
    """Two thick brows."""
    y = 38 - lift
    return path(
        f"M29 {y + 1}Q35.5 {y - 4} 43 {y + inner}M57 {y + inner}Q64.5 {y - 4} 71 {y + 1}",
        width=3.4,
        stroke=HAIR,
    )


def open_eye(x: float, dx: float = 0, dy: float = 0, size: float = 1) -> str:
    """An open eye under its lid, the pupil moved by dx, dy; above size 1 it has no lid."""
    white = ellipse(x, EYE_Y, 6.8 * size, 6 * size**2, WHITE, 1.8)
    pupil = circle(x + dx, EYE_Y + dy, 4.2, INK, stroke="none") + circle(
        x + dx + 1.5, EYE_Y + dy - 1.6, 1.3, WHITE, stroke="none"
    )
    lid = (
        path(f"M{x - 7} {EYE_Y - 1}Q{x} {EYE_Y - 9.4} {x + 7} {EYE_Y - 1}", width=2.8)
        if size <= 1
        else ""
    )
    return white + pupil + lid


def eyes(dx: float = 0, dy: float = 0, size: float = 1) -> str:
    """Both eyes open."""
    return open_eye(50 - EYE_X, dx, dy, size) + open_eye(50 + EYE_X, dx, dy, size)


def shut_eye(x: float, bow: float = 5) -> str:
    """A closed eye: a curve with lashes."""
    lash = (
        f"M{x - 6} {EYE_Y + 4.4}L{x - 8.6} {EYE_Y + 7}M{x} {EYE_Y + 6}L{x} {EYE_Y + 9}"
        f"M{x + 6} {EYE_Y + 4.4}L{x + 8.6} {EYE_Y + 7}"
    )
    return path(f"M{x - 8} {EYE_Y + 1}Q{x} {EYE_Y + 2 * bow} {x + 8} {EYE_Y + 1}", width=3) + path(
        lash, width=1.8
    )


def closed() -> str:
    """Both eyes shut."""
    return shut_eye(50 - EYE_X) + shut_eye(50 + EYE_X)


def _wink() -> str:
    """One eye screwed up, the other open."""
    shut = path(
        f"M{50 + EYE_X - 8} {EYE_Y - 3}L{50 + EYE_X + 6} {EYE_Y + 1}L{50 + EYE_X - 8} {EYE_Y + 5}",
        width=3.2,
    )
    return open_eye(50 - EYE_X) + shut


def smile() -> str:
    """A quiet smile."""
    return path("M39 73Q50 80.5 61 73", width=3, stroke=WINE)


def grin() -> str:
    """A wider smile for the wink."""
    return path("M37 71Q50 86 63 71Q50 75 37 71Z", WHITE, 2.4, WINE)


def _pursed() -> str:
    """Lips pushed forward, with the creases round them."""
    lips = ellipse(50, 75, 8.4, 7.6, RED, 2.2, WINE) + path(
        "M43.4 75L56.6 75M46 71.4L47.4 74M54 71.4L52.6 74M46 79L47.4 76.4M54 79L52.6 76.4",
        width=1.5,
        stroke=WINE,
    )
    return lips + path("M37 69Q34.6 75 37 81M63 69Q65.4 75 63 81", width=2)


def _twisted() -> str:
    """Lips drawn over to the player's own right, which is our left."""
    lips = path(
        "M25 69.4C30 68 35 70.4 41 72.6C46 74 50 74.6 54 "
        "76C49 80.4 38 81.6 31 78C27 76 24.6 72.6 25 69.4Z",
        RED,
        2.2,
        WINE,
    )
    return (
        lips
        + path("M26.4 70.6C33 73.6 43 75.4 52.6 76", width=1.8, stroke=WINE)
        + path("M20.6 64Q17.6 70 20.8 76.6M58.6 71Q61.6 74 60.6 78", width=2)
    )


def _tongue() -> str:
    """The tip of the tongue between the lips."""
    tip = path(
        "M43.6 74.6C43 84.6 46 87.4 50 87.4C54 87.4 57 84.6 56.4 74.6Z", "#f08a94", 2.2, WINE
    )
    return (
        tip
        + path("M50 77L50 82.4", width=1.6, stroke=WINE)
        + path("M38 72.6Q50 78 62 72.6", width=3, stroke=WINE)
    )


def _blowing() -> str:
    """A small round mouth."""
    return ellipse(47, 76, 5.2, 5.6, WINE, 3, RED) + path("M38.6 70Q37 76 38.8 81.6", width=1.8)


def _breath() -> str:
    """Puffed cheeks and the breath that leaves."""
    cheeks = ellipse(30, 67, 7.6, 7, BLUSH, stroke="none") + ellipse(
        66, 67, 7.6, 7, BLUSH, stroke="none"
    )
    puffs = path(
        "M32 78C22 76 15 80 5 77M33 83.6C25 85 20 89 9 88.6M36 88.6C32 92 28 95.6 21 97",
        width=5.2,
        stroke=WHITE,
    )
    return (
        cheeks
        + puffs
        + path(
            "M32 78C22 76 15 80 5 77M33 83.6C25 85 20 89 9 88.6M36 88.6C32 92 28 95.6 21 97",
            width=2.6,
            stroke="#4a86c5",
        )
    )


def straight() -> str:
    """A level mouth."""
    return path("M41 75.4L59 75.4", width=3, stroke=WINE)


SIGNS: dict[str, Sign] = {
    "neutral": Sign("Neutral", eyes, smile),
    "trump_ace": Sign("Looks up: ace of trumps", lambda: eyes(0, -3.8, 1.06), smile, 3),
    "trump_three": Sign("Winks: three of trumps", _wink, grin, 1.5),
    "trump_king": Sign("Purses the lips: king of trumps", eyes, _pursed, 2),
    "trump_knight": Sign("Twists the lips to the right: knight of trumps", eyes, _twisted, 1),
    "trump_jack": Sign("Tip of the tongue: jack of trumps", eyes, _tongue, 1),
    "brisca": Sign("Tilts the head: a brisca", lambda: eyes(1, 0), smile, 1, 17),
    "no_trump": Sign("Closes the eyes: no trump", closed, straight, 1),
    "ask_low": Sign("Blows: play low", eyes, _blowing, 2, 0, _breath),
    "ask_hand": Sign("Stares: what have you?", lambda: eyes(0, 0, 1.3), straight, 3),
}


def face(sign: Sign) -> str:
    """One face of the series, on a 100 by 100 field."""
    shoulders = path("M8 99C10 86 26 84 38 82L62 82C74 84 90 86 92 99Z", JERSEY, 2.4) + path(
        "M38 83Q50 95 62 83", GOLD, 2.2
    )
    skull = circle(18.4, 53, 6, SKIN, 2.2) + circle(81.6, 53, 6, SKIN, 2.2)
    skull += path(
        "M20 44C20 22 34 16 50 16C66 16 80 22 80 44C80 68 72 93 50 93C28 93 20 68 20 44Z", SKIN, 2.4
    )
    cheeks = ellipse(31, 65, 5.4, 3.8, BLUSH, stroke="none") + ellipse(
        69, 65, 5.4, 3.8, BLUSH, stroke="none"
    )
    hair = path(
        (
            "M18 46C12 20 26 5 50 5C74 5 88 20 82 46C79 42 "
            "78 36 76 31C64 32 50 29 42 22C38 28 28 32 24 33"
            "C22 37 21 42 18 46Z"
        ),
        HAIR,
        2.4,
    )
    shine = path("M30 17C36 11.6 44 10 52 10", width=2.4, stroke="#8a5a33")
    nose = path("M50 54Q46.4 61 47.4 63.4Q50 65.4 53 63.6", width=2)
    features = (
        skull
        + cheeks
        + sign.eyes()
        + nose
        + sign.mouth()
        + hair
        + shine
        + _brows(sign.brows, sign.frown)
    )
    return shoulders + _tilted(features, sign.tilt) + sign.extra()


def _tilted(body: str, angle: float) -> str:
    """The head leant over on its neck."""
    return f'<g transform="translate(-8 4) rotate({angle} 50 88)">{body}</g>' if angle else body


def symbols() -> str:
    """The sprite `signs.svg`."""
    return sprite_of("sign", SIGNS)


def sprite_of(prefix: str, faces: dict[str, Sign]) -> str:
    """A sprite of faces, whose ids begin with a prefix."""
    items = (
        symbol(f"{prefix}-{code}", f"0 0 {SIZE} {SIZE}", sign.title, face(sign))
        for code, sign in faces.items()
    )
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(items) + "\n</svg>\n"
