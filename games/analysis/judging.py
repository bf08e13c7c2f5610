"""The judgement of a card by what its player could know, from that seat's view alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from games.analysis.marks import SURE
from games.bots.evaluation.advice import points_with, reason_for
from games.bots.evaluation.evaluator import Judged as OneCard
from games.bots.evaluation.evaluator import evaluate, may_judge
from games.bots.evaluation.judgement import BehindByCard
from games.bots.knowledge.trick import avoids_points
from games.bots.variants.unit import CARDS, Unit
from games.engine import Card, PlayCard, PlayerView

ERROR_FROM: Final = 3.0
"""Card points that make a loss an error; where game points count, their equivalent."""
INEXACT_FROM: Final = 1.0
"""Card points from which a loss is inexact; less is counted and has no name."""
FINE_FROM: Final = 3.0
"""Card points by which the only good card must be ahead of all others to be a find."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A played card, and the other cards that its player had."""

    cards: tuple[OneCard, ...]
    """Every card that could be played."""
    played: OneCard
    best: OneCard
    """The card that brings the most points."""
    worlds: int
    """Determinizations that were played out; 0: nothing was hidden."""
    unit: Unit = CARDS
    why: tuple[str, int] | None = None
    """Why the best card is better, as in hints, and the card points that this speaks of; None where
    little was lost, and where few points are to be taken."""
    joint: tuple[BehindByCard, ...] = ()
    """By number of a side, what the cards are worth to it and the own side together; see Judgement."""

    @property
    def loss(self) -> float:
        """Return the points lost; 0 within two standard errors of the best card."""
        sure = self.played.behind > SURE * self.played.behind_error
        return self.played.behind if sure else 0.0

    @property
    def weight(self) -> float:
        """Return the loss as card points of the base game, so that losses of all games compare."""
        return self.loss * self.unit.weight

    @property
    def grade(self) -> str:
        """Return `error`, `inexact`, `find` (the only good card, by far) or an empty text."""
        if self.loss > 0:
            return grade_of(self.weight)
        others = [one for one in self.cards if one is not self.played]
        if self.played.behind > 0 or not others:
            return ""
        second = min(others, key=lambda one: one.behind)
        sure = second.behind > SURE * second.behind_error
        far = second.behind * self.unit.weight >= FINE_FROM
        return "find" if sure and far and len(others) > 1 else ""

    def as_json(self) -> dict[str, Any]:
        """Return the judgement as an analysis has it."""
        return {
            "worlds": self.worlds,
            "loss": _short(self.loss),
            "weight": _short(self.weight),
            "behind": _short(self.played.behind),
            "behind_error": _short(self.played.behind_error),
            "grade": self.grade or None,
            "points": _short(self.played.points),
            "win": _short(self.played.win),
            "best": self.best.action.card,
            "why": None if self.why is None else {"code": self.why[0], "points": self.why[1]},
            "best_points": _short(self.best.points),
            "best_win": _short(self.best.win),
            "cards": [
                {
                    "card": one.action.card,
                    "points": _short(one.points),
                    "points_error": _short(one.points_error),
                    "win": _short(one.win),
                    "behind": _short(one.behind),
                    "behind_error": _short(one.behind_error),
                }
                for one in sorted(self.cards, key=lambda one: one.behind)
            ],
        }


def grade_of(loss: float) -> str:
    """Return the grade of a loss of so many card points; empty if it is small."""
    if loss >= ERROR_FROM:
        return "error"
    return "inexact" if loss >= INEXACT_FROM else ""


def judge(
    view: PlayerView, card: Card, seed: str, worlds: int, *, joint: bool = False
) -> Judged | None:
    """Return the judgement of a play; None without a choice, or if it cannot be judged.

    `view` is what the seat could see; the same seed gives the same. `joint` asks for what the cards
    are worth to two sides together, which is not part of the analysis.

    Raises:
        KeyError: the card could not be played.
    """
    if (
        not may_judge(view)
        or len({play.card for play in view.legal if isinstance(play, PlayCard)}) < 2
    ):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    found = evaluate(view, rng, worlds, joint=joint)
    assert view.seat is not None
    played = found.of(PlayCard(view.seat, card))
    best = min(found.cards, key=lambda one: one.behind)
    judged = Judged(found.cards, played, best, found.worlds, found.unit, joint=found.joint)
    if judged.weight < INEXACT_FROM or avoids_points(view.rules):
        return judged
    better = best.action.card
    why = reason_for(view, better, exact=found.exact), points_with(view, better)
    return replace(judged, why=why)


def _short(value: float) -> float:
    return round(float(value), 3)
