"""The real records of `records.ndjson`, stored as matches of people with accounts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from games.models import Match, Player
from games.models.people import PlayerKind
from games.record.verify import checked_log
from games.services.match_ends import store_match
from games.services.players import house_bot
from tests.support.people import player_with_account
from tests.tiles.records import record_for

FIRST_DAY = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
NAMES = ("Ana", "Berta", "Carles", "David", "Elena")


def players_for(tile: str, level: str = "rules") -> list[Player]:
    """Return the players of the record of a tile by seat; people get their accounts."""
    _, record = record_for(tile)
    return [
        house_bot(level, 0)
        if place["kind"] == PlayerKind.BOT
        else Player.objects.filter(name=name).first() or player_with_account(name)
        for place, name in zip(record["seats"], NAMES, strict=False)
    ]


def stored_for(
    tile: str, *, day: float = 0, level: str = "rules", players: Mapping[int, Player] | None = None
) -> tuple[Match, Player]:
    """Store the match of a tile, `day` days after the first; return it and the winner of the tile.

    `players` are the players of some seats; all others are found by `players_for`.
    """
    seat, record = record_for(tile)
    record["match"] = f"{record['match'][:8]}{day:g}" if day else record["match"]
    people = players_for(tile, level)
    for place, player in (players or {}).items():
        people[place] = player
    log = checked_log(record_for(tile)[1])
    log.match_id = record["match"]
    ended = FIRST_DAY + timedelta(days=day)
    match = store_match(
        log=log, players=people, started_at=ended - timedelta(minutes=9), finished_at=ended
    )
    return match, people[seat]
