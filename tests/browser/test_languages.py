"""A whole match in each language, with nothing on the way that was left in another."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import polib
import pytest

from tests.browser.test_journeys import ONE_DEAL, SMALL
from tests.support.browser_people import Person, play_on
from tests.support.browser_site import ROOT
from tests.support.long_tests import first_is_short

ENGLISH = r"\b(the|your|you|and|with|cards?|trick|turn|plays|takes|points|wins|match|table|of)\b"
SPANISH = r"\b(las|los|tus|cartas|baza|juega|puntos|gana|partida|mesa|turno)\b"
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const apart = 'script, style, noscript, body [lang], [translate=no], .name, .lines';
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent.closest(apart)) found.push(walk.currentNode.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'data-done'])
    for (const one of document.querySelectorAll(`body [${name}]`))
      if (!one.closest('body [lang]')) found.push(one.getAttribute(name));
  return [document.title, ...found].map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean);
}"""


class Language:
    """The texts of pages and scripts in one language."""

    def __init__(self, code: str) -> None:
        folder = Path(ROOT) / "locale" / code / "LC_MESSAGES"
        self._texts: dict[str, str] = {}
        for domain in ("django", "djangojs"):
            path = folder / f"{domain}.po"
            if path.exists():
                translated = polib.pofile(path.read_text()).translated_entries()
                self._texts |= {one.msgid: one.msgstr for one in translated if one.msgstr}
        self.foreign = re.compile(SPANISH if code == "en" else ENGLISH, re.I)

    def say(self, english: str) -> str:
        """A text in this language."""
        return self._texts.get(english) or english

    def left_over(self, texts: list[str]) -> list[str]:
        """Texts that stand there as they are in another language."""
        return [
            text
            for text in texts
            if self._texts.get(text, text) != text or self.foreign.search(text)
        ]


LOCALES = {
    "es": "es-ES", "ca": "ca-ES", "en": "en-GB",
    "eu": "eu-ES", "gl": "gl-ES", "it": "it-IT", "pt": "pt-PT",
}  # fmt: skip


@pytest.mark.parametrize("code", first_is_short(LOCALES))
def test_a_match_is_played_in_a_language(person: Callable[..., Person], code: str) -> None:
    language = Language(code)
    ana = person(size=SMALL, still=True, locale=LOCALES[code])
    page = ana.page
    seen: set[str] = set()

    def look() -> None:
        """Read all that the page says now."""
        seen.update(page.evaluate(TEXTS))

    ana.open("/")
    assert page.get_attribute("html", "lang") == code
    look()
    ana.open(ONE_DEAL.format(players=4))
    look()
    page.click(f"text={language.say('Open the table')}")
    page.wait_for_selector(f"text={language.say('Start with bots')}")
    look()
    page.click(f"text={language.say('Start with bots')}")
    page.wait_for_selector(".hand .card, #cut-at")
    look()
    again = language.say("Play again")
    play_on([ana], until=lambda: again in ana.ended(), each=look)
    look()
    page.click(f"text={again}")
    ana.wait_for_hand()
    look()
    assert len(seen) > 100
    assert language.left_over(sorted(seen)) == []
