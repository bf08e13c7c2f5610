"""Timed steps of a league match: default time, reminders, the start, the end."""

from __future__ import annotations

from datetime import datetime

from games.leagues.models import LeagueFixture
from games.leagues.models.matches import FixtureResult, FixtureState, LeagueAction
from games.leagues.rules.season_dates import CHECK_IN_BEFORE, PLAY_OFFS
from games.leagues.selectors.state import closes_at, complete_sides
from games.leagues.services.locking import note
from games.leagues.services.notifications import tell_sides
from games.leagues.services.playing import begin_if_complete, take_result
from games.leagues.services.results import give_walkover, store_result
from games.leagues.services.schedule import REMINDER_TEXTS, REMINDERS, default_of, next_step
from games.leagues.services.times import set_time


def step(fixture: LeagueFixture, now: datetime) -> None:
    """Do the due step of a league match: begin, store the result, set a default time, or remind.

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
    """Set a league match's default time when the default's day begins."""
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
    """Send a league match's due reminder; if several are due, only the latest."""
    at = fixture.agreed_at
    assert at is not None
    due_reminders = [number for number, before in enumerate(REMINDERS) if now >= at - before]
    if due_reminders and due_reminders[-1] >= fixture.reminded:
        if now < at:
            tell_sides(
                fixture=fixture, text=REMINDER_TEXTS[due_reminders[-1]],
                key=f"{REMINDER_TEXTS[due_reminders[-1]]}:{at:%Y%m%d%H%M}", now=now, expires_at=at,
            )  # fmt: skip
        fixture.reminded = due_reminders[-1] + 1
    fixture.next_at = next_step(fixture, now)
    fixture.save(update_fields=["reminded", "next_at"])


def _close(fixture: LeagueFixture, now: datetime) -> None:
    """Decide a match whose weeks are over: a side that alone came wins, else both miss it.

    A play-off to which nobody came changes nothing.
    """
    present_sides: set[int] = set()
    if fixture.agreed_at is not None:
        present_sides = complete_sides(fixture, since=fixture.agreed_at - CHECK_IN_BEFORE)
    absent = {fixture.home_id, fixture.away_id} - present_sides
    if not absent or (fixture.round >= PLAY_OFFS and len(absent) > 1):
        store_result(fixture, result=FixtureResult.ANNULLED, home_vp=None, away_vp=None, now=now)
        note(season=fixture.season, kind=LeagueAction.Kind.ANNULLED, now=now, fixture=fixture)
        return
    give_walkover(fixture, missed=absent, now=now)
