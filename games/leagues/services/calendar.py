"""Matches of leagues as an iCalendar file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from icalendar import Calendar, Event

from games.models import LeagueFixture
from games.selectors.league_state import entrant_name

LENGTH: Final = timedelta(minutes=90)
"""Time that a match is expected to take."""


def matches_calendar(fixtures: Sequence[LeagueFixture], *, base: str, now: datetime) -> bytes:
    """Return an iCalendar file (RFC 5545) of league matches with a time; `base` is the site's URL.

    An event keeps its UID when the match gets another time, and its SEQUENCE rises.
    """
    found = Calendar()
    found.add("prodid", "-//Brisca//Leagues//EN")
    found.add("version", "2.0")
    for one in fixtures:
        if one.agreed_at is not None:
            found.add_component(_event(one, one.agreed_at, base, now))
    return bytes(found.to_ical())


def _event(fixture: LeagueFixture, at: datetime, base: str, now: datetime) -> Event:
    """Return a match that is played `at` a time as an event of a calendar."""
    league = fixture.season.league
    url = f"{base}/leagues/{league.public_id}/matches/{fixture.pk}/"
    event = Event()
    event.add("uid", f"league-{league.public_id}-{fixture.pk}@brisca")
    event.add("sequence", fixture.version)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("dtstart", at.astimezone(UTC))
    event.add("dtend", (at + LENGTH).astimezone(UTC))
    event.add("summary", f"{entrant_name(fixture.home)} · {entrant_name(fixture.away)}")
    event.add("url", url)
    event.add("description", f"{league.name}\n{url}")
    return event
