"""Running tables that are worth watching, the best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal, TypeAlias

from games.models import Follow, Player, Rating, Table, TableSeat, TournamentGame
from games.models.tables import TableStatus
from games.selectors.clubs.tables import open_to_all
from games.selectors.lobby import RunningMatch, running_at
from games.selectors.social import blocked_either_way
from games.stats.pools import pool_name
from games.stats.ratings import CENTRE

READ: Final = 40
"""Maximum number of running tables that are examined, the latest first."""
SHOWN: Final = 6
"""Maximum number of tables that the lobby offers."""
LISTED: Final = 20
"""Maximum number of tables that the API lists."""
STRONG: Final = CENTRE + 100
"""Mean rating of the people at a table from which it is a reason to watch."""

TABLE_FIELDS: Final = (
    *("public_id", "players", "delay", "status", "ruleset", "match"),
    *("ruleset__preset", "ruleset__options", "match__public_id", "match__sides"),
)
"""Columns that are shown of a table, or decide its place."""

Reason: TypeAlias = Literal["followed", "event", "best_of_game", "strong", "watched"]
Watchers: TypeAlias = Callable[[Collection[str]], Mapping[str, int]]
"""A function that returns how many watch each of these tables (public ids), as far as known."""


@dataclass(frozen=True, slots=True)
class WorthWatching:
    """A running match proposed to a viewer, with its `watch_score` and the reasons for it."""

    running: RunningMatch
    pool: str
    rating: int | None
    """Mean public rating of the people there in the pool; None where nobody has one."""
    event: str
    """Name of the tournament that it belongs to; empty: none."""
    followed: tuple[str, ...]
    """Names of people there whom the viewer follows."""
    watchers: int
    score: float
    reasons: tuple[Reason, ...]

    @property
    def table(self) -> Table:
        """Return the table of the match."""
        return self.running.table


def watch_score(
    *, rating: int | None, event: bool, followed: int, watchers: int, played: float
) -> float:
    """Return how much a table is worth watching, in points; `played` (0 to 1) of it is over.

    10 for each 100 points of the mean rating over the usual one, 40 for the first person whom the
    viewer follows and 10 for each other, 30 for a tournament, 2 for each who watches, at most 20,
    and up to 20 for what is still to come of the match.

    >>> watch_score(rating=None, event=False, followed=0, watchers=0, played=0.0)
    20.0
    >>> watch_score(rating=CENTRE + 200, event=True, followed=1, watchers=3, played=0.5)
    106.0
    """
    strength = 0.0 if rating is None else (rating - CENTRE) / 10
    friends = 40 + 10 * (followed - 1) if followed else 0
    return strength + friends + 30 * event + min(20, 2 * watchers) + 20 * (1 - played)


def tables_to_watch(
    viewer: Player | None, *, watchers: Watchers, limit: int = SHOWN, without: str = ""
) -> list[WorthWatching]:
    """Return public running matches that anybody may watch, the best for a viewer first.

    Left out are matches without people, the viewer's own, those of people in a block with the viewer,
    the table `without` (a public id), and tournaments whose decks others still have to play.
    """
    tables = _public_tables(viewer, without)
    if not tables:
        return []
    events = _events(tables)
    tables = [table for table in tables if not _is_compared(events.get(table.pk))]
    people = {table.pk: _people(table) for table in tables}
    pools = {table.pk: pool_name(table.players, table.ruleset.options) for table in tables}
    ratings = _ratings(people.values(), set(pools.values()))
    follows = _followed(viewer)
    looking = watchers([table.public_id for table in tables]) if tables else {}
    found = []
    for running in running_at(tables, None):
        table = running.table
        known = [ratings.get((one.pk, pools[table.pk])) for one in people[table.pk]]
        shown = [rating for rating in known if rating is not None]
        game = events.get(table.pk)
        found.append(
            _worth(
                running,
                pool=pools[table.pk],
                rating=round(fmean(shown)) if shown else None,
                event=game.round.tournament.name if game is not None else "",
                followed=tuple(one.name for one in people[table.pk] if one.pk in follows),
                watchers=looking.get(table.public_id, 0),
            )
        )
    found.sort(key=lambda one: (-one.score, one.table.public_id))
    return _with_best_of_game(found)[:limit]


def _worth(
    running: RunningMatch,
    *,
    pool: str,
    rating: int | None,
    event: str,
    followed: tuple[str, ...],
    watchers: int,
) -> WorthWatching:
    """Return a running match with its score, and the reasons that it has by itself."""
    target = int(running.table.ruleset.options["match.target"])
    played = min(1.0, max((0, *running.score)) / target) if target > 0 else 0.0
    score = watch_score(
        rating=rating,
        event=bool(event),
        followed=len(followed),
        watchers=watchers,
        played=played,
    )
    told: dict[Reason, bool] = {
        "followed": bool(followed),
        "event": bool(event),
        "strong": rating is not None and rating >= STRONG,
        "watched": watchers > 1,
    }
    reasons = tuple(reason for reason, holds in told.items() if holds)
    return WorthWatching(running, pool, rating, event, followed, watchers, score, reasons)


def _with_best_of_game(found: Sequence[WorthWatching]) -> list[WorthWatching]:
    """Return the tables, those with the highest ratings of their game with that reason."""
    best: dict[str, WorthWatching] = {}
    for one in found:
        rival = best.get(one.pool)
        if one.rating is not None and (rival is None or one.rating > (rival.rating or 0)):
            best[one.pool] = one
    return [
        WorthWatching(
            one.running, one.pool, one.rating, one.event, one.followed, one.watchers, one.score,
            (*one.reasons, "best_of_game") if best.get(one.pool) is one else one.reasons,
        )
        for one in found
    ]  # fmt: skip


def _public_tables(viewer: Player | None, without: str) -> list[Table]:
    """Return the latest running tables that the viewer may watch, with people at them."""
    rows = (
        open_to_all(
            Table.objects.filter(
                status=TableStatus.PLAYING,
                visibility=Table.Visibility.PUBLIC,
                watch=Table.Watch.ANYONE,
                match__isnull=False,
            )
        )
        .exclude(public_id=without)
        .select_related("ruleset", "match")
        .only(*TABLE_FIELDS)
        .prefetch_related("seats__player")
        .order_by("-updated_at")[:READ]
    )
    hidden = {viewer.pk, *blocked_either_way(viewer.pk)} if viewer is not None else set()
    return [
        table
        for table in rows
        if (people := _people(table)) and not any(one.pk in hidden for one in people)
    ]


def _people(table: Table) -> list[Player]:
    """Return the people at a table, from its prefetched seats."""
    seats: list[TableSeat] = list(table.seats.all())
    return [seat.player for seat in seats if seat.player is not None and not seat.player.bot]


def _events(tables: Sequence[Table]) -> dict[int, TournamentGame]:
    """Return the tournament games that are played at these tables, by table (row id)."""
    games = TournamentGame.objects.filter(table__in=[table.pk for table in tables])
    rows = games.select_related("round__tournament") if tables else ()
    return {game.table_id: game for game in rows if game.table_id is not None}


def _is_compared(game: TournamentGame | None) -> bool:
    """Return whether a game has decks that others still have to play: nobody watches it."""
    return game is not None and game.round.tournament.compared


def _ratings(
    people: Collection[Sequence[Player]], pools: Collection[str]
) -> dict[tuple[int, str], int]:
    """Return the public ratings of people in pools, by player (row id) and pool."""
    shown = [one.pk for group in people for one in group if not one.figures_private]
    rows = Rating.objects.filter(player__in=shown, pool__in=pools, matches__gt=0)
    found = rows.values_list("player", "pool", "display") if shown else ()
    return {(player, pool): display for player, pool, display in found}


def _followed(viewer: Player | None) -> frozenset[int]:
    """Return the ids of the people whom the viewer follows."""
    if viewer is None:
        return frozenset()
    return frozenset(Follow.objects.filter(follower=viewer).values_list("followed", flat=True))
