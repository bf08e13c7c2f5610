"""Reads of leagues: the list, one league, its seasons and divisions, and a player's own matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import (
    Case,
    Count,
    Q,
    QuerySet,
    Value,
    When,
    prefetch_related_objects,
)

from games.common.keyset import Key, Page, read_page
from games.leagues.answers import League as LeagueAnswer
from games.leagues.answers import LeagueSeason as SeasonAnswer
from games.leagues.models import (
    League,
    LeagueDivision,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.models.leagues import COMING_STATES, RUNNING_STATES, LeagueEntrantStatus
from games.leagues.models.matches import FixtureState
from games.leagues.rules.league_table import Line
from games.leagues.selectors.state import computed_table, with_people, with_players
from games.models import Player
from games.record.record import rfc3339

MAX_SHOWN_LEAGUES: Final = 60
"""Number of leagues on their page."""
MAX_SHOWN_FIXTURES: Final = 40
"""Number of own matches that are shown."""


def league_or_none(public_id: str) -> League | None:
    """Return the league with this public id, or None."""
    if not public_id.isalnum():
        return None
    rows = League.objects.select_related("organiser", "ruleset").prefetch_related("officers")
    return rows.filter(public_id=public_id).first()


def own_and_other_leagues(player: Player | None) -> tuple[list[League], list[League]]:
    """Return a player's leagues, and the others with a coming or running season.

    A player's leagues are those that the player organises, helps with or is entered in; None has
    none. Both lists are the newest first, of at most MAX_SHOWN_LEAGUES, with their seasons.
    """
    going_on = LeagueSeason.objects.filter(state__in=(*COMING_STATES, *RUNNING_STATES))
    conditions = [] if player is None else [When(_is_own(player), then=Value(True))]
    rows = League.objects.annotate(is_own=Case(*conditions, default=Value(False)))
    rows = rows.filter(Q(is_own=True) | Q(pk__in=going_on.values("league")))
    rows = rows.prefetch_related("seasons").order_by("-is_own", "-pk")[: 2 * MAX_SHOWN_LEAGUES]
    own: list[League] = [league for league in rows if league.is_own]
    others: list[League] = [league for league in rows if not league.is_own]
    return own[:MAX_SHOWN_LEAGUES], others[:MAX_SHOWN_LEAGUES]


def _is_own(player: Player) -> Q:
    """Return the query condition that a player organises, helps with or is entered in a league."""
    playing = LeagueMember.objects.filter(
        player=player, season__state__in=(*COMING_STATES, *RUNNING_STATES)
    )
    officer = League.officers.through.objects.filter(player=player)
    return (
        Q(organiser=player)
        | Q(pk__in=playing.values("season__league"))
        | Q(pk__in=officer.values("league"))
    )


def latest_season(league: League) -> LeagueSeason | None:
    """Return the latest season of a league."""
    return max(league.seasons.all(), key=lambda season: season.number, default=None)


def shown_season(league: League, number: int | None) -> LeagueSeason | None:
    """Return a league's season with this number; for None the running one, or the latest."""
    seasons = sorted(league.seasons.all(), key=lambda season: -season.number)
    if number is not None:
        return next((season for season in seasons if season.number == number), None)
    running = (season for season in seasons if season.state in RUNNING_STATES)
    return next(running, seasons[0] if seasons else None)


def entry_of(season: LeagueSeason, player: Player | None) -> LeagueMember | None:
    """Return a player's membership of a season's entrant, with the entrant, or None."""
    if player is None:
        return None
    rows = LeagueMember.objects.filter(season=season, player=player)
    return rows.select_related("entrant__division").first()


def running_entry(player: Player) -> LeagueMember | None:
    """Return a player's membership in the latest begun season that is not over, or None."""
    rows = LeagueMember.objects.filter(
        player=player,
        agreed=True,
        substitute=False,
        season__state__in=RUNNING_STATES,
        entrant__division__isnull=False,
    )
    latest = rows.order_by("-season__starts_on", "-season_id")
    return latest.select_related("entrant__division", "season__league").first()


def entrants_of_season(season: LeagueSeason) -> list[LeagueEntrant]:
    """Return the entrants of a season with their people, in the order of entering."""
    return list(with_people(season.entrants.all()).order_by("number"))


def entered_counts(seasons: Sequence[int]) -> dict[int, int]:
    """Return season (row id) -> number of its complete entrants that have not withdrawn."""
    rows = LeagueEntrant.objects.filter(season__in=seasons, status=LeagueEntrantStatus.ENTERED)
    return dict(rows.order_by().values_list("season").annotate(Count("pk")))


def division_sizes(season: LeagueSeason) -> dict[int, int]:
    """Return level of each division of a season -> number of its entrants."""
    return dict(season.divisions.order_by().values_list("level").annotate(Count("entrants")))


def division_table(
    season: LeagueSeason, division: LeagueDivision
) -> tuple[list[Line], dict[int, LeagueEntrant]]:
    """Return a division's table, best first, and its entrants by row id, with their players."""
    entrants = list(with_people(division.entrants.all()))
    lines = computed_table(season.seed, entrants, list(division.fixtures.all()))
    return lines, {entrant.pk: entrant for entrant in entrants}


def with_sides(rows: QuerySet[LeagueFixture]) -> QuerySet[LeagueFixture]:
    """Return a query of league matches with both sides loaded, for their names and pages."""
    return _with_teams(rows).prefetch_related(
        with_players("home__people"), with_players("away__people")
    )


def _with_teams(rows: QuerySet[LeagueFixture]) -> QuerySet[LeagueFixture]:
    """Return a query of league matches with the teams of both sides loaded, without their people."""
    sides = [f"{side}__{part}" for side in ("home", "away") for part in ("team", "second_team")]
    return rows.select_related("season__league", "division", "tournament", "home", "away", *sides)


def fixture_or_none(fixture: int, league: League | None = None) -> LeagueFixture | None:
    """Return the league match with this row id, of `league` if that is given, or None."""
    rows = with_sides(LeagueFixture.objects.all()).filter(pk=fixture)
    return rows.filter(season__league=league).first() if league else rows.first()


def latest_fixture() -> LeagueFixture | None:
    """Return the latest league match of any league, with its season and league, or None."""
    return LeagueFixture.objects.select_related("season__league").order_by("-pk").first()


def fixtures_of(
    season: LeagueSeason, *, division: int | None = None, number: int | None = None
) -> list[LeagueFixture]:
    """Return the league matches of a season, of one division (level) or round (`number`) if given.

    They come with their sides and with the times that were proposed.
    """
    rows = with_sides(season.fixtures.all()).prefetch_related("proposals")
    if division is not None:
        rows = rows.filter(division__level=division)
    if number is not None:
        rows = rows.filter(round=number)
    return list(rows.order_by("round", "division__level", "pk"))


def own_fixtures(player: Player) -> list[LeagueFixture]:
    """Return a player's undecided league matches with their sides, the next first."""
    return list(with_sides(_undecided_of(player))[:MAX_SHOWN_FIXTURES])


def next_own_fixture(
    player: Player, season: LeagueSeason, loaded: Mapping[int, LeagueEntrant]
) -> LeagueFixture | None:
    """Return a player's next undecided match of a season with its sides and proposed times, or None.

    `loaded` are entrants by row id that have already been read with their people.
    """
    rows = _with_teams(_undecided_of(player).filter(season=season)).prefetch_related("proposals")
    fixture = rows.first()
    if fixture is not None:
        fixture.home = loaded.get(fixture.home_id, fixture.home)
        fixture.away = loaded.get(fixture.away_id, fixture.away)
        prefetch_related_objects([fixture.home, fixture.away], with_players("people"))
    return fixture


def _undecided_of(player: Player) -> QuerySet[LeagueFixture]:
    """Return a query of a player's undecided matches in running seasons, the next first."""
    entrants = LeagueMember.objects.filter(player=player, agreed=True).values("entrant")
    rows = LeagueFixture.objects.filter(
        Q(home__in=entrants) | Q(away__in=entrants), season__state__in=RUNNING_STATES
    )
    return rows.exclude(state=FixtureState.DONE).order_by("opens_at", "pk")


def league_json(league: League) -> LeagueAnswer:
    """Return a league as the API shows it; it comes with its organiser, officers and seasons."""
    season = latest_season(league)
    return {
        "id": league.public_id,
        "name": league.name,
        "line": league.line,
        "url": f"/leagues/{league.public_id}/",
        "kind": league.kind,  # type: ignore[typeddict-item]
        "preset": league.preset,
        "rules_hash": league.ruleset.hash,
        "bots": league.bots,
        "deals": league.deals,
        "turn_ms": league.turn_ms,
        "bank_ms": league.bank_ms,
        "time_zone": league.time_zone,
        "default_weekday": league.default_weekday,
        "default_time": league.default_time.strftime("%H:%M"),
        "programs": league.programs,  # type: ignore[typeddict-item]
        "restarts": league.restarts,
        "organiser": league.organiser.name if league.organiser else None,
        "officers": [officer.name for officer in league.officers.all()],
        "season": season.number if season else 0,
        "state": season.state if season else "finished",  # type: ignore[typeddict-item]
    }


def leagues_page(*, cursor: str | None = None, limit: int = 50) -> Page[LeagueAnswer]:
    """Return a page of leagues, the newest first, as the API shows them.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    page = read_page(League.objects.values("id"), (Key("id", int),), cursor, limit)
    ids = [row["id"] for row in page.rows]
    rows = League.objects.filter(pk__in=ids).select_related("organiser", "ruleset")
    by_id = {row.pk: row for row in rows.prefetch_related("seasons", "officers")}
    return Page([league_json(by_id[pk]) for pk in ids], page.next, page.seen)


def seasons_json(league: League) -> list[SeasonAnswer]:
    """Return the seasons of a league as the API shows them, the latest first."""
    seasons = league.seasons.order_by("-number").annotate(levels=Count("divisions"))
    entered = entered_counts([season.pk for season in seasons])
    return [
        {
            "number": season.number,
            "state": season.state,  # type: ignore[typeddict-item]
            "starts_on": season.starts_on.isoformat(),
            "seed": season.seed,
            "divisions": season.levels,
            "entrants": entered.get(season.pk, 0),
            "finished_at": rfc3339(season.finished_at) if season.finished_at else None,
        }
        for season in seasons
    ]
