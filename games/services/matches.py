"""Matches as they begin and end: rows, results, records, figures.

Everything here is synchronous and keeps to one transaction; `finish_match` runs inside
that of the action that ended the match.
"""

from __future__ import annotations

import json
import secrets
import zlib
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, cast

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine import (
    MatchState,
    Rules,
    apply,
    ruleset_from_options,
    start,
)
from games.engine import Ruleset as EngineRuleset
from games.models import (
    Action,
    Deadline,
    DealerDraw,
    DealNonce,
    DealSecret,
    Match,
    Player,
    Ruleset,
    Seat,
    Table,
    Team,
)
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.record.fairness import SEED_BYTES
from games.record.log import MatchLog, read_action
from games.record.record import Kind, Sitter, build_record
from games.services import stakes
from games.services.addresses import forget_play_addresses
from games.services.analyses import queue_analysis
from games.services.daily import finish_try
from games.services.deals import finish_deal
from games.services.rating_checks import decide_unrated_reason
from games.services.records import store_record
from games.stats.pools import pool_name
from games.stats.rated import unrated_reason
from games.stats.ratings import RATING_RULE
from games.stats.results import deal_winners
from games.stats.shuffles import fold_shuffles

OUTCOME_FIELDS: Final = (
    "status", "finished_at", "deal_count", "score", "winners", "ended_by", "rated",
    "unrated_reason", "rating_rule",
)  # fmt: skip
"""Fields of a match that its end writes."""


def pool_of(ruleset: EngineRuleset) -> str:
    """What a match of this ruleset counts in: '2', '4-pairs', '5-chiamata', '3-rematada'."""
    return pool_name(ruleset.players, ruleset.options)


def engine_ruleset(row: Ruleset, players: int) -> EngineRuleset:
    """The engine's ruleset of a stored one."""
    return ruleset_from_options(row.preset, players, row.options)


@transaction.atomic
def create_match(
    *, table: Table, now: datetime | None = None, first_dealer: int | None = None
) -> Match:
    """A match between those who sit at a table, every seat taken; it begins at once.

    Where no first dealer is given, the server draws its part of the draw, which is made once the
    players' browsers have committed to theirs.
    The table points to it; its deadline makes sure that some process deals. Where there is a stake
    it is paid now; TableError `chips_missing` where somebody cannot.
    """
    now = now or timezone.now()
    ruleset = engine_ruleset(table.ruleset, table.players)
    seated = [seat.player for seat in table.seats.select_related("player").order_by("seat")]
    players = [player for player in seated if player is not None]
    if len(players) != table.players:
        raise ValueError("every seat must be taken")
    match = _new_match(
        ruleset_row=table.ruleset,
        ruleset=ruleset,
        players=players,
        first_dealer=secrets.randbelow(table.players) if first_dealer is None else first_dealer,
        table=table,
        boards=table.boards,
        turn_ms=table.turn_ms,
        bank_ms=table.bank_ms,
        increment_ms=table.increment_ms,
        public=table.visibility == Table.Visibility.PUBLIC and table.watch == Table.Watch.ANYONE,
        started_at=now,
    )
    if first_dealer is None:
        house = [seat for seat, player in enumerate(players) if player.bot]
        seed = secrets.token_bytes(SEED_BYTES)
        DealerDraw.objects.create(match=match, seed=seed, house=house)
    stakes.pay_stakes(match=match, table=table, rules=ruleset.rules, players=players)
    Deadline.objects.create(match=match, for_seq=0, kind="next_deal", due_at=now)
    table.match = match
    table.status = TableStatus.PLAYING
    table.save(update_fields=["match", "status", "updated_at"])
    return match


def _new_match(
    *,
    ruleset_row: Ruleset,
    ruleset: EngineRuleset,
    players: Sequence[Player],
    table: Table | None = None,
    **fields: Any,
) -> Match:
    """A match and its seats."""
    rules = ruleset.rules
    reason = unrated_reason(
        ruleset.preset,
        ruleset.options,
        sides=rules.sides,
        players=[player.pk for player in players],
        kinds=[player.kind for player in players],
        mixed=table is not None and table.programs == Table.Programs.RATED,
        duplicate=fields.get("boards", 0) > 0,
    )
    match = Match.objects.create(
        ruleset=ruleset_row,
        preset=ruleset.preset,
        players=ruleset.players,
        pool=pool_of(ruleset),
        sides=[list(side) for side in rules.sides],
        rated=not reason,
        unrated_reason=reason,
        rating_rule=RATING_RULE,
        table=table,
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(
            match=match,
            seat=seat,
            side=rules.side_of[seat],
            player=player,
            kind=player.kind,
        )
        for seat, player in enumerate(players)
    )
    return match


@transaction.atomic
def store_match(
    *,
    log: MatchLog,
    players: Sequence[Player],
    started_at: datetime,
    finished_at: datetime,
    ruleset: Ruleset | None = None,
) -> Match:
    """Store a match that was played elsewhere to its end, as live play would have left it.

    `players` in the order of the seats; `log.fairness` has the proof of every deal, the seeds
    among them. `ruleset` saves looking it up.
    """
    rules = log.rules
    row = ruleset or ruleset_row(rules.ruleset)
    match = _new_match(
        ruleset_row=row,
        ruleset=rules.ruleset,
        players=players,
        public_id=log.match_id,
        boards=log.boards,
        first_dealer=log.dealer,
        started_at=started_at,
    )
    state = start(rules, dealer=log.dealer)
    for entry in log.entries:
        before = len(state.results)
        state, _ = apply(state, read_action(entry, state.number, log.decks))
        if len(state.results) > before and state.deal is not None:
            finish_deal(match_id=match.pk, result=state.results[-1], tricks=state.deal.tricks)
    DealSecret.objects.bulk_create(
        DealSecret(
            match=match,
            deal_number=number,
            server_commit=block["server_commit"],
            revealed_at=finished_at,
            **DealSecret.FOLDED,
        )
        for number, block in log.fairness.items()
        if (block["match"], block["deal"])
        == (log.match_id, number)  # decks that were played before have theirs there
    )
    _close(match, log, log.fairness, finished_at)
    fold_shuffles([match.pk])
    return match


def ruleset_row(ruleset: EngineRuleset) -> Ruleset:
    """The stored form of a ruleset, made the first time it is used."""
    row, _ = Ruleset.objects.get_or_create(
        hash=ruleset.hash,
        defaults={"preset": ruleset.preset, "options": dict(ruleset.stored)},
    )
    return row


@transaction.atomic
def finish_match(*, match_id: int, log: MatchLog, finished_at: datetime) -> Match:
    """Close a match whose log has come to its end: score, record, figures, table.

    The action rows and the proofs of the deals fold into the record, what the deals were made of may
    be known now, and the pot goes to the winners.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_id)
    blocks = {
        secret.deal_number: secret.fairness
        for secret in match.secrets.filter(fairness__isnull=False).order_by("deal_number")
    }
    state = log.state
    stakes.settle(
        match=match,
        rules=state.rules,
        winners=state.winners or (),
        eldest=state.eldest,
        now=finished_at,
    )
    held = finish_try(match=match, log=log, finished_at=finished_at)
    _decide_rating(match, state, finished_at)
    _close(match, log, blocks, finished_at, held=held)
    Action.objects.filter(match=match).delete()
    Deadline.objects.filter(match=match).delete()
    DealNonce.objects.filter(match=match).delete()
    DealerDraw.objects.filter(match=match).delete()
    DealSecret.objects.filter(match=match, fairness__isnull=False).update(**DealSecret.FOLDED)
    if not held:
        queue_analysis(match=match, rules=state.rules)
        DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=finished_at)
    if match.table is not None and match.table.match_id == match.pk:
        match.table.status = TableStatus.FINISHED
        match.table.save(update_fields=["status", "updated_at"])
    if not held:
        fold_shuffles([match.pk])
    return match


def _decide_rating(match: Match, state: MatchState, ended_at: datetime) -> None:
    """Say whether a match that has ended moves ratings, and forget where it was played from."""
    match.unrated_reason = decide_unrated_reason(
        match=match,
        state=state,
        seats=list(match.seats.select_related("player").order_by("seat")),
        ended_at=ended_at,
    )
    match.rated = match.rated and not match.unrated_reason
    match.rating_rule = RATING_RULE
    forget_play_addresses(table=match.table)


@transaction.atomic
def open_held(*, match_id: int, now: datetime) -> bool:
    """Show a match that was held back, and count it: for all others it ends now.

    False where somebody has done so already.
    """
    match = Match.objects.select_for_update(of=("self",)).get(pk=match_id)
    if match.status != MatchStatus.HELD:
        return False
    match.status, match.finished_at = MatchStatus.FINISHED, now
    match.save(update_fields=["status", "finished_at"])
    match.seats.update(finished_at=now)
    DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=now)
    _count(match, json.loads(zlib.decompress(match.record.body)))
    queue_analysis(match=match, rules=engine_ruleset(match.ruleset, match.players).rules)
    fold_shuffles([match.pk])
    return True


def _count(match: Match, record: dict[str, Any]) -> None:
    """Put a match that everybody may see into all figures."""
    from games.stats.update import fold_match

    Ruleset.objects.filter(pk=match.ruleset_id).update(match_count=F("match_count") + 1)
    fold_match(match, record)


@transaction.atomic
def abandon_match(*, match_id: int, now: datetime) -> bool:
    """End a match that cannot go on: nobody wins, nothing is counted, stakes go back.

    False where it is over already. The table may have a rematch.
    """
    match = Match.objects.select_for_update(of=("self",)).select_related("table").get(pk=match_id)
    if match.status != MatchStatus.PLAYING:
        return False
    stakes.give_back(match=match, now=now)
    match.status, match.ended_by = MatchStatus.ABANDONED, "abandoned"
    match.save(update_fields=["status", "ended_by"])
    forget_play_addresses(table=match.table)
    Action.objects.filter(match=match).delete()
    Deadline.objects.filter(match=match).delete()
    DealNonce.objects.filter(match=match).delete()
    DealerDraw.objects.filter(match=match).delete()
    DealSecret.objects.filter(match=match, revealed_at=None).update(revealed_at=now)
    if match.table is not None and match.table.match_id == match.pk:
        match.table.status = TableStatus.FINISHED
        match.table.save(update_fields=["status", "updated_at"])
    fold_shuffles([match.pk])
    return True


def _close(
    match: Match,
    log: MatchLog,
    blocks: dict[int, Any],
    finished_at: datetime,
    *,
    held: bool = False,
) -> None:
    """Fill in the outcome of a match, and write its seats, teams, record and figures.

    One that is `held` back is in no list and no figure before `open_held`.
    """
    state = log.state
    winners = list(state.winners or ())
    match.status = MatchStatus.HELD if held else MatchStatus.FINISHED
    match.finished_at = None if held else finished_at
    match.deal_count = len(state.results)
    match.score = list(state.score)
    match.winners = winners
    match.ended_by = state.ended_by or ""
    match.save(update_fields=OUTCOME_FIELDS)
    seats = list(match.seats.select_related("player").order_by("seat"))
    record = build_record(
        log,
        sitters=[Sitter(seat.player.name, _kind(seat)) for seat in seats],
        started_at=match.started_at,
        finished_at=finished_at,
        fairness=blocks,
    )
    deals_won = Counter(side for deal in record["deals"] for side in deal_winners(record, deal))
    teams = _teams(state.rules, seats)
    for seat in seats:
        seat.team = teams.get(seat.side)
        seat.won = seat.side in winners if winners else None
        seat.deals_won = deals_won[seat.side]
        seat.points = sum(result.seat_points[seat.seat] for result in state.results)
        seat.finished_at = match.finished_at
    Seat.objects.bulk_update(seats, ["team", "won", "deals_won", "points", "finished_at"])
    store_record(match=match, record=record, log=log)
    if not held:
        _count(match, record)


def _kind(seat: Seat) -> Kind:
    return cast("Kind", seat.kind)


def _teams(rules: Rules, seats: Sequence[Seat]) -> dict[int, Team]:
    """Side -> the team that its players form, made the first time; none for sides of one."""
    teams: dict[int, Team] = {}
    for side, members in enumerate(rules.sides):
        players = sorted({seats[seat].player_id for seat in members})
        if len(members) < 2 or len(players) != len(members):
            continue
        team, made = Team.objects.get_or_create(key="-".join(map(str, players)))
        if made:
            team.players.set(players)
        teams[side] = team
    return teams
