"""Whether a match that has ended moves ratings: not where they could be had from oneself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from django.db import connection

from games.engine import MatchState
from games.models import Match, RatingPoint, Seat
from games.services.addresses import play_addresses
from games.stats.figures import BOTS
from games.stats.rated import BOT, EARLY_RESIGNATION, SAME_ADDRESS, SAME_OPPONENT, resigned_early

WINDOW: Final = timedelta(days=14)
"""How far back the winner's opponents are counted."""
SHARE: Final = 3
"""One opponent may make up less than one in so many of the winner's rated matches."""
FREE_MATCHES: Final = 2
"""Rated matches against one opponent before the share counts."""
COUNTED_MATCHES: Final = 200
"""The latest matches of the winner that are looked at."""
LOCK: Final = 7_301
"""First key of the advisory locks of players whose matches are being decided."""


def decide_unrated_reason(
    *, match: Match, state: MatchState, seats: Sequence[Seat], ended_at: datetime
) -> str:
    """Return why a match that may be rated by its beginning is not; empty: it is rated.

    `seats` are those of the match with their players, in their order. Locks the players against
    other matches of theirs that end at the same moment, until the transaction ends.
    """
    if not match.rated:
        return match.unrated_reason
    people = [seat for seat in seats if not seat.player.bot]
    if _share_an_address(match, people):
        return SAME_ADDRESS
    _lock({seat.player_id for seat in people})
    pool = BOTS + match.pool if any(seat.kind == BOT for seat in seats) else match.pool
    winners = state.winners or ()
    for winner, opponents in _won_against(people, winners):
        if _is_frequent(winner, opponents, pool, ended_at):
            return SAME_OPPONENT
    return EARLY_RESIGNATION if resigned_early(state) else ""


def _share_an_address(match: Match, people: Sequence[Seat]) -> bool:
    """Return whether two on different sides have played from the same address."""
    addresses = play_addresses(table=match.table)
    return any(
        addresses.get(one.player_id, set()) & addresses.get(other.player_id, set())
        for one, other in combinations(people, 2)
        if one.side != other.side
    )


def _won_against(
    people: Sequence[Seat], winners: Collection[int]
) -> Iterator[tuple[int, set[int]]]:
    """Yield each winner and whom they beat, by ids of players; of a draw all, against all."""
    for seat in people:
        if winners and seat.side not in winners:
            continue
        beaten = {
            other.player_id
            for other in people
            if other.side != seat.side and other.side not in winners
        }
        if beaten:
            yield seat.player_id, beaten


def _is_frequent(winner: int, opponents: Collection[int], pool: str, ended_at: datetime) -> bool:
    """Return whether one of the opponents makes up too much of the winner's rated matches."""
    points = RatingPoint.objects.filter(rating__player=winner, rating__pool=pool)
    latest = points.order_by("-number").values_list("match", "match__finished_at")
    recent = [
        match
        for match, finished_at in latest[:COUNTED_MATCHES]
        if finished_at is not None and finished_at > ended_at - WINDOW
    ]
    sides: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = Seat.objects.filter(match__in=recent, player__in=[winner, *opponents])
    for match, player, side in rows.values_list("match", "player", "side"):
        sides[match][player] = side
    against = Counter(
        player
        for played in sides.values()
        for player, side in played.items()
        if player != winner and side != played.get(winner)
    )
    return any(count >= FREE_MATCHES and SHARE * count >= len(recent) for count in against.values())


def _lock(players: Collection[int]) -> None:
    """Keep other matches of these players from being decided meanwhile.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor != "postgresql" or not players:
        return
    with connection.cursor() as cursor:
        for player in sorted(player % 2**31 for player in players):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCK, player])
