"""Reads of matches from the database, for the database threads of the live path (synchronous)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import orjson
from django.db.models import Max

from games.engine import ruleset_from_options
from games.live.match_state.match_state import Deck, Game, MatchInfo, SeatInfo, SharedDecks
from games.live.match_state.rows import DeadlineRow
from games.live.match_state.turn_time import TurnTime
from games.live.storage.deal_store import load_making, undrawn
from games.live.storage.event_decks import event_decks
from games.models import Action, Deadline, DealSecret, Match, PlayerFigures, Table, TableSeat
from games.models.figures import EVER
from games.models.matches import MatchStatus
from games.record.fairness import deck_of_block
from games.record.log import By, Entry, MatchLog
from games.record.verify import checked_log
from games.services.daily_deals import bots_dice


@dataclass(frozen=True, slots=True)
class Stored:
    """A journal entry as read, with the time at which it was written (seconds since the epoch)."""

    entry: Entry
    at: float


def load_game(match_id: str) -> tuple[Game, DeadlineRow | None] | None:
    """Return a match (public id) as of its latest entry, with its deadline if it runs; or None.

    A match that is over is read from its record, as its journal has been deleted.
    """
    # Before the row that says who deals: of a draw meanwhile the row knows, and the rows after it.
    waits_for_draw = undrawn(match_id)
    matches = Match.objects.select_related(
        "ruleset", "table", "record", "daily_try__daily", "tournament_game__round__tournament"
    )
    match = matches.filter(public_id=match_id).first()
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
            game.entries_by_id[seat, client_id] = (seq, action)
        return game, None
    rows = journal_after(match.pk, (0, 0))
    decks = load_decks(match.pk, game.info)  # after the rows: another process may deal meanwhile
    if not Match.objects.filter(pk=match.pk, status=MatchStatus.PLAYING).exists():
        return load_game(match_id)  # it ended meanwhile, and its rows went into the record
    if rows and game.undrawn:
        return load_game(match_id)  # the dealer was drawn meanwhile, and more followed
    for row in rows:
        game.replay(row.entry, row.at, decks)
    game.making = load_making(game.info)
    if game.undrawn and (game.making.draw is None or game.making.sealed is not None):
        return load_game(match_id)  # the dealer was drawn meanwhile
    return game, load_deadline(match.pk)


def _empty(match: Match, *, drawn: bool) -> Game:
    """Return a match in memory before its first entry; `drawn`: the first dealer is known."""
    rows = match.seats.select_related("player").order_by("seat")
    people = [row.player_id for row in rows if not row.player.bot]
    finished = PlayerFigures.objects.filter(player__in=people, month=EVER)
    played = set(finished.values_list("player", flat=True))
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
        tournament=event_decks().is_event_match(match),
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


def _shared_decks(match: Match) -> tuple[SharedDecks | None, bytes]:
    """Return the shared decks that a match plays (None: own decks), and its bots' seed key."""
    tried = getattr(match, "daily_try", None)
    if tried is not None:
        return SharedDecks("daily", tried.daily_id), bots_dice(tried.daily)
    source = event_decks().source_of(match)
    if source is None:
        return None, b""
    return SharedDecks("tournament", source.event, source.round), source.dice


def delay_of(table: Table | None, seats: Sequence[SeatInfo]) -> int:
    """Return the delay of spectators in tricks; 0 if at most one person plays."""
    people = sum(not seat.bot for seat in seats)
    return table.delay if table is not None and people > 1 else 0


def substitutes(table: int | None) -> dict[int, str]:
    """Return seat -> level of the bot that plays for an absent person, at a table (row id)."""
    if table is None:
        return {}
    rows = TableSeat.objects.filter(table=table).exclude(substitute="")
    return dict(rows.values_list("seat", "substitute"))


def journal_after(match: int, head: tuple[int, int]) -> list[Stored]:
    """Return the journal entries of a match (row id) after position `head` (seq, sub)."""
    seq, sub = head
    rows = Action.objects.filter(match=match, seq__gte=seq).order_by("seq", "sub")
    fields = ("seq", "sub", "seat", "client_id", "payload", "by", "ms", "created_at")
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
        for row in rows.values_list(*fields)
        if (row[0], row[1]) > (seq, sub)
    ]


def load_decks(match: int, info: MatchInfo, after: int = 0) -> dict[int, Deck]:
    """Return deal number -> deck for the deals of a match after number `after`, from their proofs.

    `match` is the row id.
    """
    deals = DealSecret.objects.filter(match=match, deal_number__gt=after, fairness__isnull=False)
    return {
        number: tuple(deck_of_block(proof, info.rules.deck))
        for number, proof in deals.values_list("deal_number", "fairness")
        if proof  # else the match ended meanwhile, and its proofs went into the record
    }


def load_deadline(match: int) -> DeadlineRow | None:
    """Return the deadline of a match (row id); None if it has none."""
    row = Deadline.objects.filter(match=match).first()
    if row is None:
        return None
    return DeadlineRow(match, row.for_seq, row.kind, row.due_at.timestamp())


def heads(matches: Iterable[int]) -> dict[int, int]:
    """Return match (row id) -> number (seq) of its latest journal entry.

    Matches that have no entry are left out.
    """
    rows = Action.objects.filter(match__in=list(matches)).values("match").order_by()
    return dict(rows.annotate(head=Max("seq")).values_list("match", "head"))


def due_matches(before: float, limit: int = 50) -> list[tuple[str, str]]:
    """Return (match, table) public ids of at most `limit` due deadlines, the earliest first.

    A deadline is due if it is not after `before`, in seconds since the epoch.
    """
    due = Deadline.objects.filter(
        due_at__lte=datetime.fromtimestamp(before, UTC), match__status=MatchStatus.PLAYING
    ).order_by("due_at")
    ids = due.values_list("match__public_id", "match__table__public_id")
    return [(match, table or "") for match, table in ids[:limit]]
