"""Tournaments as an iCalendar file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event

from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import TournamentStatus


def calendar_of(tournaments: Sequence[Tournament], *, base: str, now: datetime) -> bytes:
    """Return tournaments as the text of an iCalendar file (RFC 5545); `base` is the site's URL.

    An event keeps its UID when it gets another time or is called off, and its SEQUENCE rises.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Brisca//Tournaments//EN")
    calendar.add("version", "2.0")
    for tournament in tournaments:
        calendar.add_component(_event(tournament, base, now))
    return bytes(calendar.to_ical())


def _event(tournament: Tournament, base: str, now: datetime) -> Event:
    """Return a tournament as a VEVENT of an iCalendar file."""
    url = f"{base}/tournaments/{tournament.public_id}/"
    ends_at = tournament.ends_at or tournament.starts_at + timedelta(minutes=90)
    cancelled = tournament.status == TournamentStatus.CANCELLED
    event = Event()
    event.add("uid", f"tournament-{tournament.public_id}@brisca")
    event.add("sequence", tournament.version)
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("dtstamp", now.astimezone(UTC))
    event.add("last-modified", (tournament.changed_at or tournament.created_at).astimezone(UTC))
    event.add("dtstart", tournament.starts_at.astimezone(UTC))
    event.add("dtend", ends_at.astimezone(UTC))
    event.add("summary", tournament.name)
    event.add("url", url)
    event.add("description", f"{tournament.line}\n{url}".strip())
    return event
