"""The four caballos: gentleman on grey, Moor on bay, man at arms on black, ranger on dun."""

from __future__ import annotations

from .figure import bent_arm, cuff, edge_grip, fist, ground, held, portrait, sleeve
from .horse import COATS, REAR, TROT, WALK, barding, breeching, bridle, horse, saddle_cloth
from .palette import BLUE, BROWN, FOREST, GOLD, GREEN, PALE_GOLD, RED, SLATE, STEEL, TAN, WHITE
from .svg import Defs, beads, circle, ellipse, path


def _leg(hose: str, boot: str) -> str:
    """The rider's near leg, booted, in the stirrup."""
    thigh = sleeve(((118, 174, 12), (104, 194, 11), (98, 210, 8.6)), hose)
    shin = path(
        "M90 204C90 216 89 228 86 236C80 240 72 242 66 247L70 252L96 250C100 238 105 222 107 208Z",
        boot,
        1.5,
    )
    cuff_line = path("M88.6 210Q98 206 107.6 213L108 205Q98 198 89.4 202Z", boot, 1.4)
    stirrup = path("M84 254L104 253M94 253L112 214", width=4) + path(
        "M84 254L104 253M94 253L112 214", width=1.8, stroke=GOLD
    )
    return stirrup + thigh + shin + cuff_line


def _torso(fill: str) -> str:
    """The rider's body down to the saddle."""
    return path(
        (
            "M88 112C82 134 88 154 89 172C102 182 124 182 136 "
            "172C136 152 138 132 130 112C118 106 98 106 88 112Z"
        ),
        fill,
        1.8,
    )


def _belt(fill: str, buckle: str = GOLD) -> str:
    """A belt at the rider's waist."""
    strap = path("M88.6 158C102 166 122 166 135.6 158L136 167C122 175 102 175 89 167Z", fill, 1.4)
    return strap + circle(106, 168, 4.6, buckle, 1.2)


def _rein_arm(fill: str, hand: str = "") -> str:
    """The arm that holds the reins over the saddle."""
    wrist = bent_arm((128, 126, 11), (140, 160, 10), (112, 170, 7.6), fill)
    return wrist + fist(106, 170, 80, fill=hand or "#f3cfa6") + cuff(115, 169, 80, WHITE, 8)


def _raised_arm(fill: str) -> str:
    """The arm that lifts the suit symbol."""
    return bent_arm((90, 124, 10.5), (60, 130, 10), (54, 108, 7.6), fill)


def gentleman_of_coins(defs: Defs) -> str:
    """Long-haired gentleman in blue with a broad plumed hat, on a trotting white horse."""
    cape = path(
        "M126 112C150 118 166 144 172 182C162 190 150 186 142 176C140 152 136 134 124 124Z",
        RED,
        1.7,
    ) + path("M140 128C152 142 160 160 162 182M136 136C144 148 150 162 152 180", width=0.9)
    body = (
        _torso(BLUE)
        + path("M101 112L109 160L117 112Z", GOLD, 1.2)
        + beads(((109, 126), (109, 136), (109, 146)), 1.9, RED)
    )
    lace = path(
        "M84 116C92 104 124 104 134 116L128 128L119 121L109 131L99 121L90 128Z", WHITE, 1.5
    ) + path("M92 117l2 5M126 117l-2 5M109 119L109 126", width=0.9)
    mount = (
        horse(COATS["O"], TROT) + saddle_cloth(RED, GOLD, PALE_GOLD) + breeching(BLUE) + bridle(RED)
    )
    return (
        ground(60, 98)
        + _raised_arm(BLUE)
        + path("M66 121L63 137M76 119L74 136", width=2.4, stroke=GOLD)
        + held(defs, "O", 51, 74, 0.54)
        + cuff(54, 113, 0, WHITE, 8)
        + edge_grip(53, 100)
        + cape
        + mount
        + _leg(GOLD, BROWN)
        + body
        + _belt(BROWN)
        + _rein_arm(BLUE)
        + lace
        + portrait("O11", 109, 78, 1.0)
    )


def rider_of_cups(defs: Defs) -> str:
    """Bearded rider in turban and long striped coat, on a walking bay horse."""
    boot = path(
        "M92 220C92 230 90 238 87 242C82 246 76 250 72 "
        "254C78 258 92 256 98 252C102 244 106 234 108 226Z",
        RED,
        1.5,
    )
    scarf = path("M88 110C96 122 116 134 134 136L132 146C112 144 94 132 84 120Z", WHITE, 1.4)
    mount = (
        horse(COATS["C"], WALK) + saddle_cloth(WHITE, RED, BLUE) + breeching(GREEN) + bridle(GREEN)
    )
    stirrup = path("M80 256L102 256M96 255L110 214", width=4) + path(
        "M80 256L102 256M96 255L110 214", width=1.8, stroke=GOLD
    )
    return (
        ground(60, 100)
        + _raised_arm(WHITE)
        + held(defs, "C", 57, 84, 0.6)
        + cuff(54, 112, 0, GOLD, 8)
        + fist(56, 98, 4, flip=True)
        + _riding_cloak()
        + mount
        + stirrup
        + boot
        + _striped_skirt()
        + _striped_coat()
        + _belt(RED, WHITE)
        + _rein_arm(WHITE)
        + scarf
        + portrait("C11", 109, 80, 1.02)
    )


def _striped_skirt() -> str:
    """The striped skirts of the coat."""
    skirt = path(
        "M92 164C84 184 84 208 92 226C104 232 122 230 132 220C138 204 140 184 135 164Z", GREEN, 1.7
    )
    skirt += path(
        "M100 176C94 196 96 212 102 226M112 178C110 196 "
        "112 212 116 226M124 176C126 192 126 208 126 222",
        width=3,
        stroke=PALE_GOLD,
    )
    return skirt


def _striped_coat() -> str:
    """The striped coat."""
    return _torso(GREEN) + path(
        "M96 110C92 134 96 156 97 172M106 108L107 176M117 110C122 134 122 156 122 174",
        width=3,
        stroke=PALE_GOLD,
    )


def _riding_cloak() -> str:
    """A red cloak behind the shoulder."""
    return path(
        "M124 112C146 114 164 134 170 170C174 192 166 202 156 196C148 180 140 150 124 128Z",
        RED,
        1.7,
    ) + path("M136 122C152 136 160 160 161 190", width=0.9)


def man_at_arms(defs: Defs) -> str:
    """Knight in plate with raised visor and red plume, on a rearing black war horse in blue."""
    mount = (
        horse(COATS["E"], REAR)
        + barding(BLUE, GOLD, STEEL)
        + path("M51 170C66 186 88 182 104 172", width=4)
        + path("M51 170C66 186 88 182 104 172", width=2, stroke=RED)
    )
    return (
        ground(46, 118)
        + f'<g transform="rotate(9 142 292)">{_armoured_raised_arm()}'
        + held(defs, "E", 47, 82, 0.84, -9)
        + fist(53, 122, -6, flip=True, fill=SLATE)
        + f"{mount}{_war_saddle()}{_armoured_leg()}{_rider_plate()}{_cross_badge()}"
        + f"{_belt(BROWN)}{_armoured_rein_arm()}{_shoulder_plates()}"
        + portrait("E11", 108, 80, 1.0)
        + "</g>"
    )


def _war_saddle() -> str:
    """A red saddle cloth."""
    return path(
        "M100 168C112 178 132 178 142 170L146 194C132 202 112 202 98 194Z", RED, 1.6
    ) + path("M99 188C113 195 132 195 145.4 187", width=2.4, stroke=GOLD)


def _armoured_leg() -> str:
    """The armoured leg in the stirrup."""
    leg = sleeve(((118, 176, 12), (104, 194, 11), (98, 208, 9)), STEEL) + sleeve(
        ((98, 206, 8.6), (95, 224, 8), (90, 242, 6)), STEEL
    )
    leg += (
        circle(99, 206, 7.4, SLATE, 1.4)
        + circle(99, 206, 2.2, GOLD, 0.9)
        + path("M92 236C84 240 74 242 66 248L70 254L98 250L99 238Z", SLATE, 1.4)
    )
    return leg


def _rider_plate() -> str:
    """The breastplate."""
    return (
        _torso(STEEL)
        + path(
            "M121 110C126 132 125 154 122 178C130 176 134 174 136 172C136 152 138 132 130 112Z",
            SLATE,
            1,
        )
        + path("M106 122L106 176", width=1.2)
    )


def _cross_badge() -> str:
    """A white shield with a red cross on the chest."""
    return path("M96 132L116 132L116 148Q116 160 106 166Q96 160 96 148Z", WHITE, 1.4) + path(
        "M106 132L106 164M96.6 146L115.4 146", width=4, stroke=RED
    )


def _armoured_rein_arm() -> str:
    """The armoured arm at the reins."""
    return (
        bent_arm((128, 126, 10), (140, 160, 9), (112, 170, 7.4), STEEL)
        + fist(106, 170, 80, fill=SLATE)
        + circle(139, 159, 6, SLATE, 1.3)
    )


def _armoured_raised_arm() -> str:
    """The armoured arm that lifts the sword."""
    return bent_arm((90, 124, 9.6), (62, 142, 9), (55, 126, 7), STEEL) + circle(
        62, 141, 5.6, SLATE, 1.3
    )


def _shoulder_plates() -> str:
    """Steel on both shoulders."""
    return "".join(
        ellipse(x, 124, 12, 10, STEEL, 1.5, turn=t) + ellipse(x, 125, 6.4, 5, SLATE, 1, turn=t)
        for x, t in ((89, -28), (128, 28))
    )


def ranger_of_clubs(defs: Defs) -> str:
    """Hooded ranger with a pointed beard, a horn and a club, on a dun horse."""
    skirt = path(
        "M89 164L84 196L92 190L98 202L106 193L114 204"
        "L122 194L130 200L137 164C122 174 102 174 89 164Z",
        TAN,
        1.6,
    )
    mount = (
        horse(COATS["B"], TROT) + saddle_cloth(FOREST, GOLD, RED) + breeching(BROWN) + bridle(BROWN)
    )
    return (
        ground(60, 98)
        + _raised_arm(GREEN)
        + held(defs, "B", 56, 78, 0.84, 3)
        + cuff(54, 112, 0, TAN, 8)
        + fist(54, 102, 2, flip=True)
        + _ranger_cape()
        + _quiver()
        + mount
        + _leg(RED, BROWN)
        + skirt
        + _laced_coat()
        + _belt(BROWN)
        + _quiver_strap()
        + _rein_arm(GREEN)
        + portrait("B11", 109, 80, 1.02)
    )


def _ranger_cape() -> str:
    """A dark green cape."""
    return path(
        (
            "M124 112C146 118 158 140 162 178C156 176 152 184 146 "
            "178C142 184 138 178 136 176C138 152 134 134 122 124Z"
        ),
        FOREST,
        1.7,
    ) + path("M134 124C146 138 152 156 153 176", width=0.9)


def _laced_coat() -> str:
    """A laced leather coat."""
    return (
        _torso(TAN)
        + path("M97 112C94 134 98 154 99 174M121 112C125 134 123 154 122 176", width=1)
        + path("M103 122L115 130M115 122L103 130M103 136L115 144M115 136L103 144", stroke=RED)
    )


def _quiver() -> str:
    """Arrows over the shoulder."""
    return (
        path("M134 118L150 94L160 100L146 126Z", BROWN, 1.5)
        + path("M150 94L156 80M154 96L162 82M158 99L167 87", width=1.6)
        + path("M154 80L159 72L160 82ZM161 82L167 74L167 84Z", RED, 0.9)
    )


def _quiver_strap() -> str:
    """The strap of the quiver."""
    return path("M92 112C102 134 120 156 136 168", width=5) + path(
        "M92 112C102 134 120 156 136 168", width=2.8, stroke=GOLD
    )


KNIGHTS = {"O": gentleman_of_coins, "C": rider_of_cups, "E": man_at_arms, "B": ranger_of_clubs}
