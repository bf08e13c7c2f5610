"""A stranger learns to play, by keyboard alone, and then plays."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.people import Person

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
    ana.open("/")
    ana.page.click("text=Learn it in three minutes >> nth=0")
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
    ana.no_errors()


def test_a_card_that_is_not_meant_is_explained_and_stays(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.open("/learn/lesson/")
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
