"""Reads of players, teams and their figures, for API and pages.

Figures are updated as matches end, so that each read takes a few rows by their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.db.models import QuerySet, Value
from django.db.models.functions import Lower

from accounts.skeletons import name_key
from games.answers import players as answers
from games.answers import ratings as rating_answers
from games.answers.ratings import TeamLeader
from games.common.keyset import Key, Page, read_page
from games.models import Player, PlayerFigures, Rating, Team, TeamFigures, TeamPlayer
from games.models.figures import EVER
from games.record.record import rfc3339
from games.selectors.figures_json import FIGURE_FIELDS, figures_json
from games.selectors.private_figures import of_private_team
from games.selectors.ratings import (
    RATING_FIELDS,
    ranked_teams,
    rating_json,
    standing_json,
    team_ratings,
)
from games.stats.figures import ALL, BOTS
from games.stats.rates import ratio

Json: TypeAlias = dict[str, Any]

TEAM_FIELDS: Final = ("id", "name", "face", "signs", "created_at", "founded_at", "dissolved_at")
PARTNER_FIELDS: Final = ("team_id", "matches", "matches_won", "matches_drawn", "deals", "points")
PLAYER_FIELDS: Final = ("id", "name", "kind", "bot", "created_at", "figures_private")


# -- players ------------------------------------------------------------------------------------


def find_player(name: str) -> Json | None:
    """Return the player of this name (in any case) as a dictionary of PLAYER_FIELDS, or None."""
    if not name or len(name) > 32 or "\0" in name:
        return None
    people = Player.objects.annotate(low=Lower("name")).filter(low=Lower(Value(name)))
    row: Json | None = people.values(*PLAYER_FIELDS).first()
    if row is None and not name.isascii():
        # SQLite knows the case of letters of ASCII alone; accounts keep their names without case.
        key = name_key(name)
        others = Player.objects.filter(user__name_key=key).values(*PLAYER_FIELDS)
        row = next((candidate for candidate in others if name_key(candidate["name"]) == key), None)
    return row


def find_person(name: str) -> tuple[Player, Json] | None:
    """Return a player by name as (row with `conduct`, dictionary of PLAYER_FIELDS), or None.

    Upper and lower case are the same.
    """
    if name.isascii() and len(name) <= 32 and "\0" not in name:
        people = Player.objects.select_related("conduct").annotate(low=Lower("name"))
        player = people.filter(low=name.lower()).first()
        if player is not None:
            return player, {field: getattr(player, field) for field in PLAYER_FIELDS}
    row = find_player(name)
    if row is None:
        return None
    return Player.objects.select_related("conduct").get(pk=row["id"]), row


def players(
    *, prefix: str | None = None, cursor: str | None = None, limit: int = 50
) -> Page[answers.Player]:
    """Return a page of players by name; `prefix` limits it to names that begin so, in any case.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = Player.objects.annotate(low=Lower("name"))
    if prefix:
        rows = rows.filter(name__istartswith=prefix)
    keys = (Key("low", str, falling=False), Key("id", int, falling=False))
    page = read_page(rows.values("low", *PLAYER_FIELDS), keys, cursor, limit)
    return Page([player_json(row) for row in page.rows], page.next, page.seen)


def player_json(row: Json) -> answers.Player:
    """Return a player (a dictionary of PLAYER_FIELDS) as the API shows them."""
    return {
        "name": row["name"],
        "kind": row["kind"],
        "bot": row["bot"] or None,
        "created_at": rfc3339(row["created_at"]),
    }


def player_stats(player: int) -> list[Json]:
    """Return a player's figures in each pool (kind of match), "all" first: counts, rates, rating.

    `player` is a row id.
    """
    ratings = {
        row["pool"]: rating_json(row)
        for row in Rating.objects.filter(player=player).values(*RATING_FIELDS)
    }
    rows = list(PlayerFigures.objects.filter(player=player, month=EVER).values(*FIGURE_FIELDS))
    return _rated(rows, ratings)


def matches_and_won(player: int) -> tuple[int, int]:
    """Return the number of a player's (row id) finished matches, and of those that they won."""
    counters = PlayerFigures.objects.filter(player=player, pool=ALL, month=EVER)
    return counters.values_list("matches", "matches_won").first() or (0, 0)


def figures_version(player: int) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return values that change whenever a match changes a player's (row id) figures or ratings.

    They are two lists of tuples that begin with a pool: of figures, "all" first, and of ratings.
    """
    counters = PlayerFigures.objects.filter(player=player, month=EVER)
    figures = counters.values_list("pool", "matches", "deals", "last_match_at")
    ratings = Rating.objects.filter(player=player).order_by("pool")
    return (
        sorted(figures, key=lambda row: (row[0] != ALL, row[0])),
        list(ratings.values_list("pool", "display", "sigma", "matches")),
    )


# -- teams --------------------------------------------------------------------------------------


def teams(
    *, player: str | None = None, cursor: str | None = None, limit: int = 50
) -> Page[answers.Team]:
    """Return a page of teams, newest first; with `player` (a name) only the teams of that player.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    if player is not None:
        row = find_player(player)
        if row is None:
            return Page([], None)
        return _teams_with(row["id"], cursor, limit)
    rows = Team.objects.values(*TEAM_FIELDS)
    page = read_page(rows, (Key("id", int),), cursor, limit)
    return Page(_with_players(page.rows), page.next, page.seen)


def _teams_with(player: int, cursor: str | None, limit: int) -> Page[answers.Team]:
    """Return a page of the teams of a player (row id), as the API shows them."""
    own = TeamPlayer.objects.filter(player=player).values("team_id")
    page = read_page(own, (Key("team_id", int),), cursor, limit)
    ids = [row["team_id"] for row in page.rows]
    return Page(teams_json(ids), page.next, page.seen)


def teams_json(ids: Sequence[int]) -> list[answers.Team]:
    """Return the teams with these row ids as the API shows them, in the order given."""
    unordered = Team.objects.filter(pk__in=ids).values(*TEAM_FIELDS)
    rows = {row["id"]: row for row in unordered}
    return _with_players([rows[team] for team in ids])


def team_detail(team: int, *, public: bool = False) -> answers.Team | None:
    """Return one team (row id) as the API shows it; None where there is none.

    With `public` None also where the figures of the team are private.
    """
    team_rows = Team.objects.filter(pk=team)
    if public:
        team_rows = team_rows.exclude(of_private_team("pk"))
    rows = list(team_rows.values(*TEAM_FIELDS))
    return _with_players(rows)[0] if rows else None


def team_stats(team: int) -> list[Json]:
    """Return a team's figures in each pool (kind of match), "all" first: counts, rates, rating.

    `team` is a row id.
    """
    ratings = team_ratings(team)
    rows = list(TeamFigures.objects.filter(team=team, month=EVER).values(*FIGURE_FIELDS))
    return _rated(rows, ratings)


def team_leaderboard(*, pool: str, cursor: str | None = None, limit: int = 50) -> Page[TeamLeader]:
    """Return a page of the ranking of teams in a pool (kind of match), best first.

    Only teams with public figures and ratings that are not provisional are in it.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = (
        ranked_teams(pool)
        .exclude(of_private_team("team"))
        .values("id", "team_id", "team__name", *RATING_FIELDS)
    )
    page = read_page(rows, (Key("display", int), Key("id", int, falling=False)), cursor, limit)
    teams = [row["team_id"] for row in page.rows]
    members = _members(teams)
    leaders: list[TeamLeader] = [
        {
            "rank": page.seen + place,
            "team": row["team_id"],
            "name": row["team__name"] or None,
            "players": members[row["team_id"]],
            **standing_json(row),
        }
        for place, row in enumerate(page.rows, 1)
    ]
    return Page(leaders, page.next, page.seen)


def teams_of(player: int, limit: int = 10, *, own: bool = False) -> list[Json]:
    """Return the teams with which a player (row id) played most: players, counts and rates of each.

    Teams whose figures are private are left out, except on the player's own page (`own`).
    """
    most = _played_most(player, own=own).values_list("pk", flat=True)[:limit]
    rows = TeamFigures.objects.filter(pk__in=list(most))
    figure_rows = sorted(
        rows.values("team_id", "team__name", *FIGURE_FIELDS),
        key=lambda row: (-row["matches"], -row["team_id"]),
    )
    teams = [row["team_id"] for row in figure_rows]
    members = _members(teams)
    return [
        {
            "id": row["team_id"],
            "name": row["team__name"] or None,
            "players": members[row["team_id"]],
            **figures_json(row),
        }
        for row in figure_rows
    ]


def most_played(player: int, limit: int = 10, *, public: bool = False) -> list[Json]:
    """Return the teams of a player (row id) with most matches, as dictionaries with PARTNER_FIELDS.

    The result changes only with the player's figures. With `public`, teams whose figures are
    private are left out, so that they change also where a team becomes private.
    """
    rows = _played_most(player, own=not public)
    return list(rows.values(*PARTNER_FIELDS)[:limit])


def partner_teams(player: int, most: Sequence[Json], *, own: bool = False) -> list[Json]:
    """Return a player's teams for its page: names, number of matches, share won, mean card points.

    `player` is a row id. The share is from 0 to 1, a draw half a win; points are of the side in a
    deal. `most` is what `most_played` returns for the player. Teams of somebody whose figures are private
    are left out unless the page is the player's `own`, where they are marked as `private`.
    """
    teams = _named_teams([row["team_id"] for row in most])
    if not own and any(team["private"] for team in teams.values()):
        most = most_played(player, public=True)
        teams = _named_teams([row["team_id"] for row in most])
    return [
        {
            "id": row["team_id"],
            "name": teams[row["team_id"]]["name"],
            "players": teams[row["team_id"]]["players"],
            "private": teams[row["team_id"]]["private"],
            "matches": row["matches"],
            "rates": {
                "match_win_rate": ratio(
                    row["matches_won"] + row["matches_drawn"] / 2, row["matches"]
                ),
                "mean_points": ratio(row["points"], row["deals"], 2),
            },
        }
        for row in most
        if row["team_id"] in teams and (own or not teams[row["team_id"]]["private"])
    ]


def _named_teams(ids: Sequence[int]) -> dict[int, Json]:
    """Return team (row id) -> `name`, names of `players`, and whether its figures are `private`."""
    named_teams: dict[int, Json] = {}
    links = TeamPlayer.objects.filter(team__in=ids).order_by("team", "player")
    fields = ("team_id", "team__name", "player__name", "player__figures_private")
    for team, name, player, private in links.values_list(*fields):
        named_team = named_teams.setdefault(
            team, {"name": name or None, "players": [], "private": False}
        )
        named_team["players"].append(player)
        named_team["private"] |= private
    return named_teams


def _played_most(player: int, *, own: bool) -> QuerySet[TeamFigures]:
    """Return the figures of a player's most played teams, private teams only if `own`."""
    memberships = TeamPlayer.objects.filter(player=player).values("team")
    counts = TeamFigures.objects.filter(team__in=memberships, pool=ALL, month=EVER)
    if not own:
        counts = counts.exclude(of_private_team("team"))
    return counts.order_by("-matches", "-team_id")


def _with_players(rows: Sequence[Mapping[str, Any]]) -> list[answers.Team]:
    """Return rows of teams as the API shows them, adding the names of their players."""
    members = _members([row["id"] for row in rows])
    return [
        {
            "id": row["id"],
            "name": row["name"] or None,
            "players": members[row["id"]],
            "face": row["face"],
            "signs": row["signs"],
            "created_at": rfc3339(row["created_at"]),
            "founded_at": _founded_at(row),
        }
        for row in rows
    ]


def _founded_at(row: Mapping[str, Any]) -> str | None:
    """Return the time at which a team was founded; None where it was not, or is dissolved."""
    if row["founded_at"] is None or row["dissolved_at"] is not None:
        return None
    return rfc3339(row["founded_at"])


def _members(ids: Iterable[int]) -> dict[int, list[str]]:
    """Return team (row id) -> names of its players."""
    members: dict[int, list[str]] = {team: [] for team in ids}
    if members:
        links = TeamPlayer.objects.filter(team__in=list(members)).order_by("team", "player")
        for team, name in links.values_list("team_id", "player__name"):
            members[team].append(name)
    return members


def _rated(rows: list[Json], ratings: Mapping[str, rating_answers.Rating]) -> list[Json]:
    """Return the figures of each pool (kind of match) as JSON with its rating; pool "all" first."""
    figures = map(figures_json, sorted(rows, key=lambda row: (row["pool"] != ALL, row["pool"])))
    # bots are rated among themselves, in a pool of their own name
    return [
        {
            **pool_figures,
            "rating": ratings.get(pool_figures["pool"]) or ratings.get(BOTS + pool_figures["pool"]),
        }
        for pool_figures in figures
    ]
