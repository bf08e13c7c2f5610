"""A player writes a note on another, and another keeps their statistics to themselves."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings, fits
from tests.support.browser_people import PHONE, SIDEWAYS, WIDE, Person

TEXT = "Holds back the three."


def test_a_note_is_written_read_again_and_emptied_and_nobody_else_sees_it(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(size=PHONE, still=True), person(still=True)
    names = [ana.sign_up_as("ana"), eva.sign_up_as("eva")]
    ana.open(f"/players/{names[1]}/")
    ana.page.click("#note summary")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.locator("#note textarea").focus()
    ana.page.keyboard.type(TEXT)
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("text=Your note is saved.")
    ana.open(f"/players/{names[1]}/")
    assert ana.page.locator("#note textarea").input_value() == TEXT
    eva.open(f"/players/{names[1]}/")
    assert TEXT not in eva.page.content()
    ana.page.fill("#note textarea", "")
    ana.page.click("text=Save the note")
    ana.page.wait_for_selector("text=Your note is gone.")


def test_a_note_is_marked_on_the_players_seat_for_its_writer_alone(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(size=PHONE, still=True), person(still=True)
    names = [ana.sign_up_as("mar"), eva.sign_up_as("sol")]
    eva.open("/people/")
    ana.open(f"/players/{names[1]}/")
    ana.page.click("#note summary")
    ana.page.fill("#note textarea", TEXT)
    ana.page.click("text=Save the note")
    ana.page.wait_for_selector("text=Your note is saved.")
    ana.open_table(seating="2")
    eva.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    eva.page.click("text=Sit down")
    for one in (ana, eva):
        one.wait_for_hand()
    for size in (PHONE, SIDEWAYS, WIDE):
        ana.page.set_viewport_size(size)
        ana.rest()
        assert fits(ana)
        assert findings(ana) == []
        assert eva.page.locator(".note-mark").count() == 0
    mark = ana.page.get_by_role("link", name=f"Your note on {names[1]}")
    with ana.context.expect_page() as opened:
        mark.press("Enter")
    note = opened.value
    note.wait_for_load_state()
    assert note.url.endswith(f"/players/{names[1]}/#note")
    assert note.locator("#note textarea").input_value() == TEXT


def test_somebody_keeps_their_statistics_to_themselves_and_shows_them_again(
    person: Callable[..., Person],
) -> None:
    ana, other = person(size=PHONE, still=True), person(still=True)
    name = ana.sign_up_as("ana")
    ana.open("/accounts/preferences/")
    ana.page.click("text=Who sees your statistics")
    ana.page.locator("#own-figures summary").focus()
    ana.page.keyboard.press("Enter")
    assert fits(ana)
    assert findings(ana) == []
    ana.page.click("text=Keep my statistics to myself")
    ana.page.wait_for_selector("text=Only you see your statistics now.")
    other.open(f"/players/{name}/")
    assert "keeps their statistics to themselves" in other.page.inner_text("main")
    assert findings(other) == []
    ana.page.locator("#own-figures summary").click()
    ana.page.click("text=Let everybody see my statistics")
    ana.page.wait_for_selector("text=Everybody can see your statistics now.")
    other.open(f"/players/{name}/")
    assert "keeps their statistics" not in other.page.inner_text("main")
