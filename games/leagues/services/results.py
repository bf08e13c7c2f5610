"""Storing results of league matches, and the walkovers that follow from the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from games.leagues.models import LeagueFixture, LeagueSeason, TimeProposal
from games.leagues.models.matches import FixtureResult, FixtureState, LeagueAction
from games.leagues.rules.league_table import out_of_play, walkover
from games.leagues.rules.season_dates import PLAY_OFFS
from games.leagues.selectors.state import results_of, withdrawn_ids
from games.leagues.services.locking import note
from games.leagues.services.notifications import tell_sides
from games.models import Player


def store_result(
    fixture: LeagueFixture,
    *,
    result: str,
    home_vp: float | None,
    away_vp: float | None,
    now: datetime,
    missed: Collection[int] = (),
) -> None:
    """Store a league match's result and victory points; `missed` are row ids of absent entrants."""
    fixture.state, fixture.result = FixtureState.DONE, result
    fixture.home_vp, fixture.away_vp = home_vp, away_vp
    fixture.home_missed = fixture.home_id in missed
    fixture.away_missed = fixture.away_id in missed
    fixture.decided_at = now
    fixture.next_at, fixture.failures = None, 0
    fixture.version += 1
    fixture.save()
    close_proposals(fixture, now)


def close_proposals(fixture: LeagueFixture, now: datetime) -> None:
    """Withdraw the open proposals of a time for a league match."""
    fixture.proposals.filter(state=TimeProposal.State.OPEN).update(
        state=TimeProposal.State.WITHDRAWN, answered_at=now
    )


def give_walkover(
    fixture: LeagueFixture,
    *,
    missed: Collection[int],
    now: datetime,
    kind: str = LeagueAction.Kind.MISSED,
    actor: Player | None = None,
    settle: bool = True,
) -> None:
    """Decide a league match as lost by the absent entrants `missed` (row ids).

    An entrant that has missed too many rounds by that is out, and its open matches are decided too,
    unless `settle` is False. The caller has locked the season.
    """
    points = walkover(fixture.round, fixture.home_id, fixture.away_id, missed)
    store_result(
        fixture,
        result=FixtureResult.WALKOVER,
        home_vp=points.home_vp,
        away_vp=points.away_vp,
        missed=missed,
        now=now,
    )
    facts = {"missed": sorted(missed)}
    line = note(
        season=fixture.season, kind=kind, now=now, actor=actor, fixture=fixture, facts=facts
    )
    tell_sides(fixture=fixture, text="league_walkover", key=f"walkover:{line.pk}", now=now)
    if settle and fixture.round < PLAY_OFFS:
        settle_missing(fixture.season, division=fixture.division_id, now=now)


def settle_missing(season: LeagueSeason, *, division: int, now: datetime) -> None:
    """Decide the open matches of entrants of a division (row id) that are out of the season.

    Their opponents win them as if they had not come. The caller has locked the season.
    """
    fixtures = list(season.fixtures.filter(division=division))
    entrants = list(season.entrants.filter(division=division))
    out = out_of_play(results_of(fixtures), withdrawn_ids(entrants))
    if out:
        settle_out(season=season, entrants=out, now=now)


def settle_reopened(fixture: LeagueFixture, now: datetime) -> None:
    """Decide a league match that is open again if one of its sides is out of the season.

    The caller has locked the season.
    """
    for division in {fixture.home.division_id, fixture.away.division_id}:
        if division is not None:
            settle_missing(fixture.season, division=division, now=now)


def settle_out(*, season: LeagueSeason, entrants: Iterable[int], now: datetime) -> None:
    """Decide the open matches of entrants (row ids) that are out, as if they had not come.

    Whether those count follows from the table's rule. The caller has locked the season.
    """
    out = set(entrants)
    open_rows = season.fixtures.filter(
        state__in=(FixtureState.OPEN, FixtureState.AGREED)
    ).select_related("home", "away", "division")
    for fixture in open_rows:
        missed = {fixture.home_id, fixture.away_id} & out
        if missed:
            fixture.season = season
            give_walkover(fixture, missed=missed, now=now, settle=False)
