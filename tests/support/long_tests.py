"""Variants of a test that a short run leaves out."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def first_is_short(values: Iterable[str]) -> list[object]:
    """Return parameters for `parametrize`, of which all but the first have the mark `long`."""
    first, *others = values
    return [first, *(pytest.param(value, marks=pytest.mark.long) for value in others)]
