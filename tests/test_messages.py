"""Every text that a person reads is there in Spanish and Catalan."""

from __future__ import annotations

import ast
import importlib.util
import re
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.utils import translation

from brisca_site import script_texts
from brisca_site.base import languages
from brisca_site.compiled_catalogues import compile_catalogues
from games.common.card_names import CARD_NAMES

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def messages() -> ModuleType:
    """The script that collects texts."""
    spec = importlib.util.spec_from_file_location("messages", ROOT / ".ci" / "messages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.collected = cache(module.collected)  # all sources are read once, and nobody changes it
    return module


def test_every_text_is_translated(messages: ModuleType) -> None:
    assert messages.check() == []


GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext"}


@pytest.mark.parametrize("package", ["accounts", "brisca_site", "games"])
def test_no_text_stands_within_an_f_string_where_it_would_not_be_found(package: str) -> None:
    within = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in GETTEXT
    ]
    assert within == []


def test_the_texts_of_sources_templates_and_scripts_are_found(messages: ModuleType) -> None:
    found = {message.id for message in messages.collected("django")}
    assert "It is not your turn." in found
    assert "Fancy a hand?" in found
    scripts = {message.id for message in messages.collected("djangojs")}
    assert "You take the trick." in scripts
    assert ("%(n)s card left", "%(n)s cards left") in scripts


def test_scripts_ask_for_texts_by_literals_alone() -> None:
    """A text in a variable would never be collected."""
    for path in (ROOT / "static" / "js").rglob("*.js"):
        if path.name == "i18n.js":
            continue
        assert script_texts.calls_without_literal(path.read_text()) == [], path.name


def test_each_language_of_the_site_has_its_catalogues(messages: ModuleType) -> None:
    assert {"es", "ca", "eu"} <= set(messages.LANGUAGES)
    found = {path.parents[1].name for path in (ROOT / "locale").glob("*/LC_MESSAGES/django.po")}
    assert found == set(messages.LANGUAGES)


def test_a_language_is_offered_once_people_can_play_in_it_or_enough_of_it_is_filled(
    messages: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(language: str, texts: int) -> None:
        made = Catalog(locale=language)
        for number in range(20):
            made.add(f"text {number}", "x" if number < texts else "")
        made.add(("one", "many"), ("x", "x") if texts == 20 else ("", ""))
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.po").write_bytes(messages.written(made))

    fill("es", 20)
    fill("it", 20)
    fill("gl", 15)
    compiled = compile_catalogues(tmp_path, tmp_path / "compiled")
    monkeypatch.setattr(languages, "AWAITING_READER", frozenset({"eu"}))
    assert [code for code, _name in languages.offered(compiled)] == ["es", "ca", "en", "eu", "it"]
    assert languages.share(compiled, "gl") == 15 / 21
    assert languages.share(compiled, "eu") == 0


def test_the_words_of_the_game_stand_in_the_languages_that_are_begun(messages: ModuleType) -> None:
    for language in ("gl", "it", "pt"):
        texts = messages.catalogue(language, "djangojs")
        with translation.override("en"):
            names = [str(name) for name in CARD_NAMES.values()]
        assert all(texts.get(name).string for name in names), language
        assert texts.get("Trick").string, language


def test_only_what_is_translated_stands_in_a_catalogue_that_is_begun(messages: ModuleType) -> None:
    for language, domain in product(messages.BEGUN, languages.DOMAINS):
        made = messages.catalogue(language, domain)
        assert messages.untranslated(made) == [], (language, domain)
    made = Catalog(locale="it")
    made.add("Trumps", "")
    made.add("Cards", "Carte")
    messages.drop_untranslated(made)
    assert [message.id for message in made if message.id] == ["Cards"]


def test_the_document_says_how_much_of_a_language_there_is() -> None:
    told = dict(re.findall(r"`(\w\w)` \| (\d+) \|", (ROOT / "docs" / "translating.md").read_text()))
    assert set(told) == {code for code, _name in languages.BEGUN}
    for code, hundredths in told.items():
        share = languages.share(settings.LOCALE_PATHS[0], code)
        assert abs(share * 100 - int(hundredths)) < 2, (code, share)


def test_a_text_that_is_met_in_play_is_missed_in_a_language_that_awaits_a_reader(
    messages: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = messages.catalogue

    def holed(language: str, domain: str) -> Catalog:
        made = whole(language, domain)
        if (language, domain) == ("it", "django"):
            made.delete("It is not your turn.")
            made.delete("How tournaments are played")
        return made

    monkeypatch.setattr(messages, "catalogue", holed)
    assert messages.check() == ["it django: missing 'It is not your turn.'"]


def test_each_language_is_offered_by_its_own_name() -> None:
    codes = [code for code, _name in settings.LANGUAGES]
    own = {code: translation.get_language_info(code)["name_local"].lower() for code in codes}
    assert own["eu"] == "euskara"
    with translation.override("en"):
        english = {code: str(name).lower() for code, name in settings.LANGUAGES}
    assert {code for code in codes if own[code] == english[code]} == {"en"}


@pytest.mark.parametrize("pattern", ["static/js/*", "games/live/*", "templates/games/rule*.html"])
def test_files_that_are_met_in_play_are_known(messages: ModuleType, pattern: str) -> None:
    assert pattern in messages.WHERE_PEOPLE_PLAY
    assert [one for one in messages.WHERE_PEOPLE_PLAY if not list(ROOT.glob(one))] == []


def test_who_translates_may_see_a_language_that_is_hardly_begun() -> None:
    shown = [code for code, _name in languages.offered(ROOT / "locale", everything=True)]
    assert shown == [code for code, _name in (*languages.COMPLETE, *languages.BEGUN)]


def test_what_is_filled_in_a_language_that_is_begun_is_checked(messages: ModuleType) -> None:
    made = Catalog(locale="it")
    made.add("Trumps", "")
    made.add("%(name)s deals", "dà %(nome)s")
    assert messages.untranslated(made) == ["not translated: 'Trumps'"]
    assert len(messages.problems(made)) == 2


def test_a_missing_name_in_a_translation_is_noticed(messages: ModuleType) -> None:
    made = Catalog(locale="es")
    made.add("%(name)s leads", "sale")
    made.add("%(name)s deals", "reparte %(nombre)s")
    made.add("Trumps", "")
    assert len(messages.problems(made)) == 3


def test_no_source_calls_gettext_by_a_name_that_is_not_collected(messages: ModuleType) -> None:
    for folder in ("accounts", "brisca_site", "games"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in re.findall(r"\b\w*gettext\w* as (\w+)", path.read_text()):
                assert name in messages.KEYWORDS, f"{path.name}: {name}"


COUNTED = re.compile(r"%\((n|count|of|used|days|hours|minutes|times|left)\)[sd] (de )?\w+s\b")
"""In a Spanish text, a number that varies before a noun or participle in the plural."""
NEVER_ONE = {
    "%(count)d French cards.",
    "%(count)d Spanish cards, with eights and nines.",
    "%(count)d Spanish cards, without %(ranks)s.",
    "%(game)s, %(n)s players, %(sides)s: play now",
    "%(n)s game points",  # with decimals: 1.0
    "%(n)s points",  # with decimals: 1.0
    "Accuracy in each of the last %(n)s matches; the figures follow as a table.",
    "At least %(n)s characters. A few words in a row are easy to remember.",
    "More than %(count)d points count as two deals.",
    "Points per deal in each of the last %(n)s months: from %(first)s to %(last)s; the figures "
    "follow as a table.",
    "Rating over the last %(n)s matches: from %(first)s to %(last)s, at most %(best)s; the figures "
    "follow as a table.",
    "Rating over the last %(n)s puzzles: from %(first)s to %(last)s; the figures follow as a table.",
    # a list of four numbers, of the latest ten matches
    "Your latest matches, from the oldest: %(finished)s of %(all)s finished, %(back)s of them after a "
    "cut, and %(left)s left",
    "We look at it within %(n)s days, and tell you what becomes of it.",
    "Your notice has number %(number)s. A person reads it within %(hours)s hours.",
    "for %(n)s people",
    "for %(n)s people who have the link",
    "%(n)s less",  # "menos" is no plural
    "%(n)s more",  # "más" is no plural
    "%(n)s points in a deal",  # more than a hundred
    "A card that cost you %(n)s points",  # at least two each
    "Two cards that cost you %(n)s points",
    "Three cards that cost you %(n)s points",
    "%(n)s points to make",
    "%(name)s plays for %(n)s points",
    "%(name)s shows king and knight of %(suit)s, %(n)s points.",
    "More than %(n)s points cannot be made.",
    "Show king and knight of %(suit)s, %(n)s points",
    "The lowest rank, and %(n)s of the 120 points to make",
    "You play for %(n)s points",
    "You show king and knight of %(suit)s, %(n)s points.",
    "king and knight of %(suit)s, %(n)s points",
    "the last trick, %(n)s points",
}
"""Texts whose number is at least two, or is never shown as a bare 1."""


@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_a_text_whose_number_may_be_one_has_a_singular(messages: ModuleType, domain: str) -> None:
    catalogue: Catalog = messages.catalogue("es", domain)
    plural_alone = {
        message.id
        for message in catalogue
        if isinstance(message.id, str) and COUNTED.search(str(message.string))
    }
    assert plural_alone <= NEVER_ONE, "use ngettext, or add the text to NEVER_ONE if it is never 1"
    assert not [text for text in plural_alone if re.search(r"\b0 ", text)]
