"""What is answered to somebody signed in is stored nowhere; what is the same for all may be."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from accounts.models import User
from tests.routes import every_path

pytestmark = pytest.mark.django_db
SAME_FOR_ALL = ("/jsi18n/", "/manifest", "/sw.js", "/.well-known/")


def may_be_stored(value: str) -> bool:
    return "no-store" not in value


def test_no_page_of_somebody_signed_in_may_be_stored():
    browser = Client()
    browser.force_login(User.objects.create_user("ana"))
    pages = [path for path in every_path({}) if not path.startswith(("/api/", *SAME_FOR_ALL))]
    stored = {
        path: value
        for path in pages
        if may_be_stored(value := browser.get(path).headers.get("Cache-Control", ""))
        and "public" not in value
    }
    assert len(pages) > 100
    assert stored == {}


def test_pages_with_data_of_the_account_are_never_public():
    browser = Client()
    browser.force_login(User.objects.create_user("ana"))
    for path in every_path({}):
        if path.startswith(("/accounts/", "/admin/", "/t/")):
            assert not may_be_stored(browser.get(path).headers["Cache-Control"]), path


@pytest.mark.parametrize("path", ["/", "/rules/", "/accounts/sessions/", "/no-such-page/"])
def test_it_is_so_on_a_loop_as_in_a_thread(path):
    user = User.objects.create_user("ana")
    browser = Client()
    browser.force_login(user)
    key = browser.session.session_key
    aside = AsyncClient()
    aside.cookies["sessionid"] = key
    for answer in (browser.get(path), async_to_sync(aside.get)(path)):
        assert not may_be_stored(answer.headers["Cache-Control"])


def test_a_stranger_may_keep_what_everybody_sees():
    assert "Cache-Control" not in Client().get("/rules/").headers


def test_signing_in_is_not_stored():
    answer = Client().post("/accounts/guest/", {"name": "Marta"})
    assert answer.status_code == 302
    assert not may_be_stored(answer.headers["Cache-Control"])
