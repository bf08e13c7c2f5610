"""An account without an e-mail: codes are made, saved and used, and its owner reads what happened."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person

PASSWORD = "siete-de-oros-1932"
NEW = "cuatro-de-copas-1932"


def _again(someone: Person, password: str) -> None:
    """Type the password once more where that is asked."""
    if "/reauthenticate/" in someone.page.url:
        someone.page.fill("[name=password]", password)
        someone.page.click("main form button[type=submit]")


def _sound(someone: Person) -> None:
    """The page fits a phone, and axe has nothing to say of it."""
    assert fits(someone), someone.page.url
    assert findings(someone) == [], someone.page.url


def test_a_name_that_is_taken_costs_no_second_typing_of_the_password(
    person: Callable[..., Person],
) -> None:
    person(still=True).sign_up("ana-first")
    ana = person(size=PHONE, still=True)
    ana.open("/accounts/signup/")
    ana.page.fill("[name=username]", "ana-first")
    ana.page.fill("[name=password1]", PASSWORD)
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("[name=username][aria-invalid=true]:focus")
    assert ana.page.locator("text=That name is taken.").count() == 1
    assert ana.page.input_value("[name=password1]") == PASSWORD
    _sound(ana)
    ana.page.fill("[name=username]", "ana-second")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url(lambda url: "signup" not in url)
    ana.open("/accounts/profile/")
    assert ana.page.inner_text("h1") == "ana-second"


def test_a_guest_makes_an_account_and_chooses_another_tile(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/accounts/login/")
    _sound(ana)
    ana.page.fill("#guest-name", "ana-guest")
    ana.page.click("form[action='/accounts/guest/'] button")
    ana.open("/accounts/signup/")
    assert ana.page.input_value("[name=username]") == "ana-guest"
    own = ana.page.input_value("[name=face]:checked")
    other = "t1" if own != "t1" else "t2"
    ana.page.click(f"label:has([name=face][value={other}])")
    assert ana.page.locator("#h-carried").is_visible()
    _sound(ana)
    ana.page.fill("[name=password1]", PASSWORD)
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_url(lambda url: "signup" not in url)
    ana.open("/accounts/profile/")
    assert ana.page.inner_text("h1") == "ana-guest"
    assert ana.page.input_value("[name=face]:checked") == other


def test_a_forgotten_password_is_replaced_by_a_printed_code(
    person: Callable[..., Person], tmp_path: Path
) -> None:
    ana = person(size=PHONE, still=True)
    ana.sign_up("ana-codes")
    ana.open("/accounts/profile/")
    ana.page.click("text=Password recovery codes")
    _again(ana, PASSWORD)
    _sound(ana)
    ana.page.click("text=Make new codes")
    ana.page.wait_for_selector("ol.codes")
    _sound(ana)
    codes = ana.page.locator("ol.codes code").all_inner_texts()
    assert len(codes) == 10

    with ana.page.expect_download() as download:
        ana.page.click("text=Save as a file")
    download.value.save_as(tmp_path / "codes.txt")
    saved = (tmp_path / "codes.txt").read_text()
    assert [line for line in saved.splitlines() if re.fullmatch(r"[\w-]{19}", line)] == codes
    assert "ana-codes" in saved

    ana.page.emulate_media(media="print")
    assert not ana.page.is_visible("text=Save as a file")
    assert not ana.page.is_visible(".top")
    assert ana.page.is_visible(f"text={codes[0]}")
    ana.page.emulate_media(media="screen")

    ana.page.click("text=I have them")
    ana.page.click("main >> text=Log out")
    ana.page.click("main form button[type=submit]")

    ana.open("/accounts/login/")
    ana.page.click("text=No e-mail?")
    _sound(ana)
    ana.page.fill("[name=name]", "ANA-codes")
    ana.page.fill("[name=code]", codes[3].lower().replace("-", " "))
    ana.page.fill("[name=password1]", NEW)
    ana.page.fill("[name=password2]", NEW)
    ana.page.click("main form button[type=submit]")
    ana.page.wait_for_url("**/accounts/profile/")
    assert "9 left" in ana.page.inner_text("main")

    ana.page.click("text=What happened to your account")
    _sound(ana)
    told = ana.page.inner_text("main")
    for what in ("Account created", "Password recovery codes made", "New password set with a"):
        assert what in told
    ana.page.click("text=This was not me")
    _again(ana, NEW)
    _sound(ana)
    ana.page.click("text=Log everybody else out")
    ana.page.wait_for_url("**/accounts/password/change/")


def test_a_setting_that_is_changed_at_the_table_belongs_to_the_account(
    person: Callable[..., Person],
) -> None:
    ana = person(still=True)
    ana.sign_up_as("ana")
    ana.open_table()
    with ana.page.expect_response("**/accounts/preferences/") as answer:
        ana.page.click("[popovertarget=p-menu]")
        ana.page.click("#p-menu >> text=Settings")
        ana.page.click("label:has([name=felt][value=slate])")
    assert answer.value.ok
    ana.page.context.clear_cookies(name="prefs")
    ana.open("/accounts/preferences/")
    assert ana.page.input_value("[name=felt]:checked") == "slate"
