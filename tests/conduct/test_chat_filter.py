"""What a line of chat looks like to the rules of the site."""

from __future__ import annotations

import pytest

from games.cardnames import CARD_NAMES
from games.conduct.chat_filter import has_link, is_bad, is_threat
from games.services.chat import PHRASES


@pytest.mark.parametrize(
    "text",
    [
        "eres un gilipollas", "hijo de puta", "fill de puta", "quin imbècil", "what an asshole",
        "fuck this", "p.u.t.a", "CABRÓN",
    ],
)  # fmt: skip
def test_insults_in_three_languages_are_bad(text):
    assert is_bad(text)


@pytest.mark.parametrize(
    "text",
    [
        "te mato el rey", "mata con el as", "et mato el cavall", "buena mano", "bona mà",
        "el negro de bastos", "Concha, te toca", "kill it with the ace", "class", "Scunthorpe",
        "qué mala suerte, maldito caballo", *(phrase.replace("_", " ") for phrase in PHRASES),
    ],
)  # fmt: skip
def test_words_of_the_game_and_names_are_not_bad(text):
    assert not is_bad(text)


def test_no_card_has_a_bad_name():
    assert not [str(name) for name in CARD_NAMES.values() if is_bad(str(name))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("https://x", True), ("www.x.y", True), ("entra en bote.bet/oro", True),
        ("ok.me voy", False), ("van 3.5 a 2", False), ("sota.caballo.rey", False),
    ],
)  # fmt: skip
def test_links_are_told_from_dots(text, found):
    assert has_link(text) is found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("te voy a matar", True), ("sé dónde vives", True), ("sé on vius", True), ("kys", True),
        ("te voy a matar el as", False), ("mata el as", False), ("i will find the ace", False),
    ],
)  # fmt: skip
def test_threats_are_read_by_a_person_at_once(text, found):
    assert is_threat(text) is found
