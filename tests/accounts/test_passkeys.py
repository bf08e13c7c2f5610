"""Passkeys in a browser with a virtual authenticator, under the site's own content policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from playwright.sync_api import Page, sync_playwright

from accounts.models import User
from accounts.sessions import SessionStore
from tests.accounts.support import PASSWORD, member
from tests.support.chromium import launch_chromium
from tests.support.needs import needs_chromium

pytestmark = [needs_chromium, pytest.mark.django_db(transaction=True)]

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def page(live_server) -> Iterator[Page]:
    """A phone with a passkey store; whatever the policy refuses fails the test."""
    member()  # before Playwright's loop runs in this thread, beside which Django asks nothing
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": 360, "height": 740},
            locale="en-GB",
        )
        page = context.new_page()
        refused: list[str] = []
        page.on("pageerror", lambda error: refused.append(str(error)))
        page.on(
            "console",
            lambda line: refused.append(line.text) if "Content Security" in line.text else None,
        )
        devtools = context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
        yield page
        assert refused == []
        browser.close()


def log_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.fill("#id_login", "Lucia")
    page.fill("#id_password", PASSWORD)
    page.click("form[action='/accounts/login/'] button.pri")


def add_passkey(page: Page) -> None:
    log_in(page)
    page.goto("/accounts/2fa/webauthn/add/")
    with page.expect_navigation():
        page.click("#passkey")
    assert page.url.endswith("/accounts/2fa/recovery-codes/")
    page.context.clear_cookies()


def aside(change: Callable[[], None]) -> None:
    """Change the database beside Playwright's loop, in whose thread Django asks nothing."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(change).result()


def forget_password() -> None:
    user = User.objects.get()
    user.set_unusable_password()
    user.save()
    connection.close()


def age_sessions() -> None:
    """Let an hour pass since anybody authenticated."""
    for row in Session.objects.all():
        store = SessionStore(row.session_key)
        for record in store.get("account_authentication_methods", ()):
            record["at"] -= 3600
        store.save()
    connection.close()


def name_of(page: Page) -> str:
    page.goto("/accounts/profile/")
    return page.inner_text("h1")


def test_passkey_lets_in_alone_as_second_step_and_from_a_guests_session(page):
    add_passkey(page)

    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.click("#passkey")
    assert name_of(page) == "Lucia"

    page.context.clear_cookies()
    log_in(page)
    assert page.url.endswith("/accounts/2fa/authenticate/")
    with page.expect_navigation():
        page.click("#passkey")
    assert name_of(page) == "Lucia"

    page.context.clear_cookies()
    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.click("form[action='/accounts/guest/'] button")
    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.click("#passkey")
    assert name_of(page) == "Lucia"


def test_account_with_a_passkey_alone_authenticates_again_with_it(page):
    add_passkey(page)
    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.click("#passkey")

    aside(forget_password)  # which ends the sessions
    page.goto("/accounts/login/")
    with page.expect_navigation():
        page.click("#passkey")
    aside(age_sessions)

    page.goto("/accounts/email/")
    assert "/accounts/2fa/webauthn/reauthenticate/" in page.url
    with page.expect_navigation():
        page.click("#passkey")
    assert page.url.endswith("/accounts/email/")
    assert page.locator("[name=action_add]").is_visible()


def test_page_says_so_when_a_passkey_does_not_work(page):
    page.route("**/2fa/webauthn/login/", lambda route: route.abort())
    page.goto("/accounts/login/")
    page.click("#passkey")
    told = page.locator("[data-trouble]")
    told.filter(has_text="did not work").wait_for()
    assert told.get_attribute("role") == "alert"
