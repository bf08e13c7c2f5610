"""Calendar files of tournaments: what a subscriber learns of a change."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games.tournaments.models import Tournament
from games.tournaments.services import creating, directing
from tests.clubs.builders import club_of
from tests.support.people import player_without_account
from tests.tournaments.builders import NOW, START, announced, entered

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


def events(client, address):
    """The events of a calendar, by their UID."""
    calendar = Calendar.from_ical(client.get(address).content)
    return {str(event["uid"]): event for event in calendar.walk("VEVENT")}


def event(client, tournament):
    (only,) = events(client, reverse("tournament_calendar", args=[tournament.public_id])).values()
    return only


def test_a_moved_tournament_is_the_same_event_with_a_higher_sequence(client):
    tournament = announced()
    before = event(client, tournament)
    directing.give_time(tournament=tournament, organiser=None, minutes=30, now=LATER)
    after = event(client, tournament)
    assert (before["uid"], str(before["status"])) == (after["uid"], "CONFIRMED")
    assert after["sequence"] > before["sequence"]
    assert after["dtstart"].dt == START.astimezone(UTC) + timedelta(minutes=30)
    assert after["last-modified"].dt == LATER


def call_off(tournament, **fields):
    """Call a tournament off before its start, which is tomorrow."""
    creating.cancel_tournament(tournament=tournament, now=LATER)
    tomorrow = timezone.now() + timedelta(days=1)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=tomorrow, **fields)


def test_a_tournament_that_is_called_off_says_so_in_its_file_and_in_the_feed(client):
    tournament, empty = announced(), announced(name="Nobody")
    entered(tournament, 2)
    before = event(client, tournament)
    for row in (tournament, empty):
        call_off(row)
    after = event(client, tournament)
    assert str(after["status"]) == "CANCELLED"
    assert after["sequence"] > before["sequence"]
    feed = events(client, reverse("tournaments_calendar"))
    assert [str(row["status"]) for row in feed.values()] == ["CANCELLED"]


def test_the_feed_of_a_club_tells_what_was_called_off_and_hides_private_ones_of_others(client):
    ana = player_without_account("Ana")
    club = club_of(ana, "el-siete")
    own, other = announced(), announced(name="Private")
    for row, holder in ((own, club), (other, None)):
        entered(row, 2, row.name)
        call_off(row, visibility="link", club=holder)
    member = club.members.get(player=ana)
    (shown,) = events(client, f"/clubs/calendar/{member.calendar}/").values()
    assert (own.public_id in shown["uid"], str(shown["status"])) == (True, "CANCELLED")
    assert not events(client, reverse("tournaments_calendar"))
