"""Judgement: the result of evaluating a view, with the expected result of each legal card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from games.bots.simulation.coding import Floats
from games.bots.variants.unit import CARDS, HALF_DEAL_POINTS, Unit
from games.engine import PlayCard

WINNING_POINTS: Final = 480.0
"""Card points for which winning the deal counts when a card is chosen, by default."""
SURE_STANDARD_ERRORS: Final = 1.0
"""Standard errors by which a card must beat the usual one to be chosen in its place."""
DECIDED_MARGIN: Final = 0.005
"""A deal whose chances are all nearer to 0, or all nearer to 1, is decided already."""

BehindByCard: TypeAlias = tuple[tuple[float, float], ...]
"""Value by which each card is behind the best, with the standard error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The expected result of one of several options: points, chance to win, loss to the best."""

    points: float
    """Expected points of the own side in the deal, in the unit of the judgement."""
    points_error: float
    """Standard error of `points`."""
    win: float
    """Probability that the own side wins the deal; a tie counts as a share."""
    win_error: float
    """Standard error of `win`."""
    behind: float
    """Value less than the best option's, in the unit; 0 for the best and for what is as good."""
    behind_error: float
    """Standard error of `behind`, from the same worlds: smaller than those of the two options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Worth):
    """A legal card and what its seat's side can expect if it is played.

    The points (in the unit of the judgement) and the chance to win (0 to 1) are of the whole deal.
    """

    action: PlayCard


@dataclass(frozen=True, slots=True)
class Judgement:
    """Evaluation of a view: the expected result of each legal card, and the card to play."""

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
        """Return whether the results are exact, as nothing was hidden, and not means of samples."""
        return self.worlds == 0

    @property
    def decided(self) -> bool:
        """Return whether the deal is won or lost already, whichever card is played."""
        return is_decided([card.win for card in self.cards])

    def result_of(self, action: PlayCard) -> Judged:
        """Return the expected result of a play, which is looked up by its card.

        Raises:
            KeyError: where the card is not legal.
        """
        for judged in self.cards:
            if judged.action.card == action.card:
                return judged
        raise KeyError(action.card)


def is_decided(wins: Sequence[float]) -> bool:
    """Return True if all chances to win (0 to 1) are within DECIDED_MARGIN of 0, or all of 1.

    >>> is_decided([1.0, 0.997]), is_decided([1.0, 0.9])
    (True, False)
    """
    return max(wins) < DECIDED_MARGIN or min(wins) > 1 - DECIDED_MARGIN


def judgement_of(
    cards: Sequence[PlayCard],
    points: Floats,
    wins: Floats,
    unit: Unit = CARDS,
    *,
    winning: float = WINNING_POINTS,
    usual: int | None = None,
) -> Judgement:
    """Return the judgement that follows from rollouts of all cards in the same worlds.

    `points` and `wins` (0 to 1) of the side to play are [worlds, cards]; winning counts `winning`
    points, and the card at index `usual` stays best where none is surely better.
    """
    worths, best = worths_of(points, wins, unit, winning=winning, usual=usual)
    return Judgement(
        cards=tuple([judged_as(play, worth) for play, worth in zip(cards, worths, strict=True)]),
        best=cards[best],
        worlds=len(points),
        unit=unit,
    )


def judged_as(action: PlayCard, worth: Worth) -> Judged:
    """Return a legal card together with its expected result."""
    return Judged(
        action=action,
        points=worth.points,
        points_error=worth.points_error,
        win=worth.win,
        win_error=worth.win_error,
        behind=worth.behind,
        behind_error=worth.behind_error,
    )


def worths_of(
    points: Floats,
    wins: Floats,
    unit: Unit = CARDS,
    *,
    winning: float = WINNING_POINTS,
    usual: int | None = None,
) -> tuple[list[Worth], int]:
    """Return each option's expected result, and the index of the best, from rollouts.

    `points` and `wins` (0 to 1) are [worlds, options]. The best has the highest value, where
    winning the deal counts as `winning` points; `usual` is the index of the option that stays best
    where none is better by SURE_STANDARD_ERRORS standard errors.
    """
    values = value_of(points, wins, unit, winning)
    best = int(values.mean(0).argmax())
    if usual is not None:
        better = values[:, best] - values[:, usual]
        if better.mean() < SURE_STANDARD_ERRORS * _error(better):
            best = usual
    return worths_behind(points, wins, values, best), best


def worths_behind(points: Floats, wins: Floats, values: Floats, best: int) -> list[Worth]:
    """Return each option's expected result, with its loss to the best option.

    `points`, `wins` and `values` are [worlds, options]; `best` is an index of options.
    """
    behind = values[:, best : best + 1] - values
    return [
        Worth(
            points=float(points[:, at].mean()),
            points_error=_error(points[:, at]),
            win=float(wins[:, at].mean()),
            win_error=_error(wins[:, at]),
            behind=max(0.0, float(behind[:, at].mean())),
            behind_error=_error(behind[:, at]),
        )
        for at in range(points.shape[1])
    ]


def value_of(points: Floats, wins: Floats, unit: Unit, winning: float) -> Floats:
    """Return points and wins as one value in the unit, by which decisions are ranked.

    Points and winning count as they do when a card is chosen, `winning` card points for the deal;
    together they are scaled so that a deal won and a deal lost are HALF card points apart, as far
    as winning decides, and points count for the rest.

    >>> value_of(np.array([40.0]), np.array([1.0]), CARDS, 60.0).tolist()
    [50.0]
    """
    share = HALF_DEAL_POINTS / (HALF_DEAL_POINTS + winning)
    return np.asarray(share * points + (1 - share) * HALF_DEAL_POINTS / unit.weight * wins)


def joint_of(values: Floats, own: int) -> tuple[BehindByCard, ...]:
    """Return, by side, each card's loss to the best card for that side and the own together.

    `values` are [worlds, cards, sides]. At `own` stands what they are worth to that side alone.
    """
    joint = []
    for side in range(values.shape[2]):
        both = values[:, :, own] + (values[:, :, side] if side != own else 0)
        ahead = int(both.mean(0).argmax())
        behind = both[:, ahead : ahead + 1] - both
        joint.append(
            tuple(
                (float(behind[:, at].mean()), _error(behind[:, at])) for at in range(both.shape[1])
            )
        )
    return tuple(joint)


def _error(values: Floats) -> float:
    """Return the standard error of a mean; 0 for a single value."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0
