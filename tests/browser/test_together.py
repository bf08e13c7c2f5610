"""Two people look at a match together in real browsers: one leads, the other follows; cards are tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import PHONE, Person
from tests.browser.test_pages import findings, fits
from tests.browser.test_review import played


def test_one_leads_the_other_follows_and_both_see_what_is_tried(
    person: Callable[..., Person], folder: Path, address: str
) -> None:
    match = played(folder, address, "scoperta")["match"]
    one, other = person(still=True), person(size=PHONE, still=True)
    page = one.open(f"/matches/{match}/")
    page.get_by_role("button", name="Look at it together").click()
    page.get_by_role("button", name="Lead", exact=True).click()
    room = page.locator("#together")
    expect(room).to_contain_text("You lead.")
    shared = page.url.removeprefix(address).split("#")[0]
    assert "room=" in shared
    follower = other.open(shared)
    expect(follower.locator("#together")).to_contain_text("2 people here. A guest leads.")
    page.get_by_role("button", name="Next trick (])").click()
    page.wait_for_url("**#d1t1c2")
    follower.wait_for_url("**#d1t1c2")
    page.get_by_role("button", name="Try other cards from here").click()
    trial = page.get_by_role("region", name="Other cards, deal 1")
    trial.get_by_role("group", name="Play for").get_by_role("button").first.click()
    expect(trial.get_by_role("list", name="Cards tried").get_by_role("listitem")).to_have_count(1)
    seen = follower.get_by_role("region", name="Other cards, deal 1")
    expect(seen.get_by_role("list", name="Cards tried").get_by_role("listitem")).to_have_count(1)
    expect(seen.get_by_role("button", name="Take back")).to_have_count(0)
    assert fits(other)
    assert findings(other) == []
    assert findings(one) == []
    trial.get_by_role("button", name="Back to the match").click()
    expect(seen).to_have_count(0)
