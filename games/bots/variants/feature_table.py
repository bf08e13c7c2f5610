"""Tables of weights for variants of the base game: their features and layout.

A card's score is the sum of the weights of its features, and the likelihood of a card the softmax
of the scores over the hand. Each feature is combined with the class of the card and the outcome of
playing it (`PLACES`): leading, or losing or taking the trick while a partner is winning or not.
Most features are those of the base game's policy; `ahead`, `state` and `mark` belong to each
variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.coding import CLASSES, Ints
from games.bots.simulation.weights_file import read_tables

Weights = NDArray[np.float64]

OUTCOMES: Final = 5
"""Outcomes of a play: led; lost to an opponent, to a partner; taken from an opponent, a partner."""
PLACES: Final = OUTCOMES * CLASSES
"""Combinations of outcome and class of a card."""

LEADING: Final = (("phase", 4), ("trumps", 4), ("held", 4), ("higher", 16))
"""Features of every card, with the number of values of each."""
FOLLOWING: Final = (("stake", 12), ("foes", 24), ("winners", 4), ("sure", 24))
"""Further features of following cards, with the number of values of each."""

GROWN_FROM: Final = MappingProxyType({"declaring": "marrying"})
"""Variants whose tables are stored as what they add to those of another."""

WEIGHTS: Final = Path(__file__).parent.parent / "data" / "variants.npz"


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of a variant's table of weights: the number of values of each of its features."""

    ahead: int
    """Values of how the deal stands for the side."""
    state: int
    """Values of the variant's feature of the position."""
    mark: int
    """Values of the variant's feature of a card."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many values each feature has; the variant's own ones precede FOLLOWING."""
        general = [size for _, size in LEADING]
        return (*general, self.ahead, self.state, self.mark, *(size for _, size in FOLLOWING))

    @property
    def begins(self) -> tuple[int, ...]:
        """Return for each feature how many values the features before it have in all."""
        return tuple(np.cumsum((0, *self.sizes))[:-1].tolist())

    @property
    def size(self) -> int:
        """Return the number of weights in a table of this layout."""
        return sum(self.sizes) * PLACES


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Trained weights of a variant and seating, with sums for features looked up together."""

    deal: Ints
    """[phase, trumps, held, ahead, place]"""
    state: Ints
    """[state, place]"""
    card: Ints
    """[foes and higher, mark, place]"""
    trick: Ints
    """[stake and trump, foes, winners, place]"""
    sure: Ints
    """[seats to play and cards higher than the winner's, place]"""


def expand(layout: Layout, weights: Ints | Weights) -> Table:
    """Return the table of `layout.size` trained weights, with its sums of features."""
    names = [*(name for name, _ in LEADING), "ahead", "state", "mark", *(n for n, _ in FOLLOWING)]
    part = {
        name: weights[begin * PLACES : (begin + size) * PLACES].reshape(size, PLACES)
        for name, begin, size in zip(names, layout.begins, layout.sizes, strict=True)
    }
    deal = (
        part["phase"][:, None, None, None]
        + part["trumps"][:, None, None]
        + part["held"][:, None]
        + part["ahead"]
    )
    foes = part["foes"].reshape(4, 6, PLACES).swapaxes(0, 1)
    trick = part["stake"].reshape(6, 2, 1, 1, PLACES) + foes[:, None, :, None] + part["winners"]
    parts = (deal, part["state"], part["higher"][:, None] + part["mark"], trick, part["sure"])
    return Table(*(np.ascontiguousarray(each).ravel() for each in parts))


@lru_cache(maxsize=1)
def stored() -> dict[str, Ints]:
    """Return table name (`under_4x2`) -> trained weights in whole numbers; empty without a file."""
    tables: dict[str, Ints] = dict(read_tables(WEIGHTS))
    for name, added in tables.items():
        kind, _, seating = name.partition("_")
        if kind in GROWN_FROM:
            tables[name] = tables[f"{GROWN_FROM[kind]}_{seating}"] + added
    return tables
