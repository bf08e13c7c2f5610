"""Faces: the eight tiles of `static/img/tiles.svg`, one for each player at a table.

A player who has chosen none has a face derived from their name, the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FACE_NAMES: Final[Mapping[str, Promise]] = {
    "t1": _("Tile"),
    "t2": _("Diamond"),
    "t3": _("Flower"),
    "t4": _("Cross"),
    "t5": _("Lattice"),
    "t6": _("Star"),
    "t7": _("Waves"),
    "t8": _("Wheel"),
}
"""Names of the tiles by id, in the order of the choices."""
FACES: Final = tuple(FACE_NAMES)


def face_of(key: object) -> str:
    """Return the id of the face (picture) that is computed from a key, such as a player's name.

    The hash is FNV-1a of 32 bits over UTF-8, as in `static/js/lib/tile.js`.

    >>> face_of("Lucía") == face_of("Lucía"), face_of("Ana") in FACES
    (True, True)
    """
    value = 0x811C9DC5
    for byte in str(key).encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return FACES[value % len(FACES)]


def distinct_faces(wanted: Iterable[str]) -> list[str]:
    """Return the wanted faces (ids) in order, all different: a taken one becomes the next free one.

    With more players than faces, the last players share.

    >>> distinct_faces(["t3", "t8", "t3", "t8"])
    ['t3', 't8', 't4', 't1']
    """
    chosen: list[str] = []
    for face in wanted:
        start = FACES.index(face)
        order = [*FACES[start:], *FACES[:start]]
        chosen.append(next((candidate for candidate in order if candidate not in chosen), face))
    return chosen
