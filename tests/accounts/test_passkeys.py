"""Passkeys in a browser with a virtual authenticator, under the site's own content policy."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.accounts.support import PASSWORD, member
from tests.needs import chromium, needs_chromium

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
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
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
    page.fill("#id_password", PASSWORD)
    page.click("main form button[type=submit]")
    with page.expect_navigation():
        page.click("#passkey")
    assert page.url.endswith("/accounts/2fa/recovery-codes/")
    page.context.clear_cookies()


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


def test_page_says_so_when_a_passkey_does_not_work(page):
    page.route("**/2fa/webauthn/login/", lambda route: route.abort())
    page.goto("/accounts/login/")
    page.click("#passkey")
    told = page.locator("[data-trouble]")
    told.filter(has_text="did not work").wait_for()
    assert told.get_attribute("role") == "alert"
