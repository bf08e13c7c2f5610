"""Parts that several court figures share: hands, sleeves, shoes, ermine, belts, what they hold."""

from __future__ import annotations

from collections.abc import Iterable

from .cast import LOOKS
from .curves import Joint, limb
from .faces import head
from .palette import BROWN, GOLD, RED, SHADOW, SKIN, WHITE
from .pips import DETAILED
from .svg import Defs, beads, circle, ellipse, flat, path, place


def held(defs: Defs, suit: str, x: float, y: float, scale: float, turn: float = 0) -> str:
    """The suit symbol in a figure's hand: the same drawing as the pips."""
    return defs.use(suit, DETAILED[suit], x, y, scale, turn)


def portrait(code: str, x: float, y: float, scale: float = 1.05) -> str:
    """The head of a court, with the neck below it."""
    look = LOOKS[code]
    neck = path("M-8 16L-9 36C-4 41 4 41 9 36L8 16Z", look.skin)
    return place(neck + head(look), x, y, scale)


def ground(width: float, x: float = 104, y: float = 295) -> str:
    """The patch of shadow under the feet."""
    return ellipse(x, y, width, 6, SHADOW, stroke="none")


# ---- hands ---------------------------------------------------------------------------------------


def fist(x: float, y: float, turn: float = 0, flip: bool = False, fill: str = SKIN) -> str:
    """A hand closed round an upright shaft, fingers to the left, thumb over them."""
    palm = path("M-8-8C-11-8-11 9-8 10L5 10C9.6 10 9.6-8 5-8Z", fill, 1.3)
    fingers = path(
        "M-9-3.6L3-3.6M-10 1L3.4 1M-9 5.6L3 5.6M3-3.6Q5.6-1.4 3.4 1Q5.6 3.4 3 5.6", width=0.9
    )
    thumb = path("M8-3C9-9 5-13-1-12.6C-5-12.4-6.4-9-3-7.8C0-7 2-7.6 3.4-4.6Z", fill, 1.2)
    return place(palm + fingers + thumb, x, y, 1, turn, flip)


def edge_grip(x: float, y: float, turn: float = 0, flip: bool = False) -> str:
    """Fingers that hold the rim of a coin from below."""
    back = (
        "M-12-1C-13-6-8-8-6.6-4C-6-9-.6-9-.4-5C.4-9 5.6-8.6 "
        "5.8-4C7-7.4 12-6 11-1C11 6 8 12 0 12C-8 12-11 7-12-1Z"
    )
    lines = path("M-6.6-4L-6.4 2M-.4-5L-.4 2M5.8-4L5.6 2", width=0.9)
    thumb = path("M10 3C15-2 16-9 12.6-11C9.6-12 9-7 6.4-3Z", SKIN, 1.2)
    return place(thumb + path(back, SKIN, 1.3) + lines, x, y, 1, turn, flip)


def flat_hand(x: float, y: float, turn: float = 0, flip: bool = False, fill: str = SKIN) -> str:
    """A relaxed hand, fingers to the left."""
    hand = path(
        "M9-7C3-9-5-9-10-6C-14-5-14-2-11-1.6C-15-.6-14.6 "
        "2.6-11.4 2.6C-14 4-13 7-9.6 6.4C-6 8.6 4 9 9 7Z",
        fill,
        1.3,
    )
    lines = path("M-11-1.6L-3-2.4M-11.4 2.6L-3.4 2M-9.6 6.4L-4 5.4", width=0.9)
    return place(
        hand + lines + path("M5-8C2-12-4-13-6-10.6C-6-8.4-2-8-.6-6.4", fill, 1.1),
        x,
        y,
        1,
        turn,
        flip,
    )


# ---- clothes -------------------------------------------------------------------------------------


def sleeve(joints: Iterable[Joint], fill: str, width: float = 1.6) -> str:
    """An arm or a leg through its joints."""
    return path(limb(list(joints)), fill, width)


def bent_arm(shoulder: Joint, elbow: Joint, wrist: Joint, fill: str) -> str:
    """A sleeve with a sharp bend: two limbs and a round elbow inside one outline."""
    x, y, r = elbow
    d = (
        limb([shoulder, elbow])
        + limb([elbow, wrist])
        + f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0Z"
    )
    inner = ((shoulder[0] + wrist[0]) / 2 - x, (shoulder[1] + wrist[1]) / 2 - y)
    crease = path(
        f"M{x + inner[0] * 0.42} {y + inner[1] * 0.42}L{x + inner[0] * 0.1} {y + inner[1] * 0.1}",
        width=0.9,
    )
    return path(d, fill, 3.2) + flat(d, fill) + crease


def cuff(x: float, y: float, turn: float, fill: str, half: float = 9) -> str:
    """The band at the end of a sleeve, lying across it."""
    return place(
        path(f"M{-half}-4.5Q0-7 {half}-4.5L{half} 4.5Q0 2 {-half} 4.5Z", fill, 1.3), x, y, 1, turn
    )


def mantle(fill: str, lining: str = "") -> str:
    """A long cloak that hangs from both shoulders to the ground."""
    body = path(
        (
            "M72 118C50 136 47 214 47 283C54 292 62 292 70 287L138 "
            "287C146 292 154 292 161 283C161 214 158 136 136 118Z"
        ),
        fill,
        1.8,
    )
    folds = path(
        (
            "M55 188C53 220 53 252 53 284M63 206C61 236 60 "
            "262 60 288M153 188C155 220 155 252 155 284M145 206"
            "C147 236 148 262 148 288"
        ),
        width=0.9,
    )
    trim = (
        path("M70 124C62 160 60 230 66 287M138 124C146 160 148 230 142 287", width=7, stroke=lining)
        if lining
        else ""
    )
    return body + folds + trim


def robe(fill: str) -> str:
    """A gown to the ground, girt at the waist."""
    body = path(
        "M80 118C71 150 76 178 63 286C84 296 124 296 145 286C132 178 137 150 128 118Z", fill, 1.8
    )
    return body + path(
        (
            "M82 206C80 236 76 264 72 286M126 206C128 236 132 "
            "264 136 286M77 206C74 230 71 254 68 280M131 206"
            "C134 230 137 254 140 280"
        ),
        width=0.9,
    )


def ermine_tails(points: Iterable[tuple[float, float]]) -> str:
    """The little black tails on ermine."""
    return path("".join(f"M{x} {y}l1.7 5l1.7-5" for x, y in points), width=1.2)


def ermine_cape() -> str:
    """A short cape of ermine over the shoulders."""
    cape = path(
        (
            "M70 118C84 108 124 108 138 118C144 128 142 139 135 146C123 133 116 130 104 140"
            "C92 130 85 133 73 146C66 139 64 128 70 118Z"
        ),
        WHITE,
        1.6,
    )
    return cape + ermine_tails(
        (
            (74, 122),
            (83, 118),
            (76, 133),
            (90, 122),
            (115, 122),
            (124, 118),
            (128, 133),
            (132, 122),
            (98, 126),
            (106, 126),
        )
    )


def ermine_hem() -> str:
    """A border of ermine at the foot of a robe."""
    hem = path("M64.6 274C84 283 124 283 143.4 274L145 287C124 297 84 297 63 287Z", WHITE, 1.5)
    return hem + ermine_tails(
        ((71, 280), (81, 283), (92, 284.4), (103, 285), (114, 284.4), (124, 283), (134, 280))
    )


def belt(fill: str, buckle: str = GOLD, y: float = 194) -> str:
    """A belt across the waist with a round buckle."""
    d = (
        f"M75.4 {y - 5}C90 {y + 2} 118 {y + 2} 132.6 {y - 5}"
        f"L133.6 {y + 5}C118 {y + 12} 90 {y + 12} 74.4 {y + 5}Z"
    )
    return path(d, fill, 1.5) + circle(104, y + 5, 6, buckle) + circle(104, y + 5, 2.4, RED, 0.8)


def shoes(fill: str = BROWN, y: float = 288, spread: float = 0) -> str:
    """Two pointed shoes turned outwards."""
    left = (
        f"M{78 - spread} {y}C{66 - spread} {y + 1} {58 - spread} {y + 4} {54 - spread} {y + 9}"
        f"L{88 - spread} {y + 9}L{94 - spread} {y}Z"
    )
    right = (
        f"M{130 + spread} {y}C{142 + spread} {y + 1} {150 + spread} {y + 4} {154 + spread} {y + 9}"
        f"L{120 + spread} {y + 9}L{114 + spread} {y}Z"
    )
    return path(left, fill) + path(right, fill)


def rod(x1: float, y1: float, x2: float, y2: float, width: float = 3.2, colour: str = GOLD) -> str:
    """An outlined stick."""
    d = f"M{x1} {y1}L{x2} {y2}"
    return path(d, width=width + 2.6) + path(d, width=width, stroke=colour)


def sceptre(x1: float, y1: float, x2: float, y2: float) -> str:
    """A golden rod with a lily on top."""
    lily = path(
        "M0 2C-9 0-11-9-5-11C-6-7-3-5-2-6C-4-12-2-16 0-19C2-16 4-12 2-6C3-5 6-7 5-11C11-9 9 0 0 2Z",
        GOLD,
        1.4,
    )
    return rod(x1, y1, x2, y2) + place(lily, x1, y1, 1.05) + beads(((x1, y1 + 4),), 3.4, RED, 1.2)


def orb(x: float, y: float) -> str:
    """The ball and cross of an emperor."""
    cross = rod(x, y - 13, x, y - 24, 2) + rod(x - 4.6, y - 19, x + 4.6, y - 19, 2)
    ball = circle(x, y, 13, GOLD, 1.6) + path(
        f"M{x - 12.6} {y - 2}Q{x} {y + 3} {x + 12.6} {y - 2}M{x} {y - 12.8}L{x} {y}",
        width=2.6,
        stroke=RED,
    )
    return cross + ball
