"""Reads of players, teams, their figures and the leaderboards, for API and pages.

Figures are kept as matches end, so each of these reads a few rows by their keys.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.db.models import F, Value
from django.db.models.functions import Lower

from games.models import Deal, Player, PlayerFigures, Rating, Seat, Team, TeamFigures
from games.record.record import rfc3339
from games.selectors.keyset import Key, Page, read_page
from games.stats.figures import ALL, BOTS, COUNTED
from games.stats.pools import pool_names
from games.stats.ratings import ESTABLISHED, deviation

Json: TypeAlias = dict[str, Any]

PLAYER_FIELDS: Final = ("id", "name", "kind", "bot", "created_at")
FIGURE_FIELDS: Final = ("pool", *COUNTED, "streak", "best_streak", "last_match_at")
RECENT_MATCHES: Final = 100
"""Over which the spread of points is shown."""
DECK_POINTS: Final = 120
ALL_PASSED: Final = "all_passed"
BAND: Final = 10
"""Points in one bar of the spread."""


def pools() -> list[str]:
    """Kinds of matches that there may be ratings of, people's first."""
    named = pool_names()
    return [*named, *(BOTS + pool for pool in named)]


# -- players ------------------------------------------------------------------------------------


def find_player(name: str) -> Json | None:
    """The player of this name in any case, as a row of PLAYER_FIELDS."""
    if not name or len(name) > 32 or "\0" in name:
        return None
    rows = Player.objects.annotate(low=Lower("name")).filter(low=Lower(Value(name)))
    row: Json | None = rows.values(*PLAYER_FIELDS).first()
    return row


def players(*, prefix: str | None = None, cursor: str | None = None, limit: int = 50) -> Page:
    """Players by name, those whose name begins with `prefix` in any case. Raises BadCursorError."""
    rows = Player.objects.annotate(low=Lower("name"))
    if prefix:
        rows = rows.filter(name__istartswith=prefix)
    keys = (Key("low", str, falling=False), Key("id", int, falling=False))
    page = read_page(rows.values("low", *PLAYER_FIELDS), keys, cursor, limit)
    return Page([player_json(row) for row in page.rows], page.next, page.seen)


def player_json(row: Json) -> Json:
    """A player as the API shows them."""
    return {
        "name": row["name"],
        "kind": row["kind"],
        "bot": row["bot"] or None,
        "created_at": rfc3339(row["created_at"]),
    }


def player_stats(player: int) -> list[Json]:
    """Figures of a player in each pool with their rates and rating, 'all' first."""
    ratings = {
        row["pool"]: rating_json(row)
        for row in Rating.objects.filter(player=player).values(
            "pool", "mu", "sigma", "display", "matches"
        )
    }
    rows = list(PlayerFigures.objects.filter(player=player).values(*FIGURE_FIELDS))
    found = [figures_json(row) for row in _all_first(rows)]
    # bots are rated among themselves, in a pool of their own name
    return [
        {**one, "rating": ratings.get(one["pool"]) or ratings.get(BOTS + one["pool"])}
        for one in found
    ]


def rating_json(row: Mapping[str, Any]) -> Json:
    """A rating as the API shows it; `deviation` says how far it may be off."""
    return {
        "rating": row["display"],
        "deviation": deviation(row["sigma"]),
        "matches": row["matches"],
        "provisional": row["matches"] < ESTABLISHED,
    }


# -- teams --------------------------------------------------------------------------------------


def teams(*, player: str | None = None, cursor: str | None = None, limit: int = 50) -> Page:
    """Teams, the newest first; those of a player where one is named. Raises BadCursorError."""
    rows = Team.objects.all()
    if player is not None:
        row = find_player(player)
        if row is None:
            return Page([], None)
        rows = rows.filter(players=row["id"])
    page = read_page(rows.values("id", "name", "created_at"), (Key("id", int),), cursor, limit)
    return Page(_with_players(page.rows), page.next, page.seen)


def team_detail(team: int) -> Json | None:
    """One team as the API shows it."""
    rows = list(Team.objects.filter(pk=team).values("id", "name", "created_at"))
    return _with_players(rows)[0] if rows else None


def team_stats(team: int) -> list[Json]:
    """Figures of a team in each pool, 'all' first."""
    rows = list(TeamFigures.objects.filter(team=team).values(*FIGURE_FIELDS))
    return [figures_json(row) for row in _all_first(rows)]


def teams_of(player: int, limit: int = 10) -> list[Json]:
    """The teams that a player played most with: players, matches and rates."""
    rows = (
        TeamFigures.objects.filter(team__players=player, pool=ALL)
        .order_by("-matches", "-team_id")
        .values("team_id", "team__name", *FIGURE_FIELDS)[:limit]
    )
    found = list(rows)
    members = _members([row["team_id"] for row in found])
    return [
        {
            "id": row["team_id"],
            "name": row["team__name"] or None,
            "players": members[row["team_id"]],
            **figures_json(row),
        }
        for row in found
    ]


def _with_players(rows: Sequence[Mapping[str, Any]]) -> list[Json]:
    members = _members([row["id"] for row in rows])
    return [
        {
            "id": row["id"],
            "name": row["name"] or None,
            "players": members[row["id"]],
            "created_at": rfc3339(row["created_at"]),
        }
        for row in rows
    ]


def _members(ids: Iterable[int]) -> dict[int, list[str]]:
    members: dict[int, list[str]] = {team: [] for team in ids}
    if members:
        links = Team.players.through.objects.filter(team__in=list(members)).order_by("player_id")
        for team, name in links.values_list("team_id", "player__name"):
            members[team].append(name)
    return members


# -- figures ------------------------------------------------------------------------------------


def figures_json(row: Json) -> Json:
    """Counters of a row of FIGURE_FIELDS, and the rates that follow from them."""
    last = row["last_match_at"]
    counted = {name: row[name] for name in ("pool", *COUNTED, "streak", "best_streak")}
    return {**counted, "last_match_at": rfc3339(last) if last else None, "rates": rates(row)}


def rates(row: Json) -> Json:
    """Shares and means of a row of counters; None where there is nothing to divide by."""
    deals, won = row["deals"], row["matches_won"] + row["matches_drawn"] / 2
    return {
        "match_win_rate": _share(won, row["matches"]),
        "deal_win_rate": _share(row["deals_won"] + row["deals_tied"] / 2, deals),
        "mean_points": _share(row["points"], deals, 2),
        "points_sd": _spread(row["points"], row["points_squared"], deals),
        "mean_own_points": _share(row["own_points"], deals, 2),
        "tricks_per_deal": _share(row["tricks"], deals, 2),
        "exchanges_per_deal": _share(row["exchanges"], deals),
        "last_trick_rate": _share(row["last_tricks"], deals),
        "mean_game_points": _share(row["game_points"], deals, 2),
        "extras_per_deal": _share(row["extras"], deals, 2),
        "contract_rate": _share(row["contracts_made"], row["contracts"]),
        "partner_rate": _share(row["partnered_made"], row["partnered"]),
        "defence_rate": _share(row["defended_won"], row["defended"]),
        "timeout_rate": _share(row["timeouts"], row["plays"]),
        "ms_per_play": _share(row["ms"], row["plays"], 0),
    }


def _share(part: float, whole: float, digits: int = 4) -> float | None:
    return round(part / whole, digits) if whole else None


def _spread(total: int, squares: int, count: int) -> float | None:
    """Standard deviation of a sample, from its sums; whole numbers until the last step."""
    if count < 2:
        return None
    return round(math.sqrt((count * squares - total * total) / (count * (count - 1))), 2)


def _all_first(rows: list[Json]) -> list[Json]:
    return sorted(rows, key=lambda row: (row["pool"] != ALL, row["pool"]))


def points_spread(player: int) -> list[int]:
    """How many recent deals brought their side 0-9, 10-19, ... 110 or more card points: 12 counts."""
    recent = dict(
        Seat.objects.filter(player=player, finished_at__isnull=False)
        .order_by("-finished_at", "-match_id")
        .values_list("match_id", "side")[:RECENT_MATCHES]
    )
    bands = [0] * (DECK_POINTS // BAND)
    played = Deal.objects.filter(match__in=list(recent)).exclude(ended_by=ALL_PASSED)
    for match, points in played.values_list("match_id", "side_points"):
        bands[min(points[recent[match]] // BAND, len(bands) - 1)] += 1
    return bands


# -- leaderboards -------------------------------------------------------------------------------


def leaderboard(pool: str, *, cursor: str | None = None, limit: int = 50) -> Page:
    """Rated players of a pool from the top, those with enough matches. Raises BadCursorError."""
    rows = Rating.objects.filter(pool=pool, matches__gte=ESTABLISHED).values(
        "id", "display", "mu", "sigma", "matches", name=F("player__name"), kind=F("player__kind")
    )
    keys = (Key("display", int), Key("id", int, falling=False))
    page = read_page(rows, keys, cursor, limit)
    found = [
        {
            "rank": page.seen + place,
            "player": row["name"],
            "kind": row["kind"],
            "rating": row["display"],
            "deviation": deviation(row["sigma"]),
            "matches": row["matches"],
        }
        for place, row in enumerate(page.rows, 1)
    ]
    return Page(found, page.next, page.seen)
