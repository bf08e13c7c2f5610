"""Series: the next tournament is announced as one begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.models.tables import invite_token, public_id
from games.tournaments.models import Tournament, TournamentSeries
from games.tournaments.models.tournaments import RoundStage, TournamentStatus
from games.tournaments.services.creating import checkin_at
from games.tournaments.services.decks import new_seed, seed_commit

FRESH = {
    "status": TournamentStatus.OPEN, "stage": RoundStage.PAIRING, "round": 0, "failures": 0,
    "problem": "", "began_at": None, "finished_at": None, "standings_hash": "", "version": 0,
    "forbidden": [],
}  # fmt: skip
"""Fields that a new tournament of a series does not take over."""


def announce_next(tournament: Tournament, now: datetime) -> Tournament | None:
    """Announce the next tournament of this one's series; return it, or None if nothing is due.

    It is announced once, at the same time of the day by the clock of the series.
    """
    series = tournament.series
    if series is None or not series.every_days or tournament.status != TournamentStatus.RUNNING:
        return None
    if series.tournaments.filter(starts_at__gt=tournament.starts_at).exists():
        return None
    starts_at = tournament.starts_at
    while starts_at <= now:
        starts_at = next_start(series, starts_at)
    return copy_tournament(tournament, starts_at)


def next_start(series: TournamentSeries, starts_at: datetime) -> datetime:
    """Return the start (UTC) that follows `starts_at` in a series, by the series' time zone.

    A time that the clock skips is after the change.
    """
    local = starts_at.astimezone(series.zone)
    time_of_day = series.time_of_day or local.time()
    # a start that was put off past midnight belongs to the day before
    day = local.date() if local.time() >= time_of_day else local.date() - timedelta(days=1)
    day += timedelta(days=series.every_days)
    return datetime.combine(day, time_of_day, series.zone).astimezone(UTC)


def copy_tournament(tournament: Tournament, starts_at: datetime) -> Tournament:
    """Insert a copy of a tournament's settings with another start and its own seed."""
    identity, seed = public_id(), new_seed()
    copy = Tournament.objects.get(pk=tournament.pk)
    copy.pk = None
    copy._state.adding = True
    for name, value in FRESH.items():
        setattr(copy, name, value)
    copy.public_id, copy.invite = identity, invite_token()
    copy.seed, copy.seed_commit = seed, seed_commit(identity, seed)
    length = None if tournament.ends_at is None else tournament.ends_at - tournament.starts_at
    copy.starts_at, copy.ends_at = starts_at, None if length is None else starts_at + length
    copy.next_at = checkin_at(copy)
    copy.save()
    return copy
