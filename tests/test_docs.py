"""The examples in the documents do what they say."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("name", ["rulesets.md"])
def test_examples_run(name: str) -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / name), module_relative=False, optionflags=FLAGS
    )
    assert tried
    assert not failed


def test_the_readme_names_its_two_commands_and_documents_that_exist() -> None:
    text = (ROOT / "README.md").read_text()
    assert "make run" in text
    assert "make test" in text
    for part in text.split("](")[1:]:
        target = part.split(")")[0]
        assert (ROOT / target).exists(), target
