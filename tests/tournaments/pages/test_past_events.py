"""Tournaments that are over are found again by those who may see them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clubs.models import ClubFigures
from games.models import Notification
from games.tournaments.models import Tournament, TournamentEntrant, TournamentMember
from games.tournaments.services import entries, ticker
from games.tournaments.services.notifications import call_to_tables
from tests.clubs.builders import club_of, longtime_player, member
from tests.pages.reading import words
from tests.support.people import signed_in
from tests.tournaments.builders import NOW, START, announced, checked_in, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return longtime_player("Ana")


@pytest.fixture
def club(ana):
    return club_of(ana)


@pytest.fixture
def eva():
    return longtime_player("Eva")


@pytest.fixture
def running(ana, eva, club):
    """A tournament for the members of a club alone that has begun: Ana against Eva."""
    tournament = announced(
        name="Of members", rounds=1, deals=1, players=2, members=1, min_entrants=2, options={}
    )
    Tournament.objects.filter(pk=tournament.pk).update(club=club, club_only=True, visibility="link")
    tournament.refresh_from_db()
    member(club, eva)
    for player in (ana, eva):
        entries.enter(tournament=tournament, player=player, now=NOW)
    checked_in(tournament, [ana, eva])
    ticker.tick(now=START)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def event(running):
    """The same tournament when it is over."""
    return play_out(running)


def test_a_finished_event_for_members_is_found_by_members_alone(ana, club, event):
    assert event.status == "finished"
    stranger = signed_in(longtime_player("Olga"))
    newcomer = longtime_player("Leo")
    member(club, newcomer)
    shown = signed_in(newcomer).get("/clubs/el-siete/").content.decode()
    assert "Past events" in words(shown)
    assert reverse("tournament", args=[event.public_id]) in shown
    for address in ("/clubs/el-siete/", "/tournaments/", "/players/Ana/"):
        assert event.public_id not in stranger.get(address).content.decode()


def test_ones_own_finished_events_are_on_the_list_and_on_ones_own_page(ana, event):
    browser = signed_in(ana)
    for address in ("/tournaments/", "/players/Ana/"):
        shown = browser.get(address).content.decode()
        assert reverse("tournament", args=[event.public_id]) in shown
        assert "You played" in words(shown)


def test_a_tournament_for_members_alone_counts_for_the_season_of_the_club(club, event):
    rows = ClubFigures.objects.filter(club=club)
    assert sorted(rows.values_list("player__name", "matches")) == [("Ana", 1), ("Eva", 1)]


def test_the_call_to_a_game_is_over_once_it_has_ended(ana, eva, running):
    call_to_tables([ana.pk, eva.pk], now=START)
    notices = Notification.objects.filter(text="round_begins")
    assert set(notices.values_list("recipient", "read_at", "expires_at")) == {
        (ana.pk, None, None),
        (eva.pk, None, None),
    }
    play_out(running)
    assert not notices.filter(read_at=None).exists()
    assert not notices.filter(expires_at=None).exists()
    page = signed_in(eva).get("/notifications/").content.decode()
    assert "It is over" in words(page)


def test_a_finished_public_tournament_is_listed_once(ana):
    tournament = announced(creator=ana, name="Cup")
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    address = reverse("tournament", args=[tournament.public_id])
    for browser in (signed_in(ana), signed_in(longtime_player("Eva")), Client()):
        assert browser.get("/tournaments/").content.decode().count(f'href="{address}"') == 1


def test_a_list_takes_no_more_queries_with_more_finished_events(ana, eva):
    def finish(name: str) -> None:
        tournament = announced(creator=ana, name=name)
        for place, player in enumerate((ana, eva), 1):
            entrant = TournamentEntrant.objects.create(
                tournament=tournament, number=place, place=place, entered_at=NOW
            )
            TournamentMember.objects.create(
                tournament=tournament, entrant=entrant, player=player, agreed=True
            )
        Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)

    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(address).content.decode().count("Won by Ana") == events
        return len(asked)

    browser, events = signed_in(ana), 1
    finish("Cup 0")
    pages = ("/tournaments/", "/players/Ana/")
    before = [queries(address) for address in pages]
    for number in (1, 2, 3):
        finish(f"Cup {number}")
    events = 4
    assert [queries(address) for address in pages] == before
