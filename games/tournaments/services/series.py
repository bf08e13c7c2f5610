"""Series: the next tournament is announced as one begins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.models import Tournament, TournamentSeries
from games.models.tables import invite_token, public_id
from games.models.tournaments import RoundStage, TournamentStatus
from games.services.tournaments.creating import checkin_at
from games.services.tournaments.decks import new_seed, seed_commit

FRESH = {
    "status": TournamentStatus.OPEN, "stage": RoundStage.PAIRING, "round": 0, "failures": 0,
    "problem": "", "began_at": None, "finished_at": None, "standings_hash": "", "version": 0,
    "forbidden": [],
}  # fmt: skip
"""Fields that a new tournament of a series does not take over."""


def announce_next(tournament: Tournament, now: datetime) -> Tournament | None:
    """Announce the tournament of a series that follows this one; None where there is none to come.

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
    """Return the start (UTC) that follows `starts_at` in a series: days later by its own clock.

    A time that the clock skips is after the change.
    """
    local = starts_at.astimezone(series.zone)
    time_of_day = series.time_of_day or local.time()
    # a start that was put off past midnight belongs to the day before
    day = local.date() if local.time() >= time_of_day else local.date() - timedelta(days=1)
    day += timedelta(days=series.every_days)
    return datetime.combine(day, time_of_day, series.zone).astimezone(UTC)


def copy_tournament(tournament: Tournament, starts_at: datetime) -> Tournament:
    """Insert a tournament with the settings of this one, another start, and a seed of its own."""
    identity, seed = public_id(), new_seed()
    made = Tournament.objects.get(pk=tournament.pk)
    made.pk = None
    made._state.adding = True
    for name, value in FRESH.items():
        setattr(made, name, value)
    made.public_id, made.invite = identity, invite_token()
    made.seed, made.seed_commit = seed, seed_commit(identity, seed)
    length = None if tournament.ends_at is None else tournament.ends_at - tournament.starts_at
    made.starts_at, made.ends_at = starts_at, None if length is None else starts_at + length
    made.next_at = checkin_at(made)
    made.save()
    return made
