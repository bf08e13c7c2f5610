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


def test_the_readme_names_its_two_commands_and_documents_that_exist() -> None:
    text = (ROOT / "README.md").read_text()
    assert "make run" in text
    assert "make test" in text
    for part in text.split("](")[1:]:
        target = part.split(")")[0]
        assert (ROOT / target).exists(), target


def test_the_protocol_names_every_action_and_every_event() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text()
    missing = [name for name in (*action_kinds(), *event_kinds()) if f"`{name}`" not in text]
    assert not missing


def event_kinds() -> list[str]:
    """The type of every event, by the names of their classes."""
    classes = [kind for kind in get_args(Event) if kind is not OwnEvent]
    return [re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower() for kind in classes]
