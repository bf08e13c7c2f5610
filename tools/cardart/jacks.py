"""The four sotas: page of coins, singer of cups, soldier of swords, forester of clubs."""

from __future__ import annotations

from .figure import belt, bent_arm, cuff, edge_grip, fist, flat_hand, ground, held, portrait, sleeve
from .forester import forester_of_clubs
from .hose import hose
from .palette import (
    AMBER,
    BLUE,
    BROWN,
    GOLD,
    GREEN,
    PALE_GOLD,
    RED,
    SKY,
    SLATE,
    STEEL,
    WHITE,
    WINE,
)
from .svg import Defs, beads, circle, ellipse, path


def page_of_coins(defs: Defs) -> str:
    """A fair page in red with party-coloured hose, hand on hip, who lifts up a coin."""
    front = path("M97 114L104 178L111 114Z", WHITE, 1.3) + beads(
        ((104, 136), (104, 147), (104, 158), (104, 169)), 2.1, GOLD, 0.9
    )
    return (
        ground(52)
        + _page_cape()
        + hose(88, -1, GOLD, AMBER)
        + hose(120, 1, BLUE, SKY)
        + _page_doublet()
        + front
        + belt(BROWN, y=180)
        + flat_hand(128, 187, 155, flip=False)
        + _page_hip_arm()
        + cuff(136, 180, 50, WHITE)
        + _page_raised_arm()
        + _lace_collar()
        + held(defs, "O", 48, 94, 0.6)
        + cuff(48, 137, 4, WHITE)
        + edge_grip(48, 122)
        + portrait("O10", 104, 82, 1.1)
    )


def _page_cape() -> str:
    """A short blue cape behind the left shoulder."""
    return path("M126 116C152 126 162 172 158 232C146 238 136 236 128 230Z", BLUE, 1.7) + path(
        "M142 136C150 164 151 204 150 233M134 140C141 168 141 206 140 234", width=0.9
    )


def _page_doublet() -> str:
    """A red doublet with gored skirts."""
    doublet = path(
        (
            "M80 116C73 142 80 164 78 180C70 196 66 210 64 224"
            "C84 233 124 233 144 224C142 210 138 196 130 180"
            "C128 164 135 142 128 116Z"
        ),
        RED,
        1.8,
    )
    doublet += "".join(path(_gore(index), GOLD, 1.2) for index in (1, 3, 5))
    return doublet


def _page_raised_arm() -> str:
    """The slashed sleeve that lifts the coin."""
    return bent_arm((80, 127, 11), (54, 158, 10.5), (48, 130, 8), BLUE) + path(
        "M58 138L71 149M50 150L62 160M43 144L56 142", width=2.4, stroke=GOLD
    )


def _page_hip_arm() -> str:
    """The slashed sleeve with the hand on the hip."""
    return bent_arm((128, 127, 11), (158, 158, 10), (134, 182, 8), BLUE) + path(
        "M138 147L150 136M149 158L163 150", width=2.4, stroke=GOLD
    )


def _lace_collar() -> str:
    """A white collar with points."""
    return path(
        "M76 118C86 106 122 106 132 118C124 127 113 124 104 132C95 124 84 127 76 118Z", WHITE, 1.5
    ) + path("M84 118l4 4M94 116l3 6M114 116l-3 6M124 118l-4 4", width=0.9)


def _gore(index: int) -> str:
    """One of seven gores in the skirt of a doublet."""
    top, foot = 78 + 52 * index / 7, 64 + 80 * index / 7
    return f"M{top} 186L{top + 52 / 7} 186L{foot + 80 / 7} 226Q{foot + 40 / 7} 230 {foot} 226Z"


def singer_of_cups(defs: Defs) -> str:
    """A dark-haired youth in chaplet and long green gown, who offers a cup in both hands."""
    left = _trailing_sleeve(1) + bent_arm((82, 130, 11), (68, 174, 11), (88, 186, 8), RED)
    right = _trailing_sleeve(-1) + bent_arm((126, 130, 11), (140, 174, 11), (120, 186, 8), RED)
    hands = fist(95, 182, 12, flip=True) + fist(113, 182, -12)
    return (
        ground(52)
        + path(
            "M80 290C72 291 66 294 64 298L96 298L98 290ZM128 "
            "290C136 291 142 294 144 298L112 298L110 290Z",
            WINE,
        )
        + _gown()
        + _gown_hem()
        + belt(GOLD, WHITE, 206)
        + left
        + right
        + _gown_yoke()
        + cuff(91, 186, 70, WHITE, 8)
        + cuff(117, 186, -70, WHITE, 8)
        + held(defs, "C", 104, 164, 0.78)
        + hands
        + portrait("C10", 104, 80, 1.1)
    )


def _gown() -> str:
    """A green gown to the ground."""
    gown = path(
        (
            "M80 118C72 148 78 176 58 288C72 298 88 290 104 294"
            "C120 290 136 298 150 288C130 176 136 148 128 118Z"
        ),
        GREEN,
        1.8,
    )
    gown += path(
        (
            "M84 204C80 236 74 264 70 290M96 206C94 240 92 "
            "266 90 290M112 206C114 240 116 266 118 290M124 204"
            "C128 236 134 264 138 290"
        ),
        width=0.9,
    )
    return gown


def _gown_hem() -> str:
    """Its golden hem with jewels."""
    hem = path(
        (
            "M61 272C74 281 88 274 104 278C120 274 134 281 147 272"
            "L150 288C136 298 120 290 104 294C88 290 72 298 58 288Z"
        ),
        GOLD,
        1.5,
    )
    hem += "".join(
        circle(x, y, 3, RED, 1)
        for x, y in (
            (69, 284),
            (81, 284.4),
            (93, 283.6),
            (104, 285.6),
            (115, 283.6),
            (127, 284.4),
            (139, 284),
        )
    )
    return hem


def _gown_yoke() -> str:
    """The jewelled yoke on the shoulders."""
    return path(
        "M78 118C86 108 122 108 130 118C130 132 118 140 104 140C90 140 78 132 78 118Z", GOLD, 1.5
    ) + beads(((86, 128), (95, 133), (104, 134.6), (113, 133), (122, 128)), 2.2, RED, 0.9)


def _trailing_sleeve(side: int) -> str:
    """The long open sleeve that hangs from the elbow; side 1 is the left one."""

    def x(offset: float) -> float:
        return 104 - side * offset

    outer = f"M{x(30)} 126C{x(48)} 150 {x(58)} 200 {x(56)} 246C{x(48)} 238 {x(38)} 214 {x(28)} 188Z"
    lining = (
        f"M{x(56)} 246C{x(48)} 238 {x(38)} 214 {x(28)} 188C{x(34)} 190 {x(40)} 188 {x(44)} 182"
        f"C{x(52)} 204 {x(56)} 226 {x(56)} 246Z"
    )
    return path(outer, RED, 1.6) + path(lining, PALE_GOLD, 1.3)


def soldier_of_swords(defs: Defs) -> str:
    """A moustached soldier in morion, breastplate and slashed breeches, with a raised sword."""
    legs = _stocking(88, -1) + _stocking(120, 1)
    left = _puffed(78, 1) + bent_arm((74, 140, 9), (56, 168, 9), (47, 172, 8), BLUE)
    right = _puffed(130, -1) + bent_arm((134, 140, 9), (156, 164, 9), (136, 188, 7.6), BLUE)
    return (
        ground(52)
        + legs
        + _slashed_breeches()
        + _breastplate()
        + _sash()
        + flat_hand(130, 193, 150)
        + right
        + cuff(138, 186, 48, WHITE, 8)
        + left
        + _ruff()
        + held(defs, "E", 42, 120, 1.2, -5)
        + cuff(50, 172, 80, WHITE, 8)
        + fist(46, 177, -4, flip=True)
        + portrait("E10", 106, 82, 1.08)
    )


def _slashed_breeches() -> str:
    """Puffed red breeches, slashed with gold."""
    breeches = path(
        (
            "M78 190C62 196 58 226 66 242C78 250 96 248 103 236L105 "
            "236C112 248 130 250 142 242C150 226 146 196 130 190Z"
        ),
        RED,
        1.8,
    )
    breeches += path(
        (
            "M82 198C72 212 72 230 78 244M94 200C88 214 88 "
            "232 92 245M114 200C120 214 120 232 116 245M126 198"
            "C136 212 136 230 130 244"
        ),
        width=4.6,
    ) + path(
        (
            "M82 198C72 212 72 230 78 244M94 200C88 214 88 "
            "232 92 245M114 200C120 214 120 232 116 245M126 198"
            "C136 212 136 230 130 244"
        ),
        width=2.6,
        stroke=GOLD,
    )
    return breeches


def _breastplate() -> str:
    """A breastplate with a shaded side."""
    plate = path(
        "M79 118C71 144 76 168 80 186C92 198 116 198 128 "
        "186C132 168 137 144 129 118C116 112 92 112 79 118Z",
        STEEL,
        1.8,
    )
    plate += path(
        "M119 118C126 142 122 170 116 192C122 191 126 189 128 186C132 168 137 144 129 118Z",
        SLATE,
        1,
    ) + path("M104 130L104 194", width=1.2)
    return plate


def _sash() -> str:
    """A red sash tied at the hip."""
    return path("M79 132C92 152 112 174 130 184L127 194C108 184 88 162 76 144Z", RED, 1.5) + path(
        "M126 186C134 196 138 208 136 220L129 214L124 221C126 208 124 196 120 190Z", RED, 1.4
    )


def _ruff() -> str:
    """A round white ruff."""
    return "".join(
        ellipse(104 + dx, 115 + abs(dx) * -0.12, 6, 7, WHITE, 1.2)
        for dx in (-21, 21, -14, 14, -7, 7, 0)
    )


def _stocking(x: float, side: int) -> str:
    """A white stocking with a red rosette, and a square-toed shoe."""
    leg = sleeve(((x, 236, 10), (x + side, 262, 8), (x + 3 * side, 290, 6.2)), WHITE)
    rosette = circle(x + 6 * side, 251, 4.4, RED, 1.1) + circle(x + 6 * side, 251, 1.5, GOLD, 0.7)
    band = path(f"M{x - 9} 247Q{x} 252 {x + 9} 247L{x + 9} 252Q{x} 257 {x - 9} 252Z", RED, 1.1)
    shoe = path(
        (
            f"M{x - 6 * side} 284C{x + 2 * side} 287 {x + 18 * side} 286 {x + 24 * side} 292"
            f"L{x + 24 * side} 297L{x - 7 * side} 297Z"
        ),
        BROWN,
    )
    return leg + band + rosette + shoe


def _puffed(x: float, side: int) -> str:
    """A puffed and slashed shoulder; side 1 is the left one."""
    puff = ellipse(x - 2 * side, 130, 14, 15, RED, 1.6, turn=20 * side)
    slashes = path(
        (
            f"M{x - 9 * side} 120C{x - 13 * side} 128 {x - 12 * side} 136 {x - 8 * side} 141"
            f"M{x - 1 * side} 117C{x - 4 * side} 126 {x - 3 * side} 136 {x} 142M{x + 5 * side} 120"
            f"C{x + 4 * side} 128 {x + 4 * side} 134 {x + 5 * side} 139"
        ),
        width=2.4,
        stroke=GOLD,
    )
    return puff + slashes


JACKS = {"O": page_of_coins, "C": singer_of_cups, "E": soldier_of_swords, "B": forester_of_clubs}
