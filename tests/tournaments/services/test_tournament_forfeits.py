"""Forfeits of tournaments: who does nothing has not come, and which outages excuse it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Action, Outage
from games.tournaments.models import EntryBan, Tournament, TournamentPlace
from games.tournaments.models.tournaments import EntrantStatus
from games.tournaments.services import daily, entries, playing, ticker
from games.tournaments.services.recount import faults
from games.tournaments.services.results import finish_game
from tests.services.test_matches import played
from tests.support.people import player_without_account
from tests.tournaments.builders import (
    START,
    STEP,
    announced,
    checked_in,
    entered,
    open_games,
    play,
    play_out,
    started,
)

pytestmark = pytest.mark.django_db
SHORT, LONG = timedelta(seconds=3), timedelta(minutes=2)
SOON = START + timedelta(minutes=2)
"""A moment in the first round before anybody forfeits who has not come."""


def outage(ended_at, length):
    return Outage.objects.create(began_at=ended_at - length, ended_at=ended_at)


def act(game, seat):
    """Store that the player of a seat has done something."""
    Action.objects.create(
        match=game.match, seq=1, sub=0, seat=seat, client_id="1", payload='{"type": "cut"}',
        by="player", created_at=START,
    )  # fmt: skip


def forfeits(game):
    places = TournamentPlace.objects.filter(game=game).order_by("index")
    return [place.forfeit for place in places]


@pytest.mark.parametrize("form", ["swiss", "knockout", "round_robin"])
def test_a_side_whose_whole_game_bots_played_has_forfeited(form):
    tournament = started(4, format=form, rounds=2)
    game, other = open_games(tournament)
    play(game, absent={0}, at=SOON)
    play(other, at=SOON)
    ticker.tick(now=SOON + STEP)
    ticker.tick(now=SOON + 2 * STEP)
    assert (forfeits(game), forfeits(other)) == ([True, False], [False, False])
    game.refresh_from_db()
    assert (game.result, game.points) == ("forfeit", [None, None])
    absent, present = TournamentPlace.objects.filter(game=game).order_by("index")
    assert absent.score == 0 < present.score
    assert absent.entrant.status == EntrantStatus.ABSENT
    assert EntryBan.objects.get().player == absent.entrant.people.get().player
    tournament = play_out(tournament)
    assert list(faults(tournament)) == []


def test_an_event_of_the_first_version_keeps_what_bots_have_played():
    tournament = started(4)
    Tournament.objects.update(scoring_version=1)
    game = open_games(tournament)[0]
    play(game, absent={0, 1})
    game.refresh_from_db()
    assert (game.result, forfeits(game)) == ("played", [False, False])


def test_nobody_forfeits_a_daily_event():
    tournament = announced(format="daily", bots="rules", deals=1)
    ticker.tick(now=START)
    daily.begin(tournament=tournament, player=player_without_account("slow"), now=START)
    (game,) = open_games(tournament)
    play(game, absent={0, 1})
    game.refresh_from_db()
    assert game.result == "played"


def test_a_player_of_an_arena_who_never_comes_wins_nothing_and_is_out():
    tournament = announced(format="arena", minutes=20, deals=1)
    entered(tournament, 2)
    for seconds in (0, 40):
        ticker.tick(now=START + timedelta(seconds=seconds))
    (game,) = open_games(tournament)
    play(game, absent={1}, at=SOON)
    ticker.tick(now=SOON + STEP)
    present_place, absent_place = TournamentPlace.objects.filter(game=game).order_by("index")
    assert (present_place.score, absent_place.score) == (2.0, 0.0)
    assert (present_place.entrant.status, absent_place.entrant.status) == ("playing", "absent")


def test_two_players_of_an_arena_who_never_come_share_nothing():
    tournament = announced(format="arena", minutes=20, deals=1)
    entered(tournament, 2)
    for seconds in (0, 40):
        ticker.tick(now=START + timedelta(seconds=seconds))
    (game,) = open_games(tournament)
    play(game, absent={0, 1}, at=SOON)
    ticker.tick(now=SOON + STEP)
    assert [place.score for place in TournamentPlace.objects.filter(game=game)] == [0.0, 0.0]


def test_who_came_back_is_not_taken_out_again_for_the_game_that_was_missed():
    tournament = announced(format="arena", minutes=20, deals=1, visibility="link")
    players = [player_without_account("p0"), player_without_account("p1")]
    for player in players:
        entries.enter(tournament=tournament, player=player, invite=tournament.invite, now=START)
    for seconds in (0, 40):
        ticker.tick(now=START + timedelta(seconds=seconds))
    (game,) = open_games(tournament)
    play(game, absent={1}, at=SOON)
    ticker.tick(now=SOON + STEP)
    entrant = TournamentPlace.objects.get(game=game, forfeit=True).entrant
    entries.enter(tournament=tournament, player=entrant.people.get().player, now=SOON + 2 * STEP)
    for number in (3, 4, 5):
        ticker.tick(now=SOON + number * STEP)
    entrant.refresh_from_db()
    assert entrant.status == EntrantStatus.PLAYING


@pytest.mark.parametrize(
    ("ended", "length", "result"),
    [
        (SOON, SHORT, "forfeit"),  # a restart keeps nobody away
        (SOON, LONG, "played"),
        (START - timedelta(minutes=1), LONG, "forfeit"),  # over before the round began
    ],
)
def test_an_outage_excuses_if_it_was_long_and_within_the_round(ended, length, result):
    tournament = started(4)
    game = open_games(tournament)[0]
    outage(ended, length)
    finish_game(match=game.match, log=played(game.match), finished_at=SOON + STEP)
    game.refresh_from_db()
    assert game.result == result


@pytest.mark.parametrize(
    ("version", "length", "absent"),
    [(2, SHORT, True), (2, LONG, False), (1, SHORT, False), (1, LONG, False)],
)
def test_games_that_run_are_forfeited_in_spite_of_a_short_outage(version, length, absent):
    tournament = started(2, rounds=1)
    Tournament.objects.update(scoring_version=version)
    (game,) = open_games(tournament)
    act(game, 0)
    outage(SOON, length)
    ticker.tick(now=START + playing.FORFEIT_AFTER + LONG + 2 * STEP)
    assert forfeits(game) == [False, absent]


def test_a_start_is_put_off_only_for_those_whom_an_outage_touched():
    touched, untouched = announced(), announced(name="Viernes")
    players = entered(touched, 2)
    checked_in(touched, players)
    down = outage(START - timedelta(minutes=3), LONG)
    late = [player_without_account("late0"), player_without_account("late1")]
    for player in late:
        entries.enter(tournament=untouched, player=player, now=down.ended_at + timedelta(seconds=5))
        entries.check_in(
            tournament=untouched, player=player, now=down.ended_at + timedelta(seconds=9)
        )
    ticker.tick(now=START)
    touched.refresh_from_db()
    untouched.refresh_from_db()
    assert (touched.status, touched.starts_at) == ("checkin", down.ended_at + timedelta(minutes=5))
    assert untouched.status == "running"


def test_a_restart_puts_no_start_off():
    tournament = announced()
    checked_in(tournament, entered(tournament, 2))
    outage(START - timedelta(minutes=1), SHORT)
    ticker.tick(now=START)
    tournament.refresh_from_db()
    assert tournament.status == "running"
