"""Rebuilding of all figures and ratings from the records, while the site runs.

New figures are gathered in temporary tables, and memory holds a batch of matches at a time. At the
end both are compared, and only rows that differ are written.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import orjson
from django.db import connection, transaction

from games.models import (
    CountedMatch,
    Match,
    MatchRecord,
    Rating,
    RatingPoint,
    RatingRefund,
    Ruleset,
    Seat,
    ShuffleFigures,
    StatisticsVersion,
    TeamRating,
    TeamRatingPoint,
)
from games.models.matches import MatchStatus
from games.stats.batch import Batch, Finished
from games.stats.columns import LAYOUTS
from games.stats.match_traits import match_traits
from games.stats.pools import pool_name
from games.stats.rated import DECIDED_ONCE, unrated_reason
from games.stats.recount import (
    PLAYER_POINTS,
    TEAM_POINTS,
    RatingMove,
    Recount,
    RecountedRatings,
)
from games.stats.shuffles import recounted_shuffles, set_shuffles, shuffles_differ
from games.stats.update import (
    Point,
    finished_match,
    fold_matches,
    points_of,
    rate_players,
    rate_teams,
    rated_pool,
    sides_rated,
    values_of,
)

STATISTICS_VERSION: Final = 2
"""Version of the rules by which statistics are counted; raise it where older matches count anew.

1 began every rating with a sigma of 25/3.
"""
CHUNK: Final = 100
"""Matches read at once."""
MOST_ROWS: Final = 20_000
"""Rows of figures held in memory before they are written."""
LATE: Final = 300
"""Matches ended meanwhile that may be counted while other transactions wait."""

Step = Callable[[int], object]
OnWritten = Callable[[list[RatingMove]], object]
"""A callback that gets the number of matches just done."""


def uncounted() -> int:
    """Return the number of finished matches that the statistics do not include yet."""
    return int(_uncounted_rows().count())


def count_uncounted(step: Step = lambda _: None) -> None:
    """Add the finished matches that the statistics do not include yet, in the order of their ids.

    This is right only where nothing that ended after them has been counted. `step` is called with
    the number of matches just done.
    """
    while ids := list(_uncounted_rows().order_by("pk").values_list("pk", flat=True)[:CHUNK]):
        with transaction.atomic():
            fold_matches(_read(ids))
        step(len(ids))


class Rebuilt(NamedTuple):
    """Result of a rebuild of all statistics: its counts and the errors that it has found."""

    matches: int
    differing: dict[str, int]
    """Numbers of wrong rows by title of their table; without tables that were right."""
    moves: list[RatingMove]
    """Players' ratings that are shown with another figure, the largest changes first."""


def ratings_need_recount() -> bool:
    """Return True if matches were last counted by older rules than those of this release."""
    row = StatisticsVersion.objects.first()
    if row is None:
        return CountedMatch.objects.exists()
    return row.version < STATISTICS_VERSION


def rebuild(
    *, check: bool = False, step: Step = lambda _: None, on_written: OnWritten = lambda _: None
) -> Rebuilt:
    """Rebuild all statistics and ratings by the rules of this release; return the changes.

    `check` writes nothing. `step` is called with the number of matches just done, and `on_written`
    with the ratings that changed, in the transaction that writes them.
    """
    work = _Work(step)
    with work.recount:
        return work.run(check=check, on_written=on_written)


class _Work:
    """One rebuilding: the temporary tables, recounted ratings and the batch in progress."""

    def __init__(self, step: Step) -> None:
        self.step = step
        self.recount = Recount()
        self.players = RecountedRatings(Rating, "player_id")
        self.teams = RecountedRatings(TeamRating, "team_id")
        self.batch = Batch()
        self.done = 0
        self.refunded: set[int] = set()
        """Refunds repeated, by row id."""

    def run(self, *, check: bool, on_written: OnWritten) -> Rebuilt:
        """Count all matches again, compare, and unless `check` write what differs (`rebuild`)."""
        first = last = self._settled()
        self._count(self._counted(0, last))
        self._count(self._older())
        # whoever ended a match meanwhile: as long as there are many, without keeping others waiting
        while True:
            now = self._settled()
            if CountedMatch.objects.filter(pk__gt=last, pk__lte=now).count() <= LATE:
                break
            self._count(self._counted(last, now))
            last = now
        with transaction.atomic():
            self._keep_others_out()
            self._count(self._counted(last, None))
            self._refund(RatingRefund.objects.exclude(pk__in=self.refunded))
            self._flush()
            differing = self.recount.differences()
            moves = self.recount.moves()
            shuffles = recounted_shuffles()
            differing["shuffle figures"] = int(shuffles_differ(shuffles))
            if not check:
                self.recount.apply()
                set_shuffles(shuffles)
                self._take_in_older(first)
                StatisticsVersion.objects.update_or_create(
                    pk=1, defaults={"version": STATISTICS_VERSION}
                )
                on_written(moves)
        wrong = {name: count for name, count in differing.items() if count}
        return Rebuilt(self.done, wrong, moves)

    def _settled(self) -> int:
        """Return the id of the last counted match, once no lower id can still be committed."""
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(f'LOCK TABLE "{CountedMatch._meta.db_table}" IN SHARE MODE')
            row = CountedMatch.objects.order_by("-pk").first()
        return row.pk if row is not None else 0

    def _keep_others_out(self) -> None:
        """Lock the tables, in the order in which ending matches write them, so that those wait."""
        if connection.vendor != "postgresql":
            return
        tables = [
            *(model._meta.db_table for model in (Rating, RatingPoint, TeamRating, TeamRatingPoint)),
            *(layout.table for layout in LAYOUTS),
            *(model._meta.db_table for model in (CountedMatch, ShuffleFigures)),
        ]
        with connection.cursor() as cursor:
            names = ", ".join(f'"{table}"' for table in tables)
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")

    def _counted(self, after: int, until: int | None) -> Iterator[list[int]]:
        """Yield lists of match ids in the order in which the matches were counted."""
        while True:
            rows = CountedMatch.objects.filter(pk__gt=after).order_by("pk")
            if until is not None:
                rows = rows.filter(pk__lte=until)
            chunk = list(rows.values_list("pk", "match_id")[:CHUNK])
            if not chunk:
                return
            after = chunk[-1][0]
            yield [match for _, match in chunk]

    def _older(self) -> Iterator[list[int]]:
        """Yield lists of ids of finished matches never counted, in the order of their ends."""
        place: tuple[Any, int] | None = None
        while True:
            rows = _uncounted_rows().order_by("finished_at", "pk")
            if place is not None:
                moment, pk = place
                rows = rows.filter(finished_at__gte=moment).exclude(finished_at=moment, pk__lte=pk)
            chunk = list(rows.values_list("finished_at", "pk")[:CHUNK])
            if not chunk:
                return
            place = chunk[-1]
            yield [pk for _, pk in chunk]

    def _count(self, chunks: Iterator[list[int]]) -> None:
        """Add the matches of these lists of ids to the recounted statistics and ratings."""
        for ids in chunks:
            matches = _read(ids)
            for match in matches:
                self.batch.add(match)
            self._rate(matches)
            self.recount.note([_match_columns(match) for match in matches])
            if len(self.batch) >= MOST_ROWS:
                self._flush()
            self.done += len(matches)
            self.step(len(ids))

    def _flush(self) -> None:
        """Add the batch's counters to the temporary tables of the recount."""
        self.batch.write(self.recount.tables)

    def _rate(self, matches: Sequence[Finished]) -> None:
        """Apply these matches, and the refunds made after each, to the recounted ratings."""
        refunds: dict[int, list[RatingRefund]] = {}
        for row in RatingRefund.objects.filter(after__in=[match.match for match in matches]):
            refunds.setdefault(row.after_id, []).append(row)
        start = 0
        for end, match in enumerate(matches, 1):
            if match.match in refunds:
                self._rate_all(matches[start:end])
                self._refund(refunds[match.match])
                start = end
        self._rate_all(matches[start:])

    def _refund(self, rows: Iterable[RatingRefund]) -> None:
        """Repeat refunds on recounted ratings, in the order in which they were made."""
        for row in rows:
            self.players.refund(row.player_id, row.pool, row.mu)
            self.refunded.add(row.pk)

    def _rate_all(self, matches: Sequence[Finished]) -> None:
        """Apply matches to the recounted ratings; add a rating point for each rating moved."""
        matches = [match for match in matches if match.moving]
        sides = [(match, rated_pool(match), *sides_rated(match)) for match in matches]
        self.players.load((pool, each) for _, pool, each, _ in sides)
        self.teams.load((pool, each) for _, pool, _, each in sides if each is not None)
        points: list[Point] = []
        team_points: list[Point] = []
        for match, pool, players, teams in sides:
            held = self.players.of(pool, players, match)
            before = values_of(held, players)
            rate_players(match, held, players)
            points += points_of(match, pool, held, players, _owner_and_pool)
            if teams is not None:
                held = self.teams.of(pool, teams, match)
                rate_teams(match, held, teams, before)
                team_points += points_of(match, pool, held, teams, _owner_and_pool)
        self.players.write()
        self.teams.write()
        self.recount.add_points(PLAYER_POINTS, points)
        self.recount.add_points(TEAM_POINTS, team_points)

    def _take_in_older(self, first: int) -> None:
        """Put matches never counted into the order, before all that ended since the start.

        `first` is the number of the last match that was counted when the rebuilding began.
        """
        if not _uncounted_rows().exists():
            return
        later = CountedMatch.objects.filter(pk__gt=first).order_by("pk")
        since = list(later.values_list("match_id", flat=True))
        later.delete()
        older = _uncounted_rows().exclude(pk__in=since).order_by("finished_at", "pk")
        for ids in (older.values_list("pk", flat=True).iterator(), since):
            CountedMatch.objects.bulk_create(
                (CountedMatch(match_id=match) for match in ids), batch_size=500
            )


def _owner_and_pool(owner: int, pool: str) -> tuple[int, str]:
    """Return (owner's row id, pool), by which recounted points of a rating's history are stored."""
    return owner, pool


def _uncounted_rows() -> Any:
    """Return a query of finished matches with a record that no figures include."""
    return Match.objects.filter(status=MatchStatus.FINISHED, counted=None, record__isnull=False)


def _match_columns(match: Finished) -> dict[str, Any]:
    """Return the columns of a match's row that follow from its record and rules."""
    traits = match_traits(match.record)
    return {
        "match_id": match.match,
        "pool": match.pool,
        "rated": match.rated,
        "unrated_reason": match.unrated_reason,
        **traits,
    }


def _read(ids: Sequence[int]) -> list[Finished]:
    """Return matches with seats and records, in the order of `ids`, pool and rating recomputed."""
    matches = Match.objects.in_bulk(ids)
    records = dict(MatchRecord.objects.filter(match__in=ids).values_list("match_id", "body"))
    rulesets = Ruleset.objects.in_bulk({match.ruleset_id for match in matches.values()})
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=ids).order_by("seat"):
        seats.setdefault(seat.match_id, []).append(seat)
    finished = []
    for pk in ids:
        if pk not in records:
            continue
        match, sitting = matches[pk], seats[pk]
        options = rulesets[match.ruleset_id].options
        match.pool = pool_name(match.players, options)
        _decide_rated(match, sitting, options)
        record = orjson.loads(zlib.decompress(records[pk]))
        finished.append(finished_match(match, sitting, record))
    return finished


def _decide_rated(match: Match, seats: Sequence[Seat], options: dict[str, Any]) -> None:
    """Set whether a match is rated, by the current rules as far as its start decides.

    Decisions made at a match's end stand, and those on duplicate matches: some were rated once.
    """
    if match.boards or match.unrated_reason in DECIDED_ONCE:
        return
    reason = unrated_reason(
        match.preset,
        options,
        sides=match.sides,
        players=[seat.player_id for seat in seats],
        kinds=[seat.kind for seat in seats],
        mixed=match.rated,  # as its table said then
    )
    if match.rated != (not reason):  # else matches from before reasons were kept would differ
        match.rated, match.unrated_reason = not reason, reason
