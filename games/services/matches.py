"""Beginnings of matches: their rows, seats, dealer's draw and stakes."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine import Rules
from games.models import (
    Deadline,
    DealerDraw,
    Match,
    Player,
    Ruleset,
    Seat,
    Table,
)
from games.models.tables import TableStatus
from games.record.fairness import SEED_BYTES
from games.selectors.unrated import unrated_by_players
from games.services import stakes
from games.services.rulesets import engine_ruleset
from games.stats.pools import pool_name
from games.stats.rated import unrated_reason
from games.stats.ratings import RATING_RULE


@transaction.atomic
def create_match(
    *, table: Table, now: datetime | None = None, first_dealer: int | None = None
) -> Match:
    """Begin a match at a table with every seat taken; return the match.

    Where no first dealer is given, the server stores its part of the draw, which is completed once
    the players' browsers have committed to theirs. A deadline due now makes some process deal.
    Stakes are paid now.

    Raises:
        TableError: `chips_missing` where somebody cannot pay the stake.
        ValueError: a seat is empty.
    """
    now = now or timezone.now()
    ruleset = engine_ruleset(table.ruleset, table.players)
    players = _seated_players(table)
    match = insert_match(
        ruleset_row=table.ruleset,
        rules=ruleset.rules,
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


def _seated_players(table: Table) -> list[Player]:
    """Return the players of a table in the order of their seats.

    Raises:
        ValueError: a seat is empty.
    """
    seated = [seat.player for seat in table.seats.select_related("player").order_by("seat")]
    players = [player for player in seated if player is not None]
    if len(players) != table.players:
        raise ValueError("every seat must be taken")
    return players


def insert_match(
    *,
    ruleset_row: Ruleset,
    rules: Rules,
    players: Sequence[Player],
    table: Table | None = None,
    **fields: Any,
) -> Match:
    """Insert a match and its seats; `players` are by seat, `fields` further fields of `Match`.

    The match is unrated if its rules or players require that.
    """
    ruleset = rules.ruleset
    reason = unrated_reason(
        ruleset.preset,
        ruleset.options,
        sides=rules.sides,
        players=[player.pk for player in players],
        kinds=[player.kind for player in players],
        mixed=table is not None and table.programs == Table.Programs.RATED,
        duplicate=fields.get("boards", 0) > 0,
    )
    if not reason and table is not None:
        reason = unrated_by_players(table, dict(enumerate(players)), rules.sides)
    match = Match.objects.create(
        ruleset=ruleset_row,
        preset=ruleset.preset,
        players=ruleset.players,
        pool=pool_name(ruleset.players, ruleset.options),
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
