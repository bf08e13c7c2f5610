"""Steps of a league match that its moments bring: default time, reminders, the start, the end."""

from __future__ import annotations

from datetime import datetime

from games.leagues.season_dates import CHECK_IN, PLAY_OFFS
from games.models import LeagueFixture
from games.models.league_matches import FixtureResult, FixtureState, LeagueAction
from games.selectors.league_state import closes_at, complete_sides
from games.services.leagues.deciding import give_walkover, store_result
from games.services.leagues.locking import note
from games.services.leagues.notices import tell_sides
from games.services.leagues.playing import begin_if_complete, take_result
from games.services.leagues.schedule import REMINDER_TEXTS, REMINDERS, default_of, next_step
from games.services.leagues.times import set_time


def step(fixture: LeagueFixture, now: datetime) -> None:
    """Do what is due of a league match: begin it, take its result, set a default time, remind.

    The caller has locked its season.
    """
    if fixture.state == FixtureState.PLAYING:
        take_result(fixture, now)
        return
    if fixture.state == FixtureState.DONE:
        fixture.next_at = None
        fixture.save(update_fields=["next_at"])
        return
    if fixture.agreed_at is not None and begin_if_complete(fixture, now):
        return
    if now >= closes_at(fixture):
        _close(fixture, now)
    elif fixture.state == FixtureState.OPEN:
        _settle_default(fixture, now)
    else:
        _remind(fixture, now)


def _settle_default(fixture: LeagueFixture, now: datetime) -> None:
    """Give a match its default time as that day begins; one that is past is left to the players."""
    default = default_of(fixture, now)
    if default is None or now < default[1]:
        fixture.next_at = next_step(fixture, now)
        fixture.save(update_fields=["next_at"])
        return
    at, _settled = default
    set_time(fixture, at=at, now=now, by_default=True)
    note(
        season=fixture.season, kind=LeagueAction.Kind.DEFAULT, now=now, fixture=fixture,
        facts={"at": at.isoformat()},
    )  # fmt: skip
    tell_sides(
        fixture=fixture, text="league_default", key=f"default:{at:%Y%m%d%H%M}", now=now,
        expires_at=at,
    )  # fmt: skip
    _remind(fixture, now)


def _remind(fixture: LeagueFixture, now: datetime) -> None:
    """Send the reminder of a match that is due, the latest alone where several are."""
    at = fixture.agreed_at
    assert at is not None
    due = [number for number, before in enumerate(REMINDERS) if now >= at - before]
    if due and due[-1] >= fixture.reminded:
        if now < at:
            tell_sides(
                fixture=fixture, text=REMINDER_TEXTS[due[-1]],
                key=f"{REMINDER_TEXTS[due[-1]]}:{at:%Y%m%d%H%M}", now=now, expires_at=at,
            )  # fmt: skip
        fixture.reminded = due[-1] + 1
    fixture.next_at = next_step(fixture, now)
    fixture.save(update_fields=["reminded", "next_at"])


def _close(fixture: LeagueFixture, now: datetime) -> None:
    """Decide a match whose weeks are over: who alone was there has won, otherwise both have missed.

    A play-off to which nobody came changes nothing.
    """
    here: set[int] = set()
    if fixture.agreed_at is not None:
        here = complete_sides(fixture, since=fixture.agreed_at - CHECK_IN)
    absent = {fixture.home_id, fixture.away_id} - here
    if not absent or (fixture.round >= PLAY_OFFS and len(absent) > 1):
        store_result(fixture, result=FixtureResult.ANNULLED, home_vp=None, away_vp=None, now=now)
        note(season=fixture.season, kind=LeagueAction.Kind.ANNULLED, now=now, fixture=fixture)
        return
    give_walkover(fixture, missed=absent, now=now)
