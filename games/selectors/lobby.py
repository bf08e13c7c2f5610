"""Reads for the lobby, besides the tables that wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import Deal, Match, Player, PlayerFigures, Rating, Seat, Table, TableSeat
from games.models.figures import EVER
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import latest_of, match_page
from games.selectors.social import blocked_either_way, followed, tables_of

Json = dict[str, Any]
RECENT = timedelta(days=7)
FRIENDS_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A running match at a table, as seen by one player, with its score after the finished deals.

    Sides are in the match's order; `own` and `seat` are the side and seat of the player it was read
    for, None without one.
    """

    table: Table
    sides: tuple[tuple[TableSeat, ...], ...]
    score: tuple[int, ...]
    deals: int
    own: int | None = None
    seat: int | None = None

    @property
    def others(self) -> list[TableSeat]:
        """Return the seats of everybody but the player the match was read for, partners first."""
        seats = [seat for side in self.own_first for seat in side]
        return [seat for seat in seats if seat.seat != self.seat]

    @property
    def own_first(self) -> list[tuple[TableSeat, ...]]:
        """Return the seats of each side, the player's own side first."""
        order = sorted(range(len(self.sides)), key=lambda side: side != self.own)
        return [self.sides[side] for side in order]

    @property
    def score_own_first(self) -> list[int]:
        """Return the score in the order of `own_first`."""
        order = sorted(range(len(self.score)), key=lambda side: side != self.own)
        return [self.score[side] for side in order]


def popular_presets() -> list[Json]:
    """Return the five most played presets of the last week: {"preset", "share"} (percent)."""
    rows = list(
        Match.objects.filter(status=MatchStatus.FINISHED, finished_at__gte=timezone.now() - RECENT)
        .values("preset")
        .annotate(count=Count("pk"))
        .order_by("-count", "preset")[:5]
    )
    total = sum(row["count"] for row in rows)
    return [{"preset": row["preset"], "share": round(100 * row["count"] / total)} for row in rows]


def recent_matches(player: Player | None, count: int = 5) -> list[Json]:
    """Return the latest finished matches, of one player or of all (None), as the API's JSON."""
    if player is not None:
        return latest_of(player.pk, count)
    return match_page(MatchFilter(), limit=count).rows


def last_game(player: Player) -> tuple[str, int, str] | None:
    """Return (preset, number of players, option `teams`) of a player's last match; None if none."""
    row = _last_games.first(player.pk)
    return None if row is None else (row[0], row[1], row[2])


@prepared
def _last_games(player: int) -> QuerySet[Seat, tuple[str, int, str]]:
    """Return the game of a player's (row id) last match."""
    seats = Seat.objects.filter(player=player, finished_at__isnull=False)
    rows = seats.order_by("-finished_at", "-match")
    return rows.values_list("match__preset", "match__players", "match__ruleset__options__teams")[:1]


def is_newcomer(player: Player | None) -> bool:
    """Return whether a player has not finished a match yet; a stranger (None) has not."""
    return player is None or not _ever_finished(player.pk)


@prepared
def _ever_finished(player: int) -> QuerySet[PlayerFigures, int]:
    """Return the row id of a player if that player has finished a match."""
    rows = PlayerFigures.objects.filter(player=player, month=EVER)
    return rows.values_list("player", flat=True)[:1]


def running_of(player: Player, tables: Sequence[Table]) -> list[RunningMatch]:
    """Return the running matches among these tables, as seen by this player."""
    return running_at([table for table in tables if table.status == TableStatus.PLAYING], player)


def running_at(tables: Sequence[Table], player: Player | None) -> list[RunningMatch]:
    """Return the running matches at these tables, as seen by a player or by a stranger (None)."""
    matches = {table.match_id: table for table in tables if table.match_id is not None}
    gained = game_points_of(matches)
    places: dict[int, dict[int, TableSeat]] = {table.pk: {} for table in tables}
    for seat in _seats_of(places):
        places[seat.table_id][seat.seat] = seat
    found = []
    for match_id, table in matches.items():
        assert table.match is not None
        seats, sides = places[table.pk], table.match.sides
        own = next(
            (seat.seat for seat in seats.values() if player and seat.player_id == player.pk), None
        )
        found.append(
            RunningMatch(
                table,
                tuple(tuple(seats[seat] for seat in side) for side in sides),
                tuple(
                    sum(points[side] for points in gained[match_id]) for side in range(len(sides))
                ),
                len(gained[match_id]),
                next((at for at, side in enumerate(sides) if own in side), None),
                own,
            )
        )
    return found


@prepared
def _seats_of(tables: Collection[int]) -> QuerySet[TableSeat]:
    """Return the seats of these tables (row ids), with their players."""
    return TableSeat.objects.filter(table__id__in=tables).select_related("player")


def game_points_of(matches: Collection[int]) -> dict[int, list[list[int]]]:
    """Return match (row id) -> the game points of each side in each finished deal of these matches."""
    gained: dict[int, list[list[int]]] = {match: [] for match in matches}
    for match, points in _deals_of(matches):
        gained[match].append(points)
    return gained


@prepared
def _deals_of(matches: Collection[int]) -> QuerySet[Deal, tuple[int, list[int]]]:
    """Return (match, game points of each side) for the finished deals of these matches (row ids)."""
    return Deal.objects.filter(match__id__in=matches).values_list("match_id", "game_points")


def friends_of(
    viewer: Player, in_lobby: Callable[[Collection[int]], Collection[int]]
) -> tuple[list[tuple[Player, Json | None]], int]:
    """Return the players whom a viewer follows, each with where it is now, and how many there are.

    Where: None, {"in_lobby": True}, or "url", "playing" and "with_you" of a table. At most
    FRIENDS_SHOWN are returned. `in_lobby` returns which of these accounts (row ids) are in the
    lobby; of people who block the viewer, or are blocked, nothing is told.
    """
    people = followed(viewer)
    away = blocked_either_way(viewer.pk) if people else frozenset()
    users = {one.user_id for one in people if one.user_id is not None and one.pk not in away}
    here = in_lobby(users) if users else ()
    where: Mapping[int, Json] = tables_of(people, viewer) if people else {}
    beside = set(
        TableSeat.objects.filter(
            table__status=TableStatus.PLAYING,
            table__seats__player=viewer,
            player__in=people,
        ).values_list("player_id", flat=True)
        if people
        else ()
    )
    rows: list[tuple[Player, Json | None]] = []
    for person in people:
        place = where.get(person.pk)
        if person.pk in beside:
            place = {**(place or {}), "with_you": True}
        elif place is None and person.user_id in here:
            place = {"in_lobby": True}
        rows.append((person, place))
    rows.sort(key=lambda row: (row[1] is None, row[0].name.casefold()))
    return rows[:FRIENDS_SHOWN], len(people)


def main_rating(user: int) -> tuple[int, float, bool] | None:
    """Return an account's (row id) rating in the pool played most, its sigma, and whether it is private.

    None where there is no rating.
    """
    return _ratings_of.first(user)


@prepared
def _ratings_of(user: int) -> QuerySet[Rating, tuple[int, float, bool]]:
    """Return the rating of an account's player in the pool played most, sigma, and whether it is private."""
    rows = Rating.objects.filter(player__user=user).order_by("-matches", "pool")
    return rows.values_list("display", "sigma", "player__figures_private")[:1]
