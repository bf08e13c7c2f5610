"""Who is who: the twelve courts of the Spanish deck and the twelve of the French one."""

from __future__ import annotations

from .faces import Look
from .headgear import Cloth
from .palette import BLUE, FOREST, GOLD, GREEN, RED, SKY, STEEL, WHITE

BLACK_HAIR, BROWN_HAIR, RED_HAIR, FAIR_HAIR, WHITE_HAIR = (
    "#2d2a33",
    "#7a4a1e",
    "#b5501f",
    "#d9a441",
    "#e4dfd0",
)

LOOKS: dict[str, Look] = {
    "O12": Look(BROWN_HAIR, "bob", "round", "lily_crown", Cloth(RED, GOLD, WHITE), turn=-0.4),
    "C12": Look(WHITE_HAIR, "mane", "forked", "closed_crown", Cloth(RED, GOLD, WHITE), turn=0.6),
    "E12": Look(
        BLACK_HAIR, "short", "pointed", "war_crown", Cloth(RED, GOLD, WHITE), turn=-0.7, stern=2.2
    ),
    "B12": Look(
        RED_HAIR, "curls", "bushy", "leaf_crown", Cloth(RED, GOLD, WHITE), turn=0.4, stern=0.8
    ),
    "O10": Look(FAIR_HAIR, "bob", "", "flat_cap", Cloth(RED, GOLD, WHITE), turn=-0.8),
    "C10": Look(BLACK_HAIR, "long", "", "garland", Cloth(RED, GREEN, WHITE), turn=-0.5),
    "E10": Look(
        BROWN_HAIR, "short", "moustache", "morion", Cloth(STEEL, GOLD, RED), turn=-0.8, stern=1.6
    ),
    "B10": Look(RED_HAIR, "curls", "", "hunting_hat", Cloth(GREEN, FOREST, RED), turn=-0.8),
    "O11": Look(BROWN_HAIR, "long", "moustache", "broad_hat", Cloth(BLUE, GOLD, RED), turn=-0.8),
    "C11": Look(BLACK_HAIR, "short", "short", "turban", Cloth(WHITE, GOLD, SKY), turn=-0.7),
    "E11": Look(
        BROWN_HAIR, "short", "", "tournament_helm", Cloth(STEEL, GOLD, RED), turn=-0.8, stern=1.4
    ),
    "B11": Look(FAIR_HAIR, "short", "pointed", "hood", Cloth(GREEN, GOLD, RED), turn=-0.7),
}

FRENCH_LOOKS: dict[str, Look] = {
    "HJ": Look(FAIR_HAIR, "bob", "", "flat_cap", Cloth(RED, GOLD, WHITE), turn=-0.8),
    "HQ": Look(FAIR_HAIR, "long", "", "coronet", Cloth(RED, GOLD, WHITE), turn=-0.5),
    "HK": Look(BROWN_HAIR, "bob", "round", "lily_crown", Cloth(RED, GOLD, WHITE), turn=-0.3),
    "DJ": Look(RED_HAIR, "curls", "", "hunting_hat", Cloth(RED, BLUE, GOLD), turn=-0.8),
    "DQ": Look(RED_HAIR, "curls", "", "coronet", Cloth(BLUE, GOLD, WHITE), turn=0.5),
    "DK": Look(RED_HAIR, "curls", "bushy", "lily_crown", Cloth(BLUE, GOLD, WHITE), turn=0.4),
    "SJ": Look(BLACK_HAIR, "bob", "moustache", "flat_cap", Cloth(BLUE, GOLD, RED), turn=0.8),
    "SQ": Look(BLACK_HAIR, "long", "", "coronet", Cloth(BLUE, GOLD, WHITE), turn=-0.4),
    "SK": Look(
        BLACK_HAIR, "mane", "pointed", "lily_crown", Cloth(BLUE, GOLD, WHITE), turn=-0.5, stern=1.4
    ),
    "CJ": Look(BROWN_HAIR, "curls", "", "flat_cap", Cloth(GREEN, GOLD, RED), turn=-0.8),
    "CQ": Look(BROWN_HAIR, "bob", "", "garland", Cloth(RED, GREEN, WHITE), turn=0.4),
    "CK": Look(WHITE_HAIR, "mane", "round", "closed_crown", Cloth(RED, GOLD, WHITE), turn=0.4),
}
