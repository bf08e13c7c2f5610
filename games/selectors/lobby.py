"""Reads for the lobby, besides the tables that wait."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from games.models import Follow, Match, Player, PlayerFigures, Table, TableSeat
from games.models.figures import EVER
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.free_words import CHAT_OFF
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import latest_of, match_page
from games.selectors.messages import may_write
from games.selectors.parked import parked
from games.selectors.social import Between, places_of
from games.selectors.table_details import SeatRow, TableDetails

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
    sides: tuple[tuple[SeatRow, ...], ...]
    score: tuple[int, ...]
    deals: int
    own: int | None = None
    seat: int | None = None

    @property
    def others(self) -> list[SeatRow]:
        """Return the seats of all players but the viewer of this match, partners first."""
        seats = [seat for side in self.own_first for seat in side]
        return [seat for seat in seats if seat.seat != self.seat]

    @property
    def own_first(self) -> list[tuple[SeatRow, ...]]:
        """Return the seats of each side, the player's own side first."""
        order = sorted(range(len(self.sides)), key=lambda side: side != self.own)
        return [self.sides[side] for side in order]

    @property
    def score_own_first(self) -> list[int]:
        """Return the score by side, in the order of `own_first`."""
        order = sorted(range(len(self.score)), key=lambda side: side != self.own)
        return [self.score[side] for side in order]


class Friend(NamedTuple):
    """A player whom the viewer follows, as the lobby shows them."""

    player: Player
    place: Json | None
    """{"with_you": True}, {"in_lobby": True}, or `url` and `playing` of a table; None if unknown."""
    may_write: bool
    """True if the viewer may send messages to the player."""


class Friends(NamedTuple):
    """The players whom a viewer follows, as the lobby lists them."""

    shown: Sequence[Friend]
    """At most FRIENDS_SHOWN followed players, those whose place is known first."""
    ids: frozenset[int]
    """Row ids of all followed players."""

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the followed players who are shown."""
        return frozenset(friend.player.name for friend in self.shown)


NO_FRIENDS: Final = Friends((), frozenset())


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


def is_newcomer(player: Player | None) -> bool:
    """Return whether a player has not finished a match yet; a stranger (None) has not."""
    if player is None:
        return True
    return not PlayerFigures.objects.filter(player=player, month=EVER).exists()


def playing_people(now: datetime) -> int:
    """Return the number of people who play at public tables, parked matches aside."""
    tables = Table.objects.filter(
        status=TableStatus.PLAYING, visibility=Table.Visibility.PUBLIC
    ).exclude(parked(now))
    seats = TableSeat.objects.filter(table__in=tables, substitute="", player__bot="")
    return seats.exclude(player__kind=PlayerKind.BOT).values("player").distinct().count()


def running_matches(
    tables: Iterable[Table], player: Player | None, details: TableDetails
) -> list[RunningMatch]:
    """Return the running matches among these tables, as seen by a player or by a stranger (None).

    `details` are those of the tables, by `details_of`.
    """
    return [
        _running_match(table, table.match, player, details)
        for table in tables
        if table.status == TableStatus.PLAYING and table.match is not None
    ]


def _running_match(
    table: Table, match: Match, player: Player | None, details: TableDetails
) -> RunningMatch:
    """Return the match running at a table, as seen by a player or by a stranger (None)."""
    seats = {row.seat: row for row in details.seats[table.pk]}
    points = details.points[match.pk]
    own_seat = next(
        (seat for seat, row in seats.items() if player is not None and row.player == player.pk),
        None,
    )
    return RunningMatch(
        table,
        sides=tuple(tuple(seats[seat] for seat in side) for side in match.sides),
        score=tuple(sum(of_deal[side] for of_deal in points) for side in range(len(match.sides))),
        deals=len(points),
        own=next((index for index, side in enumerate(match.sides) if own_seat in side), None),
        seat=own_seat,
    )


def friends_of(
    viewer: Player,
    in_lobby: Callable[[Collection[int]], Collection[int]],
    away: frozenset[int],
) -> Friends:
    """Return the players whom a viewer follows, read in two queries.

    `in_lobby` returns which of these accounts (row ids) are in the lobby. `away` are the row ids of
    those in a block with the viewer; nothing is told of where they are.
    """
    follows_back = Follow.objects.filter(follower=OuterRef("pk"), followed=viewer)
    silent = Player.objects.filter(CHAT_OFF, Q(pk=OuterRef("pk")) | Q(pk=viewer.pk))
    people = list(
        Player.objects.filter(followers__follower=viewer)
        .annotate(follows_back=Exists(follows_back), is_silent=Exists(silent))
        .order_by("name")
    )
    if not people:
        return NO_FRIENDS
    places = places_of(people, viewer, in_lobby, away, own_match=True)
    friends = []
    for person in people:
        place = places.get(person.pk)
        relation = Between(
            follows=True,
            mutual=person.follows_back,
            has_block=person.pk in away,
            is_silent=person.is_silent,
        )
        friends.append(Friend(person, place, may_write(viewer, person, relation)))
    friends.sort(key=lambda friend: (friend.place is None, friend.player.name.casefold()))
    return Friends(friends[:FRIENDS_SHOWN], frozenset(person.pk for person in people))
