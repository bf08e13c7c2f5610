"""Checks whether an ended match moves ratings; they detect rating points won from oneself."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from games.engine import MatchState
from games.models import Match, RatingPoint, Seat
from games.selectors.unrated import opponents_share_address
from games.stats.figures import BOTS
from games.stats.rated import BOT, EARLY_RESIGNATION, SAME_ADDRESS, SAME_OPPONENT, resigned_early

OPPONENTS_WINDOW: Final = timedelta(days=14)
"""Period before the end of a match in which the winner's opponents are counted."""
OPPONENT_SHARE_DIVISOR: Final = 3
"""An opponent must make up less than 1/OPPONENT_SHARE_DIVISOR of the winner's rated matches."""
FREE_MATCHES: Final = 2
"""Number of rated matches against one opponent below which the share is not checked."""
COUNTED_MATCHES: Final = 200
"""Maximum number of the winner's latest matches that are counted."""
PLAYER_LOCK_CLASS: Final = 7_301
"""First key of the advisory locks on players whose matches are being decided."""


def decide_unrated_reason(
    *, match: Match, state: MatchState, seats: Sequence[Seat], ended_at: datetime
) -> str:
    """Return why an ended match does not move ratings; "" where it is rated.

    `seats` are those of the match with their players, in their order. The players are locked until
    the transaction ends against other matches of theirs that end at the same moment.
    """
    if not match.rated:
        return match.unrated_reason
    people = [seat for seat in seats if not seat.player.bot]
    side_of = {seat.player_id: seat.side for seat in people}
    if match.table_id is not None and opponents_share_address(match.table_id, side_of):
        return SAME_ADDRESS
    _lock({seat.player_id for seat in people})
    pool = BOTS + match.pool if any(seat.kind == BOT for seat in seats) else match.pool
    winners = state.winners or ()
    for winner, opponents in _won_against(people, winners):
        if _is_frequent(winner, opponents, pool, ended_at):
            return SAME_OPPONENT
    return EARLY_RESIGNATION if resigned_early(state) else ""


def _won_against(
    people: Sequence[Seat], winners: Collection[int]
) -> Iterator[tuple[int, set[int]]]:
    """Yield each winner (player id) with the set of opponents (player ids) they beat.

    In a draw everybody counts as a winner. If players have left, those who stayed win against them.
    """
    if any(seat.left for seat in people):
        yield from _won_against_leavers(people)
        return
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


def _won_against_leavers(people: Sequence[Seat]) -> Iterator[tuple[int, set[int]]]:
    """Yield the player id of each who stayed with the ids of the opponents who left."""
    for seat in people:
        leavers = {place.player_id for place in people if place.left and place.side != seat.side}
        if leavers and not seat.left:
            yield seat.player_id, leavers


def _is_frequent(winner: int, opponents: Collection[int], pool: str, ended_at: datetime) -> bool:
    """Return whether one beaten opponent makes up too large a share of a winner's rated matches."""
    recent = _recent_matches(winner, pool, ended_at)
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
    return any(
        count >= FREE_MATCHES and OPPONENT_SHARE_DIVISOR * count >= len(recent)
        for count in against.values()
    )


def _recent_matches(player: int, pool: str, ended_at: datetime) -> list[int]:
    """Return the latest rated matches (row ids) of a player in the window before a moment."""
    points = RatingPoint.objects.filter(rating__player=player, rating__pool=pool)
    latest = points.order_by("-number").values_list("match", "match__finished_at")
    return [
        match
        for match, finished_at in latest[:COUNTED_MATCHES]
        if finished_at is not None and finished_at > ended_at - OPPONENTS_WINDOW
    ]


def _lock(players: Collection[int]) -> None:
    """Lock players (ids) until the transaction ends, against other decisions on their ratings.

    SQLite needs no lock: it has one writer at a time.
    """
    if connection.vendor != "postgresql" or not players:
        return
    with connection.cursor() as cursor:
        for player in sorted(player % 2**31 for player in players):
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [PLAYER_LOCK_CLASS, player])
