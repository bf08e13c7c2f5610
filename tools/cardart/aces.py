"""The four aces, each a show piece of its suit."""

from __future__ import annotations

import math

from . import glyphs
from .headgear import Cloth, lily_crown, oak_leaf
from .palette import (
    AMBER,
    BLUE,
    BROWN,
    FOREST,
    GOLD,
    GREEN,
    INK,
    LEAF,
    PALE_GOLD,
    RED,
    WHITE,
    WINE,
    WOOD,
)
from .pips import club, coin, cup, sword
from .svg import Defs, beads, circle, ellipse, flat, path, place, ring

CROWN_CLOTH = Cloth(RED, GOLD, WHITE)


def _bay_leaf(fill: str) -> str:
    """A plain pointed leaf, pointing up from the origin, 22 long."""
    return path("M0 0C-8-6-8-15 0-23C8-15 8-6 0 0Z", fill, 1.1) + path(
        "M0-1L0-18", width=0.8, stroke=FOREST
    )


def laurel(rx: float, ry: float, start: float, end: float, pairs: int, scale: float = 0.95) -> str:
    """A branch along an ellipse about the origin, between two angles in degrees, clockwise."""
    points = []
    for index in range(pairs + 1):
        angle = math.radians(start + (end - start) * index / pairs)
        points.append((rx * math.cos(angle), ry * math.sin(angle)))
    stem = "M" + "L".join(f"{x} {y}" for x, y in points)
    parts = [path(stem, width=3.4), path(stem, width=1.6, stroke=GREEN)]
    for index in range(1, pairs + 1):
        (x0, y0), (x1, y1) = points[index - 1], points[index]
        along = math.degrees(math.atan2(y1 - y0, x1 - x0)) + 90
        leaves = (
            ((GREEN, -46), (LEAF, 46)) if index < pairs else ((GREEN, -40), (LEAF, 40), (GREEN, 0))
        )
        parts += [place(_bay_leaf(fill), x1, y1, scale, along + lean) for fill, lean in leaves]
        parts.append(circle(x1, y1, 2.3, RED, 0.9))
    return "".join(parts)


def banner(width: float, word: str = "") -> str:
    """A ribbon with forked ends, its middle on the origin."""
    w = width / 2
    tails = path(
        (
            f"M{-w + 10}-2L{-w - 16}-8L{-w - 8} 2L{-w - 16} "
            f"14L{-w + 14} 16ZM{w - 10}-2L{w + 16}-8L{w + 8} 2"
            f"L{w + 16} 14L{w - 14} 16Z"
        ),
        WINE,
        1.5,
    )
    folds = path(f"M{-w} 12L{-w + 14} 16L{-w + 14} 8ZM{w} 12L{w - 14} 16L{w - 14} 8Z", INK, 1)
    front = path(f"M{-w}-10Q0-18 {w}-10L{w} 12Q0 4 {-w} 12Z", RED, 1.6) + path(
        f"M{-w + 3}-7Q0-14.6 {w - 3}-7M{-w + 3} 9Q0 1.4 {w - 3} 9", width=1, stroke=GOLD
    )
    label = place(glyphs.text(word, 12, PALE_GOLD, 8, 4.4, gap=22), 0, -2.6) if word else ""
    return tails + folds + front + label


def ace_of_coins(_: Defs) -> str:
    """A great radiant coin, crowned, between laurels, over a banner."""
    ray = path("M-7 5C-5-5-2-8 0-17C2-8 5-5 7 5Z", GOLD, 1.3)
    short = path("M-5 5L0-9L5 5Z", AMBER, 1.1)
    sun = ring(20, 68, lambda x, y, a: place(short, x, y, 1, a + 90), math.pi / 20) + ring(
        20, 66, lambda x, y, a: place(ray, x, y, 1, a + 90)
    )
    rim = (
        circle(0, 0, 66, GOLD, 2.2)
        + circle(0, 0, 62.6, BLUE, 1.5)
        + ring(40, 59.2, lambda x, y, _: circle(x, y, 2, PALE_GOLD, 0.7))
    )
    medal = place(sun + rim + place(coin(), 0, 0, 1.17), 104, 158)
    branches = place(laurel(74, 74, 80, 28, 5) + laurel(74, 74, 100, 152, 5), 104, 196)
    return (
        branches
        + medal
        + place(lily_crown(CROWN_CLOTH), 104, 76, 1.0)
        + place(banner(98, "BRISCA"), 104, 278)
    )


def ace_of_cups(_: Defs) -> str:
    """A covered cup with handles, among flowers."""
    handles = path(
        "M-33-38C-56-44-60-18-46-12C-36-8-30-14-26-10M33-38C56-44 60-18 46-12C36-8 30-14 26-10",
        width=8,
    )
    handles += path(
        "M-33-38C-56-44-60-18-46-12C-36-8-30-14-26-10M33-38C56-44 60-18 46-12C36-8 30-14 26-10",
        width=5,
        stroke=GOLD,
    )
    lid = path(
        "M-35-46C-34-62-18-70-8-73L8-73C18-70 34-62 35-46C16-38-16-38-35-46Z", GOLD, 1.8
    ) + path("M-30-53C-14-47 14-47 30-53C26-61 16-67 8-69L-8-69C-16-67-26-61-30-53Z", BLUE, 1.3)
    lid += beads(((-18, -57.6), (0, -56), (18, -57.6)), 3.2, PALE_GOLD, 1) + flat(
        "M20-66C28-61 33-55 34-46L28-43C28-53 25-60 20-66Z", AMBER
    )
    finial = circle(0, -77, 5, RED, 1.4) + path("M0-80C-7-84-6-91 0-97C6-91 7-84 0-80Z", GOLD, 1.4)
    goblet = place(handles + cup() + lid + finial, 104, 186, 1.42)
    sprays = place(laurel(66, 104, 86, 6, 6) + laurel(66, 104, 94, 174, 6), 104, 168)
    blossoms = "".join(
        _rose(x, y, fill) for x, y, fill in ((72, 275, RED), (104, 283, WHITE), (136, 275, RED))
    )
    return sprays + goblet + blossoms


def _rose(x: float, y: float, fill: str) -> str:
    """A five-petalled heraldic rose."""
    petals = ring(5, 7.4, lambda px, py, _: circle(px, py, 6, fill, 1.2), -math.pi / 2)
    sepals = ring(
        5,
        11,
        lambda px, py, a: place(path("M-3 2L0-5L3 2Z", GREEN, 0.9), px, py, 1, a + 90),
        math.pi / 10 + 0.31,
    )
    return place(sepals + petals + circle(0, 0, 4.4, GOLD, 1.2), x, y)


def ace_of_swords(_: Defs) -> str:
    """A great sword through a crown, within a laurel wreath tied with a bow."""
    wreath = place(laurel(64, 96, 78, -52, 8) + laurel(64, 96, 102, 232, 8), 104, 152)
    blade = place(sword(), 104, 163, 2.12)
    crown = place(lily_crown(CROWN_CLOTH), 104, 120, 1.25)
    bow = path(
        (
            "M104 248C88 236 76 240 78 250C80 258 94 256 104 248"
            "C120 236 132 240 130 250C128 258 114 256 104 248Z"
        ),
        RED,
        1.5,
    )
    bow += path(
        (
            "M100 250C92 262 84 268 74 272L82 274L80 282C94 276 102 264 105 252ZM108 250"
            "C116 262 124 268 134 272L126 274L128 282C114 276 106 264 103 252Z"
        ),
        RED,
        1.5,
    ) + circle(104, 249, 5, GOLD, 1.3)
    return wreath + blade + crown + bow


def ace_of_clubs(_: Defs) -> str:
    """A mighty club in leaf, with acorns, wound with a ribbon."""
    twigs = "".join(
        _oak_twig(*spot)
        for spot in (
            (84, 190, -52, 1.1),
            (126, 156, 52, 1.1),
            (86, 116, -60, 1.0),
            (124, 236, 62, 0.9),
        )
    )
    ribbon = path(
        (
            "M84 214C96 222 112 218 124 204L126 216C112 232 "
            "96 234 83 226ZM78 146C92 156 116 152 132 136"
            "L133 149C116 166 92 168 77 158Z"
        ),
        RED,
        1.6,
    )
    ribbon += path(
        "M86 220C98 227 112 223 124 210M80 152C94 162 116 158 131 143", width=1.2, stroke=GOLD
    )
    ends = path(
        (
            "M132 138C148 132 158 138 168 130L164 142L174 148C160 152 148 146 132 150ZM84 216"
            "C70 218 62 226 48 224L54 234L46 242C62 244 72 234 84 228Z"
        ),
        WINE,
        1.5,
    )
    return twigs + ends + place(club(), 104, 166, 2.05) + ribbon


def _oak_twig(x: float, y: float, turn: float, scale: float) -> str:
    """A twig with five oak leaves and two acorns, growing up from its foot."""
    stem = path("M0 0C2-14-2-26 0-42M0-18L-12-30M0-24L12-36", width=4) + path(
        "M0 0C2-14-2-26 0-42M0-18L-12-30M0-24L12-36", width=2, stroke=BROWN
    )
    leaves = "".join(
        place(oak_leaf(fill), px, py, 1, lean)
        for px, py, lean, fill in (
            (0, -40, 0, GREEN),
            (-11, -28, -50, LEAF),
            (12, -34, 46, GREEN),
            (-1, -12, -84, GREEN),
            (1, -16, 84, LEAF),
        )
    )
    acorns = "".join(
        place(_acorn(), px, py, 1, lean) for px, py, lean in ((-8, -40, -24), (10, -46, 20))
    )
    return place(stem + leaves + acorns, x, y, scale, turn)


def _acorn() -> str:
    """An acorn in its cup, pointing up."""
    return (
        path("M-4.4-2C-4.4-10-1-12 0-14C1-12 4.4-10 4.4-2Z", GOLD, 1.1)
        + path("M-5.4 0C-5.4-5 5.4-5 5.4 0C3 2.6-3 2.6-5.4 0Z", WOOD, 1.1)
        + ellipse(0, 0.4, 2, 0.9, BROWN, stroke="none")
    )


ACES = {"O": ace_of_coins, "C": ace_of_cups, "E": ace_of_swords, "B": ace_of_clubs}
