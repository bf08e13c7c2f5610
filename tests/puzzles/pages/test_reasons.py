"""Titles and reasons of answers, made from the card and what lies on the table."""

import pytest
from django.utils.translation import override

from games.puzzles.rules import StoredDeal
from games.puzzles.selectors.puzzles import position_for
from games.puzzles.wording.reasons import (
    MAX_FACTS,
    explanation_of,
    facts_of,
    question_of,
    title_of,
)
from tests.puzzles.rules.support import lines

GONE = ("B1", "B12")


def position(*hand, trick=(), trump="O", stock=10, turned="O5", past=(), players=2, partners=()):
    """A position of the classic game."""
    tricks = [{"plays": [{"place": 0, "card": card} for card in past], "winner": 0, "points": 0}]
    return {
        "preset": "ludoteka", "players": players, "asked": None, "partners": list(partners),
        "faces": "off", "trump": trump, "turned": turned, "stock": stock, "contract": None,
        "open_hands": [], "hand": list(hand), "legal": list(hand),
        "trick": [{"place": place, "card": card} for place, card in trick],
        "points": [20, 30], "tricks": tricks, "asks": "card", "choices": list(hand),
    }  # fmt: skip


JACK_LED = position("B3", "E12", "C4", trick=[(1, "B10")], past=GONE)
PARTNER_HAS_IT = position(
    "C12", "E4", "O2", trick=[(2, "B1")], players=4, partners=[2], stock=0, turned=None
)
LEAD = position("C1", "O2", "E4", "B11")


@pytest.mark.parametrize(
    ("asked", "card", "title"),
    [
        (JACK_LED, "B3", "The three takes it"),
        (JACK_LED, "C4", "The four, and let it go"),
        (JACK_LED, "E12", "Giving up the king costs least"),
        (position("O2", "C4", trick=[(1, "B1")]), "O2", "The two of trumps takes it"),
        (PARTNER_HAS_IT, "C12", "The king goes to your partner"),
        (position("C1", "C4", trump="C", turned="C5"), "C1", "The ace is the highest left"),
        (LEAD, "O2", "Draw trumps with the two"),
        (LEAD, "E4", "The four gives nothing away"),
        (LEAD, "B11", "Now is the time for the knight"),
    ],
)
def test_the_title_of_a_right_answer_says_what_the_card_does(asked, card, title):
    with override("en"):
        assert title_of(asked, "trumps", card, card) == title


@pytest.mark.parametrize(
    ("asked", "best", "chosen", "title"),
    [
        (JACK_LED, "B3", "E12", "That trick was yours to take"),
        (JACK_LED, "C4", "B3", "It was not worth the three"),
        (JACK_LED, "C4", "E12", "The king gives points away"),
        (position("B3", "O1", trick=[(1, "B10")]), "B3", "O1", "No need for the ace"),
        (PARTNER_HAS_IT, "C12", "E4", "Your partner could have had more"),
        (LEAD, "E4", "C1", "Better to keep the ace"),
    ],
)
def test_the_title_of_a_wrong_answer_says_what_was_wrong(asked, best, chosen, title):
    with override("en"):
        assert title_of(asked, "trumps", best, chosen) == title


def test_the_reason_names_what_is_gone_and_what_the_trick_brings():
    with override("en"):
        reason = explanation_of(
            position("B3", "C4", trick=[(1, "B10")], past=["B1"]), "", "B3", "B3"
        )
        assert reason == (
            "The ace of clubs is gone, so that yours is the highest. "
            "You take 12 points and draw first."
        )
        assert "goes to the other side, with 4 points" in explanation_of(JACK_LED, "", "B3", "E12")


def test_cards_of_one_rank_are_told_apart_by_their_suit():
    with override("en"):
        asked = position("B3", "C3", trick=[(1, "B10")])
        assert title_of(asked, "", "B3", "B3") == "The three of clubs takes it"


def test_in_spanish_and_catalan_cards_have_their_article():
    with override("es"):
        assert title_of(JACK_LED, "", "B3", "B3") == "El tres se la lleva"
        assert title_of(position("B10", "C4", trick=[(1, "B4")]), "", "B10", "B10").startswith(
            "La sota"
        )
    with override("ca"):
        assert title_of(position("B1", "C4", trick=[(1, "B4")]), "", "B1", "B1").startswith("L'as")


def test_the_question_says_what_was_led():
    with override("en"):
        assert question_of(JACK_LED) == "Your opponent leads the jack. Which card do you play?"
        assert question_of(LEAD).startswith("You lead.")
        assert "your partner's" in question_of(PARTNER_HAS_IT)


def test_facts_are_few_and_show_what_was_played_and_what_is_out():
    with override("en"):
        facts = facts_of(JACK_LED, "trumps")
        titles = [fact["title"] for fact in facts]
        assert "The ace of clubs is gone" in titles
        assert len(facts) <= MAX_FACTS


def test_the_hand_of_the_only_opponent_is_a_fact_once_nothing_is_left_to_draw():
    line = next(
        line
        for line in lines()
        if line["theme"] == "last_tricks"
        and line["deal"]["preset"] == "ludoteka"
        and line["deal"]["players"] == 2
    )
    view = StoredDeal.from_json(line["deal"]).view
    shown = position_for(view)
    (first, *_others) = facts_of(shown, "last_tricks")
    played = {play["card"] for trick in shown["tricks"] for play in trick["plays"]}
    assert not set(first["cards"]) & (played | set(shown["hand"]))
    assert len(first["cards"]) == len(shown["hand"]) - len(shown["trick"])


def test_every_puzzle_of_the_set_has_words_for_each_of_its_choices():
    for line in lines()[::3]:
        shown = position_for(StoredDeal.from_json(line["deal"]).view)
        codes = [row[0] for row in line["solution"][2:]]
        for code in codes:
            assert title_of(shown, line["theme"], codes[0], code)
            assert explanation_of(shown, line["theme"], codes[0], code)
        assert facts_of(shown, line["theme"])
