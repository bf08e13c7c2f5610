"""The font files of the site: small, whole for its languages, and with digits of one width."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "static" / "fonts"
FILES = sorted(FOLDER.glob("*.woff2"))
MAX_BYTES = 34 * 1024
"""Bytes of all font files together."""
FROM_THE_SYSTEM = set("■▲▽▬★→\n")
"""Signs of catalogues that are no letters: the system's fonts have them."""


def test_two_files_are_light_enough_for_a_first_visit() -> None:
    assert [path.name for path in FILES] == ["alegreya-680.woff2", "figtree-400-700.woff2"]
    assert sum(path.stat().st_size for path in FILES) <= MAX_BYTES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_letter_of_every_language_is_in_the_file(path: Path) -> None:
    letters: set[str] = set()
    for catalogue in (ROOT / "locale").glob("*/LC_MESSAGES/*.po"):
        with catalogue.open("rb") as file:
            for message in read_po(file):
                texts = (
                    message.string if isinstance(message.string, tuple | list) else [message.string]
                )
                letters |= {letter for text in texts for letter in text or ""}
    missing = letters - {chr(code) for code in TTFont(path).getBestCmap()} - FROM_THE_SYSTEM
    assert missing == set(), sorted(f"U+{ord(letter):04X} {letter}" for letter in missing)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_digits_have_one_width(path: Path) -> None:
    font = TTFont(path)
    names = font.getBestCmap()
    assert len({font["hmtx"][names[ord(digit)]][0] for digit in "0123456789"}) == 1


@pytest.mark.parametrize("family", ["alegreya", "figtree"])
def test_the_licence_stands_beside_each_font(family: str) -> None:
    assert "SIL Open Font License" in (FOLDER / f"OFL-{family}.txt").read_text(encoding="utf-8")
