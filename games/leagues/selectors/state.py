"""A league as its plain rules see it: results, tables and line-ups, read from the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Prefetch, Q, QuerySet

from games.leagues.models import (
    LeagueDivision,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.models.leagues import LeagueEntrantStatus
from games.leagues.models.matches import FixtureResult, FixtureState
from games.leagues.rules.league_table import Line, Result, league_table
from games.leagues.rules.movements import Placed, PlayOff
from games.leagues.rules.season_dates import (
    CATCH_UP_WEEK,
    CHECK_IN_BEFORE,
    PLAY_OFFS,
    claimable_from,
    time_lost,
)
from games.models import Outage, Player
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import TournamentStatus

PAIR_SIZE: Final = 2


def result_of(fixture: LeagueFixture) -> Result:
    """Return a decided league match's stored result as a plain `Result`, input of tables."""
    missed = {fixture.home_id} if fixture.home_missed else set()
    missed |= {fixture.away_id} if fixture.away_missed else set()
    return Result(
        fixture.round,
        fixture.home_id,
        fixture.away_id,
        fixture.home_vp or 0.0,
        fixture.away_vp or 0.0,
        frozenset(missed),
        played=fixture.result in (FixtureResult.PLAYED, FixtureResult.SET) and not missed,
    )


def finished_event(fixture: LeagueFixture) -> Tournament | None:
    """Return the tournament by which a league match was played, once it is over; or None."""
    event = fixture.tournament
    return event if event is not None and event.status == TournamentStatus.FINISHED else None


def results_of(fixtures: Iterable[LeagueFixture]) -> list[Result]:
    """Return the results of these league matches that count in the table: decided, no play-offs."""
    return [
        result_of(fixture)
        for fixture in fixtures
        if fixture.state == FixtureState.DONE
        and fixture.result != FixtureResult.ANNULLED
        and fixture.round < PLAY_OFFS
    ]


def withdrawn_ids(entrants: Iterable[LeagueEntrant]) -> set[int]:
    """Return the row ids of the withdrawn among these entrants."""
    return {entrant.pk for entrant in entrants if entrant.status == LeagueEntrantStatus.WITHDRAWN}


def planned_matches(fixtures: Iterable[LeagueFixture]) -> dict[int, int]:
    """Return entrant (row id) -> number of its matches in this list, without play-offs."""
    planned: dict[int, int] = {}
    for fixture in fixtures:
        if fixture.round <= CATCH_UP_WEEK:
            for entrant in (fixture.home_id, fixture.away_id):
                planned[entrant] = planned.get(entrant, 0) + 1
    return planned


def table_of(division: LeagueDivision, seed: str) -> list[Line]:
    """Return a division's table as lines, computed from the results of its matches."""
    return computed_table(
        seed,
        list(division.entrants.all()),
        list(division.fixtures.filter(round__lt=PLAY_OFFS)),
    )


def computed_table(
    seed: str, entrants: Sequence[LeagueEntrant], fixtures: Sequence[LeagueFixture]
) -> list[Line]:
    """Return the table of these entrants as lines, computed from these matches."""
    return league_table(
        seed,
        [entrant.pk for entrant in entrants],
        results_of(fixtures),
        withdrawn=withdrawn_ids(entrants),
        matches=planned_matches(fixtures),
    )


def final_tables(season: LeagueSeason) -> list[list[Placed]]:
    """Return the tables of a season's divisions, strongest first, for promotion and relegation."""
    tables = []
    for division in season.divisions.order_by("level"):
        mu = dict(division.entrants.values_list("pk", "mu"))
        lines = table_of(division, season.seed)
        tables.append([Placed(line.entrant, mu[line.entrant], line.out) for line in lines])
    return tables


def won_by_lower(season: LeagueSeason) -> list[PlayOff]:
    """Return the play-offs of a season that the entrant of the lower division has won."""
    rows = season.fixtures.filter(round=PLAY_OFFS, state=FixtureState.DONE).exclude(
        result=FixtureResult.ANNULLED
    )
    return [
        PlayOff(row.division.level, row.home_id, row.away_id)
        for row in rows.select_related("division").order_by("division__level")
        if result_of(row).points(row.away_id) > result_of(row).points(row.home_id)
    ]


# -- people ----------------------------------------------------------------------------------------


def side_of(fixture: LeagueFixture, player: Player | None) -> LeagueMember | None:
    """Return the player's membership of one of a league match's entrants, or None."""
    if player is None:
        return None
    members = LeagueMember.objects.filter(season=fixture.season_id, player=player, agreed=True)
    return members.filter(entrant__in=(fixture.home_id, fixture.away_id)).first()


def loaded_side_of(fixture: LeagueFixture, player: Player | None) -> LeagueMember | None:
    """Return what `side_of` returns, for a league match whose sides are loaded with their people."""
    members = [*fixture.home.people.all(), *fixture.away.people.all()]
    own = (member for member in members if player is not None and member.player_id == player.pk)
    return next((member for member in own if member.agreed), None)


def line_ups(fixture: LeagueFixture) -> dict[int, list[int]]:
    """Return entrant (row id) -> row ids of its players in a league match, in their order.

    Substitutes stand there in the place of absent players.
    """
    members = LeagueMember.objects.filter(
        entrant__in=(fixture.home_id, fixture.away_id), substitute=False
    )
    return _line_ups_of(fixture, members.order_by("index"))


def loaded_line_ups(fixture: LeagueFixture) -> dict[int, list[int]]:
    """Return what `line_ups` returns, for a league match whose sides are loaded with their people."""
    members = [*fixture.home.people.all(), *fixture.away.people.all()]
    return _line_ups_of(fixture, [member for member in members if not member.substitute])


def _line_ups_of(fixture: LeagueFixture, members: Iterable[LeagueMember]) -> dict[int, list[int]]:
    """Return the line-ups of a league match from the members of its sides, in their order."""
    instead = dict(fixture.substitutes.values_list("absent", "player"))
    players: dict[int, list[int]] = {fixture.home_id: [], fixture.away_id: []}
    for member in members:
        players[member.entrant_id].append(instead.get(member.player_id, member.player_id))
    return players


def complete_sides(
    fixture: LeagueFixture, *, since: datetime, line_up: Mapping[int, Sequence[int]] | None = None
) -> set[int]:
    """Return the entrants (row ids) of a league match whose players have all checked in.

    They must have done so at `since` or later. A `line_up` that `line_ups` returned saves a query.
    """
    present = set(fixture.present.filter(at__gte=since).values_list("player", flat=True))
    return sides_among(present, line_up if line_up is not None else line_ups(fixture))


def sides_among(present: set[int], line_up: Mapping[int, Sequence[int]]) -> set[int]:
    """Return the entrants (row ids) of a line-up whose players (row ids) are all among `present`."""
    return {
        entrant for entrant, players in line_up.items() if players and present.issuperset(players)
    }


def is_officer(season_league: int, player: Player | None) -> bool:
    """Return True if a player is the organiser or an officer of a league (row id)."""
    if player is None:
        return False
    from games.leagues.models import League

    rows = League.objects.filter(pk=season_league)
    return rows.filter(Q(organiser=player) | Q(officers=player)).exists()


def with_people(entrants: QuerySet[LeagueEntrant]) -> QuerySet[LeagueEntrant]:
    """Return a query of entrants that also loads teams and players, for `entrant_name`."""
    return entrants.select_related("team", "second_team").prefetch_related(with_players("people"))


def with_players(people: str) -> Prefetch[str, QuerySet[LeagueMember], str]:
    """Return what loads the people of entrants, each with its player, by the lookup `people`."""
    return Prefetch(people, LeagueMember.objects.select_related("player"))


def entrant_name(entrant: LeagueEntrant) -> str:
    """Return an entrant's name: that of its founded team or teams, or of its players.

    A deleted account appears under its neutral name. The entrant comes with its people.
    """
    people = [member.player.name for member in entrant.people.all() if not member.substitute]
    parts = []
    for place, team in enumerate((entrant.team, entrant.second_team)):
        names = people[PAIR_SIZE * place : PAIR_SIZE * place + PAIR_SIZE]
        if team is not None and team.is_founded and team.name:
            parts.append(team.name)
        elif names:
            parts.append(" – ".join(names))
    return " + ".join(parts) or "–"


# -- time ------------------------------------------------------------------------------------------


def outages_since(moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the times (start, end) in which the site was down since a moment."""
    return list(Outage.objects.filter(ended_at__gt=moment).values_list("began_at", "ended_at"))


def closes_at(
    fixture: LeagueFixture, outages: Iterable[tuple[datetime, datetime]] | None = None
) -> datetime:
    """Return the last time to play a league match, prolonged by the site's downtime.

    `outages` are those since the match opened, or more, where they have been read for several.
    """
    known = outages_since(fixture.opens_at) if outages is None else outages
    return fixture.closes_at + time_lost(fixture.opens_at, fixture.closes_at, known)


def claim_from(
    fixture: LeagueFixture, outages: Iterable[tuple[datetime, datetime]] | None = None
) -> datetime | None:
    """Return the time from which the win of a league match can be claimed; None if it has no time.

    `outages` are those since the check-in opened, or more, where they have been read for several.
    """
    at = fixture.agreed_at
    if at is None:
        return None
    return claimable_from(at, outages_since(at - CHECK_IN_BEFORE) if outages is None else outages)
