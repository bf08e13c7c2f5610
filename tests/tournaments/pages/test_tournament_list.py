"""The list of tournaments: posters, days, filters, and how the last ones ended."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.services import social
from games.tournaments.models import Tournament, TournamentEntrant, TournamentMember
from games.tournaments.pages.posters import MAX_POSTERS
from games.tournaments.services import entries
from tests.pages.reading import main, page, words
from tests.support.people import client_and_player, player_without_account, signed_in
from tests.tournaments.builders import NOW, announced

pytestmark = pytest.mark.django_db
LIST = "/tournaments/"


def listed(client: Client | None = None, **query: str) -> str:
    """Return the HTML of the list."""
    return page(LIST, client, **query)


def posters(html: str) -> int:
    """Return the number of posters in a page."""
    return html.count('<a class="poster')


def in_days(days: int, **choices: object) -> Tournament:
    """Announce a tournament that starts so many days from now."""
    return announced(starts_at=timezone.now() + timedelta(days=days), **choices)


def finished(name: str, *players: object) -> Tournament:
    """Store a finished tournament with these players in their places."""
    tournament = announced(name=name)
    for place, player in enumerate(players, 1):
        entrant = TournamentEntrant.objects.create(
            tournament=tournament, number=place, place=place, entered_at=NOW
        )
        TournamentMember.objects.create(tournament=tournament, entrant=entrant, player=player)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished", finished_at=NOW)
    return tournament


def test_without_a_tournament_the_page_offers_the_deal_of_the_day() -> None:
    html = listed()
    assert posters(html) == 1
    text = words(html)
    assert "The deal of the day" in text
    assert "Make a tournament" in text
    assert "nothing" not in text.lower()
    assert "nobody" not in text.lower()


def test_six_posters_are_followed_by_a_list_under_filters() -> None:
    for number in range(MAX_POSTERS + 2):
        in_days(1 + number % 3, name=f"Cup {number}")
    in_days(6, name="Two by two", players=4, members=2)
    html = main(listed())
    assert posters(html) == MAX_POSTERS
    assert html.count('class="ev"') == 4
    pairs = main(listed(show="pairs"))
    assert pairs.count('class="ev"') == 1
    assert "Two by two" in pairs.split('class="evs"')[1]
    assert main(listed(show="no such filter")).count('class="ev"') == 4


def test_a_poster_says_which_friends_are_in_and_comes_first_for_who_has_entered() -> None:
    ana, player = client_and_player("ana")
    _eva, friend = client_and_player("eva")
    social.follow(player=player, other=friend)
    social.follow(player=friend, other=player)
    in_days(1, name="Tomorrow")
    tournament = in_days(3, name="Later")
    for entrant in (player, friend):
        entries.enter(tournament=tournament, player=entrant, now=timezone.now())
    html = main(listed(ana))
    assert html.index("Later") < html.index("Tomorrow")
    assert "eva is in" in words(listed(ana))
    assert "eva is in" not in words(listed())


def test_somebody_who_is_followed_but_does_not_follow_back_is_not_named() -> None:
    ana, player = client_and_player("ana")
    _eva, other = client_and_player("eva")
    social.follow(player=player, other=other)
    tournament = in_days(3)
    entries.enter(tournament=tournament, player=other, now=timezone.now())
    assert "eva is in" not in words(listed(ana))


def test_the_week_has_seven_days_and_counts_what_does_not_fit() -> None:
    for number in range(6):
        in_days(2, name=f"Cup {number}")
    week = main(listed()).split('class="week"')[1].split("</ul>")[0]
    assert week.count('class="day"') == 7
    assert "and 2 more" in " ".join(week.split())


def test_what_ended_tells_the_winner_and_ones_own_place_in_words() -> None:
    eva, player = client_and_player("eva")
    finished("Cup", player_without_account("ana"), player, player_without_account("leo"))
    assert "Won by ana. You played: place 2 of 3." in words(listed(eva))
    assert "You played" not in words(listed())


def test_a_draft_stays_with_its_organiser() -> None:
    ana, player = client_and_player("ana")
    tournament = announced(creator=player, name="Mine")
    Tournament.objects.filter(pk=tournament.pk).update(status="draft")
    assert "Mine" in words(listed(ana))
    assert "Mine" not in words(listed(signed_in("eva")))
