"""The guide: every chapter and game in three languages, links that lead somewhere, answers."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import translation

from games.common.card_names import card_name
from games.guide.positions import position
from games.pages.wording.guide import CHAPTERS, Chapter
from games.pages.wording.guide_figures import CASE_CARDS, CASES, figure_texts
from games.pages.wording.guide_games import ADVICE
from games.puzzles.rules import THEMES
from games.rules_text.choice import offered_presets
from tests.guide.chapters import chapter_files

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "es", "ca")
PAGES = (
    "/guide/",
    *(f"/guide/{one.slug}/" for one in CHAPTERS),
    *(f"/guide/games/{preset}/" for preset in ADVICE),
)


def main_of(path: str, language: str = "en") -> str:
    """The main part of a page."""
    answer = Client().get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return answer.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_shows_its_figures_filled_in(path: str, language: str) -> None:
    assert "%(" not in main_of(path, language)


def test_each_chapter_has_its_template_and_each_template_its_chapter() -> None:
    assert {path.stem for path in chapter_files()} == {chapter.slug for chapter in CHAPTERS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_quotes_its_figures_in_its_sentences(language: str) -> None:
    with translation.override(language):
        figures = figure_texts()["lead_ace"]["early"]
    text = main_of("/guide/briscas/", language)
    assert f" {figures['points']} " in text
    assert f" {figures['expert']} " in text


def test_every_offered_game_has_three_to_five_pieces_of_advice() -> None:
    assert set(ADVICE) == set(offered_presets())
    assert all(3 <= len(advice) <= 5 for advice in ADVICE.values())


def test_every_link_of_the_guide_leads_to_a_page() -> None:
    links = {
        link for path in PAGES for link in re.findall(r'<a [^>]*href="(/[^"#]*)', main_of(path))
    }
    for link in links:
        assert Client().get(link, follow=True).status_code == 200, link


def test_a_chapter_leads_to_puzzles_on_the_same() -> None:
    assert {one.theme for one in CHAPTERS} - {""} == set(THEMES)
    assert 'href="/puzzles/next/?theme=last_tricks"' in main_of("/guide/last-tricks/")


@pytest.mark.parametrize("path", ["/learn/", "/rules/"])
def test_what_teaches_leads_to_the_guide(path: str) -> None:
    assert 'href="/guide/"' in main_of(path)


def test_a_game_says_what_it_changes_of_the_classic_one() -> None:
    text = main_of("/guide/games/briscola/")
    assert "Unlike classic Brisca" in text
    assert re.search(r"<b>\s*no\s*</b>", text)
    assert "Unlike classic Brisca" not in main_of("/guide/games/ludoteka/")


def test_a_game_of_ten_deals_names_no_score_to_be_reached() -> None:
    text = main_of("/guide/games/gingo/")
    assert "<b>10</b>" in text
    assert "<b>11</b>" not in text


def test_the_rules_of_a_game_lead_to_its_advice_and_back() -> None:
    assert 'href="/guide/games/mariaje/"' in main_of("/rules/mariaje/")
    assert 'href="/rules/mariaje/"' in main_of("/guide/games/mariaje/")


def test_the_right_card_is_called_right_and_explained() -> None:
    best = position("take").best.card
    text = main_of(f"/guide/trumps/?take={best}")
    assert re.search(rf"Right:\s+{card_name(best)}\.", text)
    assert "Your lowest trump takes ten points." in text


def test_another_card_is_answered_with_the_better_one() -> None:
    found = position("take")
    text = main_of(f"/guide/trumps/?take={found.values[-1].card}")
    assert 'class="answer warn"' in text
    assert f"Better: {card_name(found.best.card).lower()}." in text


@pytest.mark.parametrize("answer", ["", "B9", "<b>"])
def test_what_is_no_card_of_the_hand_is_no_answer(answer: str) -> None:
    text = main_of(f"/guide/trumps/?take={answer}")
    assert 'id="said-take"' not in text
    assert "<b>&" not in text


def test_the_answer_is_not_on_the_page_before_it_is_given() -> None:
    assert "Your lowest trump takes ten points." not in main_of("/guide/trumps/")


@pytest.mark.parametrize("path", ["/guide/never/", "/guide/games/never/"])
def test_there_is_no_other_chapter_or_game(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_bars_begin_with_cards_and_stand_before_a_table_of_their_figures() -> None:
    text = main_of("/guide/briscas/")
    bars = text.split('class="card-bars"')[1].split("</ul>")[0]
    assert bars.count("cards/classic/small-C1.") == 3
    assert "Early in the deal" in bars
    assert text.index('class="card-bars"') < text.index("<table")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.slug)
def test_a_chapter_has_a_picture_and_a_question(chapter: Chapter) -> None:
    text = main_of(f"/guide/{chapter.slug}/")
    assert 'class="plate felt"' in text
    assert 'class="box question"' in text


def test_every_case_of_a_habit_has_cards() -> None:
    assert {habit: set(cases) for habit, cases in CASE_CARDS.items()} == {
        habit: set(cases) for habit, cases in CASES.items()
    }


def test_an_answer_leads_to_its_judgement(client: Client) -> None:
    answer = client.post("/guide/trumps/", {"take": "B6"})
    assert answer["Location"] == "/guide/trumps/?take=B6#said-take"


@pytest.mark.parametrize("form", [{}, {"take": "B9"}, {"never": "B6"}])
def test_an_answer_that_cannot_be_given_is_ignored(client: Client, form: dict[str, str]) -> None:
    assert client.post("/guide/trumps/", form)["Location"] == "/guide/trumps/"
    assert "sessionid" not in client.cookies


def test_a_stranger_gets_no_session(client: Client) -> None:
    answer = client.get("/guide/trumps/?take=B6")
    assert "sessionid" not in answer.cookies
