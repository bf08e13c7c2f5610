"""Crowns, hats and helmets, to be worn by a head of `faces`: the brow lies at y = -13."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .palette import (
    AMBER,
    BLUE,
    FOREST,
    GOLD,
    GREEN,
    INK,
    LEAF,
    RED,
    SKY,
    SLATE,
    STEEL,
    WHITE,
    WINE,
)
from .svg import beads, circle, ellipse, flat, path, place


class Cloth(NamedTuple):
    """The colours of a hat: its stuff, its trimming, its feather."""

    main: str
    trim: str
    feather: str


BAND = "M-19.5-11C-8-16 8-16 19.5-11L20.5-19C8-24.5-8-24.5-20.5-19Z"


def _band(fill: str = GOLD) -> str:
    """The jewelled circlet of a crown."""
    jewels = circle(0, -18.8, 2.6, RED, 0.9) + beads(((-7, -18.2), (7, -18.2)), 1.3, WHITE, 0.6)
    jewels += "".join(ellipse(x, -16.6, 2.4, 1.8, BLUE, 0.8) for x in (-13.4, 13.4))
    return path(BAND, fill, 1.5) + jewels


def lily_crown(cloth: Cloth) -> str:
    """An open crown of three lilies over red velvet."""
    velvet = path("M-19-19C-17-32-8-37 0-37C8-37 17-32 19-19Z", cloth.main, 1.2)
    points = path(
        (
            "M-20.5-19L-25-38L-14.5-28L-10-36L-6-28L0-44L6-28L10-36L14.5-28L25-38L20.5-19C8-24.5-8-24.5-20.5-19Z"
        ),
        GOLD,
        1.5,
    )
    tips = "".join(_lily(x, y) for x, y in ((-25.5, -40), (0, -47), (25.5, -40)))
    return velvet + points + tips + beads(((-10, -37.6), (10, -37.6)), 2, WHITE, 0.9) + _band()


def _lily(x: float, y: float) -> str:
    """A trefoil on the point of a crown."""
    return beads(((x - 3.2, y + 1.6), (x + 3.2, y + 1.6)), 2.4, GOLD, 1.1) + path(
        f"M{x} {y - 6}Q{x + 4} {y} {x} {y + 4}Q{x - 4} {y} {x} {y - 6}Z", GOLD, 1.1
    )


def closed_crown(cloth: Cloth) -> str:
    """An imperial crown with arches, orb and cross."""
    velvet = path("M-19-18C-29-44-10-51 0-51C10-51 29-44 19-18Z", cloth.main, 1.5)
    arches = path("M-17-19C-24-42-10-49 0-49C10-49 24-42 17-19M0-22L0-50", width=6.4) + path(
        "M-17-19C-24-42-10-49 0-49C10-49 24-42 17-19M0-22L0-50", width=3.8, stroke=GOLD
    )
    pearls = beads(
        ((-18.6, -32), (-14, -42), (14, -42), (18.6, -32), (0, -30), (0, -38)), 1.7, WHITE, 0.7
    )
    cross = path("M0-58L0-69M-4.6-64.4L4.6-64.4", width=4.2) + path(
        "M0-58L0-69M-4.6-64.4L4.6-64.4", width=2, stroke=GOLD
    )
    return velvet + arches + pearls + cross + circle(0, -54.6, 4.6, GOLD, 1.3) + _band()


def mail_hood(_: Cloth) -> str:
    """Chain mail round the face and over the shoulders."""
    hood = path("M-17-16C-25 2-22 22-29 38C-12 48 12 48 29 38C22 22 25 2 17-16Z", SLATE, 1.5)
    rings = "".join(
        path(f"M-{w} {y}q3 3 6 0t6 0t6 0t6 0t6 0t6 0", width=0.9, stroke=STEEL)
        for y, w in ((27, 18), (32, 18), (37, 18), (42, 18))
    )
    sides = path(
        (
            "M-20-4q2 3 4 0M-21 3q2 3 4 0M-22 10q2 3 4 0"
            "M-22 17q2 3 4 0M16-4q2 3 4 0M17 3q2 3 4 0M18 10"
            "q2 3 4 0M18 17q2 3 4 0"
        ),
        width=0.9,
        stroke=STEEL,
    )
    return hood + rings + sides


def war_crown(cloth: Cloth) -> str:
    """A steel helmet with a spiked crown round it."""
    dome = path("M-18.5-13C-21-38-9-48 0-54C9-48 21-38 18.5-13Z", STEEL, 1.6)
    dome += flat("M4-49C12-43 18-34 17.6-16L10-17C11-32 8-42 4-49Z", SLATE) + path(
        "M0-53L0-20", width=1.2
    )
    spikes = path(
        "M-20-18L-24-33L-15-25L-11-36L-6-26L0-39L6-26L11-36L15-25L24-33L20-18C8-23-8-23-20-18Z",
        GOLD,
        1.5,
    )
    return (
        dome
        + spikes
        + beads(((-24, -34), (-11, -37), (0, -40), (11, -37), (24, -34)), 1.8, cloth.main, 0.9)
        + _band()
    )


def oak_leaf(fill: str = GREEN) -> str:
    """A lobed leaf that points up from the origin, 20 tall."""
    edge = (
        "M0 0C-5-1-7-5-4-7C-9-8-8-13-4.4-13C-6-17-2-20 "
        "0-22C2-20 6-17 4.4-13C8-13 9-8 4-7C7-5 5-1 0 0Z"
    )
    return path(edge, fill, 1.1) + path("M0-1L0-16", width=0.9, stroke=FOREST)


def leaf_crown(cloth: Cloth) -> str:
    """A circlet grown over with oak leaves and acorns."""
    behind = "".join(
        place(oak_leaf(FOREST), x, y, 1.05, turn)
        for x, y, turn in ((-12, -20, -20), (0, -23, 0), (12, -20, 20))
    )
    leaves = "".join(
        place(oak_leaf(fill), x, y, 1, turn)
        for x, y, turn, fill in (
            (-19, -15, -44, GREEN),
            (19, -15, 44, GREEN),
            (-7, -21, -12, LEAF),
            (7, -21, 12, LEAF),
        )
    )
    acorns = beads(((-13.5, -25), (13.5, -25), (0, -26)), 2.8, cloth.main, 1.1)
    return behind + leaves + acorns + _band()


def feather(fill: str, shade: str = SKY) -> str:
    """A curling ostrich feather that rises right from the origin."""
    vane = path(
        "M0 0C4-14 14-22 27-20C37-18 37-8 31-4C32-9 28-13 "
        "23-11C24-7 20-4 17-6C15-2 10-1 8-3C6 0 3 1 0 0Z",
        fill,
        1.2,
    )
    return vane + path("M2-2C8-12 16-17 26-16", width=1.1, stroke=shade)


def flat_cap(cloth: Cloth) -> str:
    """A page's soft cap with a long feather."""
    plume = place(feather(cloth.feather), 8, -26, 1.15)
    crown = path("M-20-13C-29-26-14-35 4-34C22-33 29-22 20-13C8-19-8-19-20-13Z", cloth.main, 1.6)
    folds = path("M-8-33C-13-29-14-24-13-18M6-34C3-29 3-24 4-18M17-30C14-27 13-23 14-17", width=0.9)
    brim = path("M-21-10C-8-16 8-16 21-10L21-15.5C8-22-8-22-21-15.5Z", cloth.trim, 1.3)
    return plume + crown + folds + brim + circle(10, -19.4, 2.8, cloth.feather, 1)


def garland(cloth: Cloth) -> str:
    """A chaplet of flowers and leaves."""
    leaves = "".join(
        place(oak_leaf(GREEN), x, y, 0.62, turn)
        for x, y, turn in (
            (-18, -10, -110),
            (-12, -17, -50),
            (-4, -20, -30),
            (4, -20, 30),
            (12, -17, 50),
            (18, -10, 110),
        )
    )
    flowers = "".join(
        _flower(x, y, fill)
        for x, y, fill in (
            (-15.5, -12, cloth.main),
            (-8, -17, cloth.feather),
            (0, -18.6, cloth.main),
            (8, -17, cloth.feather),
            (15.5, -12, cloth.main),
        )
    )
    return leaves + flowers


def _flower(x: float, y: float, fill: str) -> str:
    """A small round flower."""
    return circle(x, y, 4.3, fill, 1.1) + circle(x, y, 1.5, GOLD, 0.7)


def morion(cloth: Cloth) -> str:
    """A foot soldier's morion: boat brim, comb, and a plume at the back."""
    plume = place(feather(cloth.feather, WINE), 10, -22, 1.25, 14)
    comb = path("M-14-30C-12-52 12-55 19-32C10-44-4-44-14-30Z", SLATE, 1.4)
    dome = path("M-18-13C-20-34-9-42 2-42C14-42 20-32 18-13Z", STEEL, 1.6) + flat(
        "M8-39C15-35 18-27 17-15L10-16C12-25 12-33 8-39Z", SLATE
    )
    brim = path(
        (
            "M-33-22C-24-14-20-13-17-13C-8-18 8-18 17-13"
            "C20-13 24-14 33-22C30-12 24-7 17-7C8-12-8-12-17-7"
            "C-24-7-30-12-33-22Z"
        ),
        STEEL,
        1.5,
    )
    studs = beads(((-12, -18.6), (-4, -20), (4, -20), (12, -18.6)), 1.5, cloth.trim, 0.7)
    return plume + comb + dome + brim + studs


def hunting_hat(cloth: Cloth) -> str:
    """A forester's hat with a long bill in front and a pheasant feather."""
    tail = path("M10-26C16-44 26-54 40-58C38-46 28-34 15-24Z", cloth.feather, 1.3) + path(
        "M13-26C20-38 28-47 38-56M21-36L30-42M25-42L33-49", width=1
    )
    crown = path("M-17-15C-15-34-6-44 8-41C20-38 20-24 20-13Z", cloth.main, 1.6) + path(
        "M-2-40C-6-32-6-26-4-20", width=0.9
    )
    bill = path(
        "M-44-12C-28-16-20-24-8-24C6-24 20-18 25-24C27-14 "
        "22-8 15-9C4-16-10-14-20-10C-29-7-37-8-44-12Z",
        cloth.trim,
        1.5,
    )
    return tail + crown + bill


def broad_hat(cloth: Cloth) -> str:
    """A gentleman's broad hat, pinned up, with a great plume."""
    plume = place(feather(cloth.feather, AMBER), 4, -26, 1.5, -4)
    crown = path("M-15-16C-17-38-8-41 1-40C13-41 17-36 16-16Z", cloth.main, 1.6) + path(
        "M-15.6-19C-6-25 8-25 16-19L16-26C8-31-6-31-16-26Z", cloth.trim, 1.2
    )
    brim = path(
        (
            "M-35-12C-31-20-20-16-14-18C-4-22 6-22 14-18"
            "C22-17 30-24 36-27C37-16 28-8 18-9C6-15-8-15-18-9"
            "C-26-6-34-6-35-12Z"
        ),
        cloth.main,
        1.6,
    )
    return plume + crown + brim + circle(-11, -24.5, 2.8, GOLD, 1)


def turban(cloth: Cloth) -> str:
    """A wound turban with a jewel and an aigrette."""
    cap = path("M-10-32C-9-44 10-44 10-32Z", cloth.trim, 1.4)
    body = path(
        "M-21-10C-30-22-22-37-8-37C4-40 20-38 24-28C27-20 25-13 21-10C8-17-8-17-21-10Z",
        cloth.main,
        1.6,
    )
    folds = path(
        "M-21-12C-14-24 2-32 18-35M-24-20C-16-30-4-35 6-38"
        "M-10-15C0-22 14-27 24-28M6-15.4C12-18 18-20 25-20",
        width=1,
    )
    aigrette = path("M0-28C-6-40-4-52 4-60C10-52 8-40 3-28Z", cloth.feather, 1.3) + path(
        "M1-30C0-40 1-48 3-55", width=0.9
    )
    return (
        cap
        + body
        + folds
        + aigrette
        + ellipse(1, -26, 4, 5, cloth.trim, 1.3)
        + ellipse(1, -26, 1.7, 2.4, RED, 0.7)
    )


def tournament_helm(cloth: Cloth) -> str:
    """A knight's helmet, visor raised, with a streaming plume."""
    plume = path(
        "M-2-40C0-60 22-66 36-56C46-48 46-32 38-26C40-36 "
        "34-42 28-42C31-36 27-31 23-32C22-38 16-42 10-38Z",
        cloth.feather,
        1.5,
    ) + path("M6-42C12-54 26-56 36-44M12-42C18-48 26-48 31-40", width=1)
    dome = path(
        "M-19-2C-23-30-12-43 0-43C14-43 24-30 20-2L15-2C16-12 12-16 0-17C-12-16-15-12-15-2Z",
        STEEL,
        1.6,
    )
    dome += flat("M9-40C18-34 21-24 19-4L16-5C17-20 15-31 9-40Z", SLATE)
    cheeks = path(
        (
            "M-19-4C-20 10-17 20-11 26L-7 23C-13 17-15.4 8-15.4-4"
            "ZM19.6-4C20 10 17 20 11 26L7 23C13 17 15.4 8 15.4-4Z"
        ),
        STEEL,
        1.3,
    )
    visor = path(
        "M-22-14C-24-26-12-33 0-34C12-33 24-26 22-14C10-21-10-21-22-14Z", SLATE, 1.5
    ) + path("M-15-21L-8-25M-3-26L3-26M8-25L15-21", width=2.2, stroke=INK)
    return plume + dome + cheeks + visor + beads(((-20, -11), (20.4, -11)), 2.4, cloth.trim, 1)


def hood_cape(cloth: Cloth) -> str:
    """The dagged shoulder cape of a hood."""
    cape = (
        "M-14 16C-26 22-31 30-33 42L-26 37L-20 45L-13 39L-6 47"
        "L0 40L6 47L13 39L20 45L26 37L33 42C31 30 26 22 14 16Z"
    )
    return path("M-16-18C-26-4-22 18-18 24L18 24C22 18 26-4 16-18Z", cloth.main, 1.5) + path(
        cape, cloth.main, 1.5
    )


def hood(cloth: Cloth) -> str:
    """A hood drawn up, with a long tail falling to the right."""
    tail = path(
        "M4-33C20-40 34-32 36-16C37-4 34 6 37 14C29 10 27-2 28-10C28-18 22-22 16-20Z",
        cloth.main,
        1.5,
    )
    rim = (
        "M-17 22C-26 4-26-20-12-31C-4-37 8-37 14-30C26-20 26 4 "
        "17 22C19 4 18-8 11-15C4-19-4-19-11-15C-18-8-19 4-17 22Z"
    )
    edge = path(
        "M-16 18C-19 2-17-9-10.6-14.6C-4-18.4 4-18.4 10.6-14.6C17-9 19 2 16 18",
        width=2.6,
        stroke=cloth.trim,
    )
    return tail + path(rim, cloth.main, 1.6) + edge


def coronet(cloth: Cloth) -> str:
    """A queen's light crown of pearls."""
    rays = path(
        "M-18-17L-20-32L-12-25L-7-36L0-26L7-36L12-25L20-32L18-17C8-22-8-22-18-17Z", GOLD, 1.4
    )
    return (
        rays
        + beads(((-20, -33), (-7, -37), (7, -37), (20, -33)), 2.2, WHITE, 0.9)
        + path("M-18-11C-8-16 8-16 18-11L19-18C8-23-8-23-19-18Z", GOLD, 1.4)
        + beads(((-9, -17), (0, -18), (9, -17)), 1.9, cloth.main, 0.8)
    )


HATS: dict[str, Callable[[Cloth], str]] = {
    "lily_crown": lily_crown,
    "closed_crown": closed_crown,
    "war_crown": war_crown,
    "leaf_crown": leaf_crown,
    "flat_cap": flat_cap,
    "garland": garland,
    "morion": morion,
    "hunting_hat": hunting_hat,
    "broad_hat": broad_hat,
    "turban": turban,
    "tournament_helm": tournament_helm,
    "hood": hood,
    "coronet": coronet,
}
HATS_BEHIND: dict[str, Callable[[Cloth], str]] = {"war_crown": mail_hood, "hood": hood_cape}
