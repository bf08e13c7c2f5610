"""Pages that strangers see alike: rendered once in some seconds, and a token of their own for each."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.conf import LazySettings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import close_account, rename_account
from games.pages import page_cache
from tests.pages.reading import without_tokens
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_without_account, signed_in

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w*)"')


@pytest.fixture(autouse=True)
def _texts(settings: LazySettings) -> None:
    settings.STRANGER_PAGE_SECONDS = 5.0


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that moves the clock of the cache on by so many seconds."""
    now = [1000.0]
    monkeypatch.setattr(page_cache.time, "monotonic", lambda: now[0])

    def moved(seconds: float) -> None:
        now[0] += seconds

    return moved


def asked(
    path: str, client: Client | None = None, language: str = "en"
) -> tuple[HttpResponse, int]:
    """Return the answer to a visitor, who has no cookies without a client, and how many queries it took."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = (client or Client()).get(path, headers={"accept-language": language})
    return answer, len(queries)


def html(answer: HttpResponse) -> str:
    return without_tokens(answer.content.decode())


def test_the_second_stranger_gets_the_page_of_the_first_without_a_query():
    match = stored(PEOPLE[:4], day=0)
    for path in (
        "/",
        f"/matches/{match.public_id}/",
        "/players/Ana/",
        "/matches/",
        "/leaderboard/",
    ):
        (first, some), (second, none) = asked(path), asked(path)
        assert some > none == 0, path
        assert html(first) == html(second)
        assert first.headers.keys() == second.headers.keys()


def test_each_stranger_has_a_token_of_their_own_that_their_form_is_taken_with():
    tokens = set()
    for _ in range(3):
        stranger = Client(enforce_csrf_checks=True)
        found = TOKEN.findall(asked("/", stranger)[0].content.decode())
        assert found
        tokens.add(found[0])
        answer = stranger.post(
            "/i18n/setlang/", {"csrfmiddlewaretoken": found[0], "language": "ca"}
        )
        assert answer.status_code == 302
    assert len(tokens) == 3
    kept = "".join(text for text, _until in page_cache.pages._texts.values())
    assert set(TOKEN.findall(kept)) == {""}
    assert not tokens & set(re.findall(r"\w+", kept))


def test_a_page_is_rendered_again_after_its_seconds(wait: Callable[[float], None]):
    asked("/matches/")
    stored(PEOPLE[:4], day=0)
    wait(4.9)
    assert "Ana" not in html(asked("/matches/")[0])
    wait(0.1)
    assert "Ana" in html(asked("/matches/")[0])


def test_every_address_and_every_language_has_a_page_of_its_own():
    stored(PEOPLE[:4], day=0)
    pages = [asked("/matches/", language=language)[0] for language in ("en", "ca")]
    pages.append(asked("/matches/?mode=casual")[0])
    assert len({html(one) for one in pages}) == 3


def test_whoever_has_a_cookie_that_tells_something_gets_a_page_of_their_own():
    asked("/")
    member, chooser = signed_in("Ana"), Client()
    chooser.cookies["prefs"] = "felt:olive"
    assert "Ana" in html(asked("/", member)[0])
    assert 'data-felt="olive"' in html(asked("/", chooser)[0])
    stranger = html(asked("/")[0])
    assert "Ana" not in stranger
    assert 'data-felt="olive"' not in stranger


def test_what_a_member_or_a_chooser_sees_is_not_kept():
    chooser = Client()
    chooser.cookies["prefs"] = "felt:olive"
    for client in (signed_in("Ana"), chooser):
        asked("/", client)
        asked("/tables/new/", client)
    assert not page_cache.pages.characters


def test_whoever_hides_their_figures_sees_at_once_that_strangers_see_none(
    django_capture_on_commit_callbacks,
):
    stored(PEOPLE[:4], day=0)
    ana = signed_in("Ana")
    for choice, there in (("", False), ("on", True), ("", False)):
        with django_capture_on_commit_callbacks(execute=True):
            ana.post("/people/figures/", {"private": choice})
        assert ("keeps their statistics" in html(asked("/players/Ana/")[0])) is there


@pytest.mark.parametrize("change", [close_account, partial(rename_account, name="Zoe")])
def test_a_name_that_is_given_up_is_gone_from_pages_at_once(
    change: Callable[..., None], django_capture_on_commit_callbacks
):
    stored(PEOPLE[:4], day=0)
    signed_in("Ana")
    assert "Ana" in html(asked("/matches/")[0])
    with django_capture_on_commit_callbacks(execute=True):
        change(user=User.objects.get(username="Ana"))
    assert "Ana" not in html(asked("/matches/")[0])


def test_new_players_leave_pages_as_they_are(django_capture_on_commit_callbacks):
    asked("/")
    with django_capture_on_commit_callbacks(execute=True):
        player_without_account("Zoe")
    assert page_cache.pages.characters


def test_a_page_that_is_not_there_is_looked_for_each_time():
    assert asked("/players/Ana/")[0].status_code == 404
    stored(PEOPLE[:4], day=0)
    assert asked("/players/Ana/")[0].status_code == 200
    assert asked("/players/ana/")[0].status_code == 302
    assert asked("/players/ana/")[0].status_code == 302


def test_nothing_is_kept_where_the_operator_wants_none(settings: LazySettings):
    settings.STRANGER_PAGE_SECONDS = 0
    asked("/")
    assert not page_cache.pages.characters
