"""The front of a club and the list of clubs, with few members and with many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.clubs.models import ClubMember, ClubPost
from games.clubs.pages.club import FRONT_MEMBERS
from games.models import Player
from games.tournaments.models import Tournament
from games.tournaments.services import entries
from tests.clubs.builders import club_of, longtime_player, member
from tests.pages.reading import main, page, words
from tests.support.people import signed_in
from tests.tournaments.builders import announced

pytestmark = pytest.mark.django_db
FRONT = "/clubs/el-siete/"


def test_without_a_club_the_list_offers_to_open_one_and_says_what_it_brings() -> None:
    text = words(page("/clubs/"))
    assert "Open yours" in text
    assert "What a club brings" in text
    assert "No club is found." not in text


def test_a_search_that_finds_nothing_leads_back_to_all_clubs() -> None:
    club_of(longtime_player("Ana"))
    html = page("/clubs/", q="no such club")
    assert "No club is found." in words(html)
    assert 'href="/clubs/"' in main(html)


def test_a_club_of_four_has_free_chairs_and_asks_for_an_evening() -> None:
    club = club_of(longtime_player("Ana"))
    for name in ("Eva", "Leo", "Olga"):
        member(club, longtime_player(name))
    html = page(FRONT, signed_in("Ana"))
    text = words(html)
    assert "Which evening suits you?" in text
    assert "You are 4" in text
    assert "ava free" in main(html)
    assert all(name in text for name in ("Ana", "Eva", "Leo", "Olga"))
    assert "Nobody" not in text


def test_a_club_of_four_hundred_shows_some_faces_and_counts_the_others() -> None:
    club = club_of(longtime_player("Ana"))
    people = Player.objects.bulk_create(Player(name=f"p{number:03}") for number in range(399))
    ClubMember.objects.bulk_create(ClubMember(club=club, player=player) for player in people)
    type(club).objects.filter(pk=club.pk).update(member_count=400, size=400)
    text = words(page(FRONT))
    assert "400 members" in text
    assert f"+{400 - FRONT_MEMBERS}" in text


def test_the_next_evening_shows_who_comes_and_the_latest_posts_stand_beside() -> None:
    ana, eva = longtime_player("Ana"), longtime_player("Eva")
    club = club_of(ana)
    member(club, eva)
    evening = announced(name="The seven", starts_at=timezone.now() + timedelta(days=2))
    Tournament.objects.filter(pk=evening.pk).update(club=club)
    entries.enter(tournament=evening, player=eva, now=timezone.now())
    for number in range(4):
        ClubPost.objects.create(club=club, author=eva, text=f"Post {number}")
    ClubPost.objects.create(club=club, author=eva, text="Hidden", hidden_at=timezone.now())
    text = words(page(FRONT, signed_in(ana)))
    assert "The seven" in text
    assert "1 player : Eva I am coming" in text
    assert "You are in" in words(page(FRONT, signed_in(eva)))
    assert "Post 3" in text
    assert "Post 1" not in text
    assert "Hidden" not in text


def test_who_is_no_member_reads_no_posts_and_no_names_of_a_club_that_hides_its_members() -> None:
    ana, eva = longtime_player("Ana"), longtime_player("Eva")
    club = club_of(ana, members_visible=False)
    member(club, eva)
    evening = announced(name="The seven", starts_at=timezone.now() + timedelta(days=2))
    Tournament.objects.filter(pk=evening.pk).update(club=club)
    entries.enter(tournament=evening, player=eva, now=timezone.now())
    ClubPost.objects.create(club=club, author=eva, text="Between us")
    html = main(page(FRONT))
    assert "Eva" not in html
    assert "Between us" not in html
    assert "Eva" in page(FRONT, signed_in(ana))
