"""Steps of a season: entries open, it begins, play-offs follow, it ends, and the next is announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from statistics import fmean
from typing import Final

from games.leagues.fixtures import fixtures
from games.leagues.movements import Standing, movements, next_divisions, play_offs
from games.leagues.season_dates import (
    CATCH_UP,
    PLAY_OFFS,
    WEEKS,
    closes_at,
    local,
    next_monday,
    round_window,
    week_of,
)
from games.models import LeagueDivision, LeagueEntrant, LeagueFixture, LeagueMember, LeagueSeason
from games.models.league_matches import FixtureState
from games.models.leagues import LeagueEntrantStatus, SeasonState
from games.selectors.league_state import final_tables, won_by_lower
from games.services.leagues.creating import announce_season, today
from games.services.leagues.entries import add_entrant
from games.services.leagues.line_up import ratings_mu
from games.services.leagues.notices import tell_entrant
from games.services.leagues.schedule import next_step

MIN_ENTRANTS: Final = 4
"""Fewest entrants with which a season begins."""
MAX_LATE: Final = timedelta(days=6)
"""Time after its date in which a season still begins; after that it is called off."""
PAUSE_WEEKS: Final = 2
"""Weeks between two seasons that follow each other."""
LOOK: Final = timedelta(minutes=10)
"""Time after which a season looks again whether all its matches are decided."""


def step(season: LeagueSeason, now: datetime) -> None:
    """Do what is due of a season: open entries, begin it, end its rounds or its play-offs.

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
    """Save a season whose state has changed."""
    season.version += 1
    season.save()


# -- the beginning ---------------------------------------------------------------------------------


def _call_off(
    season: LeagueSeason, entrants: Sequence[LeagueEntrant], problem: str, now: datetime
) -> None:
    """Cancel a season that cannot begin, and tell its entrants."""
    season.state, season.next_at = SeasonState.CANCELLED, None
    season.problem = problem
    season.finished_at = now
    _save(season)
    for entrant in entrants:
        tell_entrant(entrant=entrant, season=season, text="league_called_off", key="off", now=now)


def _begin(season: LeagueSeason, now: datetime) -> None:
    """Draw divisions and fixtures, or call a season off that has too few entrants or is too late."""
    season.entrants.filter(status=LeagueEntrantStatus.INVITED).delete()
    entrants = list(season.entrants.filter(status=LeagueEntrantStatus.ENTERED))
    late = now >= local(season.league.time_zone, season.starts_on) + MAX_LATE
    if len(entrants) < MIN_ENTRANTS or late:
        _call_off(season, entrants, "not_started" if late else "too_few", now)
        return
    note_strength(season, entrants)
    divisions = draw_divisions(season, entrants)
    for division, members in divisions:
        _insert_fixtures(season, division, members, now)
    season.state, season.began_at = SeasonState.RUNNING, now
    season.next_at = round_window(season.league.time_zone, season.starts_on, CATCH_UP).ends_at
    _save(season)
    for entrant in entrants:
        tell_entrant(entrant=entrant, season=season, text="league_begins", key="begins", now=now)


def note_strength(season: LeagueSeason, entrants: Sequence[LeagueEntrant]) -> None:
    """Store the mean rating (mu) of the players of each entrant."""
    people: dict[int, list[int]] = {}
    rows = LeagueMember.objects.filter(entrant__in=entrants, substitute=False)
    for entrant, player in rows.values_list("entrant", "player"):
        people.setdefault(entrant, []).append(player)
    mus = ratings_mu(season, [player for players in people.values() for player in players])
    for one in entrants:
        one.mu = round(fmean(mus[player] for player in people[one.pk]), 4)
    LeagueEntrant.objects.bulk_update(entrants, ["mu"])


def planned_divisions(entrants: Sequence[LeagueEntrant]) -> list[list[int]]:
    """Return entrants' ids by division, strongest first, by their last places; new ones at the end."""
    past, new = [], {}
    befores = {
        one.pk: one
        for one in LeagueEntrant.objects.filter(
            pk__in=[one.before_id for one in entrants if one.before_id]
        ).select_related("division")
    }
    for one in entrants:
        before = befores.get(one.before_id or 0)
        if before is None or before.division is None or before.place is None:
            new[one.pk] = one.mu
            continue
        past.append(
            Standing(one.pk, before.division.level, before.place, before.movement or "stays")  # type: ignore[arg-type]
        )
    return next_divisions(past, new)


def draw_divisions(
    season: LeagueSeason, entrants: Sequence[LeagueEntrant]
) -> list[tuple[LeagueDivision, list[int]]]:
    """Create the divisions of a season and assign its entrants; return each with their row ids."""
    found = []
    for level, members in enumerate(planned_divisions(entrants), start=1):
        division = LeagueDivision.objects.create(season=season, level=level)
        LeagueEntrant.objects.filter(pk__in=members).update(division=division)
        found.append((division, members))
    return found


def _insert_fixtures(
    season: LeagueSeason, division: LeagueDivision, members: Sequence[int], now: datetime
) -> None:
    """Insert the matches of a division."""
    made = [
        _fixture(season, division, number, home, away, now)
        for number, matches in enumerate(fixtures(season.seed, members), start=1)
        for home, away in matches
    ]
    LeagueFixture.objects.bulk_create(made)


def _fixture(
    season: LeagueSeason, division: LeagueDivision, number: int, home: int, away: int, now: datetime
) -> LeagueFixture:
    """Return a match with its weeks, and the moment at which its default time is settled."""
    zone, starts_on = season.league.time_zone, season.starts_on
    made = LeagueFixture(
        season=season,
        division=division,
        round=number,
        home_id=home,
        away_id=away,
        opens_at=round_window(zone, starts_on, number).starts_at,
        closes_at=closes_at(zone, starts_on, number),
    )
    if number == PLAY_OFFS:  # they have a week at least, however late they begin
        made.closes_at = max(made.closes_at, now + timedelta(weeks=1))
    made.next_at = max(next_step(made, now), now)
    return made


# -- the end ---------------------------------------------------------------------------------------


def _is_waiting(season: LeagueSeason, now: datetime) -> bool:
    """Return whether matches of a season are still undecided; it looks again later then."""
    if not season.fixtures.exclude(state=FixtureState.DONE).exists():
        return False
    season.next_at = now + LOOK
    season.save(update_fields=["next_at"])
    return True


def _end_rounds(season: LeagueSeason, now: datetime) -> None:
    """Insert the play-offs once all matches of the rounds are decided."""
    if _is_waiting(season, now):
        return
    divisions = {one.level: one for one in season.divisions.all()}
    made = [
        _fixture(season, divisions[one.level], PLAY_OFFS, one.home, one.away, now)
        for one in play_offs(final_tables(season))
    ]
    LeagueFixture.objects.bulk_create(made)
    season.state = SeasonState.PLAYOFFS
    season.next_at = max((one.closes_at for one in made), default=now)
    _save(season)
    for entrant in LeagueEntrant.objects.filter(
        pk__in=[one for match in made for one in (match.home_id, match.away_id)]
    ):
        tell_entrant(entrant=entrant, season=season, text="league_play_off", key="off", now=now)


def _store_places(season: LeagueSeason) -> dict[int, LeagueEntrant]:
    """Store the final places and movements of a season; return all entrants by row id."""
    tables = final_tables(season)
    moved = movements(tables, won_by_lower(season))
    entrants = {one.pk: one for one in season.entrants.all()}
    for table in tables:
        for place, line in enumerate(table, start=1):
            entrants[line.entrant].place = place
            entrants[line.entrant].movement = moved[line.entrant]
    LeagueEntrant.objects.bulk_update(entrants.values(), ["place", "movement"])
    return entrants


def _end_play_offs(season: LeagueSeason, now: datetime) -> None:
    """Store final places and movements, and announce the next season."""
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
    """Announce the next season, in which everybody who is not out is entered again."""
    planned = week_of(season.starts_on, WEEKS + PAUSE_WEEKS + 1)
    soonest = next_monday(today(season.league, now) + timedelta(days=7))
    made = announce_season(
        league=season.league, number=season.number + 1, starts_on=max(planned, soonest), now=now
    )
    for before in sorted(entrants.values(), key=lambda one: one.number):
        if before.status != LeagueEntrantStatus.ENTERED or before.movement in ("", "out"):
            continue
        _carry_over(made, before, now)


def _carry_over(season: LeagueSeason, before: LeagueEntrant, now: datetime) -> None:
    """Enter an entrant of the past season in the next one, with its players and substitutes."""
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
