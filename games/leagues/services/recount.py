"""Checks of stored seasons, computed again: fixtures, results, tables, promotion and relegation."""

from __future__ import annotations

from collections.abc import Iterator

from games.leagues.models import LeagueDivision, LeagueFixture, LeagueSeason
from games.leagues.models.leagues import COMING_STATES, SeasonState
from games.leagues.models.matches import FixtureResult, FixtureState, LeagueAction
from games.leagues.rules.fixtures import fixtures
from games.leagues.rules.league_table import is_valid_score
from games.leagues.rules.movements import movements, play_offs
from games.leagues.rules.season_dates import PLAY_OFFS, closes_at, round_window
from games.leagues.selectors.state import final_tables, won_by_lower
from games.leagues.services.playing import missed_squads, scores_of
from games.leagues.services.season_steps import planned_divisions


def faults(season: LeagueSeason) -> Iterator[str]:
    """Yield a sentence for each stored value of a season that a recount does not confirm."""
    if season.state in (*COMING_STATES, SeasonState.CANCELLED):
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
    """Yield a sentence if divisions do not follow from the last season and the ratings."""
    entrants = list(season.entrants.filter(division__isnull=False))
    stored = [
        set(division.entrants.values_list("pk", flat=True)) for division in season.divisions.all()
    ]
    if stored != [set(planned) for planned in planned_divisions(entrants)]:
        yield "the divisions do not follow from the season before and the ratings"


def _fixtures(season: LeagueSeason, division: LeagueDivision) -> Iterator[str]:
    """Yield a sentence if a division's matches do not follow from the season's seed."""
    members = list(division.entrants.values_list("pk", flat=True))
    rows = division.fixtures.filter(round__lt=PLAY_OFFS)
    stored = set(rows.values_list("round", "home", "away"))
    planned = {
        (number, home, away)
        for number, matches in enumerate(fixtures(season.seed, members), start=1)
        for home, away in matches
    }
    if stored != planned:
        yield f"division {division.level}: the matches do not follow from the seed"


def _result(fixture: LeagueFixture) -> Iterator[str]:
    """Yield sentences on contradictions in a league match's stored result."""
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
    """Yield a sentence for each difference between a played match and its tournament."""
    tournament = fixture.tournament
    if tournament is None:
        return
    if missed_squads(tournament):
        yield f"{name}: somebody did not come to its tables"
    if scores_of(tournament) != (fixture.home_vp, fixture.away_vp):
        yield f"{name}: the result is not that of its tables"


def _is_logged(fixture: LeagueFixture) -> bool:
    """Return True if a match's result is the latest one that the log says an officer set."""
    lines = [line for line in fixture.actions.all() if line.kind == LeagueAction.Kind.SET]
    return bool(lines) and lines[-1].facts.get("now") == [fixture.home_vp, fixture.away_vp]


def _dates(season: LeagueSeason) -> Iterator[str]:
    """Yield a sentence for each match whose weeks do not follow from the season's start."""
    zone = season.league.time_zone
    for fixture in season.fixtures.filter(round__lt=PLAY_OFFS):
        opens = round_window(zone, season.starts_on, fixture.round).starts_at
        closes = closes_at(zone, season.starts_on, fixture.round)
        if (fixture.opens_at, fixture.closes_at) != (opens, closes):
            yield f"match {fixture.pk}: its weeks do not follow from the calendar"


def _play_offs(season: LeagueSeason) -> Iterator[str]:
    """Yield a sentence if the play-offs do not follow from the divisions' tables."""
    stored = set(
        season.fixtures.filter(round=PLAY_OFFS).values_list("division__level", "home", "away")
    )
    planned = {(match.level, match.home, match.away) for match in play_offs(final_tables(season))}
    if stored != planned and not _corrected_later(season):
        yield "the play-offs do not follow from the tables"


def _corrected_later(season: LeagueSeason) -> bool:
    """Return True if a round's result was corrected after the play-offs were drawn."""
    first = season.fixtures.filter(round=PLAY_OFFS).order_by("pk").first()
    kinds = (LeagueAction.Kind.SET, LeagueAction.Kind.ANNULLED, LeagueAction.Kind.REMOVED)
    rows = season.actions.filter(kind__in=(*kinds, LeagueAction.Kind.WITHDRAWN))
    return rows.filter(at__gte=first.opens_at).exists() if first else rows.exists()


def _movements(season: LeagueSeason) -> Iterator[str]:
    """Yield a sentence for each wrong final place or movement (promotion, relegation)."""
    tables = final_tables(season)
    moved = movements(tables, won_by_lower(season))
    for table in tables:
        for place, line in enumerate(table, start=1):
            row = season.entrants.get(pk=line.entrant)
            if row.place != place:
                yield f"entrant {row.number} has place {row.place}, not {place}"
            if row.movement != moved[line.entrant]:
                yield f"entrant {row.number}: {row.movement}, not {moved[line.entrant]}"
