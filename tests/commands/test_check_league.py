"""The command that computes seasons of leagues again."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.leagues.models import LeagueFixture
from tests.leagues.builders import THURSDAY, begun, play, settled

pytestmark = pytest.mark.django_db


def test_a_season_is_computed_again_and_a_forged_result_is_named():
    season = begun(4)
    match = settled(season)[0]
    play(match, 13.0, THURSDAY)
    out = StringIO()
    call_command("check_league", stdout=out)
    assert out.getvalue() == f"{season.league.public_id} Liga de otoño, 1: as computed\n"
    LeagueFixture.objects.filter(pk=match.pk).update(home_vp=14.0)
    with pytest.raises(CommandError, match="1 of 1 seasons wrong"):
        call_command("check_league", season.league.public_id, stdout=out)
    assert "the result is not that of its tables" in out.getvalue()


def test_a_league_that_there_is_not_is_named():
    with pytest.raises(CommandError, match="there is no league nothing"):
        call_command("check_league", "nothing")
