"""Leagues: founding and entering, times, who is there, claims, substitutes, outages and corrections."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import (
    Block,
    LeagueAction,
    LeagueFixture,
    LeagueMember,
    Notification,
    Outage,
    Player,
    Rating,
    TournamentGame,
)
from games.selectors.league_state import entrant_name, table_of
from games.selectors.leagues import entrants_of_season
from games.services.errors import LeagueError
from games.services.leagues import creating, directing, entries, line_up, presence, ticker, times
from games.services.leagues.recount import faults
from games.services.players import forget_player
from games.services.teams import dissolve_team
from games.services.tournaments import ticker as tournaments
from games.stats.pools import pool_name
from tests.services.leagues import (
    BEGIN,
    NOW,
    THURSDAY,
    all_here,
    begun,
    bulk_entered,
    entered,
    forged_end,
    league,
    pair,
    play,
    players,
    settled,
    side_players,
    sides,
)
from tests.services.people import person
from tests.services.test_teams import somebody

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def refused(code, step, **arguments):
    """A step that is refused with this code."""
    with pytest.raises(LeagueError, match=f"^{code}$"):
        step(**arguments)


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
    refused("registered_only", league, organiser=person("Guest"))
    ana = somebody("Ana")
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


# -- times -----------------------------------------------------------------------------------------


@pytest.fixture
def match() -> LeagueFixture:
    """A match of the first round, whose week has begun."""
    return begun(4).fixtures.filter(round=1).first()


def at_local(day: int, hour: int, month: int = 11) -> datetime:
    """A moment by the clocks of Madrid in winter."""
    return datetime(2026, month, day, hour - 1, 0, tzinfo=UTC)


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
    stranger = somebody("Zoe")
    refused("not_yours", times.propose, fixture=match, player=stranger, at=THURSDAY, now=BEGIN)
    refused("not_yours", presence.be_here, fixture=match, player=stranger, now=THURSDAY)
    refused("not_yours", presence.claim, fixture=match, player=stranger, now=THURSDAY)


def test_without_agreement_it_is_thursday_at_nine_and_both_are_reminded(match):
    ticker.tick(now=at_local(26, 1) - timedelta(hours=1, minutes=1))
    match.refresh_from_db()
    assert match.state == "open"
    Player.objects.update(user=None)
    for player in side_players(match, match.home_id):
        player.user = somebody(f"x{player.pk}").user
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
    eva, zoe = somebody("Eva"), somebody("Zoe")
    name = entries.name_substitute
    name(season=season, player=home, substitute=eva, now=BEGIN)
    arguments = {"fixture": match, "player": home, "absent": home.pk}
    refused("bad_substitute", line_up.substitute, **arguments, substitute=eva.pk)
    entries.answer(season=season, player=eva, agree=True, now=BEGIN)
    refused("bad_substitute", line_up.substitute, **arguments, substitute=zoe.pk)
    pool = pool_name(4, season.league.ruleset.options)
    Rating.objects.create(player=eva, pool=pool, mu=28.5, sigma=3, display=1640, matches=9)
    refused("not_alike", line_up.substitute, **arguments, substitute=eva.pk)
    Rating.objects.update(mu=27.9)
    line_up.substitute(**arguments, substitute=eva.pk)
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


def test_who_plays_for_another_pair_is_no_substitute(match):
    home, away = sides(match)
    away.user = somebody("Leo").user
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


# -- corrections -----------------------------------------------------------------------------------


@pytest.fixture
def organised() -> tuple[LeagueFixture, Player]:
    """A match of a league with an organiser."""
    ana = somebody("Ana")
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
    eva = somebody("Eva")
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


def test_a_forged_result_is_found(match):
    settled(match.season)
    play(match, 13.0, THURSDAY)
    assert not list(faults(match.season))
    LeagueFixture.objects.filter(pk=match.pk).update(home_vp=20.0, away_vp=0.0)
    assert [fault for fault in faults(match.season) if "not that of its tables" in fault]
    LeagueFixture.objects.exclude(pk=match.pk).first().delete()
    assert [fault for fault in faults(match.season) if "do not follow from the seed" in fault]
