"""Reads of the deals of the day: the days, their results, and one player's own tries.

Nothing here reads a deck, a seed or a played card of a deal that is not published yet. Callers
check `results_open` before they show results to somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.db.models import Count, F, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.answers.daily import Daily, DailyResult
from games.common.days_off import DAYS_OFF, DaysOff, after_missed
from games.common.keyset import Key, Page, read_page
from games.models import DailyDeal, DailyStreak, DailyTry
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.selectors.daily_points import distribution

Json: TypeAlias = dict[str, Any]
DAY_FORMAT: Final = "%Y-%m-%d"
DAILY_FIELDS: Final = (
    "id",
    "day",
    "origin",
    "ruleset__preset",
    "ruleset__hash",
    "ruleset__options__teams",
    "players",
    "level",
    "first_dealer",
    "server_commit",
    "revealed_at",
    "tried",
    "ranked",
)


@dataclass(frozen=True, slots=True)
class Streak:
    """Numbers of days on which a player has played the deal of the day.

    `current` and `longest` count played days in a row, between which days off may lie; `played`
    counts all days.
    """

    current: int
    longest: int
    played: int
    days_off: int
    """Number of days off that are left this month."""


class StoredStreak(NamedTuple):
    """The columns of a player's row of streaks; all None without a row."""

    current: int | None = None
    longest: int | None = None
    played: int | None = None
    last_day: date | None = None
    off_month: date | None = None
    days_off: int | None = None


STREAK_FIELDS: Final = StoredStreak._fields


def daily_page(*, until: date, cursor: str | None = None, limit: int = 50) -> Page[Daily]:
    """Return a page of the deals of the day up to `until`, the latest first, as the API shows them.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = DailyDeal.objects.filter(day__lte=until).values("id")
    # days are made in their order, and a cursor takes numbers
    page = read_page(rows, (Key("id", int),), cursor, limit)
    # apart: beside their rules a database may begin with all rules that there are
    ids = [row["id"] for row in page.rows]
    days = {
        row["id"]: row
        for row in DailyDeal.objects.filter(id__in=ids).order_by().values(*DAILY_FIELDS)
    }
    proofs = _proofs(ids)
    shown_days = [_daily_json(days[pk], proofs.get(pk)) for pk in ids]
    return Page(shown_days, page.next, page.seen)


def daily_row(day: date) -> Json | None:
    """Return the daily deal of a date as a dictionary; None where there is none.

    Its keys are DAILY_FIELDS, `ruleset__options` (all options of the rules) and `bins` (the
    distribution of the points, None until the deal is published).
    """
    return daily_rows(day, day).get(day)


def daily_rows(first: date, last: date) -> dict[date, Json]:
    """Return day -> daily deal, each as a `daily_row`, of the dates from `first` to `last`."""
    rows = DailyDeal.objects.filter(day__range=(first, last)).order_by()
    return {row["day"]: row for row in rows.values(*DAILY_FIELDS, "ruleset__options", "bins")}


class DaySummary(NamedTuple):
    """The results of a published deal in figures that name only the winner."""

    day: date
    players: int
    """Number of finished tries."""
    winner: str
    """Name of the first player of the ranking; empty if the ranking is empty."""
    best: int
    """Points of the winner; 0 without a winner."""
    bins: tuple[int, ...]
    """Numbers of finished tries by ten points, from 0 to the most that can be made."""


def day_summary(row: Json) -> DaySummary:
    """Return the figures of a published daily deal (a `daily_row`)."""
    best, bins = best_try(row["id"]), tuple(distribution(row))
    if best is None:
        return DaySummary(row["day"], row["tried"], "", 0, bins)
    return DaySummary(row["day"], row["tried"], best.name, best.points, bins)


class OwnResult(NamedTuple):
    """A player's result in a finished try at a daily deal."""

    points: int
    ranked: bool
    """True if the ranking shows the result."""
    place: int
    """Place in the ranking, or the place that the result would have there."""


class LobbyDay(NamedTuple):
    """The deal of a day as the lobby shows it to a player."""

    preset: str
    teams: str
    """Option `teams` of the rules."""
    players: int
    tried: int
    """Number of finished tries at the deal."""
    ranked: int
    """Number of tries in the ranking."""
    own: OwnResult | None
    """The player's result; None before the player has finished a try."""
    streak: int
    """Number of played days in a row, between which days off may lie; 0 once it has ended."""


def lobby_day(day: date, player: int | None) -> LobbyDay | None:
    """Return the daily deal of a date for a player (row id; None: a stranger), in one query.

    None where the day has no deal.
    """
    streaks = DailyStreak.objects.filter(player=player or 0)
    rows = DailyDeal.objects.filter(day=day).annotate(
        own_try=FilteredRelation("tries", condition=Q(tries__player=player or 0)),
        better=number_better(
            OuterRef("pk"), OuterRef("own_try__points"), OuterRef("own_try__tricks")
        ),
        **{f"streak_{field}": Subquery(streaks.values(field)) for field in STREAK_FIELDS},
    )
    row = rows.values_list(
        *("ruleset__preset", "ruleset__options__teams", "players", "tried", "ranked"),
        *("own_try__points", "own_try__ranked", "better"),
        *(f"streak_{field}" for field in STREAK_FIELDS),
    ).first()
    if row is None:
        return None
    preset, teams, players, tried, ranked, points, is_ranked, better_tries, *stored = row
    streak = _streak(StoredStreak(*stored), day).current
    own = None if points is None else OwnResult(points, is_ranked, better_tries + 1)
    return LobbyDay(preset, teams, players, tried, ranked, own, streak)


def shown_day() -> date | None:
    """Return the latest date whose daily deal is published; None where none is."""
    rows = DailyDeal.objects.filter(revealed_at__isnull=False).order_by("-day")
    day: date | None = rows.values_list("day", flat=True).first()
    return day


def daily_json(row: Json) -> Daily:
    """Return a daily deal (a `daily_row`) as the API shows it, with its proof once published."""
    return _daily_json(row, _proofs([row["id"]]).get(row["id"]))


def _daily_json(row: Json, proof: Json | None) -> Daily:
    """Return a daily deal (a row of DAILY_FIELDS) as the API shows it, `proof` once published."""
    shown = row["revealed_at"] is not None
    return {
        "day": row["day"].strftime(DAY_FORMAT),
        "origin": row["origin"],
        "preset": row["ruleset__preset"],
        "rules_hash": row["ruleset__hash"],
        "players": row["players"],
        "bots": row["level"],
        "dealer": row["first_dealer"],
        "server_commit": row["server_commit"],
        "shown_at": rfc3339(row["revealed_at"]) if shown else None,
        "tried": row["tried"],
        "ranked": row["ranked"],
        "fairness": proof if shown else None,
    }


def _proofs(days: Sequence[int]) -> dict[int, Json]:
    """Return id -> shuffle proof of those daily deals (row ids) that are published."""
    shown = DailyDeal.objects.filter(id__in=days, revealed_at__isnull=False)
    return dict(shown.order_by().values_list("id", "fairness"))


def results_page(daily: int, *, cursor: str | None = None, limit: int = 50) -> Page[DailyResult]:
    """Return a page of a daily deal's ranking, best first; equal results share a place.

    `daily` is a row id. Only ranked tries of players whose figures are public are listed.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = (
        _ranked(daily)
        .filter(points__isnull=False)
        .values(
            "id",
            "points",
            "tricks",
            "finished_at",
            "started_at",
            name=F("player__name"),
            kind=F("player__kind"),
            match_id_=F("match__public_id"),
            status=F("match__status"),
        )
    )
    keys = (Key("points", int), Key("tricks", int), Key("id", int, falling=False))
    page = read_page(rows, keys, cursor, limit)
    results: list[DailyResult] = []
    before: tuple[int, int] | None = None
    place = 0
    for at, row in enumerate(page.rows, page.seen + 1):
        score = (row["points"], row["tricks"])
        if before is None:
            place = place_of(daily, *score) if page.seen else 1
        elif score != before:
            place = at
        before = score
        results.append(
            {
                "place": place,
                "player": row["name"],
                "kind": row["kind"],
                "points": row["points"],
                "tricks": row["tricks"],
                "seconds": round((row["finished_at"] - row["started_at"]).total_seconds()),
                "match": row["match_id_"] if row["status"] == MatchStatus.FINISHED else None,
            }
        )
    return Page(results, page.next, page.seen)


def place_of(daily: int, points: int, tricks: int) -> int:
    """Return the place (from 1) of a result in a daily deal's ranking: by card points, then tricks.

    `daily` is a row id.
    """
    return _ranked(daily).filter(_better_than(points, tricks)).count() + 1


def number_better(daily: OuterRef, points: OuterRef, tricks: OuterRef) -> Coalesce:
    """Return a subquery that counts the ranked tries at a daily deal with a better result."""
    tries = _ranked(daily).filter(_better_than(points, tricks)).order_by()
    return Coalesce(Subquery(tries.values("daily").annotate(count=Count("pk")).values("count")), 0)


def _better_than(points: int | OuterRef, tricks: int | OuterRef) -> Q:
    """Return the query condition that a try beats a result of these card points and tricks."""
    return Q(points__gt=points) | Q(points=points, tricks__gt=tricks)


def _ranked(daily: int | OuterRef) -> QuerySet[DailyTry]:
    """Return a query of the tries that the ranking of a daily deal (row id or OuterRef) shows."""
    return DailyTry.objects.filter(daily=daily, ranked=True, player__figures_private=False)


def own_try(daily: int, player: int) -> Json | None:
    """Return a player's try at a daily deal (both row ids); None where there is none.

    The keys are `points`, `tricks`, `finished_at`, `ranked`, `place` (in the ranking, or the place
    that it would have), `table` (public id, while it runs) and `match` (public id, once the match is public).
    """
    row = (
        DailyTry.objects.filter(daily=daily, player=player)
        .values(
            "points",
            "tricks",
            "finished_at",
            "ranked",
            "match__public_id",
            table=F("match__table__public_id"),
            status=F("match__status"),
        )
        .first()
    )
    if row is None:
        return None
    points, tricks = row["points"], row["tricks"]
    place = None if points is None or tricks is None else place_of(daily, points, tricks)
    return {
        "table": row["table"] if row["status"] == MatchStatus.PLAYING else None,
        "points": points,
        "tricks": tricks,
        "finished_at": row["finished_at"],
        "place": place,
        "ranked": row["ranked"],
        "match": row["match__public_id"] if row["status"] == MatchStatus.FINISHED else None,
    }


def played_days(player: int, *, until: date, days: int) -> set[date]:
    """Return the days, of the `days` days up to `until`, on which a player finished a try."""
    tries = DailyTry.objects.filter(
        player=player,
        points__isnull=False,
        daily__day__lte=until,
        daily__day__gt=until - timedelta(days=days),
    )
    return set(tries.values_list("daily__day", flat=True))


class Field(NamedTuple):
    """The ranking of a daily deal as far as one result of it is concerned."""

    ranked: int
    """Number of results in the ranking."""
    worse: int
    """Those of them that are worse."""


def field_of(daily: int, points: int, tricks: int) -> Field:
    """Return the ranking of a daily deal (row id) around a result of these points and tricks."""
    worse = Q(points__lt=points) | Q(points=points, tricks__lt=tricks)
    tries = _ranked(daily).filter(points__isnull=False)
    return Field(**tries.aggregate(ranked=Count("pk"), worse=Count("pk", filter=worse)))


class BestTry(NamedTuple):
    """The first try in the ranking of a daily deal."""

    player: int
    """Row id of its player."""
    name: str
    points: int


def best_try(daily: int) -> BestTry | None:
    """Return the first try in the ranking of a daily deal (row id); None if the ranking is empty."""
    tries = _ranked(daily).filter(points__isnull=False).order_by("-points", "-tricks", "pk")
    row = tries.values_list("player", "player__name", "points").first()
    if row is None:
        return None
    player, name, points = row
    return BestTry(player, name, points or 0)


def results_open(row: Json, player: int | None) -> bool:
    """Return whether a player (row id) may see the results of a daily deal (a `daily_row`).

    The results are visible once published, and to players who have finished a try; None is a
    stranger.
    """
    if row["revealed_at"] is not None:
        return True
    if player is None:
        return False
    mine = DailyTry.objects.filter(daily=row["id"], player=player, points__isnull=False)
    return mine.exists()


def streak_of(player: int, today: date) -> Streak:
    """Return a player's (row id) streak of daily deals as of a date."""
    row = DailyStreak.objects.filter(player=player).values_list(*STREAK_FIELDS).first()
    return _streak(StoredStreak(*row) if row else StoredStreak(), today)


def _streak(stored: StoredStreak, today: date) -> Streak:
    """Return a streak as of a date from its stored row: it ends where too many days are missed."""
    if stored.last_day is None:
        return Streak(0, 0, 0, DAYS_OFF)
    off = DaysOff(stored.off_month, stored.days_off or 0)
    after = after_missed(off, stored.last_day, today)
    if after is None:
        return Streak(0, stored.longest or 0, stored.played or 0, DAYS_OFF)
    return Streak(stored.current or 0, stored.longest or 0, stored.played or 0, after.left(today))


def ends_at(day: date) -> datetime:
    """Return the moment at which a date of the site (UTC) ends."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)
