"""Beginnings of tournaments: the check-in opens, and who is there at the start plays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.models import Outage
from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.models.tournaments import (
    ENTERED,
    EntrantStatus,
    Format,
    RoundStage,
    TournamentStatus,
)
from games.tournaments.rules.schedule import round_count
from games.tournaments.selectors.state import entrants_of, settings_of
from games.tournaments.services.creating import cancel_tournament
from games.tournaments.services.entrant_rating import start_playing
from games.tournaments.services.entries import has_checkin, let_in_waiting, remove_entrant
from games.tournaments.services.results import is_long

CANCELLED_AFTER: Final = timedelta(minutes=60)
"""Time after which a tournament that did not start is called off."""
BACK_WITHIN: Final = timedelta(minutes=5)
"""Time that people have to check in after an outage during the check-in."""


def open_checkin(tournament: Tournament, now: datetime) -> None:
    """Open the check-in of a tournament, which the caller has locked."""
    tournament.status = TournamentStatus.CHECKIN
    tournament.next_at = max(tournament.starts_at, now)
    tournament.version += 1
    tournament.save(update_fields=["status", "next_at", "version"])


def start(tournament: Tournament, now: datetime) -> None:
    """Start a tournament with the entrants who have checked in; the caller has locked it.

    Those of the waiting list who are there take the places of those who are not. It is called off
    where fewer than its least number of entrants are there, or its time passed long ago; after an
    outage during the check-in people have BACK_WITHIN to come back.
    """
    if now > (tournament.ends_at or tournament.starts_at + CANCELLED_AFTER):
        _call_off(tournament, now, problem="not_started")
        return
    later = _after_outage(tournament, now)
    if later is not None:
        tournament.starts_at = tournament.next_at = later
        tournament.version += 1
        tournament.save(update_fields=["starts_at", "next_at", "version"])
        return
    if has_checkin(tournament):
        _drop_absent(tournament, now)
    present = tournament.entrants.filter(status__in=ENTERED)
    if present.count() < tournament.min_entrants and tournament.format != Format.DAILY:
        _call_off(tournament, now, problem="too_few")
        return
    start_playing(entrants=present, tournament=tournament)
    _begin(tournament, now)


def _call_off(tournament: Tournament, now: datetime, problem: str) -> None:
    """Cancel a tournament that cannot start; its row is read again for the notifications."""
    cancel_tournament(tournament=tournament, now=now, problem=problem)
    tournament.refresh_from_db()


def _begin(tournament: Tournament, now: datetime) -> None:
    """Schedule the pairing of a tournament's first round for now."""
    tournament.status = TournamentStatus.RUNNING
    tournament.stage = RoundStage.PAIRING
    tournament.began_at = now
    tournament.next_at = now
    tournament.version += 1
    if tournament.format not in (Format.ARENA, Format.DAILY):
        tournament.rounds = round_count(settings_of(tournament), entrants_of(tournament))
    tournament.save()


def _after_outage(tournament: Tournament, now: datetime) -> datetime | None:
    """Return a later start if an outage kept entrants from checking in; else None.

    A short outage keeps nobody away, nor does one that was over before the first entered.
    """
    if not has_checkin(tournament):
        return None
    opened = tournament.starts_at - timedelta(minutes=tournament.checkin_minutes)
    outages = Outage.objects.filter(ended_at__gt=max(opened, now - BACK_WITHIN))
    for outage in outages.order_by("-ended_at"):
        if is_long(outage) and tournament.entrants.filter(entered_at__lt=outage.ended_at).exists():
            return outage.ended_at + BACK_WITHIN
    return None


def _drop_absent(tournament: Tournament, now: datetime) -> None:
    """Remove entrants with a player not checked in; the waiting list gets their places."""
    staying = (EntrantStatus.WAITING, EntrantStatus.PLAYING)
    missing = TournamentMember.objects.filter(entrant=OuterRef("pk"), checked_in_at=None)
    absent = ~Q(status=EntrantStatus.ENTERED) | Exists(missing)
    for entrant in tournament.entrants.exclude(status__in=staying).filter(absent):
        remove_entrant(tournament=tournament, entrant=entrant, now=now)
    let_in_waiting(tournament=tournament, now=now, present=True)
