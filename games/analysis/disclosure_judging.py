"""The judgement of signs and claims: by what others did, or should have done, with what they were told.

A sign costs its maker nothing but what others learn by it, so it is judged at the next card of each
player who saw it, by that player's own view; an open hand at all cards of the other side.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np

from games.analysis.decisions import CLAIM, FALSE, PLAY_ON, Decision
from games.analysis.information import Use, is_open_to_knowledge, use_of, without_hand, without_sign
from games.analysis.judging import Judged
from games.analysis.marks import INEXACT_FROM
from games.analysis.moments import Moment
from games.bots.evaluation.evaluator import counts_as_base, shares
from games.bots.evaluation.judgement import Worth
from games.bots.evaluation.side_evaluator import judges_for_sides, worths_for_side
from games.bots.players.signs import is_true
from games.engine import MatchState, PlayerView, Rules, SignView

SILENT: Final = "silent"
"""The option of a sign that is not made."""
Blind: TypeAlias = Callable[[PlayerView], PlayerView | None]
"""A function that returns a view without what its seat was told; None where it was told nothing."""


@dataclass(frozen=True, slots=True)
class Told:
    """Gain that one player could make, at one play, from another's sign or open hand."""

    moment: Moment
    use: Use
    gain: float
    """Gain of that seat by its own view; below 0 where it was misled."""

    def as_json(self) -> dict[str, Any]:
        """Return, as in an analysis: address, seat, best card with and without knowledge, gain."""
        return {
            "at": self.moment.at,
            "seat": self.moment.seat,
            "card": self.use.card,
            "without": self.use.without,
            "gain": round(self.gain, 3),
        }


@dataclass(frozen=True, slots=True)
class Telling:
    """Judgement of a sign or a claim, with what each other player could gain by it."""

    judged: Judged
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cost:
    """Loss of the claimer's side at one play of another by the open hand; below 0: its gain."""

    value: float
    """Points and winning together, in the unit of the judgement."""
    error: float
    """Standard error of `value`."""
    points: float
    win: float


@dataclass(frozen=True, slots=True)
class JudgedCards:
    """All cards played in one deal, in order, with their judgements by address."""

    moments: Sequence[Moment]
    judged: Mapping[str, Judged]
    seed: str

    def after(self, decision: Decision) -> Iterator[Moment]:
        """Yield the cards of the deal that were played after a decision."""
        begun = decision.trick + 1, _lying(decision.state)
        return (one for one in self.moments if (one.trick, _lying(one.state)) >= begun)

    def next_of(self, decision: Decision) -> Judged | None:
        """Return the judgement of the next card with a choice of the seat that decided, or None."""
        mine = (one.at for one in self.after(decision) if one.seat == decision.seat)
        return next((self.judged[at] for at in mine if at in self.judged), None)

    def use(self, moment: Moment, blinded: Blind) -> Use | None:
        """Return how the best card of a play changed by what its player was told; None if not.

        `blinded` returns the player's view without that knowledge, or None where nothing was told.
        """
        judged = self.judged.get(moment.at)
        if judged is None or not is_open_to_knowledge(judged):
            return None
        view = moment.view
        blind = blinded(view)
        if blind is None:
            return None
        return use_of(view, judged, blind, f"{self.seed}/{moment.at}/told")

    def uses_of_sign(self, decision: Decision) -> Iterator[tuple[Moment, Use]]:
        """Yield (play, how its best card changed) for each seat whose next card a sign changed."""
        made = SignView(decision.seat, decision.chosen, decision.trick + 1)
        played = {decision.seat}
        for moment in self.after(decision):
            if moment.seat in played:
                continue
            played.add(moment.seat)
            use = self.use(moment, lambda view: without_sign(view, made))
            if use:
                yield moment, use
            if len(played) == decision.state.rules.players:
                return

    def uses_of_hand(self, decision: Decision) -> Iterator[tuple[Moment, Use]]:
        """Yield (play, how its best card changed) for each later card that an open hand changed."""
        for moment in self.after(decision):
            use = self.use(moment, lambda view: without_hand(view, decision.seat))
            if use:
                yield moment, use


def _lying(state: MatchState) -> int:
    """Return how many cards lie in the trick in progress."""
    return 0 if state.deal is None else len(state.deal.plays)


def judge_telling(decision: Decision, cards: JudgedCards) -> Telling | None:
    """Return the judgement of a sign or a claim; None if it changed nothing or cannot be judged.

    `cards` are the judged cards of its deal.
    """
    if decision.kind == "sign":
        return _judge_sign(decision, cards)
    if decision.chosen == FALSE:
        return _judge_false_claim(decision, cards)
    judged = _judge_claim(decision)
    return None if judged is None else Telling(judged)


def _judge_sign(decision: Decision, cards: JudgedCards) -> Telling | None:
    """Return the judgement of a sign that changed somebody's best card."""
    rules, true = decision.state.rules, is_true(decision.view, decision.chosen)
    found = [
        Told(moment, use, use.with_it[1].behind if true else -use.without_it[0].behind)
        for moment, use in cards.uses_of_sign(decision)
    ]
    partners = [one for one in found if _friend(rules, decision, one)]
    base = cards.judged[partners[0].moment.at] if partners else cards.next_of(decision)
    if not found or base is None:
        return None
    best = other = _best_of(base)
    if partners:
        use = partners[0].use
        best, other = use.with_it if true else use.without_it[::-1]
        lost = [one.use.with_it[1] if true else one.use.without_it[0] for one in partners]
        other = _behind(other, lost)
    chosen = decision.chosen
    options = {chosen: best, SILENT: other} if true else {chosen: other, SILENT: best}
    judged = Judged(options, chosen, chosen if true else SILENT, base.worlds, base.unit)
    return Telling(with_reason(judged, "misleads"), tuple(found))


def _friend(rules: Rules, decision: Decision, one: Told) -> bool:
    """Return whether a use was the partner's."""
    return rules.side_of[one.moment.seat] == rules.side_of[decision.seat]


def _best_of(judged: Judged) -> Worth:
    """Return what the best card of a decision is worth."""
    return replace(judged.options[judged.best], behind=0.0, behind_error=0.0)


def _behind(worth: Worth, lost: Sequence[Worth]) -> Worth:
    """Return a worth that is behind by what several players lose together."""
    return replace(
        worth,
        behind=sum(one.behind for one in lost),
        behind_error=math.hypot(*[one.behind_error for one in lost]),
    )


def with_reason(judged: Judged, code: str) -> Judged:
    """Return a judgement with this reason (its code), where the loss has a grade."""
    return judged if judged.weight < INEXACT_FROM else replace(judged, why=(code, 0))


def _judge_false_claim(decision: Decision, cards: JudgedCards) -> Telling | None:
    """Return the judgement of a false claim, by what the open hand told the others.

    What its own side loses by the cards that others play with that knowledge is lost, less what it
    gains by them.
    """
    base = cards.next_of(decision)
    if base is None:
        return None
    found = [
        Told(moment, use, use.with_it[1].behind) for moment, use in cards.uses_of_hand(decision)
    ]
    made = kept = _best_of(base)
    if found and _can_be_marked(decision.state.rules):
        costs = [_cost(decision, cards, one) for one in found]
        made = replace(
            made,
            behind=max(0.0, sum(one.value for one in costs)),
            behind_error=math.hypot(*[one.error for one in costs]),
        )
        win = made.win + sum(one.win for one in costs)
        kept = replace(made, points=made.points + sum(one.points for one in costs),
                       win=min(1.0, max(0.0, win)), behind=0.0, behind_error=0.0)  # fmt: skip
    best = PLAY_ON if made.behind else CLAIM
    judged = Judged({CLAIM: made, PLAY_ON: kept}, CLAIM, best, base.worlds, base.unit)
    return Telling(with_reason(judged, "opens_hand"), tuple(found))


def _can_be_marked(rules: Rules) -> bool:
    """Return whether it can be told what another player's card costs the own side."""
    return len(rules.sides) == 2 or judges_for_sides(rules)


def _cost(decision: Decision, cards: JudgedCards, one: Told) -> _Cost:
    """Return what the claimer's side loses at one play by the open hand.

    With two sides, and at a partner's play, that follows from what the player gains. Otherwise the
    two cards are evaluated for the claimer's side, by the view of the player and in the
    determinizations in which its card was judged.
    """
    rules, use = decision.state.rules, one.use
    friend = _friend(rules, decision, one)
    if len(rules.sides) == 2 or friend:
        (best, other), sign = use.with_it, -1 if friend else 1
        points, win = best.points - other.points, best.win - other.win
        return _Cost(sign * other.behind, other.behind_error, sign * points, sign * win)
    at, side = one.moment.at, rules.side_of[decision.seat]
    rng = random.Random(f"{cards.seed}/{at}")  # noqa: S311 - samples, not decks
    pair, worlds = (use.card, use.without), cards.judged[at].worlds
    made, kept = worths_for_side(one.moment.view, pair, side, rng, worlds)
    return _Cost(
        value=made.behind - kept.behind,
        error=max(made.behind_error, kept.behind_error),
        points=kept.points - made.points,
        win=kept.win - made.win,
    )


def _judge_claim(decision: Decision) -> Judged | None:
    """Return the judgement of a sure claim, made or not: all that is left is the side's either way."""
    view = decision.view
    if not counts_as_base(view.rules) or view.claim is None or not view.claim.certain:
        return None
    rules, side = view.rules, view.rules.side_of[decision.seat]
    totals = list(view.side_points)
    totals[side] += sum(rules.points[card] for card in rules.deck) - sum(totals)
    win = float(shares(np.array([totals]))[0, side])
    worth = Worth(
        points=totals[side], points_error=0.0, win=win, win_error=0.0, behind=0.0, behind_error=0.0
    )
    return Judged({CLAIM: worth, PLAY_ON: worth}, decision.chosen, CLAIM, 0)
