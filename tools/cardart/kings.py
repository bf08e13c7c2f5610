"""The four kings: emperor of coins, elder of cups, warrior of swords, forester of clubs."""

from __future__ import annotations

from .curves import Joint
from .figure import (
    belt,
    bent_arm,
    cuff,
    edge_grip,
    ermine_cape,
    ermine_hem,
    fist,
    flat_hand,
    ground,
    held,
    mantle,
    orb,
    portrait,
    robe,
    sceptre,
    shoes,
    sleeve,
)
from .palette import (
    AMBER,
    BLUE,
    BROWN,
    FOREST,
    GOLD,
    GREEN,
    PALE_GOLD,
    RED,
    SKY,
    SLATE,
    STEEL,
    TAN,
    WHITE,
    WINE,
)
from .svg import Defs, beads, circle, ellipse, path


def king_of_coins(defs: Defs) -> str:
    """A brown-bearded king in blue and red who shows his coin and leans on a sceptre."""
    panel = path("M93 118C92 180 88 244 86 290L122 290C120 244 116 180 115 118Z", GOLD, 1.5)
    for row, y in enumerate(range(158, 274, 23)):
        panel += path(
            f"M104 {y - 9}L113 {y}L104 {y + 9}L95 {y}Z", (RED, BLUE)[row % 2], 1.1
        ) + circle(104, y, 2.4, WHITE, 0.8)
    left = bent_arm((80, 130, 13), (56, 172, 13), (49, 146, 9), BLUE)
    right = sleeve(((130, 130, 13), (151, 156, 14), (148, 184, 9)), BLUE) + cuff(
        148, 180, 12, GOLD, 10
    )
    return (
        ground(58, 103)
        + shoes()
        + mantle(RED)
        + robe(BLUE)
        + panel
        + belt(RED)
        + ermine_hem()
        + left
        + right
        + ermine_cape()
        + held(defs, "O", 49, 106, 0.56)
        + cuff(49, 147, 4, GOLD, 10)
        + edge_grip(49, 133)
        + sceptre(163, 92, 143, 272)
        + fist(152, 191, 6, flip=True)
        + portrait("O12", 104, 82)
    )


def king_of_cups(defs: Defs) -> str:
    """A white-bearded elder in red and green with wide sleeves, holding cup and orb."""
    front = path("M97 118L95 291M111 118L113 291", width=7.4) + path(
        "M97 118L95 291M111 118L113 291", width=5, stroke=GOLD
    )
    left = _wide_sleeve(
        ((80, 130, 13), (64, 156, 17), (66, 184, 21)),
        ((70, 189, 9), (63, 179, 8.4), (58, 170, 7.6)),
    )
    right = _wide_sleeve(
        ((128, 130, 13), (146, 156, 17), (142, 184, 21)),
        ((138, 189, 9), (144, 182, 8.4), (149, 174, 7.6)),
    )
    return (
        ground(58, 103)
        + shoes(WINE)
        + mantle(GREEN, FOREST)
        + robe(RED)
        + front
        + _cups_hem()
        + belt(GOLD, WHITE)
        + left
        + right
        + _cups_collar()
        + held(defs, "C", 56, 146, 0.72)
        + fist(56, 165, 8, flip=True)
        + orb(149, 154)
        + edge_grip(149, 171, flip=True)
        + portrait("C12", 104, 94, 0.98)
    )


def _cups_hem() -> str:
    """A golden hem with rubies."""
    hem = path("M65 268C84 277 124 277 143 268L145 287C124 297 84 297 63 287Z", GOLD, 1.5)
    hem += beads(
        ((74, 281), (84, 284), (94, 285.6), (104, 286), (114, 285.6), (124, 284), (134, 281)),
        2.6,
        RED,
        1,
    )
    return hem


def _cups_collar() -> str:
    """A golden collar."""
    return path(
        "M72 122C84 110 124 110 136 122C136 132 128 138 "
        "118 136C112 130 96 130 90 136C80 138 72 132 72 122Z",
        GOLD,
        1.5,
    )


def _wide_sleeve(outer: tuple[Joint, Joint, Joint], inner: tuple[Joint, ...]) -> str:
    """A hanging sleeve, and the tight one that comes out of it."""
    hanging = sleeve(outer, RED) + ellipse(outer[2][0], outer[2][1] + 1, outer[2][2], 8, WINE, 1.4)
    rim = ellipse(outer[2][0], outer[2][1] + 1, outer[2][2] - 1, 7.4, width=2.4, stroke=GOLD)
    return hanging + rim + sleeve(inner, WHITE, 1.3)


def king_of_swords(defs: Defs) -> str:
    """A dark-bearded king in armour with a sword and a quartered shield."""
    legs = "".join(_greave(x, side) for x, side in ((88, -1), (120, 1)))
    return (
        ground(58, 103)
        + mantle(BLUE, SKY)
        + legs
        + _war_skirt()
        + _cuirass()
        + belt(BROWN, GOLD, 196)
        + _sword_arm()
        + _shield_arm()
        + _pauldrons()
        + held(defs, "E", 46, 124, 1.24)
        + fist(47, 184, 0, flip=True, fill=STEEL)
        + _shield()
        + flat_hand(157, 184, 80, fill=STEEL)
        + portrait("E12", 104, 84)
    )


def _war_skirt() -> str:
    """A pleated red skirt under the armour."""
    skirt = path(
        "M76 194C66 214 62 232 60 248C84 258 124 258 148 248C146 232 142 214 132 194Z", RED, 1.7
    )
    skirt += path(
        (
            "M86 204C80 222 78 236 77 252M97 206C95 224 94 "
            "240 94 255M111 206C113 224 114 240 114 255M122 204"
            "C128 222 130 236 131 252"
        ),
        width=3,
        stroke=GOLD,
    )
    return skirt


def _cuirass() -> str:
    """A cuirass with a gilt edge."""
    plate = path(
        "M78 120C70 146 76 176 77 196C90 204 118 204 131 "
        "196C132 176 138 146 130 120C118 114 90 114 78 120Z",
        STEEL,
        1.8,
    )
    plate += path(
        "M120 122C126 146 124 176 121 198L131 195C132 176 138 146 129 121Z", SLATE, 1
    ) + path("M104 140L104 200", width=1.2)
    plate += path("M79 178C92 186 116 186 129 178", width=1.2) + path(
        "M84 150C92 160 100 158 104 152C108 158 116 160 124 150", width=2.4, stroke=GOLD
    )
    return plate


def _sword_arm() -> str:
    """The armoured arm that holds the sword."""
    return sleeve(((78, 132, 10), (60, 156, 9.4), (50, 172, 8.4)), STEEL) + beads(
        ((63, 152),), 6, SLATE, 1.3
    )


def _shield_arm() -> str:
    """The armoured arm that rests on the shield."""
    return sleeve(((130, 132, 10), (150, 156, 9.4), (156, 176, 8)), STEEL) + beads(
        ((149, 153),), 6, SLATE, 1.3
    )


def _pauldrons() -> str:
    """Steel on both shoulders."""
    return "".join(
        ellipse(x, 130, 14, 11, STEEL, 1.6, turn=t) + ellipse(x, 131, 8, 6, SLATE, 1.1, turn=t)
        for x, t in ((76, -30), (132, 30))
    )


def _greave(x: float, side: int) -> str:
    """One armoured leg."""
    leg = sleeve(((x, 240, 11), (x + 1 * side, 258, 9), (x + 2 * side, 288, 7)), STEEL)
    knee = ellipse(x + side, 259, 9, 7, SLATE, 1.3) + circle(x + side, 259, 2.4, GOLD, 0.9)
    return (
        leg
        + path(
            (
                f"M{x - 6 * side} 286C{x + 4 * side} 284 {x + 20 * side} "
                f"288 {x + 24 * side} 297L{x - 7 * side} 297Z"
            ),
            SLATE,
            1.4,
        )
        + knee
    )


def _shield() -> str:
    """A heater shield with castles and bars."""
    edge = "M133 186C146 190 166 190 180 186C183 222 174 246 156 260C139 246 130 222 133 186Z"
    fields = path(edge, WHITE, 0.6) + path(
        "M133 186C142 189 149 190 156.5 190L156.5 222L132.6 222C131.6 210 132 198 133 186Z",
        RED,
        0.8,
    )
    fields += path("M156.5 222L180.4 222C177 239 169 250 156.5 260Z", RED, 0.8)
    castle = "M-7 8L-7-2L-9-2L-9-8L-5-8L-5-5L-2-5L-2-9L2-9L2-5L5-5L5-8L9-8L9-2L7-2L7 8Z"
    towers = "".join(
        f'<g transform="translate({x} {y}) scale(.9)">{path(castle, GOLD, 1.2)}</g>'
        for x, y in ((145, 207), (167, 233))
    )
    bars = path(
        "M163 192L163 219M172 191L172 219M141 224L141 243M150 224L150 254", width=3, stroke=BLUE
    )
    return fields + bars + towers + path(edge, width=3.6, stroke=AMBER) + path(edge, width=1.4)


def king_of_clubs(defs: Defs) -> str:
    """A red-bearded forest king in furs and boots, hand on hip, with his club over the shoulder."""
    legs = "".join(_boot(x, side) for x, side in ((88, -1), (120, 1)))
    right = sleeve(((130, 130, 12), (149, 152, 12), (154, 172, 10)), FOREST) + cuff(
        154, 170, 170, TAN, 10
    )
    return (
        ground(58, 103)
        + _fur_cloak()
        + legs
        + _king_tunic()
        + _fur_hem()
        + _laced_front()
        + belt(BROWN)
        + _akimbo_arm()
        + right
        + _fur_collar()
        + flat_hand(76, 195, 205)
        + held(defs, "B", 166, 126, 1.14, 10)
        + fist(157, 177, 10)
        + portrait("B12", 104, 84)
    )


def _fur_cloak() -> str:
    """A cloak of furs."""
    fur = path(
        (
            "M72 118C48 134 42 190 40 246Q44 260 51 254Q55 "
            "268 62 259Q68 270 76 261L132 261Q140 270 146 259"
            "Q153 268 157 254Q164 260 168 246C166 190 160 134 136 118Z"
        ),
        BROWN,
        1.8,
    )
    fur += path(
        "M52 176l-3 8M48 206l-3 8M58 224l-3 8M54 240l-2 7"
        "M156 176l3 8M160 206l3 8M150 224l3 8M154 240l2 7",
        stroke=TAN,
    )
    return fur


def _king_tunic() -> str:
    """A pleated green tunic."""
    tunic = path(
        "M78 120C72 150 78 176 64 238C84 248 124 248 144 238C130 176 136 150 130 120Z", GREEN, 1.8
    )
    tunic += path(
        (
            "M84 206C82 222 79 234 76 242M96 208C95 224 94 "
            "236 93 245M112 208C113 224 114 236 115 245M124 206"
            "C126 222 129 234 132 242"
        ),
        width=0.9,
    )
    return tunic


def _fur_hem() -> str:
    """Its hem of fur."""
    return path(
        (
            "M65 230Q70 240 78 234Q84 244 92 238Q98 247 104 239Q110 247 116 238Q124 244 130 234"
            "Q138 240 143 230L146 243Q124 254 104 254Q84 254 62 243Z"
        ),
        TAN,
        1.5,
    )


def _laced_front() -> str:
    """The laced opening on the chest."""
    return path("M95 120L104 188L113 120Z", PALE_GOLD, 1.3) + path(
        (
            "M97 134L110 142M110 134L98 142M99 150L108.6 158"
            "M108.6 150L99.6 158M101 166L107 172M107 166L101.6 172"
        ),
        stroke=RED,
    )


def _akimbo_arm() -> str:
    """The arm with the hand on the hip."""
    return bent_arm((78, 130, 12), (48, 166, 10), (68, 189, 8), FOREST) + cuff(66, 187, 125, TAN)


def _fur_collar() -> str:
    """A collar of fur."""
    return path(
        (
            "M68 124Q68 112 80 114Q86 108 94 112Q104 108 114 112Q122 108 128 114Q140 112 140 124"
            "Q144 136 134 140Q128 148 121 140Q113 146 104 "
            "138Q95 146 87 140Q80 148 74 140Q64 136 68 124Z"
        ),
        TAN,
        1.6,
    )


def _boot(x: float, side: int) -> str:
    """A leg in a cross-gartered boot."""
    hose = sleeve(((x, 236, 10), (x + side, 262, 8), (x + 2 * side, 288, 7)), PALE_GOLD)
    boot = path(
        (
            f"M{x - 8} 268Q{x + side} 263 {x + 10} 268L{x + 2 * side + 8} 286"
            f"Q{x + 20 * side} 288 {x + 25 * side} 297L{x - 8 * side} 297L{x - 8} 285Z"
        ),
        BROWN,
        1.5,
    )
    return (
        hose
        + path(
            f"M{x - 8} 246L{x + 8} 254M{x + 8} 246L{x - 8} 254"
            f"M{x - 8} 256L{x + 8} 264M{x + 8} 256L{x - 8} 264",
            stroke=RED,
        )
        + boot
    )


KINGS = {"O": king_of_coins, "C": king_of_cups, "E": king_of_swords, "B": king_of_clubs}
