"""Organisers and officers correct a league, and forged results are found."""

from __future__ import annotations

import pytest

from games.leagues.models import LeagueAction, LeagueFixture, LeagueMember
from games.leagues.selectors.state import table_of
from games.leagues.services import directing
from games.leagues.services.recount import faults
from games.leagues.services.results import give_walkover
from games.models import Notification, Player
from tests.leagues.builders import (
    BEGIN,
    THURSDAY,
    begun,
    first_match,
    play,
    refused,
    settled,
    sides,
)
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> LeagueFixture:
    return first_match()


@pytest.fixture
def organised() -> tuple[LeagueFixture, Player]:
    """A match of a league with an organiser."""
    ana = player_with_account("Ana")
    return begun(4, organiser=ana).fixtures.filter(round=1).first(), ana


def test_the_organiser_sets_a_result_with_a_reason_that_is_kept(organised):
    match, ana = organised
    refused(
        "no_reason",
        directing.set_result,
        fixture=match,
        actor=ana,
        home_vp=12,
        away_vp=8,
        reason=" ",
    )
    for score in ((21, 0), (-1, 5), (15, 6)):
        refused(
            "bad_score", directing.set_result, fixture=match, actor=ana,
            home_vp=score[0], away_vp=score[1], reason="Fault",
        )  # fmt: skip
    directing.set_result(fixture=match, actor=ana, home_vp=12, away_vp=8, reason="Played by hand")
    directing.set_result(
        fixture=match, actor=None, home_vp=0, away_vp=0, missed="home", reason="Nobody came"
    )
    match.refresh_from_db()
    assert (match.result, match.home_vp, match.away_vp) == ("walkover", 0.0, 12.0)
    first, second = match.actions.order_by("pk")
    assert (first.reason, first.actor, first.facts["before"]) == (
        "Played by hand",
        ana,
        [None, None],
    )
    assert (second.actor, second.facts["before"]) == (None, [12, 8])
    directing.annul(fixture=match, actor=ana, reason="Both agree", now=BEGIN)
    assert all(line.points == 0 for line in table_of(match.division, match.season.seed))
    directing.replay(fixture=match, actor=ana, reason="They play again", now=BEGIN)
    match.refresh_from_db()
    assert (match.state, match.result, match.home_vp) == ("open", "", None)
    assert not list(faults(match.season))


@pytest.mark.parametrize("who", ["player", "stranger", "officer", "playing_officer", "organiser"])
def test_only_organisers_and_officers_who_do_not_play_correct(organised, who):
    match, ana = organised
    home, _away = sides(match)
    eva = player_with_account("Eva")
    actor = {"player": home, "stranger": eva, "playing_officer": home, "officer": eva}.get(who, ana)
    if "officer" in who:
        match.season.league.officers.add(actor)
    code = {"player": "not_officer", "stranger": "not_officer", "playing_officer": "own_match"}.get(
        who
    )
    for step, more in (
        (directing.set_result, {"home_vp": 10, "away_vp": 10}),
        (directing.annul, {}),
        (directing.replay, {"now": BEGIN}),
    ):
        arguments = {"fixture": match, "actor": actor, "reason": "Fault", **more}
        if code:
            refused(code, step, **arguments)
        else:
            step(**arguments)
    if who != "organiser":
        refused(
            "not_organiser", directing.set_officer,
            league=match.season.league, actor=actor, player=eva, officer=True,
        )  # fmt: skip
        refused(
            "not_organiser",
            directing.set_restarts,
            league=match.season.league,
            actor=actor,
            restarts=False,
        )


def test_who_is_taken_out_loses_what_is_open(organised):
    match, ana = organised
    refused(
        "not_officer",
        directing.remove_entrant,
        season=match.season,
        actor=sides(match)[0],
        entrant=1,
        reason="x",
    )
    refused(
        "no_such_entrant",
        directing.remove_entrant,
        season=match.season,
        actor=ana,
        entrant=99,
        reason="x",
    )
    directing.remove_entrant(
        season=match.season, actor=ana, entrant=1, reason="Plays unfairly", now=BEGIN
    )
    assert match.season.fixtures.filter(state="done").count() == 6
    assert LeagueAction.objects.get(kind="removed").reason == "Plays unfairly"
    assert LeagueMember.objects.filter(season=match.season).count() == 8


def test_nobody_takes_out_a_pair_against_which_they_play(organised):
    match, _ana = organised
    home, away = sides(match)
    match.season.league.officers.add(home)
    remove = directing.remove_entrant
    number = match.away.number
    refused("own_match", remove, season=match.season, actor=home, entrant=number, reason="x")
    match.season.league.officers.add(away)
    refused("own_match", remove, season=match.season, actor=away, entrant=1, reason="x")
    match.away.refresh_from_db()
    assert match.away.status == "entered"


def test_a_match_played_again_with_who_is_out_is_won_by_the_other(organised):
    match, ana = organised
    number = match.home.number
    directing.remove_entrant(season=match.season, actor=ana, entrant=number, reason="Left")
    directing.replay(fixture=match, actor=ana, reason="Play again", now=BEGIN)
    match.refresh_from_db()
    assert (match.state, match.result, match.away_vp) == ("done", "walkover", 12.0)


def test_each_walk_over_of_a_match_is_told(organised):
    match, ana = organised
    told = Notification.objects.filter(text="league_walkover")
    home = sides(match)[0]
    home.user = player_with_account("Leo").user
    Player.objects.filter(user=home.user).delete()
    home.save()
    for _each in range(2):
        give_walkover(LeagueFixture.objects.get(pk=match.pk), missed=[match.away_id], now=BEGIN)
        directing.replay(fixture=match, actor=ana, reason="Play again", now=BEGIN)
    assert told.filter(recipient=home).count() == 2


def test_a_forged_result_is_found(match):
    settled(match.season)
    play(match, 13.0, THURSDAY)
    assert not list(faults(match.season))
    LeagueFixture.objects.filter(pk=match.pk).update(home_vp=20.0, away_vp=0.0)
    assert [fault for fault in faults(match.season) if "not that of its tables" in fault]
    LeagueFixture.objects.exclude(pk=match.pk).first().delete()
    assert [fault for fault in faults(match.season) if "do not follow from the seed" in fault]
