"""Forms that fail the CSRF check: what was typed is kept, and sent again from this site alone."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.support import PASSWORD, member
from tests.pages.reading import words

pytestmark = pytest.mark.django_db
OWN = "http://testserver"
LOGIN = "/accounts/login/"


@pytest.fixture
def browser() -> Client:
    """A browser that checks tokens as the site does, and reads English."""
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en", "origin": OWN})


def token_of(page: str) -> str:
    match = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert match is not None
    return match[1]


def new_form(page: str) -> dict[str, str]:
    """The hidden fields of the form with which it is sent again."""
    form = page.split('<form class="stack" method="post"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_form_with_an_old_token_keeps_what_was_typed_and_can_be_sent_again(browser):
    typed = {"name": "Ana", "next": "/rules/", "csrfmiddlewaretoken": "a" * 64}
    answer = browser.post("/accounts/guest/", typed)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "It took too long" in words(page)
    assert 'action="/accounts/guest/"' in page
    fields = new_form(page)
    assert (fields["name"], fields["next"]) == ("Ana", "/rules/")
    again = browser.post("/accounts/guest/", fields)
    assert (again.status_code, again["Location"]) == (302, "/rules/")
    assert User.objects.get().username == "Ana"


def test_password_is_typed_again_and_never_in_the_page(browser):
    member()
    answer = browser.post(LOGIN, {"login": "Lucia", "password": PASSWORD})
    page = answer.content.decode()
    assert PASSWORD not in page
    assert re.search(r'name="password"\s+type="password"', page)
    fields = new_form(page)
    assert "password" not in fields
    assert browser.post(LOGIN, {**fields, "password": PASSWORD}).status_code == 302


def test_several_values_of_one_field_are_kept(browser):
    page = browser.post("/tables/new/", {"partner": ["Eva", "Leo <b>"]}).content.decode()
    assert 'name="partner" value="Eva"' in page
    assert 'name="partner" value="Leo &lt;b&gt;"' in page


@pytest.mark.parametrize("origin", ["https://evil.example", "null", None])
def test_form_of_another_site_is_never_repeated(origin):
    headers = {"accept-language": "en"} | ({"origin": origin} if origin else {})
    browser = Client(enforce_csrf_checks=True, headers=headers)
    answer = browser.post("/accounts/guest/", {"name": "chosen by evil"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "chosen by evil" not in page
    assert 'action="/accounts/guest/"' not in page
    assert "fill it in once more" in words(page)


def test_form_of_more_than_20_kilobytes_is_not_repeated(browser):
    long = {f"part{n}": "x" * 10_000 for n in range(2)}
    page = browser.post("/accounts/guest/", long).content.decode()
    assert "x" * 100 not in page


def test_long_text_is_shown_so_that_it_can_be_copied(browser):
    text = "On Thursday I bring my brother."
    page = browser.post("/messages/Ana/", {"text": text}).content.decode()
    assert re.search(rf"<textarea[^>]*readonly[^>]*>{re.escape(text)}</textarea>", page)


def test_browser_that_keeps_no_cookies_is_told_so_the_second_time(browser):
    first = browser.post("/accounts/guest/", {"name": "Ana"}).content.decode()
    fields = new_form(first)
    browser.cookies.clear()
    page = browser.post("/accounts/guest/", fields).content.decode()
    assert "keeps no cookies" in words(page)
    assert 'action="/accounts/guest/"' not in page


def test_somebody_who_signed_in_in_another_tab_needs_no_second_sign_in(browser):
    browser.force_login(member())
    page = browser.post(LOGIN, {"login": "Lucia", "password": PASSWORD}).content.decode()
    assert "logged in as Lucia already" in words(page)
    assert f'action="{LOGIN}"' not in page


def test_script_gets_json_with_a_token_with_which_it_may_try_again(browser):
    answer = browser.post("/play/", {"game": "ludoteka.2"}, headers={"accept": "application/json"})
    assert answer.status_code == 403
    body = answer.json()
    assert body["error"]
    again = browser.post("/play/", {"game": "ludoteka.2", "csrfmiddlewaretoken": body["csrf"]})
    assert again.status_code == 302


def test_the_page_of_a_stale_form_is_kept_by_no_cache(browser):
    answer = browser.post("/accounts/guest/", {"name": "Ana"})
    assert answer["Cache-Control"] == "private, no-store"
