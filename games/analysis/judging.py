"""The judgement of a decision by what its player could know, from that seat's view alone."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.analysis.grading import INEXACT_FROM, SURE_STANDARD_ERRORS, grade_of, is_level
from games.bots.evaluation.advice import points_with, reason_for
from games.bots.evaluation.evaluator import evaluate, may_judge
from games.bots.evaluation.judgement import BehindByCard, Worth, is_decided
from games.bots.knowledge.trick import avoids_points
from games.bots.variants.unit import CARDS, Unit
from games.engine import Card, PlayCard, PlayerView

FINE_FROM: Final = 3.0
"""Card points by which the only good card must be ahead of all others to be a find."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Judgement of one decision: the expected result of each option, the choice and the best."""

    options: Mapping[str, Worth]
    """Everything that could be chosen, by its code: a card, or an option of another decision."""
    chosen: str
    best: str
    """The option that a hint would name: by winning and points together."""
    worlds: int
    """Determinizations that were played out; 0: nothing was hidden."""
    unit: Unit = CARDS
    why: tuple[str, int] | None = None
    """Reason why the best option is better, as in hints, and the card points that it names; None
    where little was lost, and where few points are to be taken."""
    sign: str = ""
    """The partner's sign of which the reason speaks; empty where it speaks of none."""
    joint: tuple[BehindByCard, ...] = ()
    """By number of a side, what the cards are worth to it and the own side together; see Judgement."""

    @property
    def made(self) -> Worth:
        """Return the expected result of the option that was chosen."""
        return self.options[self.chosen]

    @property
    def decided(self) -> bool:
        """Return True if the deal is won, or lost, with every option; then no choice is a loss."""
        return is_decided([worth.win for worth in self.options.values()])

    @property
    def level(self) -> bool:
        """Return True if the choice made no difference, as all options are as good as the best."""
        return all(is_level(worth, self.unit) for worth in self.options.values())

    @property
    def loss(self) -> float:
        """Return the points that the chosen option is behind the best, in the judgement's unit.

        It is 0 in a decided deal, and where the choice was as good as the best.
        """
        if self.decided or is_level(self.made, self.unit):
            return 0.0
        return self.made.behind

    @property
    def weight(self) -> float:
        """Return the loss as card points of the base game, so that losses of all games compare."""
        return self.loss * self.unit.weight

    @property
    def grade(self) -> str:
        """Return the choice's grade: `error`, `inexact`, `find` (the only good option) or ""."""
        if self.loss > 0:
            return grade_of(self.weight)
        others = [worth for code, worth in self.options.items() if code != self.chosen]
        if self.made.behind > 0 or not others or self.decided:
            return ""
        second = min(others, key=lambda worth: worth.behind)
        sure = second.behind > SURE_STANDARD_ERRORS * second.behind_error
        far = second.behind * self.unit.weight >= FINE_FROM
        return "find" if sure and far and len(others) > 1 else ""

    def as_json(self) -> dict[str, Any]:
        """Return a played card's judgement as JSON of an analysis, its options under "cards"."""
        return {**self._figures(), "cards": self._each("card")}

    def as_json_of_options(self) -> dict[str, Any]:
        """Return another decision's judgement as JSON of an analysis, with its options."""
        return {**self._figures(), "options": self._each("option")}

    def _figures(self) -> dict[str, Any]:
        """Return the JSON of the expected results of the chosen option and of the best one."""
        chosen, best = self.made, self.options[self.best]
        return {
            "worlds": self.worlds,
            "loss": _short(self.loss),
            "weight": _short(self.weight),
            "behind": _short(chosen.behind),
            "behind_error": _short(chosen.behind_error),
            "grade": self.grade or None,
            "points": _short(chosen.points),
            "win": _short(chosen.win),
            "best": self.best,
            "why": self._why(),
            "best_points": _short(best.points),
            "best_win": _short(best.win),
        }

    def _why(self) -> dict[str, Any] | None:
        """Return the JSON of the reason for the best option, with the sign that it mentions."""
        if self.why is None:
            return None
        reason = {"code": self.why[0], "points": self.why[1]}
        return {**reason, "sign": self.sign} if self.sign else reason

    def _each(self, name: str) -> list[dict[str, Any]]:
        """Return the JSON of all options, the best first, with their codes under the key `name`."""
        ordered = sorted(
            self.options.items(), key=lambda item: (item[0] != self.best, item[1].behind)
        )
        return [
            {
                name: code,
                "points": _short(worth.points),
                "points_error": _short(worth.points_error),
                "win": _short(worth.win),
                "behind": _short(worth.behind),
                "behind_error": _short(worth.behind_error),
            }
            for code, worth in ordered
        ]


def judge(
    view: PlayerView, card: Card, seed: str, worlds: int, *, joint: bool = False
) -> Judged | None:
    """Return the judgement of playing a card; None without a choice, or if it cannot be judged.

    `view` is what the seat could see; the same seed gives the same from `worlds` determinizations.
    `joint` adds what the cards are worth to two sides together, which is not part of the analysis.

    Raises:
        KeyError: the card could not be played.
    """
    if (
        not may_judge(view)
        or len({play.card for play in view.legal if isinstance(play, PlayCard)}) < 2
    ):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    judgement = evaluate(view, rng, worlds, joint=joint)
    assert view.seat is not None
    judgement.result_of(PlayCard(view.seat, card))
    better = judgement.best.card
    options: dict[str, Worth] = {evaluated.action.card: evaluated for evaluated in judgement.cards}
    judged = Judged(options, card, better, judgement.worlds, judgement.unit, joint=judgement.joint)
    if judged.weight < INEXACT_FROM or avoids_points(view.rules):
        return judged
    why = reason_for(view, better, exact=judgement.exact), points_with(view, better)
    return replace(judged, why=why)


def _short(value: float) -> float:
    return round(float(value), 3)
