"""Cards of the classic deck are cut out of its sprite, each as a file of its own."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders

from brisca_site.card_files import SVG, cut_cards
from games.engine.cards import PACK_48

FILES = [*PACK_48, "back", "empty", *(f"small-{code}" for code in PACK_48)]
SPRITE = Path(__file__).resolve().parents[2] / "static" / "cards" / "classic.svg"


@pytest.mark.parametrize("name", FILES)
def test_a_card_stands_by_itself(name: str) -> None:
    path_of_card = finders.find(f"cards/classic/{name}.svg")
    assert isinstance(path_of_card, str)
    root = ElementTree.parse(path_of_card).getroot()
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {use.get("href", "").removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == ids, "what it refers to is in it, and nothing else"


def test_what_did_not_change_is_not_cut_again(tmp_path: Path) -> None:
    cut_cards(SPRITE, tmp_path)
    before = (tmp_path / "O1.svg").stat().st_ino
    cut_cards(SPRITE, tmp_path)
    assert (tmp_path / "O1.svg").stat().st_ino == before


def test_a_changed_sprite_and_one_cut_short_are_cut_again(tmp_path: Path) -> None:
    sprite, target = tmp_path / "classic.svg", tmp_path / "drawn"
    sprite.write_bytes(SPRITE.read_bytes())
    cut_cards(sprite, target)
    sprite.write_text(SPRITE.read_text().replace("As de oros", "Ace of coins"))
    os.utime(sprite, (1_000_000_000, 1_000_000_000))
    cut_cards(sprite, target)
    assert "Ace of coins" in (target / "O1.svg").read_text()
    (target / "small-B12.svg").unlink()
    (target / "B12.svg").unlink()
    cut_cards(sprite, target)
    assert sorted(path.name for path in target.iterdir()) == sorted(f"{name}.svg" for name in FILES)
