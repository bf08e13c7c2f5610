"""The sota of clubs: a forester who leans on a standing club."""

from __future__ import annotations

from .figure import belt, bent_arm, cuff, fist, flat_hand, ground, held, portrait
from .hose import hose
from .palette import (
    BROWN,
    GOLD,
    GREEN,
    RED,
    TAN,
    WHITE,
)
from .svg import Defs, ellipse, path


def forester_of_clubs(defs: Defs) -> str:
    """A red-haired lad in green and leather who leans on a standing club, horn at his belt."""
    legs = hose(88, -1, TAN, BROWN) + hose(120, 1, TAN, BROWN)
    left = bent_arm((80, 128, 11), (60, 158, 10.4), (50, 150, 8), RED)
    right = bent_arm((128, 128, 11), (150, 162, 10.4), (132, 184, 8), RED)
    shirt = path(
        "M84 116C90 106 118 106 124 116C118 124 110 122 104 130C98 122 90 124 84 116Z", WHITE, 1.4
    )
    return (
        ground(56, 98)
        + legs
        + _forest_tunic()
        + _jerkin()
        + _baldric()
        + belt(BROWN, y=182)
        + _hunting_horn()
        + flat_hand(127, 188, 150)
        + right
        + cuff(134, 182, 48, TAN, 9)
        + left
        + shirt
        + held(defs, "B", 44, 210, 1.42, -3)
        + cuff(52, 153, 70, TAN, 8.6)
        + fist(47, 147, 10, flip=True)
        + portrait("B10", 106, 82, 1.1)
    )


def _forest_tunic() -> str:
    """A green tunic with a dagged hem."""
    tunic = path(
        (
            "M80 118C73 144 80 166 78 182C70 200 66 216 62 "
            "236L70 230L77 241L85 233L94 244L104 235L114 244"
            "L123 233L131 241L138 230L146 236C142 216 138 200 130 182C128 166 135 144 128 118Z"
        ),
        GREEN,
        1.8,
    )
    tunic += path(
        (
            "M84 192C80 208 78 220 77 232M98 194C96 210 95 "
            "222 94 236M110 194C112 210 113 222 114 236M124 192"
            "C128 208 130 220 131 232"
        ),
        width=0.9,
    )
    return tunic


def _jerkin() -> str:
    """A laced leather jerkin."""
    jerkin = path(
        (
            "M82 116C78 142 84 162 84 180C94 186 114 186 124 "
            "180C124 162 130 142 126 116L113 116L104 148L95 116Z"
        ),
        BROWN,
        1.6,
    )
    jerkin += path("M98 128L110 128M100 137L108 137", width=2, stroke=GOLD) + path(
        "M90 124C88 144 91 162 92 180M118 124C120 144 117 162 116 180", width=0.9
    )
    return jerkin


def _baldric() -> str:
    """The strap that carries the horn."""
    return path("M88 118C100 150 120 184 138 206", width=5.4) + path(
        "M88 118C100 150 120 184 138 206", width=3, stroke=GOLD
    )


def _hunting_horn() -> str:
    """A horn at the hip."""
    return (
        path(
            "M136 202C150 200 158 210 156 226C154 230 148 230 146 226C148 216 144 212 134 213Z",
            WHITE,
            1.5,
        )
        + path("M138 201.6L136 213M152 209L145 215", width=2.4, stroke=GOLD)
        + ellipse(151, 228, 5.4, 3, BROWN, 1.2)
    )
