"""The ticker of leagues: finds what is due in seasons and matches, and does the next step of each.

Every step is one transaction that locks the season and looks again at what is to be done. So it can
be run by any number of processes, stopped between any two steps, and run again.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from brisca_site.prepared_queries import prepared
from games.models import LeagueFixture, LeagueSeason
from games.models.league_matches import FixtureState
from games.models.leagues import COMING, UNDER_WAY
from games.models.tournaments import TournamentStatus
from games.services.leagues import fixture_steps, season_steps

log = logging.getLogger("games.leagues")

RETRY: Final = timedelta(minutes=1)
"""Time after which a step that failed is tried again; it doubles up to MAX_RETRY."""
MAX_RETRY: Final = timedelta(hours=1)
BATCH: Final = 50
"""Most steps in one run of the ticker."""
OVER: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def tick(*, now: datetime) -> int:
    """Do what is due in all leagues; return the number of steps."""
    done = 0
    for fixture in _due_fixtures(now):
        done += _try_fixture(fixture, now)
    for season in _due_seasons(now):  # after its matches, which it waits for
        done += _try_season(season, now)
    return done


@prepared
def _due_seasons(now: datetime) -> QuerySet[LeagueSeason, int]:
    """Return the row ids of seasons whose next step is due, the longest due first."""
    rows = LeagueSeason.objects.filter(state__in=(*COMING, *UNDER_WAY), next_at__lte=now)
    return rows.order_by("next_at").values_list("pk", flat=True)[:BATCH]


@prepared
def _due_fixtures(now: datetime) -> QuerySet[LeagueFixture, int]:
    """Return the row ids of league matches that are due: by time, or as their tournament is over."""
    rows = LeagueFixture.objects.filter(_is_due(now)).order_by("next_at", "pk")
    return rows.values_list("pk", flat=True)[:BATCH]


def _is_due(now: datetime) -> Q:
    """Return the condition on which a match has something to do; after a failure it waits."""
    timed = Q(next_at__lte=now, season__state__in=UNDER_WAY) & ~Q(state=FixtureState.DONE)
    over = Q(tournament__status__in=OVER) | Q(tournament=None)
    return timed | (Q(state=FixtureState.PLAYING, failures=0) & over)


def _try_season(pk: int, now: datetime) -> bool:
    """Do the next step of a season; where it fails, try again later. Return whether it was done."""
    try:
        return _step_season(pk, now)
    except Exception:
        log.exception("season %s of a league failed", pk)
        _note_failure(LeagueSeason, pk, now)
        return False


def _try_fixture(pk: int, now: datetime) -> bool:
    """Do the next step of a match; where it fails, try again later. Return whether it was done."""
    try:
        return _step_fixture(pk, now)
    except Exception:
        log.exception("match %s of a league failed", pk)
        _note_failure(LeagueFixture, pk, now)
        return False


@transaction.atomic
def _step_season(pk: int, now: datetime) -> bool:
    """Do the next step of a season, if it is still due once it is locked."""
    season = _locked(pk)
    if season is None or season.next_at is None or season.next_at > now:
        return False
    season_steps.step(season, now)
    LeagueSeason.objects.filter(pk=pk, failures__gt=0).update(failures=0)
    return True


@transaction.atomic
def _step_fixture(pk: int, now: datetime) -> bool:
    """Do the next step of a match, if it is still due once its season is locked."""
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
    """Lock a season; None where another process does a step of it."""
    rows = LeagueSeason.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.select_related("league__ruleset").filter(pk=pk).first()


@transaction.atomic
def _note_failure(model: type[LeagueSeason | LeagueFixture], pk: int, now: datetime) -> None:
    """Note that a step failed, and when it is tried again."""
    row = model.objects.select_for_update().get(pk=pk)
    row.failures += 1
    row.next_at = now + min(RETRY * 2 ** min(row.failures - 1, 6), MAX_RETRY)
    row.save(update_fields=["failures", "next_at"])
