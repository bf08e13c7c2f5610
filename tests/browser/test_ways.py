"""Ways to play a card, by preference: with a moment to take it back, by two taps, by throwing it."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import PHONE, Person

TURN = """() => document.querySelector('.mine .seat[data-turn]') && document.querySelector('.hand .card')
  && !document.querySelector('.hand [aria-busy=true]')"""


def _begin(person: Callable[..., Person], preferences: str) -> Person:
    """Somebody with these preferences whose turn it is, against a bot."""
    someone = person(size=PHONE, still=True)
    someone.context.add_cookies([{"name": "prefs", "value": preferences, "url": someone.address}])
    someone.open("/tables/new/?preset=ludoteka&players=2&clock=none")
    someone.page.click("text=Open the table")
    someone.page.click("text=Start with bots")
    someone.wait_for_hand()
    someone.wait_until(TURN)
    return someone


def test_a_card_is_taken_back_before_it_is_sent(person: Callable[..., Person]) -> None:
    ana = _begin(person, "undo:on")
    sent: list[str] = []
    ana.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame)))
    )
    ana.page.reload()
    ana.wait_for_hand()
    ana.wait_until(TURN)
    card = ana.hand()[0]
    ana.page.click(f".hand [data-code={card}]")
    ana.page.click(".acts .pri:has-text('Take it back')")
    assert "It stays in your hand." in ana.page.inner_text(".say")
    assert card in ana.hand()
    assert not [frame for frame in sent if '"play"' in frame]
    ana.page.click(f".hand [data-code={card}]")
    ana.page.wait_for_selector(f".hand [data-code={card}]", state="detached")
    assert len([frame for frame in sent if '"play"' in frame]) == 1


def test_a_card_is_played_by_its_button_or_thrown(person: Callable[..., Person]) -> None:
    ana = _begin(person, "play:drag")
    page = ana.page
    card = ana.hand()[0]
    page.click(f".hand [data-code={card}]")
    page.wait_for_selector(f".hand [data-code={card}][aria-pressed=true]")
    assert card in ana.hand()
    page.click(".acts .pri:has-text('Play')")
    page.wait_for_selector(f".hand [data-code={card}]", state="detached")
    ana.wait_until(TURN)
    page.wait_for_timeout(450)  # what comes sooner after a card is the same press
    card = ana.hand()[0]
    box = page.locator(f".hand [data-code={card}]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"] * 0.2, steps=3)
    page.mouse.up()
    assert card in ana.hand()  # not far enough
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - box["height"], steps=3)
    page.mouse.up()
    page.wait_for_selector(f".hand [data-code={card}]", state="detached")


def test_a_card_is_played_by_the_second_tap(person: Callable[..., Person]) -> None:
    ana = _begin(person, "play:double")
    first, second = ana.hand()[:2]
    ana.page.click(f".hand [data-code={first}]")
    assert "Again to play it." in ana.page.inner_text(".say")
    ana.page.click(f".hand [data-code={second}]")
    assert {first, second} <= set(ana.hand())
    ana.page.click(f".hand [data-code={second}]")
    ana.page.wait_for_selector(f".hand [data-code={second}]", state="detached")
    assert first in ana.hand()
