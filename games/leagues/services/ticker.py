"""The ticker of leagues, which finds due seasons and matches and does the next step of each.

Every step is one transaction that locks the season and looks again at what is to be done. So it can
be run by any number of processes, stopped between any two steps, and run again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.leagues.models import LeagueFixture, LeagueSeason
from games.leagues.models.leagues import COMING_STATES, RUNNING_STATES
from games.leagues.models.matches import FixtureState
from games.leagues.services import fixture_steps, season_steps
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.services.event_makers import EventMaker

log = logging.getLogger("games.leagues")

RETRY_AFTER: Final = timedelta(minutes=1)
"""Time after which a step that failed is tried again; it doubles up to MAX_RETRY."""
MAX_RETRY: Final = timedelta(hours=1)
MAX_STEPS_A_RUN: Final = 50
"""Most steps in one run of the ticker."""
OVER_STATUSES: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


class LeagueTicker(EventMaker):
    """Worker that does the due steps of leagues, and makes tournaments of their matches."""

    def tick(self, *, now: datetime) -> int:
        """Do the due steps of all leagues' matches and seasons; return how many were done."""
        return tick(now=now)


def tick(*, now: datetime) -> int:
    """Do the due steps of all leagues' matches and seasons; return how many were done."""
    done = 0
    for fixture in _due_fixtures(now):
        done += _try_fixture(fixture, now)
    for season in _due_seasons(now):  # after its matches, which it waits for
        done += _try_season(season, now)
    return done


def _due_seasons(now: datetime) -> QuerySet[LeagueSeason, int]:
    """Return the row ids of seasons whose next step is due, the longest due first."""
    rows = LeagueSeason.objects.filter(
        state__in=(*COMING_STATES, *RUNNING_STATES), next_at__lte=now
    )
    return rows.order_by("next_at").values_list("pk", flat=True)[:MAX_STEPS_A_RUN]


def _due_fixtures(now: datetime) -> QuerySet[LeagueFixture, int]:
    """Return the row ids of league matches with a due step: by time, or tournament over."""
    rows = LeagueFixture.objects.filter(_is_due(now)).order_by("next_at", "pk")
    return rows.values_list("pk", flat=True)[:MAX_STEPS_A_RUN]


def _is_due(now: datetime) -> Q:
    """Return the query condition for league matches with a due step."""
    timed = Q(next_at__lte=now, season__state__in=RUNNING_STATES) & ~Q(state=FixtureState.DONE)
    tournament_over = Q(tournament__status__in=OVER_STATUSES) | Q(tournament=None)
    return timed | (Q(state=FixtureState.PLAYING, failures=0) & tournament_over)


def _try_season(pk: int, now: datetime) -> bool:
    """Do a season's next step; if it fails, schedule a retry. Return True if it was done."""
    try:
        return _step_season(pk, now)
    except Exception:
        log.exception("season %s of a league failed", pk)
        _note_failure(LeagueSeason, pk, now)
        return False


def _try_fixture(pk: int, now: datetime) -> bool:
    """Do a match's next step; if it fails, schedule a retry. Return True if it was done."""
    try:
        return _step_fixture(pk, now)
    except Exception:
        log.exception("match %s of a league failed", pk)
        _note_failure(LeagueFixture, pk, now)
        return False


@transaction.atomic
def _step_season(pk: int, now: datetime) -> bool:
    """Do the next step of a season, if it is still due once locked; return True if done."""
    season = _locked(pk)
    if season is None or season.next_at is None or season.next_at > now:
        return False
    season_steps.step(season, now)
    LeagueSeason.objects.filter(pk=pk, failures__gt=0).update(failures=0)
    return True


@transaction.atomic
def _step_fixture(pk: int, now: datetime) -> bool:
    """Do the next step of a league match, if still due once its season is locked."""
    season = _locked(LeagueFixture.objects.values_list("season", flat=True).get(pk=pk))
    if season is None or not LeagueFixture.objects.filter(_is_due(now), pk=pk).exists():
        return False
    fixture = (
        LeagueFixture.objects.select_for_update(of=("self",))
        .select_related("home", "away", "division", "tournament")
        .get(pk=pk)
    )
    fixture.season = season
    fixture_steps.step(fixture, now)
    season.version += 1
    season.save(update_fields=["version"])
    LeagueFixture.objects.filter(pk=pk, failures__gt=0).update(failures=0)
    return True


def _locked(pk: int) -> LeagueSeason | None:
    """Return a season, locked; None if another process holds the lock."""
    rows = LeagueSeason.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.select_related("league__ruleset").filter(pk=pk).first()


@transaction.atomic
def _note_failure(model: type[LeagueSeason | LeagueFixture], pk: int, now: datetime) -> None:
    """Store that a step of a season or match failed, and when to retry it."""
    row = model.objects.select_for_update().get(pk=pk)
    row.failures += 1
    row.next_at = now + min(RETRY_AFTER * 2 ** min(row.failures - 1, 6), MAX_RETRY)
    row.save(update_fields=["failures", "next_at"])
