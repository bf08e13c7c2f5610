"""The learned policy: a table of weights of what a seat sees, and the index of each weight.

A card's score is the sum of the weights of its features; the likelihood of a card is the softmax of
the scores over the hand. Features are one-hot, each combined with the class of the card
(`coding.Kernel.kind`) and, when following, with the outcome: whether the card takes the trick and
whether a partner is winning it. Scores are whole numbers, `SCALE` of them to one, so that every
implementation finds the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.coding import CLASSES, Ints
from games.bots.simulation.weights_file import read_tables
from games.engine import Rules

SCALE: Final = 256
"""Whole numbers that stand for a score of 1."""
NOISE_SIZE: Final = 1024
"""Entries of the table of noise."""
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
"""Features of following cards, with the number of values of each.

`stake` includes whether a trump is winning; `foes` are opponents still to play combined with the
points on the table; `higher` are unseen higher cards combined with those opponents. `sure`, for
partners only, are unseen cards above the trick's winning card after this play, combined with the
seats still to play.
"""
LEAD_SIZE: Final = sum(size for _, size in LEAD) * CLASSES
SIZE: Final = LEAD_SIZE + sum(size for _, size in FOLLOW) * OUTCOMES * CLASSES
"""Number of weights of a table."""

WEIGHTS: Final = Path(__file__).parent.parent / "data" / "learned.npz"
NO_NOISE: Final = np.zeros(NOISE_SIZE, np.int64)
"""Noise of 0, so that the best card is played."""


def _gumbel() -> Ints:
    """Return quantiles of the Gumbel distribution: with one added to each score the best score is a
    draw by softmax.
    """
    middle = (np.arange(NOISE_SIZE) + 0.5) / NOISE_SIZE
    return np.round(-np.log(-np.log(middle)) * SCALE).astype(np.int64)


NOISE: Final = _gumbel()


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """The bots' learned policy for a number of players and sides: weights, partly summed up."""

    weights: Ints
    """All tables below one after another, for the scalar simulation."""
    lead: Ints
    """[phase, trumps, held, ahead, higher, class]"""
    by_deal: Ints
    """[phase, trumps, held, ahead, outcome, class]"""
    by_trick: Ints
    """[stake, trump wins, foes, winners, higher, outcome, class]"""
    sure: Ints
    """[seats to play, cards higher than the winner's, outcome, class]"""


def expand(weights: NDArray[np.float64]) -> Policy:
    """Return the policy of `SIZE` trained weights: tables of sums, in whole numbers."""
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
    """Return the table of summed weights that scores cards to lead."""
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
    """Return the table of summed weights of the deal's features, which scores following cards."""
    total = (
        parts["phase"][:, None, None, None]
        + parts["trumps"][None, :, None, None]
        + parts["held"][None, None, :, None]
        + parts["ahead"][None, None, None, :]
    )
    return np.ascontiguousarray(total).ravel()


def _by_trick(parts: dict[str, Ints]) -> Ints:
    """Return the table of summed weights of the trick's features, which scores following cards."""
    shape = (OUTCOMES, CLASSES)
    stake = parts["stake"].reshape(6, 2, 1, 1, 1, *shape)
    foes = parts["foes"].reshape(4, 6, *shape).swapaxes(0, 1).reshape(6, 1, 4, 1, 1, *shape)
    winners = parts["winners"].reshape(1, 1, 1, 4, 1, *shape)
    higher = parts["higher"].reshape(1, 1, 4, 1, 4, *shape)
    return np.ascontiguousarray(stake + foes + winners + higher).ravel()


def table_name(rules: Rules) -> str:
    """Return the name of the weights for a number of players and sides: `4x2` for two pairs."""
    return f"{rules.players}x{len(rules.sides)}"


@lru_cache(maxsize=1)
def stored() -> dict[str, NDArray[np.float64]]:
    """Return `table_name` -> trained weights, as stored in the file WEIGHTS."""
    return {name: weights / SCALE for name, weights in read_tables(WEIGHTS).items()}


@lru_cache(maxsize=16)
def _policy(name: str) -> Policy:
    """Return the learned policy whose weights are stored under a table name."""
    return expand(stored()[name])


def policy_for(rules: Rules) -> Policy:
    """Return the learned policy for a ruleset's players and sides; `learned` must hold."""
    return _policy(table_name(rules))


def learned(rules: Rules) -> bool:
    """Return whether trained weights exist for a ruleset's number of players and sides."""
    return table_name(rules) in stored()
