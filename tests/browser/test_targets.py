"""Controls on a phone measure at least 24 by 24 pixels, or are links within a sentence."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.test_pages import PAGES
from tests.support.browser_people import PHONE, Person

MORE = ("/clubs/", "/teams/", "/tournaments/", "/leagues/", "/offline/", "/no/such/page/")
SMALL = """() => {
  const pressed = 'a[href], button, select, summary, input:not([type=hidden]), textarea, [role=tab]';
  const inSentence = (element) => {
    if (!element.matches('a') || getComputedStyle(element).display !== 'inline') return false;
    const beside = [...element.parentNode.childNodes].filter((node) => node !== element);
    return beside.some((node) => node.nodeType === Node.TEXT_NODE && /[\\p{L}\\p{N}]/u.test(node.data));
  };
  const size = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
    return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
  };
  return [...document.querySelectorAll(pressed)]
    .filter((element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }))
    .filter((element) => !element.matches('.skip, .sr, .sr *') && !inSentence(element))
    .filter((element) => size(element).some((side) => side < 23.5))
    .map((element) => `${size(element).map(Math.round).join('x')} ${element.outerHTML.slice(0, 120)}`);
}"""


def test_what_is_pressed_on_a_phone_is_large_enough(person: Callable[..., Person]) -> None:
    reader = person(size=PHONE, still=True, touch=True)
    small: dict[str, list[str]] = {}
    for path in (*PAGES, *MORE):
        reader.open(path)
        found = reader.page.evaluate(SMALL)
        if found:
            small[path] = found
    missing = [line for line in reader.wrong if "404" in line]
    assert len(missing) == 2, "the page of a missing address, and the console's word of it"
    reader.wrong = [line for line in reader.wrong if line not in missing]
    assert small == {}
