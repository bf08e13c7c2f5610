"""Whole matches in real windows."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.browser.people import PHONE, Person, play_on


def _together(person: Callable[..., Person], **rules: str) -> tuple[Person, Person, str]:
    """Ana with an account and a guest on a phone, at a table for two, before the first card.

    On the phone cards fly, in the other window they lie where they belong at once.
    """
    ana, guest = person(still=True), person(size=PHONE)
    ana.sign_up(f"ana-{id(ana) % 100_000}")
    table = ana.open_table(seating="2", **rules)
    link = ana.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    guest.page.goto(link)
    guest.page.click("text=Sit down")
    guest.page.wait_for_selector("text=I agree to the rules")
    guest.page.click("text=I agree to the rules")
    for one in (ana, guest):
        one.wait_for_hand()
    return ana, guest, table


def test_two_people_play_a_whole_match_one_reloads_and_both_review_it(
    person: Callable[..., Person],
) -> None:
    ana, guest, _table = _together(person, target="2")
    reloaded: list[tuple[list[str], ...]] = []

    def reload_once() -> None:
        """In mid-trick: one card lies on the table."""
        if reloaded or len(ana.on_table()) != 1 or ana.page.query_selector("#end-dialog"):
            return
        hand, lying = ana.hand(), ana.on_table()
        ana.page.reload()
        ana.wait_for_hand()
        reloaded.append((hand, lying, ana.hand(), ana.on_table()))

    def over() -> bool:
        return all("Review the match" in one.ended() for one in (ana, guest))

    play_on([ana, guest], until=over, seconds=240, each=reload_once)
    hand, lying, hand_after, lying_after = reloaded[0]
    assert (hand_after, lying_after) == (hand, lying)

    for one in (ana, guest):
        name = one.page.locator(".mine .name span").first.inner_text()
        one.page.click("text=Review the match")
        one.page.wait_for_selector(".moves")
        match = "/matches/" + one.page.url.split("/matches/")[1].split("#")[0]
        _step_through(one)
        for place in ("/", f"/players/{name}/", f"/matches/?player={name}"):
            one.open(place)
            assert one.page.query_selector(f"a[href='{match}']"), (place, match)


def _step_through(one: Person) -> None:
    """Every card forwards and a few backwards, each with an address of its own."""
    page = one.page
    page.wait_for_selector(".replay .card")
    page.keyboard.press("Home")
    seen = [page.evaluate("location.hash")]
    for _ in range(400):
        page.keyboard.press("ArrowRight")
        here = page.evaluate("location.hash")
        if here == seen[-1]:
            break
        seen.append(here)
    assert len([here for here in seen if re.fullmatch(r"#d\d+t\d+c\d+", here)]) >= 2 * 40
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("location.hash") == seen[-2]
    page.goto(page.url.split("#")[0] + "#d2t5c1")
    page.reload()
    page.wait_for_selector(".replay .card")
    assert page.evaluate("location.hash") == "#d2t5c1"


def test_a_stranger_watches_without_seeing_a_hand(person: Callable[..., Person]) -> None:
    ana, guest, table = _together(person, target="1")
    stranger = person()
    stranger.open(table)
    stranger.page.wait_for_selector(".trick", state="attached")
    seen: list[str] = []
    stranger.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: seen.append(str(frame))),
    )
    stranger.page.reload()
    stranger.page.wait_for_selector(".trick", state="attached")
    play_on([ana, guest], until=lambda: len(seen) > 6)
    assert not stranger.page.query_selector(".hand .card")
    held = set(ana.hand()) | set(guest.hand())
    turned = {ana.page.locator(".pack .trump").get_attribute("data-card")}
    for frame in seen:
        for card in held - turned:
            assert f'"{card}"' not in frame


def test_a_match_is_played_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.open("/")
    ana.page.focus("[data-play] button")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("text=Start with bots")
    ana.page.focus("text=Start with bots")
    ana.page.keyboard.press("Enter")
    ana.wait_for_hand()
    keys = ana.page.keyboard
    for _ in range(40):
        ana.wait_until(
            "() => document.querySelector('#end-dialog') ||"
            "(document.querySelector('.mine .seat[data-turn]') &&"
            " !document.querySelector('.hand [aria-busy=true]'))"
        )
        if ana.ended():
            break
        cards = ana.hand()
        keys.press("1")
        assert ana.page.evaluate("document.activeElement.dataset.code") == cards[0]
        keys.press("ArrowRight")
        assert ana.page.evaluate("document.activeElement.dataset.code") == cards[1 % len(cards)]
        keys.press("Enter")
        gone = "code => !document.querySelector(`.hand [data-code=${code}]`)"
        ana.wait_until(gone, cards[1 % len(cards)])
    assert "Next deal" in ana.ended()
    assert ana.page.evaluate("document.activeElement.id") == "end-dialog"
    said = ana.page.locator("[role=status]").last.inner_text()
    assert "End of the deal" in said


def test_the_table_answers_questions_by_key(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.open("/")
    ana.page.click("text=Play now")
    ana.page.click("text=Start with bots")
    # What others do takes the place of an answer: on one's own turn nobody does anything.
    ana.wait_for_turn()
    said = ana.page.locator("[role=status]").last
    for key, words in (("p", "Trumps: .* left"), ("m", "lies|winning"), ("l", "your turn|to play")):
        ana.page.keyboard.press(key)
        ana.wait_until(
            "words => new RegExp(words).test(document.querySelector('.say').textContent)", words
        )
        assert said.inner_text() == ana.page.locator(".say").inner_text()
    ana.page.keyboard.press("?")
    ana.page.wait_for_selector("#open-dialog")
    ana.page.keyboard.press("Escape")
    assert ana.page.locator("#open-dialog").count() == 0
