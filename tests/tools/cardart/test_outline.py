"""Path data is as short as it goes, and reads as what was written."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tools.cardart.outline import Outline, outline, text


def read(data: str) -> Outline | None:
    """The outline of a path."""
    return outline(ElementTree.Element("path", d=data))


@pytest.mark.parametrize(
    ("data", "short"),
    [
        ("M0 0L1 1L0 2", "M0 0l1 1-1 1"),
        ("M0 0L2.5 0.5L1 0L2.5 1.5", "M0 0l2.5.5-1.5-.5l1.5 1.5"),
        ("M0 0L0 1.5L0.5 3L0.5 4Z", "M0 0l0 1.5.5 1.5l0 1z"),
        ("M0 0Q1 1 2 0.5Q1 0 0 0.5", "M0 0q1 1 2 .5-1-.5-2 0"),
        ("M0 0L1 1M3 3L4 3ZM5 5L6 5", "M0 0l1 1M3 3l1 0zM5 5l1 0"),
    ],
)
def test_letters_and_spaces_that_nothing_needs_are_left_out(data: str, short: str) -> None:
    found = read(data)
    assert found is not None
    assert text(found) == short
    assert read(short) == found
