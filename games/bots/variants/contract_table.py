"""The learned tables of the games with an auction: which weights a card adds up.

Features are one-hot, each with what the seat is in the contract and the class of the card, and in
answering with who has the trick after the play.
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
"""The features and how many values each has: tricks over, trumps unseen and held, points that the
caller still needs and those that the others do, higher cards unseen, cards of the suit in the hand,
the place of a called card that is not shown yet and whether this is it; seats before the caller's
and before its partner's, higher cards with trumps unseen; cards higher than the winner's with the
seats to play and the points on the table, those points with whether a trump is winning and with
whether the caller and its partner are to play, own cards that win."""


def _begins(features: Sequence[tuple[str, int]], width: int) -> tuple[list[int], int]:
    found, at = [], 0
    for _, size in features:
        found.append(at)
        at += size * width
    return found, at


_LEAD_WIDTH: Final = ROLES * CLASSES
_FOLLOW_WIDTH: Final = ROLES * OUTCOMES * CLASSES
_LEAD_BEGINS, LEAD_SIZE = _begins(LEAD, _LEAD_WIDTH)
_FOLLOW_BEGINS, _FOLLOW_SIZE = _begins(FOLLOW, _FOLLOW_WIDTH)
LEAD_PLACES: Final = (_LEAD_BEGINS, _LEAD_WIDTH)
FOLLOW_PLACES: Final = (_FOLLOW_BEGINS, _FOLLOW_WIDTH)
LAYOUT: Final = np.array([*_LEAD_BEGINS, *(LEAD_SIZE + at for at in _FOLLOW_BEGINS)])
"""Where the weights of each feature begin, for `scalar`."""
SIZE: Final = LEAD_SIZE + _FOLLOW_SIZE
"""Weights of a table."""

SCALE: Final = 256
WEIGHTS: Final = Path(__file__).parent.parent / "data" / "contracts.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Policy:
    """A table to play by."""

    weights: Weights
    whole: NDArray[np.int16]
    """The same in whole numbers, SCALE for 1."""


def policy_of(weights: Weights) -> Policy:
    """The policy of these weights, rounded to what can be stored."""
    whole = np.rint(weights * SCALE).astype(np.int16)
    return Policy(whole / SCALE, whole)


def spread(layout: tuple[list[int], int], begin: int, values: Sequence[Ints], base: Ints) -> Ints:
    """The places of each card's weights [rows, cards, features].

    `values` of the features are [rows] or [rows, cards]; `base` [rows, cards] is the place within
    one value.
    """
    begins, width = layout
    found = np.empty((*base.shape, len(values)), np.int64)
    for at, value in enumerate(values):
        shaped = value[:, None] if value.ndim == 1 else value
        found[:, :, at] = begin + begins[at] + shaped * width + base
    return found


def table_name(rules: Rules) -> str:
    """Which weights a game uses: with a talon, or with a called partner."""
    return "talon" if rules.talon else "called"


@lru_cache(maxsize=1)
def _stored() -> dict[str, Weights]:
    if not WEIGHTS.exists():
        return {}
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return {name: file[name].astype(np.float64) / SCALE for name in file.files}


def policy_for(rules: Rules) -> Policy:
    """The learned policy of a game with an auction."""
    return _policy(table_name(rules))


@lru_cache(maxsize=2)
def _policy(name: str) -> Policy:
    return policy_of(_stored()[name])


@lru_cache(maxsize=1)
def worth() -> Worth:
    """What a caller's hand is worth where partners play by the table (`fitting`)."""
    base, *fields, alone = _stored()["worth"].tolist()
    trump, side, called = (tuple(fields[at : at + 6]) for at in (0, 6, 12))
    return Worth(base, trump, side, called, alone)


def learned(rules: Rules) -> bool:
    """Whether there are weights for this game."""
    whole = len(rules.order) <= PLACES and rules.obliged != "tute_strict"
    return rules.auction and whole and table_name(rules) in _stored()
