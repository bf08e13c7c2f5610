"""What can be pressed on a phone is at least 24 by 24 pixels, or a link within a sentence."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.people import PHONE, Person
from tests.browser.test_pages import PAGES

MORE = ("/clubs/", "/teams/", "/tournaments/", "/leagues/", "/offline/", "/no/such/page/")
SMALL = """() => {
  const pressed = 'a[href], button, select, summary, input:not([type=hidden]), textarea, [role=tab]';
  const inSentence = (one) => {
    if (!one.matches('a') || getComputedStyle(one).display !== 'inline') return false;
    const beside = [...one.parentNode.childNodes].filter((node) => node !== one);
    return beside.some((node) => node.nodeType === Node.TEXT_NODE && /[\\p{L}\\p{N}]/u.test(node.data));
  };
  const size = (one) => {
    const boxes = [one, ...(one.labels ?? [])].map((each) => each.getBoundingClientRect());
    return [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
  };
  return [...document.querySelectorAll(pressed)]
    .filter((one) => one.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false }))
    .filter((one) => !one.matches('.skip, .sr, .sr *') && !inSentence(one))
    .filter((one) => size(one).some((side) => side < 23.5))
    .map((one) => `${size(one).map(Math.round).join('x')} ${one.outerHTML.slice(0, 120)}`);
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
