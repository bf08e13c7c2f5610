"""The how-to guides and the page of the architecture name files that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MARK = "Files, in the order of the steps:"
GUIDES = [
    guide for guide in sorted((ROOT / "docs" / "howto").glob("*.md")) if MARK in guide.read_text()
]
"""The guides for changes of the code."""
PAGES = ("docs/architecture.md", "CONTRIBUTING.md")
PATH = re.compile(
    r"`((?:games|accounts|brisca_site|templates|static|tests|tools|docs|locale|\.ci)/[\w./-]+)`"
)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_each_guide_ends_with_the_files_it_names_in_their_order(guide: Path) -> None:
    steps, listed = guide.read_text().split(MARK)
    files = re.findall(r"^- `(.+)`$", listed, re.MULTILINE)
    assert files
    assert len(GUIDES) == 6
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert [file for file in files if file not in steps] == []


@pytest.mark.parametrize("page", PAGES)
def test_the_files_that_a_page_names_exist(page: str) -> None:
    names = PATH.findall((ROOT / page).read_text())
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []
