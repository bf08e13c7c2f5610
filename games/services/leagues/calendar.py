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
    """Return an iCalendar file (RFC 5545) of matches that have a time; `base` is the site's address.

    An event keeps its UID when the match gets another time, and its SEQUENCE rises.
    """
    found = Calendar()
    found.add("prodid", "-//Brisca//Leagues//EN")
    found.add("version", "2.0")
    for one in fixtures:
        if one.agreed_at is None:
            continue
        league = one.season.league
        url = f"{base}/leagues/{league.public_id}/matches/{one.pk}/"
        event = Event()
        event.add("uid", f"league-{league.public_id}-{one.pk}@brisca")
        event.add("sequence", one.version)
        event.add("dtstamp", now.astimezone(UTC))
        event.add("dtstart", one.agreed_at.astimezone(UTC))
        event.add("dtend", (one.agreed_at + LENGTH).astimezone(UTC))
        event.add("summary", f"{entrant_name(one.home)} · {entrant_name(one.away)}")
        event.add("url", url)
        event.add("description", f"{league.name}\n{url}")
        found.add_component(event)
    return bytes(found.to_ical())
