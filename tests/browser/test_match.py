"""Whole matches in real windows."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.support.browser_people import PHONE, Person, play_on


def _together(person: Callable[..., Person], **rules: str) -> tuple[Person, Person, str]:
    """Ana with an account and a guest on a phone, at a table for two, before the first card.

    On the phone cards fly, in the other window they lie where they belong at once.
    """
    ana, guest = person(still=True), person(size=PHONE)
    ana.sign_up_as("ana")
    table = ana.open_table(seating="2", **rules)
    link = ana.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    guest.page.goto(link)
    guest.page.click("text=Sit down")
    for one in (ana, guest):
        one.wait_for_hand()
    return ana, guest, table


def test_whoever_was_opposite_is_followed_from_the_end_of_the_match(
    person: Callable[..., Person],
) -> None:
    ana, eva = person(still=True), person(size=PHONE, still=True)
    eva.sign_up_as("eva")
    name = ana.sign_up_as("ana")
    ana.open_table(seating="2", target="1")
    eva.page.goto(ana.page.locator("[data-copy]").first.get_attribute("data-copy") or "")
    eva.page.click("text=Sit down")
    play_on([ana, eva], until=lambda: bool(ana.ended()) and bool(eva.ended()))
    eva.page.click(f"#end-dialog >> text=Follow {name}")
    eva.page.wait_for_selector(f"#end-dialog >> text=You follow {name}")
    eva.open("/people/")
    assert eva.page.locator(f"main a[href='/players/{name}/']").count()


@pytest.mark.long
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
    _each_reads_the_end_from_their_own_side(ana, guest)

    for one in (ana, guest):
        name = one.page.locator(".mine .name span").first.inner_text()
        one.page.click("text=Review the match")
        one.page.wait_for_selector(".replay .card")
        match = "/matches/" + one.page.url.split("/matches/")[1].split("#")[0]
        _step_through(one)
        for place in ("/", f"/players/{name}/", f"/matches/?player={name}"):
            one.open(place)
            assert one.page.query_selector(f"a[href='{match}']"), (place, match)


def _each_reads_the_end_from_their_own_side(*people: Person) -> None:
    """The match is headed by its result; own figures, briscas and wins of the series come first."""
    scores = []
    for one in people:
        page = one.page
        page.wait_for_selector("#end-dialog [data-unrated], #end-dialog [data-rating] .up")
        title = page.inner_text("#end-title")
        found = re.fullmatch(r"(You win|\S+ wins) the match, (\d) to (\d)", title)
        assert found is not None, title
        own, other = int(found[2]), int(found[3])
        assert (found[1] == "You win") == (own > other), title
        scores.append((own, other))
        series = f"series {int(own > other)} to {int(own < other)}"
        assert series in page.inner_text("#end-dialog .pri")
        assert page.inner_text(".took section:first-child .who") == "You"
        bars = page.locator(".deals .bar2")
        # Where a deal is tied, both sides may have it.
        assert max(own, other) <= bars.count() <= own + other
        tops = [bar.evaluate("bar => bar.getBoundingClientRect().y") for bar in bars.all()]
        assert all(below - above < 48 for above, below in pairwise(tops)), "a line a deal"
        for bar in bars.all():
            assert re.match(r"You \d+, \S+ \d+$", bar.get_attribute("aria-label") or "")
        assert page.evaluate("document.activeElement.id") == "end-title"
        sheet, pri = page.locator("#end-dialog").bounding_box(), page.locator("#end-dialog .pri")
        box = pri.bounding_box()
        assert sheet is not None
        assert box is not None
        size = page.viewport_size or PHONE
        assert box["y"] + box["height"] <= size["height"], "the buttons stay in view"
        assert sheet["x"] >= 0
        assert sheet["x"] + sheet["width"] <= size["width"]
    assert scores[0] == scores[1][::-1]


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
    ana.page.focus("[name=bot][value=rules]")  # a first match with the first tree is of one deal
    ana.page.keyboard.press("Enter")
    ana.wait_for_hand()
    keys = ana.page.keyboard
    told = "() => /lies|winning/.test(document.querySelector('.say').textContent)"
    seen = False
    for _ in range(40):  # the first key fetches what keys do, and a bot's card may come over it
        keys.press("m")
        ana.page.wait_for_timeout(150)
        seen = seen or bool(ana.page.evaluate(told))
        if seen:
            break
    assert seen
    taken_back = False
    for _ in range(42):
        ana.wait_until(
            "() => document.querySelector('#end-dialog') ||"
            "(document.querySelector('.mine .seat[data-turn]') &&"
            " !document.querySelector('.hand [aria-busy=true]'))"
        )
        if ana.ended():
            break
        ana.page.wait_for_timeout(450)  # a card so soon after another would be the same press
        cards = ana.hand()
        focused = "code => document.activeElement.dataset.code === code"
        keys.press("1")
        ana.wait_until(focused, cards[0])
        keys.press("ArrowRight")
        ana.wait_until(focused, cards[1 % len(cards)])
        keys.press("Enter")
        gone = "code => !document.querySelector(`.hand [data-code=${code}]`)"
        ana.wait_until(gone, cards[1 % len(cards)])
        if not taken_back and len(cards) == 3:
            taken_back = True
            ana.wait_until(
                "() => document.querySelector('.acts [aria-label^=\"Take back\"]:not(.off)')"
            )
            ana.page.wait_for_timeout(450)  # so soon after a card it would be the same press
            keys.press("z")
            back = "code => document.querySelector(`.hand [data-code=${code}]`)"
            ana.wait_until(back, cards[1 % len(cards)])
            assert ana.hand() == cards
            assert ana.page.evaluate("document.activeElement !== document.body")
            assert "You take back" in ana.page.locator("[role=log], .log").first.inner_text()
    assert taken_back
    assert "Next deal" in ana.ended()
    assert ana.page.evaluate("document.activeElement.id") == "end-title"
    said = ana.page.locator("[role=status]").last.inner_text()
    assert "End of the deal" in said


def test_the_table_answers_questions_by_key(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.open("/")
    ana.page.click("[data-bots]")
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
