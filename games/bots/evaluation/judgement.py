"""What judging a view finds: each card that may be played, and what is to be expected of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.simulation.coding import Floats
from games.bots.variants.unit import CARDS, Unit
from games.engine import PlayCard

WINNING: Final = 480.0
"""As how many card points winning the deal counts when a card is chosen, where nothing else is said."""
SURE: Final = 1.0
"""Standard errors by which a card must be better than the usual one to be played in its place."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal card and what is to be expected of it."""

    action: PlayCard
    points: float
    """Points that the deal brings the own side, in the unit of the judgement,"""
    points_error: float
    """and the standard error of that."""
    win: float
    """How likely the own side wins the deal; a tie counts as a share."""
    win_error: float
    behind: float
    """Points less than the best card brings; 0 for the best,"""
    behind_error: float
    """and the standard error of that, from the same worlds: smaller than those of the two."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The legal cards of a view."""

    cards: tuple[Judged, ...]
    best: PlayCard
    """The card to play, by winning and points together."""
    worlds: int
    """How many were played out; 0 where the values are exact."""
    unit: Unit = CARDS

    @property
    def exact(self) -> bool:
        """Whether nothing was guessed."""
        return self.worlds == 0

    def of(self, action: PlayCard) -> Judged:
        """Return what was found of a card.

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
    """What worlds in which every card was played out say; `points` and `wins` are [worlds, cards],
    those of the side that is to play.

    The best card is that of most points, where `winning` of them are added for winning the deal;
    `usual` is the place of the card that is played where none is surely better.
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


def _error(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
