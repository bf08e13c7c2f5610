"""Running tables that are worth watching, the best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final, Literal, TypeAlias

from django.utils import timezone

from games.models import Follow, Player, Rating, Table
from games.models.tables import TableStatus
from games.selectors.event_tables import EventAtTable, event_tables
from games.selectors.lobby import RunningMatch, running_matches
from games.selectors.parked import parked
from games.selectors.social import blocked_either_way
from games.selectors.table_access import table_access
from games.selectors.table_details import SeatRow, TableDetails, details_of
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
"""Columns of `Table` that are read for the list."""

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
    """Name of the tournament that the match belongs to; empty if none."""
    followed: tuple[str, ...]
    """Names of the match's players whom the viewer follows."""
    watchers: int
    score: float
    reasons: tuple[Reason, ...]

    @property
    def table(self) -> Table:
        """Return the table at which the proposed match is played."""
        return self.running.table


def watch_score(
    *, rating: int | None, event: bool, followed: int, watchers: int, played: float
) -> float:
    """Return how much a table is worth watching, in points; `played` (0 to 1) of its match is over.

    It is 10 for each 100 points of the mean rating over the usual one, 40 for the first person whom
    the viewer follows and 10 for each other, 30 for a tournament, 2 for each spectator, at most 20,
    and up to 20 for the rest of the match.

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
    tables = watchable_tables(without)
    if not tables:
        return []
    hidden: frozenset[int] = frozenset()
    follows: frozenset[int] = frozenset()
    if viewer is not None:
        hidden = blocked_either_way(viewer.pk) | {viewer.pk}
        rows = Follow.objects.filter(follower=viewer)
        follows = frozenset(rows.values_list("followed_id", flat=True))
    details = details_of(tables)
    return best_to_watch(
        tables, details, hidden=hidden, follows=follows, watchers=watchers, limit=limit
    )


def watchable_tables(without: str = "") -> list[Table]:
    """Return the latest running tables that anybody may watch, at most READ.

    Left out are the table with the public id `without`, and those whose match is parked.
    """
    running = Table.objects.filter(
        status=TableStatus.PLAYING,
        visibility=Table.Visibility.PUBLIC,
        watch=Table.Watch.ANYONE,
        match__isnull=False,
    )
    tables = running.filter(table_access().open_to_all())
    tables = tables.exclude(public_id=without).exclude(parked(timezone.now()))
    shown = tables.select_related("ruleset", "match").only(*TABLE_FIELDS)
    return list(shown.order_by("-updated_at")[:READ])


def best_to_watch(
    tables: Sequence[Table],
    details: TableDetails,
    *,
    hidden: frozenset[int],
    follows: frozenset[int],
    watchers: Watchers,
    limit: int = SHOWN,
) -> list[WorthWatching]:
    """Return the matches most worth watching at tables that `watchable_tables` has read.

    `details` are those of the tables, by `details_of`. `hidden` are the players (row ids) whose matches
    are not proposed, the viewer among them; `follows` are those whom the viewer follows.
    """
    candidates = _candidates(tables, details, hidden, follows)
    numbers = watchers([candidate.public_id for candidate in candidates]) if candidates else {}
    judged = [_judged(candidate, numbers.get(candidate.public_id, 0)) for candidate in candidates]
    judged.sort(key=lambda candidate: (-candidate.score, candidate.public_id))
    best = _with_best_of_game(judged)[:limit]
    running = running_matches([candidate.table for candidate in best], None, details)
    return [candidate.as_worth(match) for candidate, match in zip(best, running, strict=True)]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A running match that a viewer may watch, with all that decides its place in the list."""

    table: Table
    pool: str
    played: float
    """Share of the match that is over, from 0 to 1."""
    rating: int | None
    event: str
    followed: tuple[str, ...]
    watchers: int = 0
    score: float = 0.0
    reasons: tuple[Reason, ...] = ()

    @property
    def public_id(self) -> str:
        """Return the public id of the candidate's table."""
        return self.table.public_id

    def as_worth(self, running: RunningMatch) -> WorthWatching:
        """Return this candidate as a proposal to the viewer, with its running match."""
        return WorthWatching(
            running, self.pool, self.rating, self.event, self.followed, self.watchers, self.score,
            self.reasons,
        )  # fmt: skip


def _candidates(
    tables: Sequence[Table],
    details: TableDetails,
    hidden: frozenset[int],
    follows: frozenset[int],
) -> list[_Candidate]:
    """Return the matches that a viewer may watch, without spectators, score and reasons."""
    people_by_table = _people(tables, details, hidden)
    if not people_by_table:
        return []
    events = event_tables().events_at(people_by_table)
    proposed = [
        table
        for table in tables
        if table.pk in people_by_table and not _is_compared(events.get(table.pk))
    ]
    pools = {table.pk: pool_name(table.players, table.ruleset.options) for table in proposed}
    ratings = _ratings(pools)
    return [
        _Candidate(
            table,
            pools[table.pk],
            played=_played(table, details),
            rating=_mean_rating(people_by_table[table.pk], ratings[pools[table.pk]]),
            event=events[table.pk].name if table.pk in events else "",
            followed=tuple(
                person.name for person in people_by_table[table.pk] if person.player in follows
            ),
        )
        for table in proposed
    ]


def _people(
    tables: Iterable[Table], details: TableDetails, hidden: Collection[int]
) -> dict[int, list[SeatRow]]:
    """Return table (row id) -> its people, for tables with people none of whom is hidden."""
    people_by_table = {
        table.pk: [seat for seat in details.seats[table.pk] if seat.is_person] for table in tables
    }
    return {
        table: people
        for table, people in people_by_table.items()
        if people and not any(person.player in hidden for person in people)
    }


def _mean_rating(people: Iterable[SeatRow], ratings: Mapping[int, int]) -> int | None:
    """Return the mean rating of these people (`ratings` by player); None where nobody has one."""
    known = [
        ratings[person.player] for person in people if person.player and person.player in ratings
    ]
    return round(fmean(known)) if known else None


def _is_compared(event: EventAtTable | None) -> bool:
    """Return whether others still have to play an event's decks, so that nobody may watch."""
    return event is not None and event.compared


def _played(table: Table, details: TableDetails) -> float:
    """Return how far the leading side of a running match is: the share (0 to 1) of its target."""
    assert table.match_id is not None, "the table plays"
    points = details.points[table.match_id]
    target = int(table.ruleset.options["match.target"])
    most = max(map(sum, zip(*points, strict=True)), default=0)
    return min(1.0, most / target) if target > 0 else 0.0


def _judged(candidate: _Candidate, watchers: int) -> _Candidate:
    """Return a candidate with its score for this many spectators, and its own reasons."""
    score = watch_score(
        rating=candidate.rating,
        event=bool(candidate.event),
        followed=len(candidate.followed),
        watchers=watchers,
        played=candidate.played,
    )
    holds: dict[Reason, bool] = {
        "followed": bool(candidate.followed),
        "event": bool(candidate.event),
        "strong": candidate.rating is not None and candidate.rating >= STRONG,
        "watched": watchers > 1,
    }
    reasons = tuple(reason for reason, is_reason in holds.items() if is_reason)
    return replace(candidate, watchers=watchers, score=score, reasons=reasons)


def _with_best_of_game(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the candidates, adding the reason "best of its game" to the highest rated ones."""
    best: dict[str, _Candidate] = {}
    for candidate in candidates:
        rival = best.get(candidate.pool)
        if candidate.rating is not None and (
            rival is None or candidate.rating > (rival.rating or 0)
        ):
            best[candidate.pool] = candidate
    return [
        replace(candidate, reasons=(*candidate.reasons, "best_of_game"))
        if best.get(candidate.pool) is candidate
        else candidate
        for candidate in candidates
    ]


def _ratings(pools: Mapping[int, str]) -> Mapping[str, Mapping[int, int]]:
    """Return pool -> player (row id) -> public rating of the people at these tables.

    `pools` maps the row ids of the tables to the pool of their match.
    """
    rated = Rating.objects.filter(
        pool__in=set(pools.values()), matches__gt=0, player__figures_private=False
    )
    rows = rated.filter(player__table_seats__table__in=pools)
    ratings: defaultdict[str, dict[int, int]] = defaultdict(dict)
    for player, pool, rating in rows.values_list("player_id", "pool", "display"):
        ratings[pool][player] = rating
    return ratings
