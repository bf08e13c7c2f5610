"""Games of the family in real windows: an auction among five, a talon, signs by gaze."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from tests.support.browser_people import PHONE, Person, play_on

DEAL_OVER = "() => !!document.querySelector('#end-dialog')"


def _open(person: Callable[..., Person], address: str, **options: object) -> Person:
    """Somebody who has opened a table with rules of its own."""
    someone = person(still=True, **options)
    someone.open(address)
    someone.page.click("text=Open the table")
    someone.page.wait_for_selector(".mt")
    return someone


def _with_bots(someone: Person) -> None:
    someone.page.click("text=Start with bots")
    someone.wait_for_hand()


def _until(someone: Person, script: str, seconds: float = 30) -> None:
    someone.wait_until(script, seconds=seconds)


def _my_move(someone: Person) -> bool:
    return bool(someone.page.query_selector(".mine .seat[data-turn]"))


def _win_auction(someone: Person) -> int:
    """Bid whenever it is one's turn, the most at once where that is possible; bids made."""
    page, made, limit = someone.page, 0, time.monotonic() + 60
    while page.query_selector("[aria-label='Your bid'], section.bid") and not _calls(someone):
        assert time.monotonic() < limit
        ranks = page.locator(".ladder button:not([disabled])")
        if page.query_selector(".stepper"):
            page.fill(".stepper input", page.get_attribute(".stepper input", "max") or "")
            if page.get_attribute(".stepper input", "max") == "999":
                page.fill(".stepper input", "171")
                assert "cannot be made" in page.inner_text(".stepper")
                page.fill(".stepper input", "170")
            page.click(".stepper .pri")
            made += 1
        elif page.query_selector("[aria-label='Your bid']") and ranks.count():
            ranks.last.click()
            made += 1
        page.wait_for_timeout(150)
    return made


def _calls(someone: Person) -> bool:
    page = someone.page
    return bool(page.query_selector(".calling") or page.query_selector("text=Put away"))


def _play_deal(someone: Person, seconds: float = 90) -> None:
    """Play the first card that may be played until the deal is over."""
    limit = time.monotonic() + seconds
    while not someone.ended():
        assert time.monotonic() < limit, someone.page.inner_text("body")
        if someone.to_play():
            card = someone.page.locator(".hand .card:not([aria-disabled=true])").first
            code = card.get_attribute("data-code")
            card.click(position={"x": 14, "y": 14})  # a full hand lies in rows, one over the other
            gone = someone.page.locator(f".hand .card[data-code={code}]")
            for _ in range(60):  # a tap in the moment in which cards move may go astray: once more
                if not gone.count():
                    break
                someone.page.wait_for_timeout(50)
        someone.page.wait_for_timeout(40)


def test_five_play_a_deal_of_chiamata_with_bids_a_call_and_a_partner(
    person: Callable[..., Person],
) -> None:
    ana = _open(person, "/tables/new/?preset=chiamata&players=5")
    _with_bots(ana)
    assert len(ana.hand()) == 8
    assert _win_auction(ana) >= 1
    page = ana.page
    page.locator(".ladder.suits button").nth(1).click()
    page.locator("button.pri", has_text="Call").click()
    _until(ana, "() => /cups/.test(document.querySelector('.pact')?.innerText || '')")
    _play_deal(ana)
    told = ana.ended()
    assert re.search(r"\b(made|missed|contract|caller)\b", told, re.I), told
    changes = [int(found.replace("−", "-")) for found in re.findall(r"\t([+−]\d+)\t", told)]
    assert len(changes) == 5, told
    assert sum(changes) == 0, told
    assert max(map(abs, changes)) in (2, 4), told


def test_a_deal_of_rematada_on_a_phone_with_talon_discards_and_trump(
    person: Callable[..., Person],
) -> None:
    ana = _open(person, "/tables/new/?preset=rematada&players=3", size=PHONE)
    _with_bots(ana)
    assert len(ana.hand()) == 10
    assert _win_auction(ana) >= 1
    page = ana.page
    page.wait_for_selector("text=Put away")
    assert len(ana.hand()) == 12
    for code in ana.hand()[:2]:
        page.locator(f".hand .card[data-code={code}]").click(position={"x": 14, "y": 14})
    page.click("text=Put these two away")
    page.wait_for_selector(".ladder.suits button")
    assert len(ana.hand()) == 10
    page.locator(".ladder.suits button").first.click()
    page.locator("button.pri", has_text="Trumps").click()
    _play_deal(ana)
    assert "170" in ana.ended()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_a_sign_is_seen_by_who_looks_at_the_signer_and_by_nobody_else(
    person: Callable[..., Person],
) -> None:
    rules = "&o.talk.mode=senas&o.talk.seen_by=gaze&o.talk.truth=free&o.match.target=1"
    ana = _open(person, f"/tables/new/?preset=ludoteka&players=4{rules}")
    ana.page.wait_for_selector("[data-copy]")
    copied = "all => all.map(one => one.dataset.copy)"
    links = ana.page.eval_on_selector_all("[data-copy]", copied)
    people = [ana]
    for link in links[:3]:
        guest = person(still=True)
        guest.page.goto(link)
        guest.page.click("text=Sit down")
        people.append(guest)
    for one in people:
        one.wait_for_hand()
    names = [one.page.locator(".mine .name span").first.inner_text() for one in people]
    foe, friend, other = people[1:]
    foe.page.click(f"[aria-label='Look at {names[0]}']")
    friend.page.click(f"[aria-label='Look at {names[3]}']")
    foe.page.wait_for_selector(f"[aria-label='You look at {names[0]}']")
    friend.page.wait_for_selector(f"[aria-label='You look at {names[3]}']")
    ana.page.click("[aria-label='Signs']")
    ana.page.click("#p-sign .signs button >> nth=0")
    foe.page.wait_for_selector(".bubble .face")
    assert "Your sign" in ana.page.inner_text(".bubble")
    assert not friend.page.query_selector(".bubble")
    assert not other.page.query_selector(".bubble")
    foe.wait_until(
        "name => [...document.querySelectorAll('[role=status]')]"
        ".some(one => one.innerText.includes('Sign') && one.innerText.includes(name))",
        names[0],
    )
    play_on(people, until=lambda: all(one.ended() for one in people), seconds=120)
