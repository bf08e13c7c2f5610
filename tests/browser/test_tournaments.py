"""A tournament in two windows: from the form to the podium, on a phone and on a wide screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, Person, play_on

SHOTS = os.environ.get("TOURNAMENT_SHOTS")


def shot(one: Person, name: str) -> None:
    """Keep a picture where one is asked for, to be looked at."""
    if SHOTS:
        one.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def looks_right(*people: Person) -> None:
    """Nothing is wrong for a screen reader, and nothing is wider than the window."""
    for one in people:
        assert fits(one)
        assert findings(one) == []


def _create(ana: Person) -> str:
    """Announce a small cup by the form; gives its address."""
    page = ana.open("/tournaments/")
    looks_right(ana)
    shot(ana, "list-empty")
    page.click("text=New tournament")
    page.check("input[name=seating][value=two]")
    page.fill("input[name=rounds]", "1")
    page.select_option("select[name=deals]", "2")
    page.fill("input[name=max_entrants]", "2")
    page.check("input[name=starts_when_full]")
    page.fill("input[name=name]", "Copa del jueves")
    page.fill("input[name=line]", "Para quien pase por aquí")
    looks_right(ana)
    shot(ana, "new")
    page.click("button.pri")
    page.wait_for_url("**/tournaments/*/")
    return page.url


@pytest.mark.long
def test_a_cup_is_announced_entered_played_and_won(person: Callable[..., Person]) -> None:
    ana, eva = person(size=PHONE), person()
    ana.sign_up("AnaCopa")
    eva.sign_up("EvaCopa")
    address = _create(ana)
    looks_right(ana)
    shot(ana, "before-phone")
    eva.page.goto(address)
    for one in (ana, eva):
        one.page.click("#enter")
    # the first round begins by itself, and takes both to their table
    for one in (ana, eva):
        one.page.wait_for_url("**/t/*/", timeout=30_000)
    _see_the_round(eva, address)
    play_on(
        [ana, eva],
        until=lambda: all(one.page.locator("[data-match-end]").count() for one in (ana, eva)),
        seconds=150,
    )
    for one in (ana, eva):
        shot(one, f"end-{'phone' if one is ana else 'wide'}")
        assert one.page.inner_text("#end-dialog [data-decides]") == (
            "The points at this table decide. Where that is level, the points are shared."
        )
        looks_right(one)
        one.page.click("#end-dialog a.pri")
        one.page.wait_for_url("**/tournaments/*/")
        one.page.wait_for_selector(".podium", timeout=60_000)
        one.page.wait_for_selector(".mine-row")
    looks_right(ana, eva)
    shot(ana, "final-phone")
    shot(eva, "final-wide")
    eva.page.click(".dealset a")
    eva.page.wait_for_url("**/deals/1/")
    looks_right(eva)
    shot(eva, "deal-wide")
    eva.page.click("main a.btn.sm")
    eva.page.wait_for_url("**/matches/**")
    ana.open("/tournaments/")
    looks_right(ana)
    shot(ana, "list-phone")


def _see_the_round(one: Person, address: str) -> None:
    """Look at the round from a second window, which shows no points while it is played."""
    page = one.context.new_page()
    page.goto(address)
    page.wait_for_selector("#sit")
    assert page.inner_text(".mine-row td:last-child") == ""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / "round-wide.png", full_page=True)
    page.close()


@pytest.mark.long
def test_two_play_the_daily_event_each_when_they_like(person: Callable[..., Person]) -> None:
    """With ten house bots that play it too; nobody sees a result before the own game is over."""
    ana, eva = person(size=PHONE), person()
    ana.sign_up("AnaDiario")
    eva.sign_up("EvaDiario")
    page = eva.open("/tournaments/new/?template=daily")
    page.select_option("select[name=deals]", "1")
    page.fill("input[name=name]", "Diario de prueba")
    page.evaluate(
        """() => {
          const now = new Date(Date.now() - 20000 - new Date().getTimezoneOffset() * 60000);
          document.querySelector('input[name=starts_at]').value = now.toISOString().slice(0, 16);
        }"""
    )
    page.dispatch_event("input[name=starts_at]", "input")
    page.wait_for_selector("[data-sentence]:not(:empty)")
    looks_right(eva)
    shot(eva, "daily-new")
    page.click("button.pri")
    page.wait_for_url("**/tournaments/*/")
    address = page.url
    for one in (ana, eva):
        one.page.goto(address)
        one.page.wait_for_selector("#enter", timeout=30_000)
        assert one.page.locator("#h-lines").count() == 0
        looks_right(one)
        shot(one, f"daily-open-{'phone' if one is ana else 'wide'}")
        one.page.click("#enter")
        one.page.wait_for_url("**/t/*/")
        # away, and back to the same seat
        one.page.goto(address)
        one.page.click("#sit")
        one.page.wait_for_url("**/t/*/")
        over = one.page.locator("[data-match-end]")
        play_on([one], until=lambda over=over: over.count() > 0, seconds=150)
        one.page.click("#end-dialog a.pri")
        one.page.wait_for_url("**/tournaments/*/")
        one.page.wait_for_selector(".share-card", timeout=60_000)
        one.page.wait_for_selector(".mine-row")
        looks_right(one)
        shot(one, f"daily-done-{'phone' if one is ana else 'wide'}")
        text = one.page.get_attribute(".daily-share [data-copy]", "data-copy") or ""
        assert "Diario de prueba" in text
        assert address in text
    assert eva.page.locator(".dealset").count() == 0  # the cards are still secret


def test_an_organiser_begins_with_a_template_and_changes_the_tournament(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE)
    ana.sign_up("AnaOrganiza")
    page = ana.open("/tournaments/new/")
    page.click(".templates a >> nth=3")
    page.wait_for_url("**template=cup")
    assert page.is_checked("input[name=starts_when_full]")
    page.fill("input[name=name]", "Copa con plantilla")
    page.wait_for_selector("[data-sentence]:not(:empty)")
    looks_right(ana)
    shot(ana, "template-phone")
    begins = page.input_value("input[name=starts_at]")
    page.click("button.pri")
    page.wait_for_url("**/tournaments/*/")
    page.click("#organise summary")
    page.click("#organise a.btn")
    page.wait_for_url("**/edit/")
    # the hour is shown as it was written, in the organiser's own time zone
    assert page.input_value("input[name=starts_at]") == begins
    page.fill("input[name=name]", "Copa cambiada")
    page.click("button.pri")
    page.wait_for_url("**/tournaments/*/")
    assert page.inner_text("h1") == "Copa cambiada"
    assert page.input_value("#off-why") == ""
    looks_right(ana)


def test_the_form_sends_the_zone_and_the_offset_of_the_hour_that_is_typed(
    person: Callable[..., Person],
) -> None:
    ana = person()
    ana.sign_up("AnaHora")
    page = ana.page.context.browser.new_context(
        storage_state=ana.page.context.storage_state(), timezone_id="Europe/Madrid"
    ).new_page()
    page.goto(ana.open("/tournaments/").url)
    page.click("a[href='/tournaments/new/']")
    expect(page.locator("input[name=time_zone]")).to_have_value("Europe/Madrid", timeout=20_000)
    begins = page.get_attribute("input[data-begins]", "data-begins") or ""
    local = datetime.fromisoformat(begins).astimezone(ZoneInfo("Europe/Madrid"))
    assert page.input_value("input[name=starts_at]") == f"{local:%Y-%m-%dT%H:%M}"
    for typed, offset in (
        ("2027-03-27T21:00", "-60"),
        ("2027-03-28T21:00", "-120"),
        ("2027-10-30T21:00", "-120"),
        ("2027-10-31T21:00", "-60"),
    ):
        page.fill("input[name=starts_at]", typed)
        assert page.input_value("input[name=offset]") == offset
    page.context.close()
