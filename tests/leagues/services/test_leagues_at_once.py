"""What happens in a league at the same moment counts as if one was after the other."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from games.common.errors import LeagueError
from games.leagues.models import LeagueFixture, LeagueSeason
from games.leagues.services import entries, fixture_steps, presence, season_steps, ticker, times
from games.leagues.services.recount import faults
from games.models import Notification
from games.tournaments.models import Tournament
from tests.leagues.builders import (
    BEGIN,
    NOW,
    THURSDAY,
    all_here,
    begun,
    bulk_entered,
    forged_end,
    league,
    pair,
    play,
    players,
    settled,
    sides,
)
from tests.services.test_stakes_at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def ticks(now, count=3):
    """Tick in so many threads at once, then as often as something is left.

    Each passes over a match whose season another has locked, so all of them may pass over one.
    """
    assert at_once(*[partial(ticker.tick, now=now)] * count) == [None] * count
    for _ in range(20):
        if not ticker.tick(now=now):
            return
    raise AssertionError("the ticker finds something to do each time")


def codes(results) -> list[str]:
    """The codes of those steps that were refused; anything else that went wrong fails the test."""
    found = [one for one in results if one is not None]
    assert all(isinstance(one, LeagueError) for one in found), found
    return sorted(one.code for one in found)


def test_processes_that_tick_at_once_do_each_step_once():
    season = league()
    bulk_entered(season, 4)
    ticks(BEGIN)
    assert LeagueFixture.objects.count() == 12
    ticks(THURSDAY - timedelta(hours=20))
    match = season.fixtures.filter(round=1).first()
    assert match.actions.filter(kind="default").count() == 1
    all_here(match, THURSDAY)
    ticks(THURSDAY)
    assert Tournament.objects.count() == 1
    match.refresh_from_db()
    forged_end(match.tournament, 12.0)
    ticks(THURSDAY + timedelta(hours=1))
    match.refresh_from_db()
    assert match.actions.filter(kind="played").count() == 1
    ticks(BEGIN + timedelta(weeks=8))
    ticks(BEGIN + timedelta(weeks=8, minutes=20))
    ticks(BEGIN + timedelta(weeks=10))
    season.refresh_from_db()
    assert season.state == "finished"
    assert season.league.seasons.count() == 2
    assert not LeagueSeason.objects.filter(failures__gt=0).exists()
    assert not LeagueFixture.objects.filter(failures__gt=0).exists()
    assert not list(faults(season))


def test_two_sides_that_accept_and_take_back_a_time_at_once_have_one_of_both():
    match = begun(4).fixtures.filter(round=1).first()
    home, away = sides(match)
    for number in range(3):
        at = THURSDAY + timedelta(hours=number + 1)
        made = times.propose(fixture=match, player=home, at=at, now=BEGIN)
        found = codes(
            at_once(
                partial(times.accept, fixture=match, player=away, proposal=made.pk, now=BEGIN),
                partial(times.refuse, fixture=match, player=home, proposal=made.pk, now=BEGIN),
            )
        )
        assert found == ["no_such_time"]
        made.refresh_from_db()
        match.refresh_from_db()
        assert (made.state == "accepted") == (match.agreed_at == at)


def test_who_comes_as_the_other_side_claims_the_win_plays_or_is_too_late():
    match = settled(begun(4))[0]
    home, _away = sides(match)
    all_here(match, THURSDAY, match.home_id)
    late = THURSDAY + timedelta(minutes=21)
    found = codes(
        at_once(
            partial(presence.claim, fixture=match, player=home, now=late),
            partial(all_here, match, late, match.away_id),
        )
    )
    assert found in (["match_over"], ["both_here"])
    ticker.tick(now=late)
    match.refresh_from_db()
    assert (match.state, match.result) in (("done", "walkover"), ("playing", ""))


def test_a_pair_that_enters_several_times_at_once_stands_there_once():
    season = league()
    team = pair("ana")
    enter = partial(entries.enter, season=season, team=team, now=NOW)
    one, other = players(team)
    found = codes(
        at_once(
            partial(enter, player=one), partial(enter, player=other), partial(enter, player=one)
        )
    )
    assert found == ["already_entered"] * 2
    assert season.entrants.count() == 1


def test_who_withdraws_as_the_season_begins_is_out_or_was_never_in():
    season = league()
    entrant = bulk_entered(season, 5)[0]
    player = entrant.people.first().player
    found = codes(
        at_once(
            partial(entries.withdraw, season=season, player=player, now=BEGIN),
            partial(ticker.tick, now=BEGIN),
        )
    )
    assert not found
    ticker.tick(now=BEGIN)
    season.refresh_from_db()
    assert season.state == "running"
    assert not season.fixtures.filter(home=entrant).exclude(state="done").exists()
    assert not list(faults(season))


class KilledError(BaseException):
    """A process that ends in the middle of a step."""


@pytest.mark.parametrize("broken", range(1, 8))
def test_a_process_killed_within_a_step_leaves_it_to_the_next_one(monkeypatch, broken):
    """Every so many steps one is done, and its transaction lost."""
    count = [0]

    def breaks(step):
        def run(row, now):
            step(row, now)
            count[0] += 1
            if count[0] % 9 == broken:
                raise KilledError

        return run

    monkeypatch.setattr(season_steps, "step", breaks(season_steps.step))
    monkeypatch.setattr(fixture_steps, "step", breaks(fixture_steps.step))

    def tick(now):
        for _ in range(12):
            try:
                with transaction.atomic(durable=True):
                    pass
                if not ticker.tick(now=now):
                    return
            except KilledError:
                continue

    season = league()
    bulk_entered(season, 4)
    tick(BEGIN)
    tick(THURSDAY - timedelta(hours=20))
    match = season.fixtures.filter(round=1).first()
    all_here(match, THURSDAY)
    tick(THURSDAY)
    match.refresh_from_db()
    forged_end(match.tournament, 12.0)
    tick(THURSDAY + timedelta(hours=1))
    for week in (8, 10):
        tick(BEGIN + timedelta(weeks=week))
        tick(BEGIN + timedelta(weeks=week, minutes=20))
    season.refresh_from_db()
    assert season.state == "finished"
    assert Tournament.objects.count() == 1
    assert season.league.seasons.count() == 2
    told = Notification.objects.values_list("recipient", "key")
    assert len(set(told)) == len(told)
    assert not list(faults(season))


def test_a_step_that_fails_is_tried_again_later(monkeypatch):
    season = begun(4)
    ends = BEGIN + timedelta(weeks=8)
    real = fixture_steps.step
    monkeypatch.setattr(fixture_steps, "step", lambda row, now: 1 / 0)
    ticker.tick(now=ends)
    assert set(season.fixtures.values_list("failures", flat=True)) == {1}
    monkeypatch.setattr(fixture_steps, "step", real)
    ticker.tick(now=ends + timedelta(seconds=59))
    assert season.fixtures.exclude(state="done").count() == 12
    ticker.tick(now=ends + timedelta(seconds=61))
    assert not season.fixtures.exclude(state="done").exists()
    assert set(season.fixtures.values_list("failures", flat=True)) == {0}


def test_a_played_match_is_taken_once_where_two_look_at_it():
    match = settled(begun(4))[0]
    play(match, 12.0, THURSDAY)
    ticks(THURSDAY + timedelta(hours=2))
    assert match.actions.filter(kind="played").count() == 1
