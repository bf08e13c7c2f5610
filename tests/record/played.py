"""Matches for the tests of logs and records, played by bots from a seed."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from games.engine import build_ruleset
from games.record.record import build_record
from tests.support.bot_matches import NO_TIME, Contest, PlayedMatch, bot_sitters, play_contest

TABLES = [
    ("ludoteka", 2, "individual"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 6, "threes"),
    ("doncomos", 4, "individual"),
    ("catalan", 2, "individual"),
    ("catalan", 4, "pairs"),
    ("wikipedia_en", 6, "pairs"),
]


@lru_cache(maxsize=64)
def played_match(
    preset: str = "ludoteka",
    players: int = 2,
    teams: str = "individual",
    *,
    bots: str = "rules",
    seed: str = "1",
    target: int = 2,
) -> tuple[PlayedMatch, str]:
    """A finished match and its record as JSON text."""
    options = {"teams": teams, "match.target": target}
    rules = build_ruleset(preset, players, options).rules
    contest = Contest(rules, tuple(bots.split(",")), 1, seed)
    match = next(play_contest(contest))
    record = build_record(
        match.log, sitters=bot_sitters(contest, match), started_at=NO_TIME, finished_at=NO_TIME
    )
    return match, json.dumps(record)


def record_of(*args: Any, **options: Any) -> dict[str, Any]:
    """A fresh copy of the record of such a match."""
    record: dict[str, Any] = json.loads(played_match(*args, **options)[1])
    return record
