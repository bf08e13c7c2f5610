"""Seasons computed again from what is stored: fixtures, results, tables, and who goes up and down."""

from __future__ import annotations

from collections.abc import Iterator

from games.leagues.fixtures import fixtures
from games.leagues.league_table import is_valid_score
from games.leagues.movements import movements, play_offs
from games.leagues.season_dates import PLAY_OFFS, closes_at, round_window
from games.models import LeagueDivision, LeagueFixture, LeagueSeason
from games.models.league_matches import FixtureResult, FixtureState, LeagueAction
from games.models.leagues import COMING, SeasonState
from games.selectors.league_state import final_tables, won_by_lower
from games.services.leagues.playing import missed_squads, scores_of
from games.services.leagues.season_steps import planned_divisions


def faults(season: LeagueSeason) -> Iterator[str]:
    """Yield a sentence for everything in a season that its seed and results do not bear out."""
    if season.state in (*COMING, SeasonState.CANCELLED):
        return
    yield from _divisions(season)
    for division in season.divisions.all():
        yield from _fixtures(season, division)
    rows = season.fixtures.select_related("tournament", "season__league").prefetch_related(
        "actions"
    )
    for fixture in rows:
        yield from _result(fixture)
    yield from _dates(season)
    if season.state != SeasonState.RUNNING:
        yield from _play_offs(season)
    if season.state == SeasonState.FINISHED:
        yield from _movements(season)


def _divisions(season: LeagueSeason) -> Iterator[str]:
    """Yield what is wrong with the divisions, which follow from the season before and the ratings."""
    entrants = list(season.entrants.filter(division__isnull=False))
    found = [set(one.entrants.values_list("pk", flat=True)) for one in season.divisions.all()]
    if found != [set(one) for one in planned_divisions(entrants)]:
        yield "the divisions do not follow from the season before and the ratings"


def _fixtures(season: LeagueSeason, division: LeagueDivision) -> Iterator[str]:
    """Yield what is wrong with the matches of a division, which follow from the seed."""
    members = list(division.entrants.values_list("pk", flat=True))
    rows = division.fixtures.filter(round__lt=PLAY_OFFS)
    found = set(rows.values_list("round", "home", "away"))
    planned = {
        (number, home, away)
        for number, matches in enumerate(fixtures(season.seed, members), start=1)
        for home, away in matches
    }
    if found != planned:
        yield f"division {division.level}: the matches do not follow from the seed"


def _result(fixture: LeagueFixture) -> Iterator[str]:
    """Yield what is wrong with the result of a match."""
    name = f"match {fixture.pk}"
    decided = fixture.state == FixtureState.DONE
    if decided != bool(fixture.result):
        yield f"{name}: its state and its result do not agree"
    counts = decided and fixture.result != FixtureResult.ANNULLED
    home, away = fixture.home_vp, fixture.away_vp
    if counts != (home is not None and away is not None):
        yield f"{name}: it has victory points, or lacks them, against its result"
    elif home is not None and away is not None and not is_valid_score(home, away):
        yield f"{name}: these cannot be victory points"
    if fixture.result == FixtureResult.PLAYED:
        yield from _played(fixture, name)
    if fixture.result == FixtureResult.SET and not _is_logged(fixture):
        yield f"{name}: nobody has set this result"
    if fixture.result == FixtureResult.WALKOVER and not (
        fixture.home_missed or fixture.away_missed
    ):
        yield f"{name}: nobody has missed it"


def _played(fixture: LeagueFixture, name: str) -> Iterator[str]:
    """Yield what is wrong with a match that was played, as its tournament stands."""
    tournament = fixture.tournament
    if tournament is None:
        return
    if missed_squads(tournament):
        yield f"{name}: somebody did not come to its tables"
    if scores_of(tournament) != (fixture.home_vp, fixture.away_vp):
        yield f"{name}: the result is not that of its tables"


def _is_logged(fixture: LeagueFixture) -> bool:
    """Return whether the latest result that an officer has set is that of the match."""
    lines = [line for line in fixture.actions.all() if line.kind == LeagueAction.Kind.SET]
    return bool(lines) and lines[-1].facts.get("now") == [fixture.home_vp, fixture.away_vp]


def _dates(season: LeagueSeason) -> Iterator[str]:
    """Yield the matches of rounds whose weeks do not follow from the day on which the season began."""
    zone = season.league.time_zone
    for fixture in season.fixtures.filter(round__lt=PLAY_OFFS):
        opens = round_window(zone, season.starts_on, fixture.round).starts_at
        closes = closes_at(zone, season.starts_on, fixture.round)
        if (fixture.opens_at, fixture.closes_at) != (opens, closes):
            yield f"match {fixture.pk}: its weeks do not follow from the calendar"


def _play_offs(season: LeagueSeason) -> Iterator[str]:
    """Yield what is wrong with the play-offs, which follow from the tables."""
    found = set(
        season.fixtures.filter(round=PLAY_OFFS).values_list("division__level", "home", "away")
    )
    planned = {(one.level, one.home, one.away) for one in play_offs(final_tables(season))}
    if found != planned and not _corrected_later(season):
        yield "the play-offs do not follow from the tables"


def _corrected_later(season: LeagueSeason) -> bool:
    """Return whether a result of the rounds was corrected after the play-offs were drawn."""
    first = season.fixtures.filter(round=PLAY_OFFS).order_by("pk").first()
    kinds = (LeagueAction.Kind.SET, LeagueAction.Kind.ANNULLED, LeagueAction.Kind.REMOVED)
    rows = season.actions.filter(kind__in=(*kinds, LeagueAction.Kind.WITHDRAWN))
    return rows.filter(at__gte=first.opens_at).exists() if first else rows.exists()


def _movements(season: LeagueSeason) -> Iterator[str]:
    """Yield the entrants whose final place or movement does not follow from the tables."""
    tables = final_tables(season)
    moved = movements(tables, won_by_lower(season))
    for table in tables:
        for place, line in enumerate(table, start=1):
            row = season.entrants.get(pk=line.entrant)
            if row.place != place:
                yield f"entrant {row.number} has place {row.place}, not {place}"
            if row.movement != moved[line.entrant]:
                yield f"entrant {row.number}: {row.movement}, not {moved[line.entrant]}"
