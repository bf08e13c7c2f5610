"""Tournaments as an iCalendar file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from icalendar import Calendar, Event

from games.models import Tournament


def calendar_of(tournaments: Sequence[Tournament], *, base: str, now: datetime) -> bytes:
    """Return an iCalendar file (RFC 5545) of tournaments; `base` is the site's URL."""
    found = Calendar()
    found.add("prodid", "-//Brisca//Tournaments//EN")
    found.add("version", "2.0")
    for one in tournaments:
        event = Event()
        url = f"{base}/tournaments/{one.public_id}/"
        event.add("uid", f"tournament-{one.public_id}@brisca")
        event.add("dtstamp", now)
        event.add("dtstart", one.starts_at)
        event.add("dtend", one.ends_at or one.starts_at + timedelta(minutes=90))
        event.add("summary", one.name)
        event.add("url", url)
        event.add("description", f"{one.line}\n{url}".strip())
        found.add_component(event)
    return bytes(found.to_ical())
