"""The net of two players: it corrects the table's score of each card by more of what a seat sees.

Two hidden layers, fully connected; what goes in are the `card_features` that hold, what comes out is
added to the table's score. All weights are whole numbers, so that every computer finds the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.card_features import ROWS
from games.bots.simulation.coding import Ints, kernel_for
from games.bots.simulation.policy import SCALE, WEIGHTS, table_name
from games.bots.simulation.weights_file import read_tables
from games.engine import Rules, build_ruleset

FIRST_LAYER_SIZE: Final = 32
"""Units of the first hidden layer."""
SECOND_LAYER_SIZE: Final = 16
"""Units of the second."""
FIRST_LAYER_SCALE: Final = 64
"""Whole numbers that stand for a weight of 1 in the first layer; in the others `SCALE` do."""


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """The weights of a neural net that scores cards for two players, in whole numbers."""

    rows: Ints
    """[ROWS, FIRST_LAYER_SIZE] what each feature adds."""
    begin: Ints
    """[FIRST_LAYER_SIZE] what is added in any case."""
    middle: Ints
    """[FIRST_LAYER_SIZE, SECOND_LAYER_SIZE]"""
    middle_begin: Ints
    """[SECOND_LAYER_SIZE] what is added in any case, in the unit of the second layer."""
    last: Ints
    """[SECOND_LAYER_SIZE]"""

    def scores(self, common: Sequence[int], own: Sequence[Sequence[int]]) -> Ints:
        """Return the net's correction of the table's score of each card, in units of 1 / `SCALE`.

        `common` are the features that all cards share, `own` those of each card.
        """
        begun = self.begin + self.rows[np.array(common)].sum(0)
        first = np.array([begun + self.rows[np.array(each)].sum(0) for each in own])
        second = np.maximum(first, 0) @ self.middle + self.middle_begin
        total = np.maximum(second, 0) @ self.last
        return np.asarray(total // (FIRST_LAYER_SCALE * SCALE))


def net_name(rules: Rules) -> str:
    """Return the name of a net's weights: `net_2x2` for two players."""
    return f"net_{table_name(rules)}"


@lru_cache(maxsize=1)
def _usual() -> Rules:
    """Return rules whose cards, order and points are those that the net was trained with."""
    return build_ruleset("ludoteka", 2).rules


@lru_cache(maxsize=64)
def net_for(rules: Rules) -> Net | None:
    """Return the net of a ruleset; None where there is none, or for other cards than in training."""
    trained_kernel = kernel_for(_usual())
    weights = read_tables(WEIGHTS).get(net_name(rules))
    if weights is None or rules.deck != trained_kernel.rules.deck:
        return None
    kernel = kernel_for(rules)
    same = (
        rules.order == trained_kernel.rules.order and (kernel.value == trained_kernel.value).all()
    )
    return expanded(weights) if same else None


def flattened(net: Sequence[NDArray[Any]]) -> NDArray[np.int16]:
    """Return a net's trained weights in stored form: whole numbers, one layer after another, flat.

    The last row of each layer is its bias; the last layer's is left out, as
    it changes no choice.
    """
    rows, middle, last = net
    scaled = rows * FIRST_LAYER_SCALE, middle * SCALE, last[:-1] * SCALE
    flat = np.concatenate([np.round(each).ravel() for each in scaled])
    return np.asarray(np.clip(flat, -32768, 32767), np.int16)


def expanded(stored: NDArray[Any]) -> Net:
    """Return the `Net` of weights in the stored form of `flattened`."""
    rows, middle, last = layers(stored)
    return Net(rows[:-1], rows[-1], middle[:-1], middle[-1] * FIRST_LAYER_SCALE, last)


def layers(stored: NDArray[Any]) -> tuple[Ints, Ints, Ints]:
    """Return the three layers, as matrices of whole numbers, of weights stored by `flattened`."""
    rows, rest = np.split(np.asarray(stored, np.int64), [(ROWS + 1) * FIRST_LAYER_SIZE])
    middle, last = np.split(rest, [(FIRST_LAYER_SIZE + 1) * SECOND_LAYER_SIZE])
    return rows.reshape(-1, FIRST_LAYER_SIZE), middle.reshape(-1, SECOND_LAYER_SIZE), last
