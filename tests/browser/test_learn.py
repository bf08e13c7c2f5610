"""A stranger learns to play, by keyboard alone, and then plays; the path keeps what was learned."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import findings
from tests.support.browser_people import Person

PHONE = {"width": 360, "height": 640}
READY = """() => {
  const coach = document.querySelector('.coach');
  const at = document.activeElement;
  if (document.querySelector('[form=learn-play]')) return 'over';
  if (!coach || coach.dataset.wait === 'moment') return '';
  if (!at.matches('#go-on, [data-meant], .hand .card')) return '';
  const sign = at.matches('[popovertarget=p-sign]');
  return sign ? 'sign' : at.id + document.querySelector('#coach-title').textContent;
}"""


def test_the_lesson_is_learned_with_one_key_and_leads_to_a_table(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/learn/")
    ana.page.click("text=Begin: the first deal")
    ana.page.click("main >> text=Begin")
    told = []
    while True:
        ana.wait_until(READY)
        now = ana.page.evaluate(READY)
        told.append(now)
        if now == "over":
            break
        assert len(told) < 60, told[-6:]
        for name in ("s", "1") if now == "sign" else ("Enter",):
            ana.page.keyboard.press(name)
    assert "go-onTrumps" in told
    assert "sign" in told
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    ana.page.keyboard.press("Enter")
    ana.wait_for_hand()
    assert "/t/" in ana.page.url
    ana.open("/learn/")
    assert ana.page.locator(".path-step.done").inner_text().startswith("The first deal")
    ana.no_errors()


def test_a_card_that_is_not_meant_is_explained_and_stays(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/learn/lesson/table/")
    ana.page.click("#go-on")
    ana.page.click("#go-on")
    ana.page.click(".acts [data-meant]")
    ana.page.click("#go-on")
    # The coach advises; nobody else would answer.
    assert not ana.page.query_selector(".acts >> text=Hint")
    ana.page.click(".hand [data-code=O7]")
    ana.page.wait_for_selector("text=It would win too")
    assert ana.hand() == ["O7", "O4", "B5"]
    ana.page.click("text=Back")
    ana.page.wait_for_selector("text=ten points!")
    ana.no_errors()


def test_progress_of_a_stranger_survives_a_match_and_the_sign_up(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/guide/trumps/")
    ana.page.click("#take button[value=O1]")
    ana.page.wait_for_selector("#take .answer.warn")
    ana.open("/learn/cards/")
    ana.page.click("#trick button[value=O2]")
    ana.page.wait_for_selector("#trick .answer")
    ana.open("/learn/")
    assert ana.page.locator(".path-step.done").count() == 2
    assert ana.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert findings(ana) == []
    ana.page.click(".path-step:has-text('Olivo')")
    ana.wait_for_hand()
    ana.open("/learn/")
    assert ana.page.locator(".path-step.done").count() == 2
    ana.open("/accounts/signup/")
    ana.page.fill("[name=username]", "Lucia")
    ana.page.fill("[name=password1]", "siete de oros y dos")
    for box in ana.page.query_selector_all("form [type=checkbox]"):
        box.check()
    ana.page.press("[name=password1]", "Enter")
    ana.page.wait_for_url(lambda url: "/signup/" not in url)
    ana.open("/learn/")
    assert ana.page.locator(".path-step.done").count() == 2
    ana.no_errors()


def test_the_path_is_walked_by_keyboard(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.open("/learn/")
    assert findings(ana) == []
    ana.page.focus(".path-step.current")
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Enter")
    ana.page.wait_for_selector("h1 >> text=The cards")
    assert findings(ana) == []
    ana.no_errors()
