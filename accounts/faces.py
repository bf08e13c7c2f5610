"""Faces: the eight tiles of `static/img/tiles.svg`, one for everybody who sits at a table.

Somebody who has chosen none has the one that their name leads to, the same everywhere.
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
"""The id of each tile and what it shows, in the order in which they are offered."""
FACES: Final = tuple(FACE_NAMES)


def face_of(key: object) -> str:
    """Return the face that a key, such as a name, leads to.

    The hash is FNV-1a of 32 bits over UTF-8, as in `static/js/lib/tile.js`.

    >>> face_of("Lucía") == face_of("Lucía"), face_of("Ana") in FACES
    (True, True)
    """
    value = 0x811C9DC5
    for byte in str(key).encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return FACES[value % len(FACES)]


def distinct_faces(wanted: Iterable[str]) -> list[str]:
    """Return a face for each who wants one: the first keeps it, the next gets the one after it.

    Of more than there are faces, the last share.

    >>> distinct_faces(["t3", "t8", "t3", "t8"])
    ['t3', 't8', 't4', 't1']
    """
    given: list[str] = []
    for face in wanted:
        start = FACES.index(face)
        order = [*FACES[start:], *FACES[:start]]
        given.append(next((one for one in order if one not in given), face))
    return given
