"""Matches of leagues as an iCalendar file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from icalendar import Calendar, Event

from games.leagues.models import LeagueFixture
from games.leagues.selectors.state import entrant_name

EVENT_LENGTH: Final = timedelta(minutes=90)
"""Time that a match is expected to take."""


def matches_calendar(fixtures: Sequence[LeagueFixture], *, base: str, now: datetime) -> bytes:
    """Return league matches as the text of an iCalendar file; `base` is the site's URL.

    Only matches with a time are included. An event keeps its UID when the match gets another time,
    and its SEQUENCE rises.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Brisca//Leagues//EN")
    calendar.add("version", "2.0")
    for fixture in fixtures:
        if fixture.agreed_at is not None:
            calendar.add_component(_event(fixture, fixture.agreed_at, base, now))
    return bytes(calendar.to_ical())


def _event(fixture: LeagueFixture, at: datetime, base: str, now: datetime) -> Event:
    """Return a league match at a time as a VEVENT of an iCalendar file."""
    league = fixture.season.league
    url = f"{base}/leagues/{league.public_id}/matches/{fixture.pk}/"
    event = Event()
    event.add("uid", f"league-{league.public_id}-{fixture.pk}@brisca")
    event.add("sequence", fixture.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", at.astimezone(UTC))
    event.add("dtend", (at + EVENT_LENGTH).astimezone(UTC))
    event.add("summary", f"{entrant_name(fixture.home)} · {entrant_name(fixture.away)}")
    event.add("url", url)
    event.add("description", f"{league.name}\n{url}")
    return event
