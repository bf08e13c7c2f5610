"""The drawings of cards, faces and the brand are whole and need no looser content policy."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import brotli
import pytest

from games.services.chat import REACTIONS

STATIC = Path(__file__).resolve().parents[2] / "static"
SVG = "{http://www.w3.org/2000/svg}"
SPRITES = sorted((STATIC / "cards").glob("*.svg"))
DRAWINGS = [*SPRITES, *sorted((STATIC / "brand").glob("**/*.svg"))]
SPANISH = {f"{suit}{number}" for suit in "OCEB" for number in range(1, 13)}
DECKS = ("classic", "large", "contrast", "french")


def symbols(name: str) -> list[str]:
    """Ids of the symbols of a sprite."""
    root = ElementTree.parse(STATIC / "cards" / f"{name}.svg").getroot()
    return [str(symbol.get("id")) for symbol in root.iter(f"{SVG}symbol")]


@pytest.mark.parametrize("deck", ["large", "contrast"])
def test_a_deck_of_one_style_has_every_spanish_card(deck: str) -> None:
    pictures = {name.removeprefix(f"{deck}-") for name in symbols(deck)}
    assert pictures == SPANISH | {"back", "empty"}


def test_the_classic_deck_has_every_card_also_in_small() -> None:
    names = set(symbols("classic"))
    assert names == {*SPANISH, *(f"small-{code}" for code in SPANISH), "card-back", "card-empty"}


def test_the_french_deck_has_52_cards() -> None:
    pictures = {name.removeprefix("french-") for name in symbols("french")}
    cards = pictures - {"back", "empty"}
    assert len(cards) == 52
    assert {re.sub(r"\w$|10$", "", card) for card in cards} == {"C", "D", "H", "S"}


def test_ids_are_unique_over_all_sprites() -> None:
    names = [name for path in SPRITES for name in re.findall(r'\bid="([^"]+)"', path.read_text())]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_a_drawing_has_no_style_script_handler_or_foreign_address(path: Path) -> None:
    assert not re.search(
        r"<(style|script|image|foreignObject)\b|\bstyle=|\bon\w+=|https?://(?!www\.w3\.org/)",
        path.read_text(),
    )


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_one_small_download(deck: str) -> None:
    sprite = (STATIC / "cards" / f"{deck}.svg").read_bytes()
    assert len(gzip.compress(sprite, 9, mtime=0)) < 60 * 1024
    assert len(brotli.compress(sprite)) < 32 * 1024


def test_every_face_of_the_talk_is_drawn_and_no_other() -> None:
    assert tuple(name.removeprefix("face-") for name in symbols("faces")) == REACTIONS
