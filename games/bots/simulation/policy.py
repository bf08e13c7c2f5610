"""The learned policy: a table of weights over what a seat sees, and where each weight stands.

A card's score is the sum of the weights of its features; the likelihood of a card is the softmax
of the scores over the hand. Features are one-hot, each together with the class of the card
(`coding.kind`) and, when following, with the outcome: whether the card takes the trick and whether
a partner is winning it. Scores are whole numbers, `SCALE` of them to one, so that every kernel
finds the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.coding import CLASSES, Ints
from games.engine import Rules

SCALE: Final = 256
DRAWS: Final = 1024
"""Places of the table of noise."""
OUTCOMES: Final = 4

LEAD: Final = (("phase", 4), ("trumps", 4), ("held", 4), ("ahead", 5), ("higher", 4))
FOLLOW: Final = (
    ("phase", 4),
    ("trumps", 4),
    ("held", 4),
    ("ahead", 5),
    ("stake", 12),
    ("foes", 24),
    ("winners", 4),
    ("higher", 16),
    ("sure", 20),
)
"""The features and how many values each has: `stake` with whether a trump is winning, `foes` still
to play with the points on the table, `higher` cards unseen with the foes still to play. `sure`, which
only partners look at: cards unseen that are higher than the one that wins the trick
after this play, with the seats still to play."""
LEAD_SIZE: Final = sum(size for _, size in LEAD) * CLASSES
SIZE: Final = LEAD_SIZE + sum(size for _, size in FOLLOW) * OUTCOMES * CLASSES
"""Weights of a table."""

WEIGHTS: Final = Path(__file__).parent.parent / "data" / "learned.npz"
QUIET: Final = np.zeros(DRAWS, np.int64)
"""No noise: the best card."""


def _gumbel() -> Ints:
    """The quantiles of the Gumbel distribution: adding one to each score draws by softmax."""
    middle = (np.arange(DRAWS) + 0.5) / DRAWS
    return np.round(-np.log(-np.log(middle)) * SCALE).astype(np.int64)


NOISE: Final = _gumbel()


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The weights, added up for what is looked up together."""

    weights: Ints
    """Those below one after another, for the scalar kernel."""
    lead: Ints
    """[phase, trumps, held, ahead, higher, class]"""
    by_deal: Ints
    """[phase, trumps, held, ahead, outcome, class]"""
    by_trick: Ints
    """[stake, trump wins, foes, winners, higher, outcome, class]"""
    sure: Ints
    """[seats to play, cards higher than the winner's, outcome, class]"""


def expand(weights: NDArray[np.float64]) -> Policy:
    """The tables of `SIZE` weights."""
    scores = np.round(np.asarray(weights, np.float64) * SCALE).astype(np.int64)
    at, parts = 0, dict[str, Ints]()
    for name, size in LEAD:
        parts["lead " + name] = scores[at : at + size * CLASSES].reshape(size, CLASSES)
        at += size * CLASSES
    for name, size in FOLLOW:
        block = scores[at : at + size * OUTCOMES * CLASSES]
        parts[name] = block.reshape(size, OUTCOMES, CLASSES)
        at += size * OUTCOMES * CLASSES
    sure = np.ascontiguousarray(parts["sure"]).ravel()
    tables = (_lead(parts), _by_deal(parts), _by_trick(parts), sure)
    return Policy(np.concatenate(tables), *tables)


def _lead(parts: dict[str, Ints]) -> Ints:
    phase, trumps, held, ahead, higher = (parts["lead " + name] for name, _ in LEAD)
    total = (
        phase[:, None, None, None, None]
        + trumps[None, :, None, None, None]
        + held[None, None, :, None, None]
        + ahead[None, None, None, :, None]
        + higher[None, None, None, None, :]
    )
    return np.ascontiguousarray(total).ravel()


def _by_deal(parts: dict[str, Ints]) -> Ints:
    total = (
        parts["phase"][:, None, None, None]
        + parts["trumps"][None, :, None, None]
        + parts["held"][None, None, :, None]
        + parts["ahead"][None, None, None, :]
    )
    return np.ascontiguousarray(total).ravel()


def _by_trick(parts: dict[str, Ints]) -> Ints:
    shape = (OUTCOMES, CLASSES)
    stake = parts["stake"].reshape(6, 2, 1, 1, 1, *shape)
    foes = parts["foes"].reshape(4, 6, *shape).swapaxes(0, 1).reshape(6, 1, 4, 1, 1, *shape)
    winners = parts["winners"].reshape(1, 1, 1, 4, 1, *shape)
    higher = parts["higher"].reshape(1, 1, 4, 1, 4, *shape)
    return np.ascontiguousarray(stake + foes + winners + higher).ravel()


def table_name(rules: Rules) -> str:
    """Which weights a way of sitting uses: players and sides, as `4x2`."""
    return f"{rules.players}x{len(rules.sides)}"


@lru_cache(maxsize=1)
def stored() -> dict[str, NDArray[np.float64]]:
    """The weights in the repository by `table_name`."""
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return {name: file[name].astype(np.float64) / SCALE for name in file.files}


@lru_cache(maxsize=16)
def _policy(name: str) -> Policy:
    return expand(stored()[name])


def policy_for(rules: Rules) -> Policy:
    """The learned policy of a way of sitting."""
    return _policy(table_name(rules))


def learned(rules: Rules) -> bool:
    """Whether there are weights for this way of sitting."""
    return table_name(rules) in stored()
