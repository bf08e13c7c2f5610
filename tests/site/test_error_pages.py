"""Pages of failures: the site's own, with the right status, a way on, and nothing given away."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import translation
from structlog.contextvars import bound_contextvars

from brisca_site import errors
from games.clubs.services import events
from games.tournaments.models import Tournament
from games.tournaments.services.creating import TournamentOptions
from tests.clubs.builders import NOW, club_of, longtime_player
from tests.pages.reading import words

LANGUAGES = ("en", "es", "ca")


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"})


def read(answer) -> str:
    return words(answer.content.decode())


# -- nothing at an address ----------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "heading"),
    [
        ("/no/such/page/", "isn’t in the deck"),
        ("/t/nosuchtable/", "This table is no longer here"),
        ("/matches/nosuchmatch/", "There is no match here"),
        ("/players/Nobody/", "Nobody plays here by this name"),
        ("/tournaments/nosuch/", "This tournament is not here"),
        ("/clubs/nosuch/", "no such page of a club"),
        ("/leagues/nosuch/", "This league is not here"),
    ],
)
def test_page_for_a_missing_thing_says_what_it_was_and_never_where(client, path, heading):
    answer = client.get(path)
    assert answer.status_code == 404
    assert heading in read(answer)
    assert "your profile" not in read(answer), "a stranger has none"
    assert path not in answer.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.django_db
def test_heading_of_an_error_page_has_the_focus(client):
    page = client.get("/no/such/page/").content.decode()
    assert len(re.findall(r"<h1 tabindex=\"-1\" autofocus>", page)) == 1


@pytest.mark.django_db
def test_browser_that_loads_an_address_of_a_form_gets_a_page(client):
    answer = client.get("/play/stop/", headers={"accept": "text/html"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert 'href="/"' in answer.content.decode()
    assert client.get("/play/stop/").content == b"", "a program has the status"


@pytest.mark.django_db
def test_api_still_answers_json(client):
    answer = client.get("/api/v1/no-such-thing/")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


# -- a tournament of a club ---------------------------------------------------------------------


def club_tournament(status: str = "open") -> Tournament:
    """A tournament for the members of a club."""
    organiser = longtime_player("Ana")
    chosen = TournamentOptions(
        name="Copa",
        format="swiss",
        preset="ludoteka",
        players=2,
        starts_at=NOW + timedelta(hours=3),
    )
    event = events.create_club_tournament(
        club=club_of(organiser), creator=organiser, chosen=chosen, members_only=True, now=NOW
    )
    Tournament.objects.filter(pk=event.pk).update(status=status)
    return event


@pytest.mark.django_db
@pytest.mark.parametrize("as_guest", [True, False])
def test_link_of_a_members_tournament_says_whose_it_is_and_who_lets_in(client, as_guest):
    event = club_tournament()
    if not as_guest:
        client.force_login(longtime_player("Iker").user)
    answer = client.get(f"/tournaments/{event.public_id}/")
    assert answer.status_code == 403
    text = read(answer)
    assert event.club.name in text
    assert "Copa" not in text, "its name is for members"
    assert f'href="/clubs/{event.club.handle}/"' in answer.content.decode()


@pytest.mark.django_db
def test_page_of_a_members_tournament_says_so_to_its_members(client):
    event = club_tournament()
    client.force_login(event.creator.user)
    assert f"For members of {event.club.name}" in read(
        client.get(f"/tournaments/{event.public_id}/")
    )


@pytest.mark.django_db
def test_draft_of_a_members_tournament_is_told_to_nobody(client):
    event = club_tournament(status="draft")
    answer = client.get(f"/tournaments/{event.public_id}/")
    assert answer.status_code == 404
    assert event.club.name not in read(answer)


# -- pages that need nothing --------------------------------------------------------------------


@pytest.mark.parametrize("status", [500, 503])
@pytest.mark.parametrize("language", LANGUAGES)
def test_page_of_an_outage_needs_no_database_and_no_other_request(status, language):
    with translation.override(language), bound_contextvars(request="7f3a21bc7f3a21bc"):
        answer = errors.standalone_page(status)  # without the database: it is not marked
    page = answer.content.decode()
    assert answer.status_code == status
    assert f'lang="{language}"' in page
    assert "7f3a21bc7f3a21bc" in page
    assert len(answer.content) < 14_000
    assert not re.search(r"<(script|link|img|iframe)|src=|url\(|@import", page)
    assert hash_of("style", page) in answer["Content-Security-Policy"]
    assert not re.search(r"\sstyle=", page)


def hash_of(tag: str, page: str) -> str:
    """The source expression that allows the inline style or script of a page."""
    text = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)[0]
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_outage_says_when_to_try_again_and_does_so_by_itself():
    with translation.override("en"):
        answer = errors.unavailable(RequestFactory().get("/"), 7)
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "7")
    assert "Try again in 7 seconds." in words(page)
    assert 'data-first="7"' in page
    policy = answer["Content-Security-Policy"]
    assert f"script-src {hash_of('script', page)}; connect-src 'self'" in policy
    assert len(answer.content) < 14_000
    assert not re.search(r"<(link|img|iframe)|\ssrc=|url\(|@import", page)
    of_form = errors.unavailable(RequestFactory().post("/play/"))
    assert "<script" not in of_form.content.decode(), "a form is not sent again by itself"
    assert "script-src" not in of_form["Content-Security-Policy"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_for_no_connection_needs_no_database_and_no_other_request(language):
    answer = Client(headers={"accept-language": language}).get("/offline/")
    page = answer.content.decode()
    assert f'lang="{language}"' in page
    assert len(re.findall(r'<h1 tabindex="-1" autofocus>', page)) == 1
    assert len(answer.content) < 14_000
    assert not re.search(r"<(link|img|iframe)|\ssrc=|url\(|@import", page)
    policy = answer["Content-Security-Policy"]
    assert hash_of("script", page) in policy
    assert hash_of("style", page) in policy


def test_outage_of_the_api_is_json():
    of_api = errors.unavailable(RequestFactory().get("/api/v1/matches/"))
    assert of_api.status_code == 503
    assert of_api["Content-Type"] == "application/json"


@pytest.mark.django_db
def test_fault_of_the_site_is_a_page_with_its_own_policy(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("games.pages.rules.render", lambda *_args, **_more: 1 / 0)
    with bound_contextvars(request="7f3a21bc7f3a21bc"):
        answer = client.get("/rules/")
    assert answer.status_code == 500
    assert "7f3a21bc7f3a21bc" in answer.content.decode()
    assert "ZeroDivisionError" not in answer.content.decode()
    assert "sha256-" in answer["Content-Security-Policy"]
