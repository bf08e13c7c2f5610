"""The table of a game of the base game's kin: what it looks at, and what each of that weighs.

A card's score is the sum of the weights of its features, and the likelihood of a card the softmax
of the scores over the hand. Each feature counts for itself with the class of the card and what
comes of it (`PLACES`): leading it, or throwing it in, or taking the trick with it, a partner winning
or not. Most features are those of the base game's policy; `ahead`, `state` and `mark` each game has
of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.coding import CLASSES, Ints
from games.bots.simulation.policy import SCALE

Weights = NDArray[np.float64]

OUTCOMES: Final = 5
"""Led; thrown to an opponent's trick, to a partner's; taking an opponent's, a partner's."""
PLACES: Final = OUTCOMES * CLASSES

LEADING: Final = (("phase", 4), ("trumps", 4), ("held", 4), ("higher", 16))
"""What is looked at of every card, and how many values it has;"""
FOLLOWING: Final = (("stake", 12), ("foes", 24), ("winners", 4), ("sure", 24))
"""and what besides of one that is not led."""

WEIGHTS: Final = Path(__file__).parent.parent / "data" / "kin.npz"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the weights of each feature begin."""

    ahead: int
    """Values of how the deal stands for the side,"""
    state: int
    """of what the seat sees of the game's own,"""
    mark: int
    """and of each card."""

    @property
    def sizes(self) -> tuple[int, ...]:
        """Values of each feature: those of the game's own stand before those of who follows."""
        general = [size for _, size in LEADING]
        return (*general, self.ahead, self.state, self.mark, *(size for _, size in FOLLOWING))

    @property
    def begins(self) -> tuple[int, ...]:
        """Values that stand before each feature."""
        return tuple(np.cumsum((0, *self.sizes))[:-1].tolist())

    @property
    def size(self) -> int:
        """Weights of a table."""
        return sum(self.sizes) * PLACES


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The weights of one game and way of sitting, added up for what is looked up together."""

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
    """The table of as many weights as the layout has, scaled to whole numbers."""
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
    """The weights in the repository, scaled to whole numbers, by name."""
    if not WEIGHTS.exists():
        return {}
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return {name: file[name].astype(np.int32) for name in file.files}


def scaled(weights: Weights) -> Ints:
    """Whole numbers, so that every machine adds up the same."""
    return np.round(weights * SCALE).astype(np.int32)
