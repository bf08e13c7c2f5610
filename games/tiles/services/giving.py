"""Giving of tiles: when a match has ended, when its analysis is there, and for stored matches."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from games.models import Match, MatchRecord, Seat, SeatAnalysis
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.services.match_end_handlers import MatchEndHandler
from games.tiles.models import PlayerTile
from games.tiles.rules.catalogue import tiles_won
from games.tiles.rules.story import Record, SeatStory

CHUNK: Final = 100
"""Stored matches read at once."""
Judged: TypeAlias = Mapping[int, tuple[int, int]]
"""Seat -> its judged decisions, and the errors among them."""


class _Sitter(NamedTuple):
    """A seat's player: row id, kind of seat, level of a house bot, row id of the account."""

    seat: int
    player: int
    kind: str
    bot: str
    user: int | None

    @property
    def wins_tiles(self) -> bool:
        """Return True for a person or guest whose account exists."""
        return self.kind != PlayerKind.BOT and self.user is not None


def give_tiles(*, match: Match, record: Record, judged: Judged | None = None) -> None:
    """Give the people of a finished match the tiles that they win by it and do not have yet.

    `judged` has the results of its analysis, if it has been analysed. Rows are inserted in the
    order of the players, so that two matches that end at once wait for each other.
    """
    if all(place["kind"] == PlayerKind.BOT for place in record["seats"]):
        return
    sitters = _sitters_of([match.pk])[match.pk]
    _insert(_rows(match, record, sitters, judged or {}))


def give_stored_tiles(*, step: Callable[[int], object] = lambda _: None) -> int:
    """Give the tiles of all stored matches, the earliest first; return the number of new tiles.

    Tiles that players have already keep their match. `step` is called with the number of matches
    just done.
    """
    before = PlayerTile.objects.count()
    ids = list(matches_of_people().order_by("finished_at", "pk").values_list("pk", flat=True))
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        _give_chunk(chunk)
        step(len(chunk))
    return PlayerTile.objects.count() - before


def matches_of_people() -> Any:
    """Return a query of the finished matches in which a person or guest sat."""
    seats = Seat.objects.exclude(kind=PlayerKind.BOT)
    return Match.objects.filter(
        status=MatchStatus.FINISHED, record__isnull=False, pk__in=seats.values("match")
    )


def forget_tiles(*, user_id: int) -> None:
    """Delete the tiles of a deleted account."""
    PlayerTile.objects.filter(player__user=user_id).delete()


class TileMatchEnds(MatchEndHandler):
    """Handler of match ends that gives the people of a match their tiles."""

    def counted(self, match: Match, record: Record) -> None:
        """Give the tiles that follow from the record of a match."""
        give_tiles(match=match, record=record)

    def analysed(self, match: Match, body: Mapping[str, Any]) -> None:
        """Give the tiles that follow from the record of a match and its analysis."""
        stored = MatchRecord.objects.filter(match=match).values_list("body", flat=True).first()
        if stored is not None:
            judged = {seat["seat"]: (seat["decisions"], seat["errors"]) for seat in body["seats"]}
            give_tiles(match=match, record=_unpacked(bytes(stored)), judged=judged)


def _give_chunk(ids: Sequence[int]) -> None:
    """Give the tiles of stored matches, by row ids in the order of their ends."""
    matches = Match.objects.in_bulk(ids)
    records = dict(MatchRecord.objects.filter(match__in=ids).values_list("match", "body"))
    sitters = _sitters_of(ids)
    judged: dict[int, dict[int, tuple[int, int]]] = {}
    analyses = SeatAnalysis.objects.filter(match__in=ids)
    for match, seat, decisions, errors in analyses.values_list(
        "match", "seat", "decisions", "errors"
    ):
        judged.setdefault(match, {})[seat] = (decisions, errors)
    for pk in ids:
        record = _unpacked(bytes(records[pk]))
        _insert(_rows(matches[pk], record, sitters[pk], judged.get(pk, {})))


def _unpacked(body: bytes) -> Record:
    """Return a record as JSON from its stored form."""
    record: Record = json.loads(zlib.decompress(body))
    return record


def _sitters_of(ids: Sequence[int]) -> dict[int, list[_Sitter]]:
    """Return match (row id) -> its seats' players, in one query."""
    sitters: dict[int, list[_Sitter]] = {pk: [] for pk in ids}
    seats = Seat.objects.filter(match__in=ids).order_by("seat")
    fields = ("match", "seat", "player", "kind", "player__bot", "player__user")
    for match, *row in seats.values_list(*fields):
        sitters[match].append(_Sitter(*row))
    return sitters


def _rows(
    match: Match, record: Record, sitters: Sequence[_Sitter], judged: Judged
) -> list[PlayerTile]:
    """Return unsaved rows of all tiles that the people of a match win by it, had or not."""
    assert match.finished_at is not None
    levels = {sitter.seat: sitter.bot for sitter in sitters}
    rows = []
    for sitter in sorted(sitters, key=lambda sitter: sitter.player):
        if sitter.wins_tiles:
            story = SeatStory(record, sitter.seat, levels, *judged.get(sitter.seat, ()))
            rows += [
                PlayerTile(
                    player_id=sitter.player, tile=tile, match=match, won_at=match.finished_at
                )
                for tile in tiles_won(story)
            ]
    return rows


def _insert(rows: Iterable[PlayerTile]) -> None:
    """Insert tiles; those that the players have already stay as they are."""
    unsaved = list(rows)
    if unsaved:
        PlayerTile.objects.bulk_create(unsaved, ignore_conflicts=True)
