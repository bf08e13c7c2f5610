"""The reference of the tiles names all of them."""

from __future__ import annotations

from pathlib import Path

from games.tiles.rules.catalogue import TILES

PAGE = Path(__file__).parents[2] / "docs" / "tiles.md"


def test_the_reference_has_the_words_of_each_tile_in_their_order() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    expected = [f"| `{tile.key}` | {tile.title} | {tile.condition} |" for tile in TILES]
    assert rows[: len(TILES)] == expected
