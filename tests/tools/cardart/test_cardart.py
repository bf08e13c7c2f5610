"""The committed drawings are the ones that the program makes, and they fit a strict page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import brotli
import pytest

from tools.cardart.files import files
from tools.cardart.sprite import VARIANTS, symbol_id

STATIC = Path(__file__).resolve().parents[3] / "static"
DRAWN = files()
SPRITES = [name for name in DRAWN if re.fullmatch(r"cards/\w+\.svg", name)]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", DRAWN)
def test_file_is_as_drawn(name: str) -> None:
    """The committed bytes are the drawn ones."""
    assert (STATIC / name).read_bytes() == DRAWN[name].encode(), "run manage.py draw_cards"


def test_no_file_is_left_over() -> None:
    """Every drawing in the folder is one that the program makes."""
    found = {path.relative_to(STATIC).as_posix() for path in STATIC.glob("cards/**/*.svg")}
    assert found == {name for name in DRAWN if name.startswith("cards/")}


def test_drawing_twice_gives_the_same() -> None:
    """Nothing depends on chance or on what was drawn before."""
    assert files() == DRAWN


@pytest.mark.parametrize("variant", VARIANTS)
def test_sprite_has_every_card(variant: str) -> None:
    """A sprite is well formed and whole."""
    root = ElementTree.fromstring(DRAWN[f"cards/{variant}.svg"])
    found = [str(symbol.get("id")) for symbol in root.iter(f"{SVG}symbol")]
    ids = {one for one in found if not one.startswith("small-")}
    assert len(found) - len(ids) == (48 if variant == "classic" else 0)
    assert ids == {symbol_id(variant, item.code) for item in VARIANTS[variant]()}
    assert len(ids) == (54 if variant == "french" else 50)


def test_ids_are_unique_over_all_sprites() -> None:
    """Several sprites may stand in one page."""
    ids = [found for name in SPRITES for found in re.findall(r'\bid="([^"]+)"', DRAWN[name])]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_needs_a_looser_policy(name: str) -> None:
    """No style, script, handler or foreign address."""
    assert not re.search(
        r"<(style|script|image|foreignObject)\b|\bstyle=|\bon\w+=|https?://(?!www\.w3\.org/)",
        DRAWN[name],
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deck_is_one_small_download(variant: str) -> None:
    """What a table loads of the chosen deck, as it goes over the wire."""
    sprite = DRAWN[f"cards/{variant}.svg"].encode()
    assert len(gzip.compress(sprite, 9, mtime=0)) < 60 * 1024
    assert len(brotli.compress(sprite)) < 32 * 1024


def test_every_face_of_the_talk_is_drawn() -> None:
    """What a message may name has its picture, and there is no other."""
    from games.services.chat import REACTIONS

    found = re.findall(r'id="face-(\w+)"', DRAWN["cards/faces.svg"])
    assert tuple(found) == REACTIONS
