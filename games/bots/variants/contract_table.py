"""Trained tables of games with an auction, and the index of each weight in them.

Features are one-hot, each combined with the seat's role in the contract and the class of the card,
and when following with who has the trick after the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.simulation.coding import CLASSES, PLACES, Ints
from games.bots.simulation.weights_file import read_tables
from games.bots.variants.hand_worth import Worth
from games.engine import Rules

Weights = NDArray[np.float64]
"""[SIZE]"""

ROLES: Final = 5
OUTCOMES: Final = 6
COMMON: Final = (
    ("phase", 4),
    ("trumps", 4),
    ("held", 6),
    ("needs", 25),
    ("higher", 4),
    ("length", 4),
    ("secret", 25),
)
LEAD: Final = (*COMMON, ("partners", 30), ("safe", 16))
FOLLOW: Final = (*COMMON, ("last", 120), ("stake", 12), ("to_come", 120), ("winners", 4))
"""Features of following cards, with the number of values of each; COMMON and LEAD likewise.

COMMON: tricks over, trumps unseen, trumps held, points that the caller and the others still need,
unseen higher cards, cards of the suit in hand, place of a called card not shown yet and whether
this is the card. LEAD: seats before the caller's and its partner's, higher cards with unseen
trumps. FOLLOW: cards higher than the winner's with seats to play and points on the table, those
points with whether a trump is winning and with whether caller and partner are to play, and own
cards that win.
"""


def _begins(features: Sequence[tuple[str, int]], width: int) -> tuple[list[int], int]:
    """Return the index at which each feature's weights begin, and the number of all weights."""
    begins, at = [], 0
    for _, size in features:
        begins.append(at)
        at += size * width
    return begins, at


_LEAD_WIDTH: Final = ROLES * CLASSES
_FOLLOW_WIDTH: Final = ROLES * OUTCOMES * CLASSES
_LEAD_BEGINS, LEAD_SIZE = _begins(LEAD, _LEAD_WIDTH)
_FOLLOW_BEGINS, _FOLLOW_SIZE = _begins(FOLLOW, _FOLLOW_WIDTH)
LEAD_PLACES: Final = (_LEAD_BEGINS, _LEAD_WIDTH)
FOLLOW_PLACES: Final = (_FOLLOW_BEGINS, _FOLLOW_WIDTH)
LAYOUT: Final = np.array([*_LEAD_BEGINS, *(LEAD_SIZE + at for at in _FOLLOW_BEGINS)])
"""Index at which the weights of each feature begin, for `contract_scalar`."""
SIZE: Final = LEAD_SIZE + _FOLLOW_SIZE
"""Number of weights of a table."""

SCALE: Final = 256
"""Whole numbers that stand for a weight of 1."""
WEIGHTS: Final = Path(__file__).parent.parent / "data" / "contracts.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """Weights of a trained table, by which cards of a game with an auction are scored."""

    weights: Weights
    whole: NDArray[np.int16]
    """The weights as whole numbers, SCALE for 1."""


def policy_of(weights: Weights) -> Policy:
    """Return the `Policy` of these weights, rounded as they are stored."""
    whole = np.rint(weights * SCALE).astype(np.int16)
    return Policy(whole / SCALE, whole)


def spread(layout: tuple[list[int], int], begin: int, values: Sequence[Ints], base: Ints) -> Ints:
    """Return the indices of each card's weights [rows, cards, features].

    `values` of the features are [rows] or [rows, cards]; `base` [rows, cards] is the index within
    one value.
    """
    begins, width = layout
    indices = np.empty((*base.shape, len(values)), np.int64)
    for at, value in enumerate(values):
        shaped = value[:, None] if value.ndim == 1 else value
        indices[:, :, at] = begin + begins[at] + shaped * width + base
    return indices


def table_name(rules: Rules) -> str:
    """Return the name of a game's weights: `talon`, or `called` where a partner is called."""
    return "talon" if rules.talon else "called"


@lru_cache(maxsize=1)
def _stored() -> dict[str, Weights]:
    """Return name -> trained weights of the tables stored in the file; empty without a file."""
    return {name: weights / SCALE for name, weights in read_tables(WEIGHTS).items()}


def policy_for(rules: Rules) -> Policy:
    """Return the learned policy of a game with an auction; `learned` must hold."""
    return _policy(table_name(rules))


@lru_cache(maxsize=2)
def _policy(name: str) -> Policy:
    """Return the learned policy whose weights are stored under a table name."""
    return policy_of(_stored()[name])


@lru_cache(maxsize=1)
def worth() -> Worth:
    """Return the card points that each card of a caller adds to what its side makes, as trained."""
    base, *fields, alone = _stored()["worth"].tolist()
    trump, side, called = (tuple(fields[at : at + 6]) for at in (0, 6, 12))
    return Worth(base, trump, side, called, alone)


def learned(rules: Rules) -> bool:
    """Return whether trained weights exist for this game with an auction."""
    whole = len(rules.order) <= PLACES and rules.obliged != "tute_strict"
    return rules.auction and whole and table_name(rules) in _stored()
