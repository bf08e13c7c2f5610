"""Reopening of decided league matches."""

from __future__ import annotations

from datetime import datetime

from games.leagues.models import LeagueFixture
from games.leagues.models.matches import FixtureResult, FixtureState
from games.leagues.services.schedule import next_step


def reopen(fixture: LeagueFixture, now: datetime) -> None:
    """Open a decided league match, so that its sides can agree on a time and play again.

    The caller has locked its season.

    The row is saved whole.
    """
    fixture.present.all().delete()
    fixture.state, fixture.result = FixtureState.OPEN, FixtureResult.NONE
    fixture.agreed_at, fixture.by_default, fixture.reminded = None, False, 0
    fixture.home_vp = fixture.away_vp = fixture.decided_at = None
    fixture.home_missed = fixture.away_missed = False
    fixture.tournament = None
    fixture.next_at = max(next_step(fixture, now), now)
    fixture.version += 1
    fixture.save()
