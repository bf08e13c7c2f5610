"""Leagues are founded and entered, and their matches get a time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.common.errors import LeagueError
from games.leagues.models import LeagueAction, LeagueFixture
from games.leagues.selectors.league_json import own_matches_json
from games.leagues.selectors.leagues import entrants_of_season, own_fixtures
from games.leagues.selectors.state import entrant_name, table_of
from games.leagues.services import creating, entries, locking, presence, ticker, times
from games.models import Block, Notification, Player, Restriction
from games.services.players import forget_player
from games.services.teams import dissolve_team
from tests.leagues.builders import (
    BEGIN,
    MINUTE,
    NOW,
    THURSDAY,
    at_local,
    begun,
    bulk_entered,
    entered,
    first_match,
    league,
    pair,
    players,
    refused,
    settled,
    side_players,
    sides,
)
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db


# -- founding and entering -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({"name": "  "}, "bad_name"),
        ({"name": "x" * 61}, "bad_name"),
        ({"line": "see https://example.org"}, "bad_name"),
        ({"kind": "trios"}, "bad_kind"),
        ({"time_zone": "Mars/Olympus"}, "bad_zone"),
        ({"starts_on": date(2026, 11, 24)}, "bad_start"),
        ({"starts_on": date(2026, 11, 2)}, "bad_start"),
        ({"starts_on": date(2027, 6, 7)}, "bad_start"),
        ({"starts_on": date(1, 1, 1), "time_zone": "Asia/Tokyo"}, "bad_start"),
        ({"deals": 3}, "bad_deals"),
        ({"default_weekday": 7}, "bad_slot"),
        ({"turn_ms": 1}, "bad_clock"),
        ({"bots": "genius"}, "bad_bots"),
        ({"preset": "chiamata"}, "bad_rules"),
    ],
)
def test_choices_that_cannot_be_played_are_refused(choices, code):
    with pytest.raises(LeagueError, match=code):
        league(**choices)


def test_a_league_is_founded_by_people_with_accounts_and_three_times_at_most():
    refused("registered_only", league, organiser=player_without_account("Guest"))
    ana = player_with_account("Ana")
    for _ in range(creating.MAX_LEAGUES):
        league(organiser=ana)
    refused("too_many_leagues", league, organiser=ana)


def test_a_pair_is_entered_once_its_partner_agrees_and_is_told_so():
    season = league()
    team = pair("ana")
    first, second = players(team)
    made = entries.enter(season=season, player=first, team=team, now=NOW)
    assert made.status == "invited"
    assert Notification.objects.get().recipient == second
    refused("already_entered", entries.enter, season=season, player=second, team=team)
    entries.answer(season=season, player=second, agree=True)
    made.refresh_from_db()
    assert made.status == "entered"
    refused("not_invited", entries.answer, season=season, player=second, agree=True)


def test_who_refuses_ends_the_entry():
    season = league()
    team = pair("ana")
    entries.enter(season=season, player=players(team)[0], team=team, now=NOW)
    entries.answer(season=season, player=players(team)[1], agree=False)
    assert not season.entrants.exists()


def test_entries_that_do_not_fit_are_refused():
    season, fours = league(), league(kind="fours", name="Fours")
    ana, leo = pair("ana"), pair("leo")
    one = players(ana)[0]
    enter = entries.enter
    refused("bad_teams", enter, season=season, player=players(leo)[0], team=ana)
    refused("bad_teams", enter, season=season, player=one, team=ana, second_team=leo)
    refused("bad_teams", enter, season=fours, player=one, team=ana)
    refused("bad_teams", enter, season=fours, player=one, team=ana, second_team=ana)
    Block.objects.create(blocker=players(leo)[1], blocked=one)
    refused("not_welcome", enter, season=fours, player=one, team=ana, second_team=leo)
    dissolve_team(team=ana, player=one)
    refused("bad_teams", enter, season=season, player=one, team=ana)
    season.state = "running"
    season.save()
    refused("not_open", enter, season=season, player=players(leo)[0], team=leo)


def test_programs_enter_where_they_are_welcome():
    team = pair("ana")
    one, other = players(team)
    Player.objects.filter(pk=other.pk).update(kind="bot")
    refused("no_programs", entries.enter, season=league(), player=one, team=team)
    assert entries.enter(season=league(programs="welcome"), player=one, team=team)


def test_a_team_of_four_has_two_pairs_of_whom_all_agree():
    made = entered(league(kind="fours"), "ana")
    assert made.people.count() == 4
    name = entrant_name(entrants_of_season(made.season)[0])
    assert name == "anaa – anab + anaxa – anaxb"


def test_who_is_asked_by_strangers_can_still_enter_and_agrees_to_four_seasons():
    team = pair("ana")
    one, other = players(team)
    seasons = [league(name=f"Liga {number}") for number in range(6)]
    for number, season in enumerate(seasons[:5]):
        rival = entered(season, f"p{number}").people.first().player
        entries.name_substitute(season=season, player=rival, substitute=one, now=NOW)
    entries.enter(season=seasons[5], player=one, team=team, now=NOW)
    for season in seasons[:3]:
        entries.answer(season=season, player=one, agree=True, now=NOW)
    late = {"player": one, "agree": True, "now": NOW}
    refused("too_many_seasons", entries.answer, season=seasons[3], **late)
    assert other.league_entries.filter(agreed=False).count() == 1


def test_who_may_not_enter_by_then_does_not_agree_either():
    season, team = league(), pair("ana")
    one, other = players(team)
    entries.enter(season=season, player=one, team=team, now=NOW)
    Restriction.objects.create(
        player=other, kind=Restriction.Kind.TOURNAMENTS, starts_at=NOW, ends_at=THURSDAY
    )
    refused("not_allowed", entries.answer, season=season, player=other, agree=True, now=NOW)
    entries.answer(season=season, player=other, agree=False, now=NOW)
    assert not season.entrants.exists()


def test_incomplete_entries_are_dropped_as_the_season_begins():
    season = league()
    bulk_entered(season, 4)
    team = pair("ana")
    entries.enter(season=season, player=players(team)[0], team=team, now=NOW)
    ticker.tick(now=BEGIN)
    assert season.entrants.count() == 4


def test_a_deleted_account_withdraws_and_stands_there_under_its_neutral_name():
    season = league()
    made = entered(season, "ana")
    for number in range(2, 5):
        entered(season, f"p{number}")
    ticker.tick(now=BEGIN)
    gone = made.people.first().player
    entries.leave_all_leagues(user_id=gone.user_id)
    forget_player(user_id=gone.user_id)
    made.refresh_from_db()
    assert made.status == "withdrawn"
    row = next(one for one in entrants_of_season(season) if one.pk == made.pk)
    assert "anaa" not in entrant_name(row)
    lines = table_of(season.divisions.get(), season.seed)
    assert (lines[-1].entrant, lines[-1].out, lines[-1].annulled) == (made.pk, True, True)
    assert not season.fixtures.filter(home=made).exclude(state="done").exists()


def test_an_account_is_deleted_though_the_partner_refuses_at_that_moment(monkeypatch):
    season, team = league(), pair("ana")
    one, _other = players(team)
    entrant = entries.enter(season=season, player=one, team=team, now=NOW)

    asked = []

    def lock_season(key):
        asked.append(key)
        entrant.delete()  # the partner was first
        return locking.lock_season(key)

    monkeypatch.setattr(entries, "lock_season", lock_season)
    entries.leave_all_leagues(user_id=one.user_id)
    assert asked == [season.pk], "and nothing is raised"


def test_own_matches_take_as_many_queries_however_many(django_assert_max_num_queries):
    season = begun(8)
    me = season.entrants.first().people.first().player
    settled(season)
    with django_assert_max_num_queries(10):
        rows = own_matches_json(own_fixtures(me), me)
    assert len(rows) == 7
    assert {row[row["side"]]["entrant"] for row in rows} == {1}
    assert rows[0]["log"][0]["kind"] == "default"


# -- times -----------------------------------------------------------------------------------------


@pytest.fixture
def match() -> LeagueFixture:
    return first_match()


def test_a_time_is_agreed_once_the_other_side_accepts_it(match):
    home, away = sides(match)
    made = times.propose(fixture=match, player=home, at=at_local(25, 20), now=BEGIN)
    refused("no_such_time", times.accept, fixture=match, player=home, proposal=made.pk, now=BEGIN)
    times.accept(fixture=match, player=away, proposal=made.pk, now=BEGIN)
    match.refresh_from_db()
    assert (match.state, match.agreed_at, match.by_default) == ("agreed", made.at, False)
    other = times.propose(fixture=match, player=away, at=at_local(28, 20), now=BEGIN)
    times.refuse(fixture=match, player=home, proposal=other.pk, now=BEGIN)
    refused("no_such_time", times.accept, fixture=match, player=home, proposal=other.pk, now=BEGIN)
    assert LeagueAction.objects.get(kind="agreed").actor == away


def test_two_who_propose_the_same_time_have_agreed(match):
    home, away = sides(match)
    times.propose(fixture=match, player=home, at=at_local(25, 20), now=BEGIN)
    times.propose(fixture=match, player=away, at=at_local(25, 20), now=BEGIN)
    match.refresh_from_db()
    assert match.agreed_at == at_local(25, 20)


def test_times_are_in_the_week_of_the_match_or_in_that_to_catch_up(match):
    home, _away = sides(match)

    def propose(at, now=BEGIN):
        return times.propose(fixture=match, player=home, at=at, now=now)

    refused("bad_time", propose, at=at_local(30, 1))
    refused("bad_time", propose, at=at_local(22, 20))
    refused("bad_time", propose, at=BEGIN + 5 * MINUTE)
    assert propose(BEGIN + timedelta(weeks=7, hours=20))
    assert propose(BEGIN + timedelta(weeks=1) - MINUTE)
    refused("bad_time", propose, at=BEGIN + timedelta(weeks=8))
    assert propose(at_local(26, 10))
    assert propose(at_local(26, 10)), "the same again changes nothing"
    refused("too_many_times", propose, at=at_local(27, 10))


def test_only_the_players_of_a_match_agree_on_its_time(match):
    stranger = player_with_account("Zoe")
    refused("not_yours", times.propose, fixture=match, player=stranger, at=THURSDAY, now=BEGIN)
    refused("not_yours", presence.be_here, fixture=match, player=stranger, now=THURSDAY)
    refused("not_yours", presence.claim, fixture=match, player=stranger, now=THURSDAY)


def test_without_agreement_it_is_thursday_at_nine_and_both_are_reminded(match):
    ticker.tick(now=at_local(26, 1) - timedelta(hours=1, minutes=1))
    match.refresh_from_db()
    assert match.state == "open"
    Player.objects.update(user=None)
    for player in side_players(match, match.home_id):
        player.user = player_with_account(f"x{player.pk}").user
        Player.objects.filter(user=player.user).update(user=None)
        player.save()
    ticker.tick(now=at_local(26, 1) - timedelta(hours=1))
    match.refresh_from_db()
    assert (match.agreed_at, match.by_default) == (THURSDAY, True)
    for now in (THURSDAY - timedelta(hours=5), THURSDAY - timedelta(minutes=59), THURSDAY):
        ticker.tick(now=now)
        ticker.tick(now=now)
    told = Notification.objects.filter(url__contains=f"/matches/{match.pk}/")
    assert sorted(told.values_list("text", flat=True)) == sorted(
        2 * ["league_default", "league_tomorrow", "league_soon"]
    )


def test_the_default_is_what_the_league_chose_in_its_own_zone():
    season = league(time_zone="America/Mexico_City", default_weekday=5)
    bulk_entered(season, 4)
    ticker.tick(now=BEGIN + timedelta(hours=7))
    ticker.tick(now=datetime(2026, 11, 28, 6, 0, tzinfo=UTC))
    found = set(season.fixtures.filter(round=1).values_list("agreed_at", flat=True))
    assert found == {datetime(2026, 11, 29, 3, 0, tzinfo=UTC)}
