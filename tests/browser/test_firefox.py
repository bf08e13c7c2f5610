"""A short journey in Firefox: what all other tests of pages show of Chromium alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import Firefox
from tests.support.needs import needs_firefox

pytestmark = needs_firefox

TO_PLAY = """document.querySelector('.mine .seat[data-turn]')
  && !document.querySelector('.hand [aria-busy=true]')
  && document.getAnimations().every((one) => one.playState !== 'running')
  && document.querySelector('.hand .card')?.dataset.code"""
OPEN = "document.querySelector('{}').matches(':popover-open')"


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Firefox]:
    """A Firefox of the size of a phone, in English, at the end of which nothing may have gone wrong."""
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("intl.accept_languages", "en-GB");\n')
    with Firefox(profile, 390, 844) as made:
        yield made
        assert made.wrong == []


def test_a_guest_plays_in_firefox_and_finds_what_opens(window: Firefox, address: str) -> None:
    window.open(f"{address}/")
    window.drag(".me summary")
    window.drag("[data-act=theme]")
    assert window.says("document.documentElement.dataset.theme") == "dark"
    window.drag("[data-bots]")
    window.wait_for("!!document.querySelector('#cut-at, .hand .card')")
    if window.says("!!document.querySelector('#cut-at')"):
        window.drag(".pile", (20, 3), (60, 0))

    code = window.wait_for(TO_PLAY)
    window.drag(f".hand [data-code={code}]", (0, -20), (3, -80), (3, -120))
    window.wait_for(f"!document.querySelector('.hand [data-code={code}]')")
    code = window.wait_for(TO_PLAY)
    window.drag(f".hand [data-code={code}]")
    window.wait_for(f"!document.querySelector('.hand [data-code={code}]')")

    window.wait_for(TO_PLAY)
    window.press("2")
    window.wait_for("document.activeElement.matches('.hand li:nth-child(2) .card')")
    window.press("u")
    window.wait_for(OPEN.format("#p-last"))
    window.press("\ue00c")
    assert not window.says(OPEN.format("#p-last"))
    window.drag("[popovertarget=p-menu]")
    window.wait_for(OPEN.format("#p-menu"))
    assert window.says("document.documentElement.scrollWidth <= innerWidth")

    window.open(f"{address}/tables/new/")
    assert window.says("getComputedStyle(document.body).color") == "rgb(239, 233, 220)"
    assert window.says("document.documentElement.scrollWidth <= innerWidth")
