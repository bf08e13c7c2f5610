"""Real records of matches among people, each with the tiles that one of its seats wins."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from games.tiles.rules.story import Record, SeatStory

FILE = Path(__file__).with_name("records.ndjson")
CLEAN = (20, 0)
"""Decisions and errors of a match that is clean."""


@cache
def _stored() -> dict[str, tuple[int, str]]:
    """Return tile -> the seat that wins it and the record, as text."""
    records = {}
    for line in FILE.read_text("utf-8").splitlines():
        row = json.loads(line)
        for tile, seat in row["wins"].items():
            records[tile] = (seat, json.dumps(row["record"]))
    return records


def record_for(tile: str) -> tuple[int, Record]:
    """Return a seat that wins a tile (its key), and a copy of the record of its match.

    All tiles of trees have the same record, of a match of two whose seat 1 is a bot's.
    """
    seat, record = _stored()["tree" if tile.startswith("tree_") else tile]
    return seat, json.loads(record)


def all_records() -> list[Record]:
    """Return a copy of every record."""
    by_match = {
        record["match"]: record for _, text in _stored().values() for record in [json.loads(text)]
    }
    return list(by_match.values())


def story_of(
    tile: str, record: Mapping[str, Any] | None = None, judged: tuple[int, int] = CLEAN
) -> SeatStory:
    """Return the story of the seat that wins a tile, by another record if one is given."""
    seat, own = record_for(tile)
    levels = {1: tile.removeprefix("tree_")} if tile.startswith("tree_") else {}
    return SeatStory(copy.deepcopy(dict(record or own)), seat, levels, *judged)
