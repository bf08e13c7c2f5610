"""The examples in the documents do what they say."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from games.engine import Event, action_kinds
from games.engine.cards import PACK_40
from games.engine.events import OwnEvent
from games.record.fairness import block_fault, deck_of_block

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)
"""The pages of the documentation."""
LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^ *```.*?^ *```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
"""Blocks of code and code within a sentence."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("name", ["rulesets.md", "review.md"])
def test_examples_run(name: str) -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / name), module_relative=False, optionflags=FLAGS
    )
    assert tried
    assert not failed


def test_the_vector_of_the_fairness_page_comes_out() -> None:
    text = (ROOT / "docs" / "fairness.md").read_text()
    vector = json.loads(text.split("```json")[1].split("```")[0])
    assert list(deck_of_block(vector, PACK_40)) == vector["deck"].split()
    assert block_fault({**vector, "flags": []}) is None


def test_the_readme_names_its_two_commands() -> None:
    text = (ROOT / "README.md").read_text()
    assert "make run" in text
    assert "make test" in text


def links(page: Path) -> list[str]:
    """Return the targets of the links of a page that lead to files or headings here."""
    targets = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(
        r"^#+ (.+)$", re.sub(r"^ *```.*?^ *```$", "", text, flags=re.M | re.S), re.M
    )
    counts: dict[str, int] = {}
    result = set()
    for heading in headings:
        words = LINK.sub("", heading).replace("[", "")
        anchor = re.sub(r"[^\w\- ]", "", words.lower()).strip().replace(" ", "-")
        repeated = counts.get(anchor, 0)
        counts[anchor] = repeated + 1
        result.add(f"{anchor}-{repeated}" if repeated else anchor)
    return result


def broken_links(page: Path) -> list[str]:
    """Return the links of a page whose file or heading does not exist."""
    broken = []
    for link in links(page):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target.read_text())):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    assert broken_links(page) == []


def test_a_link_to_a_missing_file_or_heading_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# The page\n\n## Twice `a`\n\n## Twice a\n\n```sh\n# no heading\n```\n\n"
        "[a](#twice-a) [b](#twice-a-1) [c](page.md#the-page) [d](https://a.example/) `[e](x)`\n"
        "[f](#no-heading) [g](missing.md) [h](page.md#twice)\n"
    )
    assert broken_links(page) == ["#no-heading", "missing.md", "page.md#twice"]


def test_every_page_is_reached_from_the_readme() -> None:
    reached = {ROOT / "README.md"}
    waiting = list(reached)
    while waiting:
        page = waiting.pop()
        for link in links(page):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target in PAGES and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert [str(page.relative_to(ROOT)) for page in PAGES if page not in reached] == []


def test_the_protocol_names_every_action_and_every_event() -> None:
    text = (ROOT / "docs" / "protocol-game.md").read_text()
    missing = [name for name in (*action_kinds(), *event_kinds()) if f"`{name}`" not in text]
    assert not missing


def event_kinds() -> list[str]:
    """The type of every event, by the names of their classes."""
    classes = [kind for kind in get_args(Event) if kind is not OwnEvent]
    return [re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower() for kind in classes]
