"""Tables of the lobby: one's own, those that wait for players, and those worth watching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from games.common.live_gateway import live_gateway
from games.models import Player, Table
from games.models.tables import TableStatus
from games.pages.forms.quick_play import key_of
from games.pages.wording.lobby import own_match, watched_match
from games.pages.wording.rating_range import range_words
from games.rules_text import clock_words, preset_title, teams_words
from games.selectors.lobby import Friends, running_matches
from games.selectors.table_details import TableDetails, details_of
from games.selectors.tables import listed_tables, rows_without, running_tables, waiting_tables
from games.selectors.watching import best_to_watch, watchable_tables
from games.services.quick_play import QuickGame

Json: TypeAlias = dict[str, Any]


class LobbyTables(NamedTuple):
    """The tables that the lobby shows to a visitor."""

    own: list[Json]
    """Running matches of the visitor, in words."""
    own_ids: list[str]
    waiting: list[Table]
    """Tables at which the visitor waits for players."""
    rows: list[Json]
    """Tables of others that wait for players, in words."""
    running: list[Json]
    """Matches that are most worth watching, in words."""
    people_waiting: int
    """Number of people who wait at tables, whoever sees them."""

    @property
    def names(self) -> set[str]:
        """Return the names of all players at these tables."""
        return {
            *(name for match in self.own for name in match["faces"]),
            *(name for row in self.rows for name in row["seated"]),
            *(name for match in self.running for side in match["faces"] for name in side),
        }


def lobby_tables(player: Player | None, friends: Friends, away: frozenset[int]) -> LobbyTables:
    """Return the tables of the lobby for a visitor; seats and deals are read in one go.

    `away` are the row ids of players in a block with the visitor.
    """
    own = running_tables(player) if player else []
    waiting, watchable = waiting_tables(), watchable_tables()
    details = details_of([*own, *(entry.table for entry in waiting), *watchable])
    own_ids = [table.public_id for table in own]
    listed = listed_tables(waiting, details, live_gateway().is_deserted)
    rows = rows_without(listed, away)
    return LobbyTables(
        own=_own_matches(player, own, details),
        own_ids=own_ids,
        waiting=[table for table in own if table.status == TableStatus.WAITING and not table.quick],
        rows=[with_words(row, friends.names) for row in rows if row["id"] not in own_ids],
        running=_matches_to_watch(watchable, details, player, friends, away),
        people_waiting=sum(len(row["seated"]) for row, _people in listed),
    )


def waiting_by_game(rows: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return key of a game of quick play -> number of people who wait for it at these tables.

    Tables with rules of their own are other games.
    """
    counts: Counter[str] = Counter()
    for row in rows:
        if row["changes"]:
            continue
        game = QuickGame(row["preset"], row["players"], row["teams"])
        counts[key_of(game)] += len(row["seated"])
    return counts


def _own_matches(
    player: Player | None, tables: Sequence[Table], details: TableDetails
) -> list[Json]:
    """Return the player's running matches at these tables as dicts, in words, with whose turn."""
    if player is None or not tables:
        return []
    turns = live_gateway().turns([table.public_id for table in tables])
    return [
        own_match(match, turns.get(match.table.public_id))
        for match in running_matches(tables, player, details)
    ]


def _matches_to_watch(
    tables: Sequence[Table],
    details: TableDetails,
    player: Player | None,
    friends: Friends,
    away: frozenset[int],
) -> list[Json]:
    """Return in words the running matches that are most worth watching for the visitor."""
    best = best_to_watch(
        tables,
        details,
        hidden=away | {player.pk} if player else away,
        follows=friends.ids,
        watchers=live_gateway().watchers,
    )
    return list(map(watched_match, best))


def with_words(row: Json, known: set[str] | frozenset[str] = frozenset()) -> Json:
    """Return a waiting table of the lobby as a dict, with its rules in words added.

    `known` are the names of players whom the visitor follows.
    """
    return {
        **row,
        "rules": preset_title(row["preset"]),
        "sides": teams_words(row["players"], row["teams"]),
        "clock": clock_words(row["turn_ms"], 0),
        "range_words": range_words(row["range"]),
        "friends": [name for name in row["seated"] if name in known],
        "free_seats": range(row["free"]),
    }
