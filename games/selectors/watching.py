"""Running tables that are worth watching, the best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from statistics import fmean
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from django.db.models import QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import (
    Follow,
    Player,
    Rating,
    Ruleset,
    Table,
    TableSeat,
    Tournament,
    TournamentGame,
)
from games.models.tables import TableStatus
from games.selectors.clubs.tables import open_to_all
from games.selectors.lobby import RunningMatch, game_points_of, running_at
from games.selectors.parked import parked, parked_from
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
"""Columns that are shown of a table."""

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
    candidates = _candidates(viewer, without)
    if not candidates:
        return []
    looking = watchers([one.public_id for one in candidates])
    found = sorted(
        (_judged(one, looking.get(one.public_id, 0)) for one in candidates),
        key=lambda one: (-one.score, one.public_id),
    )
    best = _with_best_of_game(found)[:limit]
    running = running_at(_tables_of([one.table for one in best]), None)
    matches = {one.table.pk: one for one in running}
    return [
        WorthWatching(
            matches[one.table], one.pool, one.rating, one.event, one.followed, one.watchers,
            one.score, one.reasons,
        )
        for one in best
        if one.table in matches
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A running match that a viewer may watch, with all that decides its place in the list."""

    table: int
    """Row id."""
    public_id: str
    pool: str
    played: float
    """Share of the match that is over, from 0 to 1."""
    rating: int | None
    event: str
    followed: tuple[str, ...]
    watchers: int = 0
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()


class _Running(NamedTuple):
    """A running table: row ids of itself, its ruleset and its match, public id, number of players."""

    table: int
    public_id: str
    players: int
    ruleset: int
    match: int


class _Person(NamedTuple):
    """A person at a table: row id and name."""

    pk: int
    name: str


def _candidates(viewer: Player | None, without: str) -> list[_Candidate]:
    """Return the matches that a viewer may watch, without who watches them and what follows of that."""
    latest = map(_Running._make, _latest_public_tables(without, parked_from(timezone.now())))
    tables = {one.table: one for one in latest}
    people = _people(tables, _hidden_from(viewer)) if tables else {}
    events = {game.table_id: game.round.tournament for game in _games_at(people)}
    running = [tables[table] for table in people if not _is_compared(events.get(table))]
    rules = dict(_options_of({one.ruleset for one in running}))
    pools = {one.table: pool_name(one.players, rules[one.ruleset]) for one in running}
    ratings = {(who, pool): shown for who, pool, shown in _ratings(pools, set(pools.values()))}
    points = game_points_of({one.match for one in running})
    follows = _followed(viewer)
    found = []
    for one in running:
        pool, there, event = pools[one.table], people[one.table], events.get(one.table)
        known = [ratings[who.pk, pool] for who in there if (who.pk, pool) in ratings]
        target = int(rules[one.ruleset]["match.target"])
        found.append(
            _Candidate(
                one.table,
                one.public_id,
                pool,
                played=_played(points[one.match], target),
                rating=round(fmean(known)) if known else None,
                event="" if event is None else event.name,
                followed=tuple(who.name for who in there if who.pk in follows),
            )
        )
    return found


def _is_compared(event: Tournament | None) -> bool:
    """Return whether others still have to play the decks of a tournament: nobody watches it."""
    return event is not None and event.compared


def _played(points: Sequence[Sequence[int]], target: int) -> float:
    """Return how much of a match to `target` is over (0 to 1), by the points of its deals by side."""
    most = max(map(sum, zip(*points, strict=True)), default=0)
    return min(1.0, most / target) if target > 0 else 0.0


def _judged(one: _Candidate, watchers: int) -> _Candidate:
    """Return a candidate that so many watch with its score, and the reasons that it has by itself."""
    score = watch_score(
        rating=one.rating,
        event=bool(one.event),
        followed=len(one.followed),
        watchers=watchers,
        played=one.played,
    )
    told: dict[Reason, bool] = {
        "followed": bool(one.followed),
        "event": bool(one.event),
        "strong": one.rating is not None and one.rating >= STRONG,
        "watched": watchers > 1,
    }
    reasons = tuple(reason for reason, holds in told.items() if holds)
    return replace(one, watchers=watchers, score=score, reasons=reasons)


def _with_best_of_game(found: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates, those with the highest ratings of their game with that reason."""
    best: dict[str, _Candidate] = {}
    for one in found:
        rival = best.get(one.pool)
        if one.rating is not None and (rival is None or one.rating > (rival.rating or 0)):
            best[one.pool] = one
    return [
        replace(one, reasons=(*one.reasons, "best_of_game")) if best.get(one.pool) is one else one
        for one in found
    ]


def _hidden_from(viewer: Player | None) -> frozenset[int]:
    """Return the players (row ids) whose matches are not proposed to a viewer, who is one of them."""
    return frozenset() if viewer is None else blocked_either_way(viewer.pk) | {viewer.pk}


def _people(tables: Collection[int], hidden: Collection[int]) -> dict[int, list[_Person]]:
    """Return table (row id) -> the people there, without tables of nobody or of somebody hidden."""
    found: dict[int, list[_Person]] = {table: [] for table in tables}
    for table, player, name in _people_at(tables):
        found[table].append(_Person(player, name))
    return {
        table: people
        for table, people in found.items()
        if people and not any(one.pk in hidden for one in people)
    }


@prepared
def _latest_public_tables(
    without: str, parked_since: datetime
) -> QuerySet[Table, tuple[int, str, int, int, int]]:
    """Return the latest running tables that anybody may watch, but that with the public id `without`.

    Those whose match is parked are left out. They are tuples with the values of a
    `_Running`.
    """
    running = Table.objects.filter(
        status=TableStatus.PLAYING,
        visibility=Table.Visibility.PUBLIC,
        watch=Table.Watch.ANYONE,
        match__isnull=False,
    )
    rows = open_to_all(running).exclude(public_id=without).exclude(parked(parked_since))
    rows = rows.order_by("-updated_at")
    return rows.values_list("pk", "public_id", "players", "ruleset_id", "match_id")[:READ]


@prepared
def _people_at(tables: Collection[int]) -> QuerySet[TableSeat, tuple[int, int, str]]:
    """Return (table, player, name) for each person at these tables (row ids)."""
    people = TableSeat.objects.filter(table__id__in=tables, player__isnull=False, player__bot="")
    return people.order_by("table", "seat").values_list("table_id", "player_id", "player__name")


@prepared
def _games_at(tables: Collection[int]) -> QuerySet[TournamentGame]:
    """Return the tournament games that are played at these tables (row ids)."""
    return TournamentGame.objects.filter(table__id__in=tables).select_related("round__tournament")


@prepared
def _options_of(rulesets: Collection[int]) -> QuerySet[Ruleset, tuple[int, dict[str, Any]]]:
    """Return (row id, options) of these rulesets."""
    return Ruleset.objects.filter(pk__in=rulesets).values_list("pk", "options")


@prepared
def _ratings(
    tables: Collection[int], pools: Collection[str]
) -> QuerySet[Rating, tuple[int, str, int]]:
    """Return (player, pool, rating) of those at these tables (row ids) whose ratings are public."""
    rated = Rating.objects.filter(pool__in=pools, matches__gt=0, player__figures_private=False)
    here = rated.filter(player__table_seats__table__id__in=tables)
    return here.values_list("player_id", "pool", "display")


@prepared
def _tables_of(tables: Collection[int]) -> QuerySet[Table]:
    """Return these tables (row ids) with what is shown of them."""
    return (
        Table.objects.filter(pk__in=tables).select_related("ruleset", "match").only(*TABLE_FIELDS)
    )


def _followed(viewer: Player | None) -> frozenset[int]:
    """Return the ids of the people whom the viewer follows."""
    return frozenset() if viewer is None else frozenset(_followed_by(viewer.pk))


@prepared
def _followed_by(player: int) -> QuerySet[Follow, int]:
    """Return the ids of the people whom a player (row id) follows."""
    return Follow.objects.filter(follower=player).values_list("followed_id", flat=True)
