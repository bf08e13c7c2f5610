"""Batches of finished matches, gathered in order and added to the figures at once.

A match that ends is a batch of one; rebuilding gathers many. Both are written by the same
statements, so both give the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, Final, NamedTuple

from django.db import connection

from games.stats.columns import (
    DAYS,
    DAYS_OF_PLAYERS,
    LAST,
    LAYOUTS,
    OPENINGS,
    PLAYERS,
    POOLS,
    RIVALS,
    RULESETS,
    SITE,
    TEAMS,
    Key,
    Layout,
    Row,
    join,
    outcome,
    write,
)
from games.stats.figures import ALL, BOTS, OF_SEATS, MatchCount, count_match
from games.stats.rated import EARLY_RESIGNATION
from games.stats.ratings import RATING_RULE
from games.stats.results import UNCOUNTED, Record, camps, outcome_of

EVER: Final = 0
BOT: Final = "bot"
"""The `kind` of a bot's seat."""


class Sitting(NamedTuple):
    """The player in one seat of a finished match."""

    player: int
    """Row id of the player."""
    kind: str
    team: int | None
    """Row id of the team; None where the player has no partner."""
    left: str = ""
    """`early` or `late` where the player had left before the end; else empty."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match with all from which its figures (statistics) and ratings are computed."""

    match: int
    ruleset: int
    pool: str
    rated: bool
    finished_at: datetime
    seats: Sequence[Sitting]
    record: Record
    counted: MatchCount | None = None
    """The counts of the match, where they are known already."""
    unrated_reason: str = ""
    rating_rule: int = RATING_RULE

    @property
    def moving(self) -> list[int]:
        """Return the sides (indices) whose ratings move: all, none, or who resigned early."""
        sides = range(len(self.record["sides"]))
        if self.unrated_reason == EARLY_RESIGNATION:
            return [side for side in sides if side not in self.record["winners"]]
        return list(sides) if self.rated else []

    @property
    def left(self) -> dict[int, str]:
        """Return player (row id) -> when they left: `early`, in the match's first half, or `late`.

        Players who stayed to the end are left out.
        """
        return {seat.player: seat.left for seat in self.seats if seat.left}

    @property
    def bots_only(self) -> bool:
        """Return whether only bots played the match."""
        return all(seat.kind == BOT for seat in self.seats)

    @property
    def with_bots(self) -> bool:
        """Return whether at least one bot played the match."""
        return any(seat.kind == BOT for seat in self.seats)

    @property
    def month(self) -> int:
        """Return the month of the match's end in UTC as a number, such as 202603."""
        moment = self.finished_at.astimezone(UTC)
        return moment.year * 100 + moment.month

    @property
    def day(self) -> int:
        """Return the day of the match's end in UTC as a number, such as 20260301."""
        return self.month * 100 + self.finished_at.astimezone(UTC).day


@dataclass(slots=True)
class Batch:
    """Rows of counters of many matches that wait to be added to the database."""

    rows: dict[Layout, dict[Key, Row]] = field(
        default_factory=lambda: {layout: {} for layout in LAYOUTS}
    )
    people: dict[int, set[int]] = field(default_factory=dict)
    """Day -> players, not bots, who ended a match that day."""

    def add(self, match: Finished) -> None:
        """Add a match's counters to the rows; matches must come in the order of their ends."""
        counted = match.counted or count_match(match.record)
        self._players(match, counted.seats)
        self._teams(match, counted.seats)
        self._rivals(match)
        self._games(match, counted)
        self._days(match, counted)
        for (seat, key), figures in counted.openings.items():
            for pool in (match.pool, ALL):
                self._join(OPENINGS, (match.seats[seat].player, pool, key), figures)
        pool = BOTS + match.pool if match.bots_only else match.pool
        for (topic, key), figures in counted.site.items():
            self._join(SITE, (pool, topic, key), figures)

    def write(self, tables: Mapping[Layout, str] | None = None) -> None:
        """Add all rows of counters to the tables of the database, and empty the batch.

        `tables` names, by layout, other tables with the same columns to write to instead.
        """
        into = tables or {}
        self._first_of_the_day(into.get(DAYS_OF_PLAYERS, DAYS_OF_PLAYERS.table))
        for layout, rows in self.rows.items():
            write(layout, rows, into.get(layout))
            rows.clear()
        self.people.clear()

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def _join(self, layout: Layout, key: Key, more: Mapping[str, Any]) -> None:
        """Add the counters `more` to the row of `key` in a table's rows."""
        rows = self.rows[layout]
        if key in rows:
            join(layout, rows[key], more)
        else:
            rows[key] = dict(more)

    def _players(self, match: Finished, totals: Sequence[Counter[str]]) -> None:
        """Add each seat's counters to the rows of its player by pool, month and day."""
        for sitting, figures in zip(match.seats, totals, strict=True):
            row = _with_run(figures, match)
            for pool, month in _scopes(match):
                self._join(PLAYERS, (sitting.player, pool, month), row)
            self._join(
                DAYS_OF_PLAYERS,
                (sitting.player, match.day),
                {name: figures[name] for name in DAYS_OF_PLAYERS.columns},
            )

    def _teams(self, match: Finished, totals: Sequence[Counter[str]]) -> None:
        """Add the counters of each team's members together to the team's rows by pool and month."""
        teams: dict[int, list[Counter[str]]] = {}
        for sitting, figures in zip(match.seats, totals, strict=True):
            if sitting.team is not None:
                teams.setdefault(sitting.team, []).append(figures)
        for team, members in teams.items():
            row = _with_run(_together(members), match)
            for pool, month in _scopes(match):
                self._join(TEAMS, (team, pool, month), row)

    def _rivals(self, match: Finished) -> None:
        """Add the match's result to the rows of every two opponents."""
        for key, row in _rivalries(match):
            for pool in (match.pool, ALL):
                self._join(RIVALS, (*key, pool), row)

    def _games(self, match: Finished, counted: MatchCount) -> None:
        """Add the match's counters to the rows of its ruleset and of its pools."""
        row: Row = {**counted.game, LAST: match.finished_at, "matches_rated": int(match.rated)}
        every, own = (BOTS + ALL, BOTS + match.pool) if match.bots_only else (ALL, match.pool)
        for month in (EVER, match.month):
            self._join(RULESETS, (match.ruleset, match.pool, month), row)
            for pool in (own, every):
                self._join(POOLS, (pool, month), row)

    def _days(self, match: Finished, counted: MatchCount) -> None:
        """Add match, deals and cards played to the day's rows; remember the people who played."""
        bots = BOTS if match.bots_only else ""
        row = {name: counted.game[name] for name in ("matches", "deals", "plays")}
        for pool in (bots + match.pool, bots + ALL):
            self._join(DAYS, (match.day, pool), row)
        people = {seat.player for seat in match.seats if seat.kind != BOT}
        self.people.setdefault(match.day, set()).update(people)

    def _first_of_the_day(self, table: str) -> None:
        """Add to the rows of days the number of people who play for the first time that day.

        Of two processes that count the same person, the unique key lets one through.
        """
        columns = ", ".join(("player_id", "day", *DAYS_OF_PLAYERS.columns))
        nothing = ", ".join("0" for _ in DAYS_OF_PLAYERS.columns)
        for day, people in sorted(self.people.items()):
            if not people:
                continue
            places = ", ".join([f"(%s, %s, {nothing})"] * len(people))
            values = [value for player in sorted(people) for value in (player, day)]
            with connection.cursor() as cursor:
                cursor.execute(
                    f'INSERT INTO "{table}" ({columns}) VALUES {places}'  # noqa: S608 - our names
                    " ON CONFLICT (player_id, day) DO NOTHING",
                    values,
                )
                self._join(DAYS, (day, ALL), {"people": cursor.rowcount})


def _scopes(match: Finished) -> Iterator[tuple[str, int]]:
    """Yield the pairs (pool, month) of a match: its pool or all, with its month or ever."""
    for pool in (match.pool, ALL):
        for month in (EVER, match.month):
            yield pool, month


def _with_run(figures: Counter[str], match: Finished) -> Row:
    """Return a seat's counters that are not 0 as a row, with streaks and the match's end."""
    won, drawn = figures["matches_won"], figures["matches_drawn"]
    # most figures of a match are nothing, and joining goes over those that are not
    counted = {name: value for name, value in figures.items() if value}
    return {**counted, **outcome(bool(won), not won and not drawn), LAST: match.finished_at}


def _together(members: Sequence[Counter[str]]) -> Counter[str]:
    """Return a team's counters: those of sides once, those of seats summed over the members."""
    total = Counter(members[0])
    for name in OF_SEATS:
        total[name] = sum(figures[name] for figures in members)
    return total


def _rivalries(match: Finished) -> Iterable[tuple[tuple[int, int], Row]]:
    """Yield for every two opponents their ids (lower first) and their row of counters."""
    record = match.record
    winners = record["winners"]
    deals = [
        (camps(record, deal), outcome_of(record, deal).won, deal["points"]["sides"])
        for deal in record["deals"]
        if deal["ended_by"] not in UNCOUNTED
    ]
    side = [place["side"] for place in record["seats"]]
    for first, second in combinations(range(len(side)), 2):
        mine, theirs = match.seats[first].player, match.seats[second].player
        if side[first] == side[second] or mine == theirs:
            continue
        a, b = (first, second) if mine < theirs else (second, first)
        won = side[a] in winners and side[b] not in winners
        lost = side[b] in winners and side[a] not in winners
        opposed = [deal for deal in deals if deal[0][a] != deal[0][b]]
        yield (
            (min(mine, theirs), max(mine, theirs)),
            {
                **outcome(won, lost),
                "matches": 1,
                "player_won": int(won),
                "rival_won": int(lost),
                "deals": len(opposed),
                "player_deals": sum(side[a] in w and side[b] not in w for _, w, _ in opposed),
                "rival_deals": sum(side[b] in w and side[a] not in w for _, w, _ in opposed),
                "player_points": sum(points[side[a]] for _, _, points in opposed),
                "rival_points": sum(points[side[b]] for _, _, points in opposed),
                LAST: match.finished_at,
            },
        )
