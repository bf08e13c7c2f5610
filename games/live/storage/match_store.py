"""Reads of matches from the database, for the database threads of the live path (synchronous)."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

import orjson
from django.db.models import Max, QuerySet

from brisca_site.prepared_queries import prepared
from games.engine import ruleset_from_options
from games.live.match_state.match_state import Deck, Game, MatchInfo, SeatInfo, SharedDecks
from games.live.match_state.rows import DeadlineRow
from games.live.match_state.turn_time import TurnTime
from games.live.storage.deal_store import load_making, undrawn
from games.models import Action, Deadline, DealSecret, Match, PlayerFigures, Seat, Table, TableSeat
from games.models.figures import EVER
from games.models.matches import MatchStatus
from games.record.fairness import deck_of_block
from games.record.log import By, Entry, MatchLog
from games.record.verify import checked_log
from games.selectors.tournament_secrets import bots_seed
from games.services.daily_deals import bots_dice


@dataclass(frozen=True, slots=True)
class Stored:
    """A journal entry as read, with the time at which it was written (seconds since the epoch)."""

    entry: Entry
    at: float


def load_game(match_id: str) -> tuple[Game, DeadlineRow | None] | None:
    """Return a match (public id) as of its latest entry, with its deadline if it runs; or None.

    A match that is over is read from its record: the rows of its journal are folded into that.
    """
    # Before the row that says who deals: of a draw meanwhile the row knows, and the rows after it.
    waits_for_draw = undrawn(match_id)
    match = _match_with_id.first(match_id)
    if match is None or match.status == MatchStatus.ABANDONED:
        return None
    runs = match.status == MatchStatus.PLAYING
    game = _empty(match, drawn=not (runs and waits_for_draw))
    if match.status in (MatchStatus.FINISHED, MatchStatus.HELD):
        log = checked_log(orjson.loads(zlib.decompress(match.record.body)))
        game.log.head = (log.lost, 0)
        for entry in log.entries:
            game.replay(entry, match.started_at.timestamp(), log.decks)
        game.making.block = log.fairness.get(game.state.number)
        for seq, seat, client_id, action in match.record.last_asked:
            game.seen[seat, client_id] = (seq, action)
        return game, None
    rows = journal_after(match.pk, (0, 0))
    decks = load_decks(match.pk, game.info)  # after the rows: another process may deal meanwhile
    if not _running_match(match.pk):
        return load_game(match_id)  # it ended meanwhile, and its rows went into the record
    if rows and game.undrawn:
        return load_game(match_id)  # the dealer was drawn meanwhile, and more followed
    for row in rows:
        game.replay(row.entry, row.at, decks)
    game.making = load_making(game.info)
    if game.undrawn and (game.making.draw is None or game.making.sealed is not None):
        return load_game(match_id)  # the dealer was drawn meanwhile
    return game, load_deadline(match.pk)


@prepared
def _match_with_id(match_id: str) -> QuerySet[Match]:
    """Return the match with this public id, and what of others its `Game` is made of."""
    return Match.objects.select_related(
        "ruleset", "table", "record", "daily_try__daily", "tournament_game__round__tournament"
    ).filter(public_id=match_id)


@prepared
def _running_match(match: int) -> QuerySet[Match, int]:
    """Return the row id of a match (row id), if it runs."""
    rows = Match.objects.filter(pk=match, status=MatchStatus.PLAYING)
    return rows.values_list("pk", flat=True)


def _empty(match: Match, *, drawn: bool) -> Game:
    """Return a match before its first entry; `drawn`: the first dealer is drawn already."""
    rows = _seats_in(match.pk)
    played = set(_have_played([row.player_id for row in rows if not row.player.bot]))
    seats = tuple(
        SeatInfo(
            row.seat,
            row.player_id,
            row.player.name,
            row.kind,
            row.player.bot,
            newcomer=not row.player.bot and row.player_id not in played,
        )
        for row in rows
    )
    rules = ruleset_from_options(match.preset, match.players, match.ruleset.options).rules
    shared, dice = _shared_decks(match)
    info = MatchInfo(
        pk=match.pk,
        public_id=match.public_id,
        table=match.table.public_id if match.table else None,
        rules=rules,
        first_dealer=match.first_dealer,
        seats=seats,
        started_at=match.started_at.timestamp(),
        delay=delay_of(match.table, seats),
        boards=match.boards,
        rated=match.rated,
        shared=shared,
        tournament=getattr(match, "tournament_game", None) is not None,
        dice=dice,
    )
    return Game(
        info=info,
        log=MatchLog.begin(
            match.public_id, rules, match.first_dealer, boards=match.boards, drawn=drawn
        ),
        time=TurnTime(
            match.turn_ms, match.bank_ms, match.increment_ms, [match.bank_ms] * len(seats)
        ),
        turn_started=info.started_at,
        substitutes=substitutes(match.table_id),
    )


@prepared
def _seats_in(match: int) -> QuerySet[Seat]:
    """Return the seats of a match (row id) with their players, in order."""
    return Seat.objects.filter(match=match).select_related("player").order_by("seat")


def _shared_decks(match: Match) -> tuple[SharedDecks | None, bytes]:
    """Return where the decks are that others play too, and the key of the bots' random choices."""
    tried = getattr(match, "daily_try", None)
    if tried is not None:
        return SharedDecks("daily", tried.daily_id), bots_dice(tried.daily)
    game = getattr(match, "tournament_game", None)
    if game is None or not game.round.tournament.compared:
        return None, b""
    tournament, number = game.round.tournament, game.round.number
    return SharedDecks("tournament", tournament.pk, number), bots_seed(tournament, number)


@prepared
def _have_played(players: Collection[int]) -> QuerySet[PlayerFigures, int]:
    """Return those of these players (row ids) who have finished a match, some more than once."""
    rows = PlayerFigures.objects.filter(player__id__in=players, month=EVER)
    return rows.values_list("player", flat=True)


def delay_of(table: Table | None, seats: Sequence[SeatInfo]) -> int:
    """Return by how many tricks watchers see a match late; 0 where at most one person plays."""
    people = sum(not seat.bot for seat in seats)
    return table.delay if table is not None and people > 1 else 0


def substitutes(table: int | None) -> dict[int, str]:
    """Return seat -> level of the bot that plays for an absent person, at a table (row id)."""
    return {} if table is None else dict(_substitutes_at(table))


@prepared
def _substitutes_at(table: int) -> QuerySet[TableSeat, tuple[int, str]]:
    """Return (seat, level of the bot) of the seats of a table (row id) that a bot plays for."""
    rows = TableSeat.objects.filter(table=table).exclude(substitute="")
    return rows.values_list("seat", "substitute")


def journal_after(match: int, head: tuple[int, int]) -> list[Stored]:
    """Return the entries of a match (row id) after that numbered `head` (seq, sub), in order."""
    seq, sub = head
    return [
        Stored(
            Entry(
                seq=row[0],
                sub=row[1],
                seat=row[2],
                action=orjson.loads(row[4]),
                by=cast("By", row[5]),
                ms=row[6],
                client_id=row[3],
            ),
            row[7].timestamp(),
        )
        for row in _actions_from(match, seq)
        if (row[0], row[1]) > (seq, sub)
    ]


@prepared
def _actions_from(match: int, seq: int) -> QuerySet[Action, Any]:
    """Return the entries of the journal of a match (row id) from number `seq` on, as tuples."""
    rows = Action.objects.filter(match=match, seq__gte=seq).order_by("seq", "sub")
    return rows.values_list("seq", "sub", "seat", "client_id", "payload", "by", "ms", "created_at")


def load_decks(match: int, info: MatchInfo, after: int = 0) -> dict[int, Deck]:
    """Return deal number -> deck of a match's deals after number `after`, from their proofs.

    `match` is the row id.
    """
    return {
        number: tuple(deck_of_block(proof, info.rules.deck))
        for number, proof in _proofs_after(match, after)
        if proof  # else the match ended meanwhile, and its proofs went into the record
    }


@prepared
def _proofs_after(match: int, after: int) -> QuerySet[DealSecret, Any]:
    """Return (number, proof) of the deals of a match (row id) after a number that are dealt."""
    rows = DealSecret.objects.filter(match=match, deal_number__gt=after, fairness__isnull=False)
    return rows.values_list("deal_number", "fairness")


def load_deadline(match: int) -> DeadlineRow | None:
    """Return the deadline of a match (row id); None if it has none."""
    row = _deadlines_of.first(match)
    if row is None:
        return None
    return DeadlineRow(match, row.for_seq, row.kind, row.due_at.timestamp())


@prepared
def _deadlines_of(match: int) -> QuerySet[Deadline]:
    """Return the deadline of a match (row id)."""
    return Deadline.objects.filter(match=match)


def heads(matches: Iterable[int]) -> dict[int, int]:
    """Return match (row id) -> number (seq) of its latest journal entry.

    Matches that have no entry are left out.
    """
    rows = Action.objects.filter(match__in=list(matches)).values("match").order_by()
    return dict(rows.annotate(head=Max("seq")).values_list("match", "head"))


def due_matches(before: float, limit: int = 50) -> list[tuple[str, str]]:
    """Return (match, table) public ids of at most `limit` due deadlines, the earliest first.

    They are due by `before`, in seconds since the epoch.
    """
    due = _due_deadlines(datetime.fromtimestamp(before, UTC), limit=limit)
    return [(match, table or "") for match, table in due]


@prepared
def _due_deadlines(before: datetime, *, limit: int) -> QuerySet[Deadline, tuple[str, str | None]]:
    """Return (match, table) public ids of the first `limit` deadlines that are due by `before`."""
    rows = Deadline.objects.filter(due_at__lte=before, match__status=MatchStatus.PLAYING)
    pairs = rows.order_by("due_at").values_list("match__public_id", "match__table__public_id")
    return pairs[:limit]
