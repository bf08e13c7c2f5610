"""Judgement: the result of evaluating a view, with the expected result of each legal card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from games.bots.simulation.coding import Floats
from games.bots.variants.unit import CARDS, Unit
from games.engine import PlayCard

WINNING: Final = 480.0
"""Card points for which winning the deal counts when a card is chosen, by default."""
SURE: Final = 1.0
"""Standard errors by which a card must beat the usual one to be chosen in its place."""


BehindByCard: TypeAlias = tuple[tuple[float, float], ...]
"""Points by which each card is behind the best, with the standard error."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal card and its expected result."""

    action: PlayCard
    points: float
    """Expected points of the own side in the deal, in the unit of the judgement."""
    points_error: float
    """Standard error of `points`."""
    win: float
    """Probability that the own side wins the deal; a tie counts as a share."""
    win_error: float
    """Standard error of `win`."""
    behind: float
    """Expected points less than the best card's; 0 for the best."""
    behind_error: float
    """Standard error of `behind`, from the same worlds: smaller than those of the two cards."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The legal cards of a view with their expected results."""

    cards: tuple[Judged, ...]
    best: PlayCard
    """The card to play, by winning and points together."""
    worlds: int
    """Determinizations played out; 0 where the values are exact."""
    unit: Unit = CARDS
    joint: tuple[BehindByCard, ...] = ()
    """By how much each card, in order, is behind the best for the own side and each other side
    together, by number of that side; empty where that was not asked for."""

    @property
    def exact(self) -> bool:
        """Return whether the values are exact."""
        return self.worlds == 0

    def of(self, action: PlayCard) -> Judged:
        """Return the expected result of a card.

        Raises:
            KeyError: where the card is not legal.
        """
        for judged in self.cards:
            if judged.action.card == action.card:
                return judged
        raise KeyError(action.card)


def judgement_of(
    cards: Sequence[PlayCard],
    points: Floats,
    wins: Floats,
    unit: Unit = CARDS,
    *,
    winning: float = WINNING,
    usual: int | None = None,
) -> Judgement:
    """Return the judgement that follows from rollouts of all cards in the same worlds.

    `points` and `wins` are [worlds, cards], those of the side that is to play. The best card has
    the most points, where winning the deal counts as `winning` points; `usual` is the index of the
    card that stays best where none is better by SURE standard errors.
    """
    worth = wins + points * unit.weight / winning
    best = int(worth.mean(0).argmax())
    if usual is not None:
        better = worth[:, best] - worth[:, usual]
        if better.mean() < SURE * _error(better):
            best = usual
    ahead = int(points.mean(0).argmax())
    behind = points[:, ahead : ahead + 1] - points
    return Judgement(
        cards=tuple(
            Judged(
                action=play,
                points=float(points[:, at].mean()),
                points_error=_error(points[:, at]),
                win=float(wins[:, at].mean()),
                win_error=_error(wins[:, at]),
                behind=float(behind[:, at].mean()),
                behind_error=_error(behind[:, at]),
            )
            for at, play in enumerate(cards)
        ),
        best=cards[best],
        worlds=len(points),
        unit=unit,
    )


def joint_of(points: Floats, own: int) -> tuple[BehindByCard, ...]:
    """Return what the cards are worth to the own side and each side together, by side.

    `points` are [worlds, cards, sides]. At `own` stands what they are worth to that side alone.
    """
    found = []
    for side in range(points.shape[2]):
        both = points[:, :, own] + (points[:, :, side] if side != own else 0)
        ahead = int(both.mean(0).argmax())
        behind = both[:, ahead : ahead + 1] - both
        found.append(
            tuple(
                (float(behind[:, at].mean()), _error(behind[:, at])) for at in range(both.shape[1])
            )
        )
    return tuple(found)


def _error(values: Floats) -> float:
    """Return the standard error of a mean; 0 for a single value."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
