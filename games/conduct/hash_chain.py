"""A chain of hashes over rows that are only ever appended.

Each row's hash covers its content and the hash of the row before. So a row that is changed, taken
out or put in later breaks the chain at its place.

>>> first = link(START, {"kind": "note"})
>>> broken_at([(first, {"kind": "note"}), (link(first, {"kind": "mute"}), {"kind": "mute"})])
>>> broken_at([(first, {"kind": "mute"})])
0
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Final

START: Final = "0" * 64
"""Hash that stands before the first row of a chain."""


def link(previous: str, content: Mapping[str, object]) -> str:
    """Return the hash of a row in a hash chain, as 64 hexadecimal digits.

    `previous` is the hash of the row before; `content` holds strings, numbers, booleans and None.
    """
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def broken_at(rows: Iterable[tuple[str, Mapping[str, object]]]) -> int | None:
    """Return the index (from 0) of the first row whose stored hash is wrong; None if all are right.

    `rows` are pairs of a stored hash and the row's content, from the beginning of the chain on.
    """
    previous = START
    for index, (stored, content) in enumerate(rows):
        if link(previous, content) != stored:
            return index
        previous = stored
    return None
