"""Pages keep to what Safari and phones ask for: taps that copy, large letters, a notch."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.browser_people import PHONE, Person


def test_a_link_is_copied_within_the_tap(person: Callable[..., Person]) -> None:
    """Safari allows it there alone: not after a script was fetched."""
    ana = person(still=True)
    ana.context.add_init_script(
        """let tapped = false;
        window.copied = [];
        addEventListener('click', () => { tapped = true; }, { capture: true });
        addEventListener('click', () => { tapped = false; });
        navigator.clipboard.writeText = async (text) => {
          if (!tapped) throw new DOMException('not within a tap', 'NotAllowedError');
          window.copied.push(text);
        };"""
    )
    ana.open("/tables/new/")
    ana.page.click("summary:has-text('Name, watchers and more')")
    ana.page.click("[data-act=copy]")
    ana.page.wait_for_selector(".toast:not(:empty)")
    assert len(ana.page.evaluate("window.copied")) == 1


def test_no_box_has_letters_so_small_that_a_phone_zooms_into_it(
    person: Callable[..., Person],
) -> None:
    ana = person(size=PHONE, still=True, touch=True)
    ana.open("/accounts/login/")
    sizes = ana.page.evaluate(
        """() => ['input', 'select', 'textarea'].map((name) => {
          const box = document.createElement(name);
          const small = document.createElement('small');
          small.append(box);
          document.querySelector('main').append(small);
          return parseFloat(getComputedStyle(box).fontSize);
        })"""
    )
    assert sizes == [16, 16, 16]


def test_nothing_lies_under_the_notch_of_a_phone_on_its_side(
    person: Callable[..., Person],
) -> None:
    notch, size = 59, {"width": 844, "height": 390}
    ana = person(size=size, still=True)
    session = ana.context.new_cdp_session(ana.page)
    session.send(
        "Emulation.setSafeAreaInsetsOverride",
        {"insets": {"left": notch, "right": notch, "bottom": 21}},
    )
    cut = """([notch]) => [...document.querySelectorAll('a, button, h1, h2, .seat, .card')]
      .filter((one) => !one.closest('.sr, .skip, [popover]') && !one.matches('.sr, .skip'))
      .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 80)])
      .filter(([box]) => box.width && (box.left < notch || box.right > innerWidth - notch))
      .map(([, text]) => text)"""
    for path in ("/", "/rules/ludoteka/", "/matches/"):
        ana.open(path)
        assert ana.page.evaluate(cut, [notch]) == [], path
    ana.open("/")
    ana.page.click("[data-bots]")
    ana.wait_for_turn()
    assert ana.page.evaluate(cut, [notch]) == []
