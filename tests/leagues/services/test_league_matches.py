"""Matches of a league begin, end, are missed, and are helped out by substitutes and after outages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.leagues.models import LeagueFixture
from games.leagues.selectors.state import table_of
from games.leagues.services import entries, presence, substitutes, ticker, times
from games.leagues.services.recount import faults
from games.models import Outage, Player, Rating
from games.stats.pools import pool_name
from games.tournaments.models import TournamentGame
from games.tournaments.services import ticker as tournaments
from tests.leagues.builders import (
    BEGIN,
    MINUTE,
    THURSDAY,
    all_here,
    begun,
    entered,
    first_match,
    forged_end,
    league,
    play,
    refused,
    settled,
    side_players,
    sides,
)
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> LeagueFixture:
    return first_match()


# -- the match -------------------------------------------------------------------------------------


def test_a_match_begins_once_all_are_there_and_its_result_is_taken(match):
    settled(match.season)
    all_here(match, THURSDAY, match.home_id)
    ticker.tick(now=THURSDAY)
    match.refresh_from_db()
    assert match.tournament is None
    play(match, 13.25, THURSDAY)
    assert (match.result, match.home_vp, match.away_vp) == ("played", 13.25, 6.75)
    assert match.tournament.visibility == "link"
    assert match.tournament.entrants.count() == 2


@pytest.mark.parametrize(("kind", "seats"), [("pairs", 4), ("fours", 8)])
def test_the_tables_of_a_match_share_their_decks(kind, seats):
    season = league(kind=kind, deals=4, bots="greedy")
    for number in range(4):
        entered(season, f"p{number}")
    ticker.tick(now=BEGIN)
    match = settled(season)[0]
    all_here(match, THURSDAY)
    ticker.tick(now=THURSDAY)
    tournaments.tick(now=THURSDAY)
    match.refresh_from_db()
    assert match.tournament.status == "running"
    games = TournamentGame.objects.filter(round__tournament=match.tournament)
    assert games.count() == 2
    assert match.tournament.decks.count() == 4
    people = [
        seat.player_id for game in games for seat in game.table.seats.all() if not seat.player.bot
    ]
    assert len(set(people)) == len(people) == seats


def test_one_says_so_from_a_quarter_of_an_hour_before_and_it_holds_for_a_while(match):
    settled(match.season)
    home, _away = sides(match)
    refused("not_yet", presence.be_here, fixture=match, player=home, now=THURSDAY - 16 * MINUTE)
    all_here(match, THURSDAY - 15 * MINUTE, match.home_id)
    all_here(match, THURSDAY + 40 * MINUTE, match.away_id)
    ticker.tick(now=THURSDAY + 40 * MINUTE)
    match.refresh_from_db()
    assert match.state == "agreed", "who came first may be gone"
    all_here(match, THURSDAY + 41 * MINUTE, match.home_id)
    ticker.tick(now=THURSDAY + 41 * MINUTE)
    match.refresh_from_db()
    assert match.state == "playing"


def test_a_side_that_is_there_alone_claims_the_win_after_twenty_minutes(match):
    settled(match.season)
    home, away = sides(match)
    claim = presence.claim
    all_here(match, THURSDAY, match.home_id)
    refused("no_claim_yet", claim, fixture=match, player=home, now=THURSDAY + 19 * MINUTE)
    refused("not_here", claim, fixture=match, player=away, now=THURSDAY + 20 * MINUTE)
    claim(fixture=match, player=home, now=THURSDAY + 20 * MINUTE)
    match.refresh_from_db()
    assert (match.result, match.home_vp, match.away_vp, match.away_missed) == (
        "walkover", 12.0, 0.0, True,
    )  # fmt: skip
    refused("match_over", claim, fixture=match, player=home, now=THURSDAY + 21 * MINUTE)


def test_nobody_claims_a_match_to_which_both_have_come(match):
    settled(match.season)
    home, _away = sides(match)
    all_here(match, THURSDAY)
    refused("both_here", presence.claim, fixture=match, player=home, now=THURSDAY + 30 * MINUTE)


def test_a_match_that_broke_off_early_is_played_again_or_does_not_count(match):
    settled(match.season)
    play(match, 15.0, THURSDAY, decks=7)
    assert (match.state, match.tournament) == ("open", None)
    catch_up = THURSDAY + timedelta(weeks=7)
    ticker.tick(now=catch_up - timedelta(hours=5))
    match.refresh_from_db()
    assert match.agreed_at == catch_up
    all_here(match, catch_up)
    ticker.tick(now=catch_up)
    match.refresh_from_db()
    forged_end(match.tournament, 15.0, decks=7)
    ticker.tick(now=catch_up + timedelta(days=4))
    match.refresh_from_db()
    assert (match.state, match.result, match.home_vp) == ("done", "annulled", None)
    assert not list(faults(match.season))


def test_a_match_that_broke_off_is_not_played_again_with_who_has_withdrawn(match):
    settled(match.season)
    all_here(match, THURSDAY)
    ticker.tick(now=THURSDAY)
    entries.withdraw(season=match.season, player=sides(match)[0], now=THURSDAY)
    match.refresh_from_db()
    forged_end(match.tournament, 10.0, decks=7)
    ticker.tick(now=THURSDAY + timedelta(minutes=30))
    match.refresh_from_db()
    assert (match.state, match.result, match.away_vp) == ("done", "walkover", 12.0)
    assert (match.home_missed, match.away_missed) == (True, False)


def test_who_does_not_come_to_the_table_has_lost_and_missed_the_match(match):
    settled(match.season)
    all_here(match, THURSDAY)
    ticker.tick(now=THURSDAY)
    tournaments.tick(now=THURSDAY)
    match.refresh_from_db()
    game = TournamentGame.objects.get(round__tournament=match.tournament, number=1)
    game.places.filter(entrant__squad=1).update(forfeit=True)
    type(match.tournament).objects.filter(pk=match.tournament.pk).update(status="finished")
    ticker.tick(now=THURSDAY + timedelta(hours=1))
    match.refresh_from_db()
    assert (match.result, match.home_missed, match.away_vp) == ("walkover", True, 12.0)


# -- missed rounds ---------------------------------------------------------------------------------


def test_three_missed_rounds_put_a_pair_out_and_its_results_are_annulled():
    season = begun(8)
    gone = season.entrants.first()
    for number in range(1, 4):
        at = THURSDAY + timedelta(weeks=number - 1)
        for match in settled(season, number):
            here = {match.home_id, match.away_id} - {gone.pk}
            if len(here) == 1:
                all_here(match, at, *here)
                rival = side_players(match, here.pop())[0]
                presence.claim(fixture=match, player=rival, now=at + 20 * MINUTE)
    lines = table_of(season.divisions.get(), season.seed)
    assert (lines[-1].entrant, lines[-1].missed >= 3, lines[-1].annulled) == (gone.pk, True, True)
    assert season.fixtures.filter(state="done").count() == 7, "the others have won all of them"
    assert {line.points for line in lines} == {0}, "and none of it counts"


# -- substitutes -----------------------------------------------------------------------------------


def test_a_substitute_who_agreed_plays_for_who_is_absent(match):
    home, _away = sides(match)
    season = match.season
    eva, zoe = player_with_account("Eva"), player_with_account("Zoe")
    name = entries.name_substitute
    name(season=season, player=home, substitute=eva, now=BEGIN)
    arguments = {"fixture": match, "player": home, "absent": home.pk}
    refused("bad_substitute", substitutes.substitute, **arguments, substitute=eva.pk)
    entries.answer(season=season, player=eva, agree=True, now=BEGIN)
    refused("bad_substitute", substitutes.substitute, **arguments, substitute=zoe.pk)
    pool = pool_name(4, season.league.ruleset.options)
    Rating.objects.create(player=eva, pool=pool, mu=28.5, sigma=3, display=1640, matches=9)
    refused("not_alike", substitutes.substitute, **arguments, substitute=eva.pk)
    Rating.objects.update(mu=27.9)
    substitutes.substitute(**arguments, substitute=eva.pk)
    settled(season)
    refused("not_yours", presence.be_here, fixture=match, player=home, now=THURSDAY)
    partner = side_players(match, match.home_id)[1]
    for player in (eva, partner, *side_players(match, match.away_id)):
        presence.be_here(fixture=match, player=player, now=THURSDAY)
    ticker.tick(now=THURSDAY)
    match.refresh_from_db()
    assert match.tournament.people.filter(player=eva).exists()
    assert not match.tournament.people.filter(player=home).exists()
    entries.withdraw(season=season, player=eva, now=THURSDAY)
    assert season.entrants.filter(status="withdrawn").count() == 0


@pytest.mark.parametrize("way", ["withdraws", "deletes the account"])
def test_a_substitute_who_goes_plays_no_match_that_is_open(match, way):
    home, _away = sides(match)
    season, eva = match.season, player_with_account("Eva")
    entries.name_substitute(season=season, player=home, substitute=eva, now=BEGIN)
    entries.answer(season=season, player=eva, agree=True, now=BEGIN)
    substitutes.substitute(fixture=match, player=home, absent=home.pk, substitute=eva.pk)
    settled(season)
    if way == "withdraws":
        entries.withdraw(season=season, player=eva, now=BEGIN)
    else:
        entries.leave_all_leagues(user_id=eva.user_id)
    refused("not_yours", presence.be_here, fixture=match, player=eva, now=THURSDAY)
    all_here(match, THURSDAY)
    ticker.tick(now=THURSDAY)
    match.refresh_from_db()
    assert match.tournament.people.filter(player=home).exists()


def test_who_plays_for_another_pair_is_no_substitute(match):
    home, away = sides(match)
    away.user = player_with_account("Leo").user
    Player.objects.filter(user=away.user).delete()
    away.save()
    refused(
        "already_entered", entries.name_substitute,
        season=match.season, player=home, substitute=away, now=BEGIN,
    )  # fmt: skip


# -- outages ---------------------------------------------------------------------------------------


def test_a_week_that_ends_during_an_outage_is_as_much_longer(match):
    ends = BEGIN + timedelta(weeks=8)
    began = ends - timedelta(hours=6)
    Outage.objects.create(began_at=began, ended_at=ends + timedelta(hours=2))
    ticker.tick(now=ends + timedelta(hours=2))
    match.refresh_from_db()
    assert match.state != "done"
    home, away = sides(match)
    at = ends + timedelta(hours=4)
    made = times.propose(fixture=match, player=home, at=at, now=ends + timedelta(hours=3))
    times.accept(fixture=match, player=away, proposal=made.pk, now=ends + timedelta(hours=3))
    match.season.refresh_from_db()
    assert match.season.state == "running"
    play(match, 11.0, at)
    assert match.result == "played"
    ticker.tick(now=ends + timedelta(hours=9))
    assert not match.season.fixtures.exclude(state="done").exists()


def test_no_win_is_claimed_just_after_an_outage(match):
    settled(match.season)
    home, _away = sides(match)
    all_here(match, THURSDAY - 10 * MINUTE, match.home_id)
    back = THURSDAY + 18 * MINUTE
    Outage.objects.create(began_at=THURSDAY - 5 * MINUTE, ended_at=back)
    claim = presence.claim
    refused("no_claim_yet", claim, fixture=match, player=home, now=back + 19 * MINUTE)
    claim(fixture=match, player=home, now=back + 20 * MINUTE)
