"""What browsers of some years ago lack is made up for: taken from Chromium, the table still plays."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route

from tests.browser.people import PHONE, Person

NO_POPOVERS = """
for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
  delete HTMLElement.prototype[name];
addEventListener('click', (event) => {
  if (event.target.closest('[popovertarget]')) event.preventDefault();
}, { capture: true });
"""
"""Chromium goes on opening popovers at a click unless the click is said to be dealt with."""


def without(person: Person, feature: str) -> None:
    """Let the sheets believe that a selector or a value is not known."""

    def answer(route: Route) -> None:
        came = route.fetch()
        route.fulfill(
            response=came, body=came.text().replace(f"@supports not {feature}", "@media all")
        )

    person.context.route("**/*.css", answer)


def test_what_opens_over_the_table_opens_without_popovers(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    ana.context.add_init_script(NO_POPOVERS)
    without(ana, "selector(:popover-open)")
    ana.open("/")
    ana.page.click("[name=bots]")
    ana.wait_for_turn()
    ana.play()
    ana.wait_for_turn()
    menu = ana.page.locator("#p-menu")
    assert not menu.is_visible()
    ana.page.click("[popovertarget=p-menu]")
    ana.page.wait_for_selector("#p-menu >> text=Settings")
    assert menu.get_attribute("data-open") == ""
    ana.page.click("#p-menu >> text=Settings")
    menu.wait_for(state="hidden")
    ana.page.wait_for_selector("#open-dialog")
    ana.page.keyboard.press("Escape")
    ana.page.wait_for_selector("#open-dialog", state="detached")

    last = ana.page.locator("#p-last")
    ana.page.keyboard.press("u")
    last.locator("figure >> nth=1").wait_for()
    ana.page.wait_for_selector(".sr[role=status]:has-text('Last trick. ')", state="attached")
    ana.page.keyboard.press("Escape")
    last.wait_for(state="hidden")
    ana.page.click("[popovertarget=p-last]")
    last.wait_for()
    ana.page.click("[popovertarget=p-chat]")
    last.wait_for(state="hidden")
    ana.page.locator("#p-chat").wait_for()
    ana.page.mouse.click(PHONE["width"] / 2, 8)
    ana.page.locator("#p-chat").wait_for(state="hidden")
    ana.page.keyboard.press("2")
    ana.wait_until("() => document.activeElement?.matches('.hand li:nth-child(2) .card')")


def test_a_choice_is_seen_where_a_plate_cannot_show_it(person: Callable[..., Person]) -> None:
    ana = person(size=PHONE, still=True)
    without(ana, "selector(:has(a))")
    ana.open("/tables/new/")
    boxes = ana.page.locator(".pick input")
    looks = boxes.evaluate_all(
        "all => all.map((one) => [getComputedStyle(one).opacity, one.offsetWidth > 10])"
    )
    assert looks
    assert all(look == ["1", True] for look in looks)


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
    ana.page.click("[name=bots]")
    ana.wait_for_turn()
    assert ana.page.evaluate(cut, [notch]) == []
