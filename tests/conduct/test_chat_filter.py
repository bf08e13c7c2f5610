"""What a line of chat looks like to the rules of the site."""

from __future__ import annotations

import re

import pytest

from games.common.card_names import CARD_NAMES
from games.conduct.chat_filter import TOP_LEVEL_DOMAINS, WORD_ENDINGS, has_link, is_bad, is_threat
from games.services.chat import PHRASES


@pytest.mark.parametrize(
    "text",
    [
        "eres un gilipollas", "hijo de puta", "fill de puta", "quin imbècil", "what an asshole",
        "fuck this", "p.u.t.a", "CABRÓN", "put4", "gilip0llas", "g1lipollas", "n1gger", "pµta",
        "ոigger", "f\u2800uck", "maricones", "hijodeputa", "hdp", "рutа", "c4br0n",
    ],
)  # fmt: skip
def test_insults_in_three_languages_are_bad(text):
    assert is_bad(text)


@pytest.mark.parametrize(
    "text",
    [
        "te mato el rey", "mata con el as", "et mato el cavall", "buena mano", "bona mà",
        "el negro de bastos", "Concha, te toca", "kill it with the ace", "class", "Scunthorpe",
        "qué mala suerte, maldito caballo", "echa el B5", "van 455 puntos", "8008 a 6969", "10 a 5",
        "son las 20:30", "tengo 4 ases y 3 treses", "b1en", "m4ñana", "el 2º de bastos", "2x1",
        "quin 10 de bastos", "l·lusió", "vas 0 a 2 y 1 reserva", "4 espadas, 5 oros", "Ñandú",
        "el 7 de c0pas", "as de 0r0s", "gracias, l0 siento", *(phrase.replace("_", " ") for phrase in PHRASES),
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
    "text",
    [
        "evil.ru", "evil.tk", "evil.app", "evil.dev", "marca.es", "bit.ly/abc", "t.me/abc",
        "evil.me/x", "1.2.3.4/x", "1.2.3.4:8080", "hxxp://a", "hxxps://a", "evil[.]com", "evil(.)com",
        "evil[punto]com", "evil．com", "evil。com", "еvil.com", "evil.соm", "evil\u200b.com",
        "пример.рф", "EVIL.COM", "a.b.evil.xyz", "(evil.com)", "entra en evil.com, va", "a@evil.ru",
        "juega en mifichas.es y gana",
    ],
)  # fmt: skip
def test_links_are_found_however_they_are_written(text):
    assert has_link(text)


@pytest.mark.parametrize(
    "text",
    [
        "gana.Pero no siempre", "son las 10.30", "j.r.", "J.R.R. Tolkien", "bueno...es que no",
        "nada.es así", "ok...no", "EE.UU.", "a.m.", "p.ej. esto", "sí.no", "tiro el as.as y tres",
        "gana él.la última", "bona.me'n vaig", "no ho sé...com vols", "10.000 puntos", "3.14/2",
        "1/2", "y/o", "as/tres", "28.11.2026", "1.2.3.4", "hola:3", "vale.sale el as", "bé.cal jugar",
        "jaja.xd", "¿sí?.no", "v. 2.0", "", ".", "...",
    ],
)  # fmt: skip
def test_sentences_without_a_space_after_the_dot_are_no_links(text):
    assert not has_link(text)


@pytest.mark.parametrize("part", ["a-", "a.", "-", ".", "com.", "[ . ", "h", "ab.es ", "1.2.3.4"])
def test_a_very_long_line_is_searched_for_links_to_its_end(part):
    # a pattern that looks again from every character would need minutes for each of these
    has_link(part * 100_000)
    assert has_link(part * 100_000 + " evil.ru")


def test_endings_are_those_of_the_root_zone():
    head, *endings = TOP_LEVEL_DOMAINS.read_text().splitlines()
    assert re.match(r"# Version \d{10}, Last Updated ", head)
    assert len(endings) > 1400
    assert all(re.fullmatch(r"[A-Z]+|XN--[A-Z0-9-]+", ending) for ending in endings)
    assert {ending.lower() for ending in endings} >= WORD_ENDINGS


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("te voy a matar", True), ("sé dónde vives", True), ("sé on vius", True), ("kys", True),
        ("te voy a matar el as", False), ("mata el as", False), ("i will find the ace", False),
    ],
)  # fmt: skip
def test_threats_are_read_by_a_person_at_once(text, found):
    assert is_threat(text) is found
