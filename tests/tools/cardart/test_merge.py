"""Merged drawings have fewer elements and look as before."""

from __future__ import annotations

import re

import pytest

from tools.cardart.merge import merge
from tools.cardart.svg import circle, place, rect


def elements(markup: str) -> list[str]:
    """The shapes of some markup, in order."""
    return re.findall(r"<(?!/|g\b)[^>]+>", markup)


def test_shapes_apart_that_are_painted_alike_become_one() -> None:
    dots = "".join(place(circle(0, 0, 2, "red"), 10 * x, 0) for x in range(6))
    (one,) = elements(merge(dots))
    assert one.count("M") == 6
    assert 'fill="red"' in one


def test_a_shape_does_not_pass_what_it_touches() -> None:
    layers = "".join(
        circle(x, 0, 2, fill) for fill in ("red", "blue", "red") for x in (0, 10, 20, 30)
    )
    found = [re.search(r'fill="(\w+)"', one) for one in elements(merge(layers))]
    assert [one and one[1] for one in found] == ["red", "blue", "red"]


def test_lines_are_as_wide_as_they_were_drawn() -> None:
    small = "".join(place(circle(0, 0, 2, width=1), 10 * x, 0, 0.5) for x in range(4))
    (one,) = elements(merge(small))
    assert 'stroke-width=".5"' in one


def test_what_is_no_plain_shape_stays_where_it_is() -> None:
    dots = "".join(circle(10 * x, 0, 2, "red") for x in range(6))
    merged = merge(dots + place(rect(0, 0, 5, 5), 7, 0) + dots)
    kept = elements(merged)
    assert len(kept) == 3
    assert kept[1].startswith("<rect")
    assert "matrix(1 0 0 1 7 0)" in kept[1]


def test_a_drawing_that_gains_little_is_left_alone() -> None:
    two = circle(0, 0, 2, "red") + circle(0, 0, 1, "blue")
    assert merge(two) == two


def test_a_path_with_missing_numbers_is_named() -> None:
    with pytest.raises(ValueError, match="C takes 6 numbers: M0 0C1 2 3 4 5Z"):
        merge('<path d="M0 0C1 2 3 4 5Z"/>')
