"""Reads of leagues: the season in which a player plays now."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.leagues.models import LeagueDivision, LeagueEntrant, LeagueMember, LeagueSeason
from games.leagues.selectors.leagues import running_entry
from games.models import Player
from tests.leagues.builders import STARTS_ON, league

pytestmark = pytest.mark.django_db


def running(player: Player, **fields: object) -> LeagueSeason:
    """Return a running season of a new league, with these fields, in which a player is placed."""
    season = league()
    LeagueSeason.objects.filter(pk=season.pk).update(state="running", **fields)
    entrant = LeagueEntrant.objects.create(
        season=season,
        number=1,
        status="entered",
        division=LeagueDivision.objects.create(season=season, level=1),
    )
    LeagueMember.objects.create(season=season, entrant=entrant, player=player, index=0, agreed=True)
    return season


def test_the_running_entry_is_of_the_season_that_began_last_whatever_its_number() -> None:
    ana = Player.objects.create(name="Ana")
    running(ana, number=7, starts_on=STARTS_ON)
    later = running(ana, number=1, starts_on=STARTS_ON + timedelta(weeks=2))
    running(ana, number=2, starts_on=STARTS_ON + timedelta(weeks=1))
    entry = running_entry(ana)
    assert entry is not None
    assert entry.season == later
