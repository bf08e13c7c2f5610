"""Reads of the match of the week: the matches that could be it, and the one that is shown."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

import orjson
from django.core.cache import cache
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.common.match_of_week import Candidate
from games.models import (
    Deal,
    Match,
    MatchOfWeek,
    MatchOfWeekRefusal,
    Player,
    Rating,
    Ruleset,
    Seat,
    Table,
)
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.record.record import rfc3339
from games.selectors.faces import chosen_faces_by_name
from games.selectors.match_json import matches_json
from games.selectors.restrictions import running_restrictions
from games.selectors.table_access import table_access
from games.selectors.weeks import Week, week_of
from games.stats.ratings import CENTRE

Json: TypeAlias = dict[str, Any]

ZONE: Final = ZoneInfo("UTC")
"""Time zone of the weeks."""
WHOLE_ENDS: Final = ("target", "four_trumps", "max_deals")
"""Values of `Match.ended_by` of matches that were played to their end."""
PLAYED_OUT: Final = "played_out"
CACHE_KEY: Final = "match-of-week"
CACHE_S: Final = 60
"""Seconds after which the cached match is looked up again."""
NO_MATCH: Final = ""
"""Entry of the cache while no match is shown."""


class ShownMatch(NamedTuple):
    """The match that is shown as that of the week: JSON of the API, and why it was chosen."""

    match: Json
    points: int
    """Card points by which the match was decided."""
    faces: dict[str, str]
    """Player (name) -> face, of those who have chosen one."""
    week: Week


def last_week(now: datetime) -> Week:
    """Return the week that ended last (UTC), of which a match is shown at `now`."""
    return week_of(now.astimezone(ZONE).date()).before


def showable_matches(now: datetime) -> QuerySet[Match]:
    """Return a query of the finished matches that may be shown to everybody as match of the week.

    They were played at a public table by people with an account, each to the end. None of these
    people keeps statistics private, has said no, or is under a measure of moderators.
    """
    open_table = Table.objects.filter(
        table_access().open_to_all(),
        pk=OuterRef("table"),
        visibility=Table.Visibility.PUBLIC,
        watch=Table.Watch.ANYONE,
    )
    finished = Match.objects.filter(status=MatchStatus.FINISHED, public=True, boards=0)
    played = finished.filter(ended_by__in=WHOLE_ENDS).filter(Q(table=None) | Exists(open_table))
    return played.exclude(Exists(_hidden_seats(now))).exclude(
        Exists(MatchOfWeekRefusal.objects.filter(match=OuterRef("pk")))
    )


def _hidden_seats(now: datetime) -> QuerySet[Seat]:
    """Return a query of those seats of a match (the outer query's) that keep it from being shown."""
    no_person = ~Q(kind=PlayerKind.HUMAN) | ~Q(player__kind=PlayerKind.HUMAN) | ~Q(left="")
    unwilling = Q(player__match_of_week_allowed=False) | Q(player__figures_private=True)
    closed = (
        Q(player__user=None)
        | Q(player__user__is_active=False)
        | Q(player__user__barred_until__gt=now)
    )
    restricted = Exists(running_restrictions(now=now).filter(player=OuterRef("player")))
    hidden = no_person | unwilling | closed | restricted
    return Seat.objects.filter(hidden, match=OuterRef("pk"))


def candidates_of(week: Week, now: datetime) -> list[Candidate]:
    """Return the facts of all matches of a week that may be shown at `now`."""
    begin, end = week.bounds(ZONE)
    matches = showable_matches(now).filter(
        finished_at__gte=begin, finished_at__lt=end, margin__gte=1
    )
    rows = list(
        matches.values_list("pk", "ruleset", "margin", "winners", "deal_count", "finished_at")
    )
    ids = [row[0] for row in rows]
    last_deals, ratings = _last_deals(ids), _mean_ratings(ids)
    by_points = _rulesets_by_points({row[1] for row in rows})
    return [
        Candidate(
            match=match,
            by_points=ruleset in by_points,
            margin=margin,
            winners=tuple(winners or ()),
            deals=deals,
            last_deal=last_deals.get(match, ()),
            rating=ratings[match],
            ended_at=ended_at.timestamp(),
        )
        for match, ruleset, margin, winners, deals, ended_at in rows
        if ended_at is not None
    ]


def _rulesets_by_points(rulesets: Collection[int]) -> set[int]:
    """Return those rulesets (row ids) whose matches count card points instead of deals."""
    rows = Ruleset.objects.filter(pk__in=rulesets).values_list("pk", "options")
    return {ruleset for ruleset, options in rows if options["match.unit"] == "points"}


def _last_deals(matches: Collection[int]) -> dict[int, tuple[int, ...]]:
    """Return match (row id) -> points of each side, with extras, in a last deal that was played out."""
    last = Deal.objects.filter(
        match__in=matches, number=F("match__deal_count"), contract__isnull=True, ended_by=PLAYED_OUT
    )
    points_of = {}
    for match, side_points, extras in last.values_list("match", "side_points", "extras"):
        points = list(side_points)
        for extra in extras:
            points[extra["side"]] += extra["points"]
        points_of[match] = tuple(points)
    return points_of


def _mean_ratings(matches: Collection[int]) -> dict[int, float]:
    """Return match (row id) -> mean rating of its players in its kind; without rating: CENTRE."""
    seats = Seat.objects.filter(match__in=matches)
    rows = list(seats.values_list("match", "match__pool", "player"))
    rated = Rating.objects.filter(player__in={player for *_match, player in rows}, matches__gt=0)
    ratings = {
        (pool, player): display
        for pool, player, display in rated.values_list("pool", "player", "display")
    }
    displays: dict[int, list[int]] = {}
    for match, pool, player in rows:
        displays.setdefault(match, []).append(ratings.get((pool, player), CENTRE))
    return {match: fmean(values) for match, values in displays.items()}


def match_of_week(now: datetime) -> ShownMatch | None:
    """Return the match that is shown at `now` as that of the week; None if there is none.

    What was read is cached for CACHE_S; `forget_cached_match` drops it at once.
    """
    week = last_week(now)
    key = f"{CACHE_KEY}:{week.name}"
    text = cache.get(key)
    if text is None:
        text = _read(week, now)
        cache.set(key, text, CACHE_S)
    if text == NO_MATCH:
        return None
    match, points, faces = orjson.loads(text)
    return ShownMatch(match, points, faces, week)


def _read(week: Week, now: datetime) -> str:
    """Return the fields of a week's ShownMatch as JSON, from the database; NO_MATCH without one."""
    row = MatchOfWeek.objects.filter(monday=week.monday, match__in=showable_matches(now)).first()
    if row is None or row.match_id is None:
        return NO_MATCH
    (text,) = matches_json([row.match_id])
    match = orjson.loads(text)
    faces = chosen_faces_by_name(seat["player"] for seat in match["seats"])
    return orjson.dumps([match, row.points, faces]).decode()


def forget_cached_match(now: datetime) -> None:
    """Drop the cached match of the week, so that the next page reads it again."""
    cache.delete(f"{CACHE_KEY}:{last_week(now).name}")


def match_of_week_data(player: Player) -> Json:
    """Return a player's wish about matches of the week, and the matches taken down, for the download."""
    refusals = MatchOfWeekRefusal.objects.filter(player=player).order_by("pk")
    return {
        "match_of_week": {
            "allowed": player.match_of_week_allowed,
            "taken_down": [
                {"match": match, "at": rfc3339(at)}
                for match, at in refusals.values_list("match__public_id", "at")
            ],
        }
    }
