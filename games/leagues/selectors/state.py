"""A league as its plain rules see it: results, tables and line-ups, read from the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet

from games.leagues.league_table import Line, Result, league_table
from games.leagues.movements import Placed, PlayOff
from games.leagues.season_dates import CATCH_UP, CHECK_IN, PLAY_OFFS, claimable_from, time_lost
from games.models import (
    LeagueDivision,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
    Outage,
    Player,
    Tournament,
)
from games.models.league_matches import FixtureResult, FixtureState
from games.models.leagues import LeagueEntrantStatus, LeagueKind
from games.models.tournaments import TournamentStatus

PAIR: Final = 2


def entrant_size(kind: str) -> int:
    """Return how many players an entrant of a league of this kind has."""
    return PAIR if kind == LeagueKind.PAIRS else 2 * PAIR


def result_of(fixture: LeagueFixture) -> Result:
    """Return a decided league match's result, as the plain rules in `games.leagues` take it."""
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
    """Return those results of these league matches that count in the table; play-offs do not."""
    return [
        result_of(one)
        for one in fixtures
        if one.state == FixtureState.DONE
        and one.result != FixtureResult.ANNULLED
        and one.round < PLAY_OFFS
    ]


def withdrawn_ids(entrants: Iterable[LeagueEntrant]) -> set[int]:
    """Return the row ids of those of these entrants that have withdrawn."""
    return {one.pk for one in entrants if one.status == LeagueEntrantStatus.WITHDRAWN}


def planned_matches(fixtures: Iterable[LeagueFixture]) -> dict[int, int]:
    """Return entrant (row id) -> number of its matches among these, play-offs not counted."""
    planned: dict[int, int] = {}
    for one in fixtures:
        if one.round <= CATCH_UP:
            for entrant in (one.home_id, one.away_id):
                planned[entrant] = planned.get(entrant, 0) + 1
    return planned


def table_of(division: LeagueDivision, seed: str) -> list[Line]:
    """Return the table of a division, computed from the results of its matches."""
    return computed_table(
        seed, list(division.entrants.all()), list(division.fixtures.filter(round__lt=PLAY_OFFS))
    )


def computed_table(
    seed: str, entrants: Sequence[LeagueEntrant], fixtures: Sequence[LeagueFixture]
) -> list[Line]:
    """Return the table of these entrants with these matches."""
    return league_table(
        seed,
        [one.pk for one in entrants],
        results_of(fixtures),
        withdrawn=withdrawn_ids(entrants),
        matches=planned_matches(fixtures),
    )


def final_tables(season: LeagueSeason) -> list[list[Placed]]:
    """Return the tables of a season's divisions, strongest first, for promotion and relegation."""
    found = []
    for division in season.divisions.order_by("level"):
        mu = dict(division.entrants.values_list("pk", "mu"))
        lines = table_of(division, season.seed)
        found.append([Placed(line.entrant, mu[line.entrant], line.out) for line in lines])
    return found


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
    """Return a player's membership of one of the two entrants of a league match, or None."""
    if player is None:
        return None
    members = LeagueMember.objects.filter(season=fixture.season_id, player=player, agreed=True)
    return members.filter(entrant__in=(fixture.home_id, fixture.away_id)).first()


def line_ups(fixture: LeagueFixture) -> dict[int, list[int]]:
    """Return entrant (row id) -> row ids of those who play for it in a league match, in order.

    Substitutes stand there in the place of absent players.
    """
    instead = dict(fixture.substitutes.values_list("absent", "player"))
    members = LeagueMember.objects.filter(
        entrant__in=(fixture.home_id, fixture.away_id), substitute=False
    ).order_by("index")
    found: dict[int, list[int]] = {fixture.home_id: [], fixture.away_id: []}
    for member in members:
        found[member.entrant_id].append(instead.get(member.player_id, member.player_id))
    return found


def complete_sides(
    fixture: LeagueFixture, *, since: datetime, line_up: Mapping[int, Sequence[int]] | None = None
) -> set[int]:
    """Return the entrants (row ids) of a league match whose players have all said to be there.

    They must have said so at `since` or later. A `line_up` that `line_ups` returned saves reading
    it.
    """
    there = set(fixture.present.filter(at__gte=since).values_list("player", flat=True))
    rows = line_up if line_up is not None else line_ups(fixture)
    return {entrant for entrant, players in rows.items() if players and set(players) <= there}


def is_officer(season_league: int, player: Player | None) -> bool:
    """Return whether a player is the organiser or an officer of a league (row id)."""
    if player is None:
        return False
    from games.models import League

    rows = League.objects.filter(pk=season_league)
    return rows.filter(Q(organiser=player) | Q(officers=player)).exists()


def with_people(entrants: QuerySet[LeagueEntrant]) -> QuerySet[LeagueEntrant]:
    """Return a query of entrants that also loads teams and players, for `entrant_name`."""
    return entrants.select_related("team", "second_team").prefetch_related("people__player")


def entrant_name(entrant: LeagueEntrant) -> str:
    """Return the name of an entrant: those of its founded teams, or of its players.

    A deleted account stands there under its neutral name. The entrant comes with its people.
    """
    people = [member.player.name for member in entrant.people.all() if not member.substitute]
    parts = []
    for place, team in enumerate((entrant.team, entrant.second_team)):
        names = people[PAIR * place : PAIR * place + PAIR]
        if team is not None and team.is_founded and team.name:
            parts.append(team.name)
        elif names:
            parts.append(" – ".join(names))
    return " + ".join(parts) or "–"


# -- time ------------------------------------------------------------------------------------------


def outages_since(moment: datetime) -> list[tuple[datetime, datetime]]:
    """Return the times (start, end) since a moment in which the site was down."""
    return list(Outage.objects.filter(ended_at__gt=moment).values_list("began_at", "ended_at"))


def closes_at(
    fixture: LeagueFixture, outages: Iterable[tuple[datetime, datetime]] | None = None
) -> datetime:
    """Return until when a league match can be played; time in which the site was down is added.

    `outages` are those since the match opened, or more, where they have been read for several.
    """
    known = outages_since(fixture.opens_at) if outages is None else outages
    return fixture.closes_at + time_lost(fixture.opens_at, fixture.closes_at, known)


def claim_from(
    fixture: LeagueFixture, outages: Iterable[tuple[datetime, datetime]] | None = None
) -> datetime | None:
    """Return from when the win of a league match can be claimed; None where it has no time.

    `outages` are those since the check-in opened, or more, where they have been read for several.
    """
    at = fixture.agreed_at
    if at is None:
        return None
    return claimable_from(at, outages_since(at - CHECK_IN) if outages is None else outages)
