"""Reads of the deals of the day: the days, their results, and one player's own tries.

Nothing here reads a deck, a seed or a played card of a deal that is not published yet. Callers
check `results_open` before they show results to somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, TypeAlias

from django.db.models import F, Q, QuerySet

from brisca_site.prepared_queries import prepared
from games.answers.daily import Daily, DailyResult
from games.models import DailyDeal, DailyStreak, DailyTry
from games.models.matches import MatchStatus
from games.record.record import rfc3339
from games.selectors.daily_par import par_of
from games.selectors.keyset import Key, Page, read_page

Json: TypeAlias = dict[str, Any]
DAY: Final = "%Y-%m-%d"
FIELDS: Final = (
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
    """Numbers of days on which a player played the deal of the day.

    `current` and `longest` are in a row, `played` is in all.
    """

    current: int
    longest: int
    played: int


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
        row["id"]: row for row in DailyDeal.objects.filter(id__in=ids).order_by().values(*FIELDS)
    }
    proofs = _proofs(ids)
    found = [_told(days[pk], proofs.get(pk)) for pk in ids]
    return Page(found, page.next, page.seen)


def daily_row(day: date) -> Json | None:
    """Return the deal of a day as a dictionary with FIELDS; None where there is none."""
    return _rows_of.first(day)


@prepared
def _rows_of(day: date) -> QuerySet[DailyDeal, Json]:
    """Return the deal of a day, as a dictionary with FIELDS."""
    rows: QuerySet[DailyDeal, Json] = DailyDeal.objects.filter(day=day).values(*FIELDS)
    return rows[:1]


def shown_day() -> date | None:
    """Return the latest day whose deal is published; None where none is."""
    rows = DailyDeal.objects.filter(revealed_at__isnull=False).order_by("-day")
    found: date | None = rows.values_list("day", flat=True).first()
    return found


def daily_json(row: Json) -> Daily:
    """Return a dictionary of `daily_row` as the API shows it, with the proof once published."""
    return _told(row, _proofs([row["id"]]).get(row["id"]))


def _told(row: Json, proof: Json | None) -> Daily:
    """Return a row of FIELDS as the API shows it, with this proof where the deal is published."""
    shown = row["revealed_at"] is not None
    return {
        "day": row["day"].strftime(DAY),
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
    """Return the proofs of the published deals among these ids, by id."""
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
    found: list[DailyResult] = []
    before: tuple[int, int] | None = None
    place = 0
    for at, row in enumerate(page.rows, page.seen + 1):
        made = (row["points"], row["tricks"])
        if before is None:
            place = place_of(daily, *made)
        elif made != before:
            place = at
        before = made
        found.append(
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
    return Page(found, page.next, page.seen)


def place_of(daily: int, points: int, tricks: int) -> int:
    """Return the place (from 1) in a daily deal's ranking of a result: card points, then tricks.

    `daily` is a row id.
    """
    better = Q(points__gt=points) | Q(points=points, tricks__gt=tricks)
    return _ranked(daily).filter(better).count() + 1


def _ranked(daily: int) -> QuerySet[DailyTry]:
    """Return the tries at a deal (an id) that its ranking shows and counts."""
    return DailyTry.objects.filter(daily=daily, ranked=True, player__figures_private=False)


def own_try(daily: int, player: int) -> Json | None:
    """Return a player's try at a daily deal (both row ids); None where there is none.

    The keys are `points`, `tricks`, `ranked`, `place` (in the ranking, or which it would have
    there), `table` (public id, while it runs) and `match` (public id, once the match is public).
    """
    row = (
        DailyTry.objects.filter(daily=daily, player=player)
        .values(
            "points",
            "tricks",
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
        "place": place,
        "ranked": row["ranked"],
        "match": row["match__public_id"] if row["status"] == MatchStatus.FINISHED else None,
    }


def own_results(player: int, *, until: date, days: int) -> dict[date, tuple[int, int]]:
    """Return day -> (points, par) of a player's finished tries in the `days` days up to `until`.

    Both are card points; the par is what a bot makes in the player's (row id) seat.
    """
    rows = DailyTry.objects.filter(
        player=player,
        points__isnull=False,
        daily__day__lte=until,
        daily__day__gt=until - timedelta(days=days),
    )
    tries = rows.values_list("daily__day", "points", "daily")
    return {day: (points or 0, par_of(daily)) for day, points, daily in tries}


def results_open(row: Json, player: int | None) -> bool:
    """Return whether a player (row id) may see the results of a daily deal, a `daily_row`.

    It is so once they are published, or the player has finished a try; None is a stranger.
    """
    if row["revealed_at"] is not None:
        return True
    if player is None:
        return False
    mine = DailyTry.objects.filter(daily=row["id"], player=player, points__isnull=False)
    return mine.exists()


def streak_of(player: int, today: date) -> Streak:
    """Return a player's (row id) days in a row up to today, or yesterday if not played today."""
    row = DailyStreak.objects.filter(player=player).first()
    if row is None or row.last_day is None:
        return Streak(0, 0, 0)
    goes_on = row.last_day >= today - timedelta(days=1)
    return Streak(row.current if goes_on else 0, row.longest, row.played)


def ends_at(day: date) -> datetime:
    """Return the end of a day of the site (UTC)."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)
