"""Timed steps of a season: opening entries, beginning, play-offs, end, and announcing the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import Final

from games.leagues.models import (
    LeagueDivision,
    LeagueEntrant,
    LeagueFixture,
    LeagueMember,
    LeagueSeason,
)
from games.leagues.models.leagues import LeagueEntrantStatus, SeasonState
from games.leagues.models.matches import FixtureState
from games.leagues.rules.fixtures import fixtures
from games.leagues.rules.movements import Standing, movements, next_divisions, play_offs
from games.leagues.rules.season_dates import (
    CATCH_UP_WEEK,
    PLAY_OFFS,
    SEASON_WEEKS,
    closes_at,
    local,
    next_monday,
    round_window,
    week_of,
)
from games.leagues.selectors.state import final_tables, won_by_lower
from games.leagues.services.creating import announce_season, today
from games.leagues.services.entries import add_entrant
from games.leagues.services.notifications import tell_entrant
from games.leagues.services.schedule import next_step
from games.leagues.services.substitutes import ratings_mu

MIN_ENTRANTS: Final = 4
"""Fewest entrants with which a season begins."""
MAX_LATE_START: Final = timedelta(days=6)
"""Time after its date in which a season still begins; after that it is called off."""
PAUSE_WEEKS: Final = 2
"""Weeks between two seasons that follow each other."""
LOOK_INTERVAL: Final = timedelta(minutes=10)
"""Time after which a season looks again whether all its matches are decided."""


def step(season: LeagueSeason, now: datetime) -> None:
    """Do the due step of a season: open entries, begin it, end its rounds or its play-offs.

    The caller has locked the season.
    """
    if season.state == SeasonState.ANNOUNCED:
        season.state = SeasonState.OPEN
        season.next_at = local(season.league.time_zone, season.starts_on)
        _save(season)
    elif season.state == SeasonState.OPEN:
        _begin(season, now)
    elif season.state == SeasonState.RUNNING:
        _end_rounds(season, now)
    elif season.state == SeasonState.PLAYOFFS:
        _end_play_offs(season, now)
    else:
        season.next_at = None
        season.save(update_fields=["next_at"])


def _save(season: LeagueSeason) -> None:
    """Save a season, raising its version."""
    season.version += 1
    season.save()


# -- the beginning ---------------------------------------------------------------------------------


def _call_off(
    season: LeagueSeason, entrants: Sequence[LeagueEntrant], problem: str, now: datetime
) -> None:
    """Cancel a season that cannot begin, and notify its entrants."""
    season.state, season.next_at = SeasonState.CANCELLED, None
    season.problem = problem
    season.finished_at = now
    _save(season)
    for entrant in entrants:
        tell_entrant(entrant=entrant, season=season, text="league_called_off", key="off", now=now)


def _begin(season: LeagueSeason, now: datetime) -> None:
    """Begin a season: draw divisions and fixtures; or cancel it: too few entrants, or late."""
    season.entrants.filter(status=LeagueEntrantStatus.INVITED).delete()
    entrants = list(season.entrants.filter(status=LeagueEntrantStatus.ENTERED))
    late = now >= local(season.league.time_zone, season.starts_on) + MAX_LATE_START
    if len(entrants) < MIN_ENTRANTS or late:
        _call_off(season, entrants, "not_started" if late else "too_few", now)
        return
    note_strength(season, entrants)
    divisions = draw_divisions(season, entrants)
    for division, members in divisions:
        _insert_fixtures(season, division, members, now)
    season.state, season.began_at = SeasonState.RUNNING, now
    season.next_at = round_window(season.league.time_zone, season.starts_on, CATCH_UP_WEEK).ends_at
    _save(season)
    for entrant in entrants:
        tell_entrant(entrant=entrant, season=season, text="league_begins", key="begins", now=now)


def note_strength(season: LeagueSeason, entrants: Sequence[LeagueEntrant]) -> None:
    """Store each entrant's strength: the mean rating (mu) of its players."""
    people: dict[int, list[int]] = {}
    rows = LeagueMember.objects.filter(entrant__in=entrants, substitute=False)
    for entrant, player in rows.values_list("entrant", "player"):
        people.setdefault(entrant, []).append(player)
    mus = ratings_mu(season, [player for players in people.values() for player in players])
    for rated_entrant in entrants:
        rated_entrant.mu = round(fmean(mus[player] for player in people[rated_entrant.pk]), 4)
    LeagueEntrant.objects.bulk_update(entrants, ["mu"])


def planned_divisions(entrants: Sequence[LeagueEntrant]) -> list[list[int]]:
    """Return lists of entrants' ids by division, strongest first; new ones are placed last."""
    past, new = [], {}
    befores = {
        entrant.pk: entrant
        for entrant in LeagueEntrant.objects.filter(
            pk__in=[entrant.before_id for entrant in entrants if entrant.before_id]
        ).select_related("division")
    }
    for entrant in entrants:
        before = befores.get(entrant.before_id or 0)
        if before is None or before.division is None or before.place is None:
            new[entrant.pk] = entrant.mu
            continue
        past.append(
            Standing(entrant.pk, before.division.level, before.place, before.movement or "stays")  # type: ignore[arg-type]  # the column holds a Movement
        )
    return next_divisions(past, new)


def draw_divisions(
    season: LeagueSeason, entrants: Sequence[LeagueEntrant]
) -> list[tuple[LeagueDivision, list[int]]]:
    """Create a season's divisions, assign its entrants; return (division, entrants' ids)."""
    divisions = []
    for level, members in enumerate(planned_divisions(entrants), start=1):
        division = LeagueDivision.objects.create(season=season, level=level)
        LeagueEntrant.objects.filter(pk__in=members).update(division=division)
        divisions.append((division, members))
    return divisions


def _insert_fixtures(
    season: LeagueSeason, division: LeagueDivision, members: Sequence[int], now: datetime
) -> None:
    """Insert all matches of a division for the season."""
    new_fixtures = [
        _fixture(season, division, number, home, away, now)
        for number, matches in enumerate(fixtures(season.seed, members), start=1)
        for home, away in matches
    ]
    LeagueFixture.objects.bulk_create(new_fixtures)


def _fixture(
    season: LeagueSeason, division: LeagueDivision, number: int, home: int, away: int, now: datetime
) -> LeagueFixture:
    """Return an unsaved league match, with its weeks and the time of its first step."""
    zone, starts_on = season.league.time_zone, season.starts_on
    fixture = LeagueFixture(
        season=season,
        division=division,
        round=number,
        home_id=home,
        away_id=away,
        opens_at=round_window(zone, starts_on, number).starts_at,
        closes_at=closes_at(zone, starts_on, number),
    )
    if number == PLAY_OFFS:  # they have a week at least, however late they begin
        fixture.closes_at = max(fixture.closes_at, now + timedelta(weeks=1))
    fixture.next_at = max(next_step(fixture, now), now)
    return fixture


# -- the end ---------------------------------------------------------------------------------------


def _is_waiting(season: LeagueSeason, now: datetime) -> bool:
    """Return True if a season has undecided matches; its step is then postponed."""
    if not season.fixtures.exclude(state=FixtureState.DONE).exists():
        return False
    season.next_at = now + LOOK_INTERVAL
    season.save(update_fields=["next_at"])
    return True


def _end_rounds(season: LeagueSeason, now: datetime) -> None:
    """End a season's rounds once all matches are decided: insert the play-offs."""
    if _is_waiting(season, now):
        return
    divisions = {division.level: division for division in season.divisions.all()}
    play_off_matches = [
        _fixture(season, divisions[play_off.level], PLAY_OFFS, play_off.home, play_off.away, now)
        for play_off in play_offs(final_tables(season))
    ]
    LeagueFixture.objects.bulk_create(play_off_matches)
    season.state = SeasonState.PLAYOFFS
    season.next_at = max((match.closes_at for match in play_off_matches), default=now)
    _save(season)
    for entrant in LeagueEntrant.objects.filter(
        pk__in=[entrant for match in play_off_matches for entrant in (match.home_id, match.away_id)]
    ):
        tell_entrant(entrant=entrant, season=season, text="league_play_off", key="off", now=now)


def _store_places(season: LeagueSeason) -> dict[int, LeagueEntrant]:
    """Store a season's final places and movements; return dict of row id -> entrant."""
    tables = final_tables(season)
    moved = movements(tables, won_by_lower(season))
    entrants = {entrant.pk: entrant for entrant in season.entrants.all()}
    for table in tables:
        for place, line in enumerate(table, start=1):
            entrants[line.entrant].place = place
            entrants[line.entrant].movement = moved[line.entrant]
    LeagueEntrant.objects.bulk_update(entrants.values(), ["place", "movement"])
    return entrants


def _end_play_offs(season: LeagueSeason, now: datetime) -> None:
    """End a season: store final places and movements, announce the next season."""
    if _is_waiting(season, now):
        return
    entrants = _store_places(season)
    season.state, season.next_at, season.finished_at = SeasonState.FINISHED, None, now
    _save(season)
    for entrant in entrants.values():
        if entrant.place is not None:
            tell_entrant(
                entrant=entrant, season=season, text="league_finished", key="finished",
                data={"place": entrant.place}, now=now,
            )  # fmt: skip
    if season.league.restarts:
        _announce_next(season, entrants, now)


def _announce_next(
    season: LeagueSeason, entrants: Mapping[int, LeagueEntrant], now: datetime
) -> None:
    """Announce the next season; entrants that are not out are entered automatically."""
    planned = week_of(season.starts_on, SEASON_WEEKS + PAUSE_WEEKS + 1)
    soonest = next_monday(today(season.league, now) + timedelta(days=7))
    next_season = announce_season(
        league=season.league, number=season.number + 1, starts_on=max(planned, soonest), now=now
    )
    for before in sorted(entrants.values(), key=lambda entrant: entrant.number):
        if before.status != LeagueEntrantStatus.ENTERED or before.movement in ("", "out"):
            continue
        _carry_over(next_season, before, now)


def _carry_over(season: LeagueSeason, before: LeagueEntrant, now: datetime) -> None:
    """Enter an entrant of the past season in the next one, with the same people."""
    entrant = add_entrant(season, before.team, before.second_team, now)
    entrant.status, entrant.before = LeagueEntrantStatus.ENTERED, before
    entrant.save(update_fields=["status", "before"])
    LeagueMember.objects.bulk_create(
        LeagueMember(
            season=season,
            entrant=entrant,
            player_id=member.player_id,
            index=member.index,
            substitute=member.substitute,
        )
        for member in before.people.filter(agreed=True)
    )
    tell_entrant(entrant=entrant, season=season, text="league_next", key="next", now=now)
