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

from games.analysis.decisions import CLAIM, FALSE_CLAIM, PLAY_ON, Decision
from games.analysis.grading import INEXACT_FROM
from games.analysis.information import Use, is_open_to_knowledge, use_of, without_hand, without_sign
from games.analysis.judging import Judged
from games.analysis.played_cards import PlayedCard
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
class InformedPlay:
    """Gain that one player could make, at one play, from another's sign or open hand."""

    played: PlayedCard
    use: Use
    gain: float
    """Gain of that seat by its own view; below 0 where it was misled."""

    def as_json(self) -> dict[str, Any]:
        """Return the play as JSON: address, seat, best cards with and without knowledge, gain."""
        return {
            "at": self.played.at,
            "seat": self.played.seat,
            "card": self.use.card,
            "without": self.use.without,
            "gain": round(self.gain, 3),
        }


@dataclass(frozen=True, slots=True)
class JudgedDisclosure:
    """Judgement of a sign or a claim, with what each other player could gain by it."""

    judged: Judged
    plays: tuple[InformedPlay, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cost:
    """Loss (negative: gain) of the claimer's side by its open hand at one play of another seat."""

    value: float
    """Points and winning together, in the unit of the judgement."""
    error: float
    """Standard error of `value`."""
    points: float
    win: float


@dataclass(frozen=True, slots=True)
class JudgedCards:
    """All cards played in one deal, in order, with their judgements by address."""

    played_cards: Sequence[PlayedCard]
    judged: Mapping[str, Judged]
    seed: str

    def after(self, decision: Decision) -> Iterator[PlayedCard]:
        """Yield the cards of the deal that were played after a decision."""
        begun = decision.trick + 1, _lying(decision.state)
        return (
            played for played in self.played_cards if (played.trick, _lying(played.state)) >= begun
        )

    def next_of(self, decision: Decision) -> Judged | None:
        """Return the judgement of the next card with a choice of the seat that decided, or None."""
        mine = (played.at for played in self.after(decision) if played.seat == decision.seat)
        return next((self.judged[at] for at in mine if at in self.judged), None)

    def use(self, played: PlayedCard, blinded: Blind) -> Use | None:
        """Return the effect of a disclosure on the best card of a play; None if there is none.

        `blinded` returns the player's view without that knowledge, or None if it knew nothing.
        """
        judged = self.judged.get(played.at)
        if judged is None or not is_open_to_knowledge(judged):
            return None
        view = played.view
        blind = blinded(view)
        if blind is None:
            return None
        return use_of(view, judged, blind, f"{self.seed}/{played.at}/told")

    def uses_of_sign(self, decision: Decision) -> Iterator[tuple[PlayedCard, Use]]:
        """Yield (play, how its best card changed) for each seat whose next card a sign changed."""
        sign = SignView(decision.seat, decision.chosen, decision.trick + 1)
        seats_done = {decision.seat}
        for played in self.after(decision):
            if played.seat in seats_done:
                continue
            seats_done.add(played.seat)
            use = self.use(played, lambda view: without_sign(view, sign))
            if use:
                yield played, use
            if len(seats_done) == decision.state.rules.players:
                return

    def uses_of_hand(self, decision: Decision) -> Iterator[tuple[PlayedCard, Use]]:
        """Yield (play, how its best card changed) for each later card that an open hand changed."""
        for played in self.after(decision):
            use = self.use(played, lambda view: without_hand(view, decision.seat))
            if use:
                yield played, use


def _lying(state: MatchState) -> int:
    """Return the number of cards in the trick in progress."""
    return 0 if state.deal is None else len(state.deal.plays)


def judge_disclosure(decision: Decision, cards: JudgedCards) -> JudgedDisclosure | None:
    """Return the judgement of a sign or a claim; None if it changed nothing or cannot be judged.

    `cards` are the judged cards of its deal.
    """
    if decision.kind == "sign":
        return _judge_sign(decision, cards)
    if decision.chosen == FALSE_CLAIM:
        return _judge_false_claim(decision, cards)
    judged = _judge_claim(decision)
    return None if judged is None else JudgedDisclosure(judged)


def _judge_sign(decision: Decision, cards: JudgedCards) -> JudgedDisclosure | None:
    """Return the judgement of a sign that changed somebody's best card."""
    rules, true = decision.state.rules, is_true(decision.view, decision.chosen)
    plays = [
        InformedPlay(played, use, use.with_it[1].behind if true else -use.without_it[0].behind)
        for played, use in cards.uses_of_sign(decision)
    ]
    partners = [play for play in plays if _friend(rules, decision, play)]
    base = cards.judged[partners[0].played.at] if partners else cards.next_of(decision)
    if not plays or base is None:
        return None
    best = other = _best_of(base)
    if partners:
        use = partners[0].use
        best, other = use.with_it if true else use.without_it[::-1]
        losses = [play.use.with_it[1] if true else play.use.without_it[0] for play in partners]
        other = _behind(other, losses)
    chosen = decision.chosen
    options = {chosen: best, SILENT: other} if true else {chosen: other, SILENT: best}
    judged = Judged(options, chosen, chosen if true else SILENT, base.worlds, base.unit)
    return JudgedDisclosure(with_reason(judged, "misleads"), tuple(plays))


def _friend(rules: Rules, decision: Decision, play: InformedPlay) -> bool:
    """Return True if the play was by a partner of the seat that decided."""
    return rules.side_of[play.played.seat] == rules.side_of[decision.seat]


def _best_of(judged: Judged) -> Worth:
    """Return the expected result of the best card of a judged play."""
    return replace(judged.options[judged.best], behind=0.0, behind_error=0.0)


def _behind(worth: Worth, losses: Sequence[Worth]) -> Worth:
    """Return `worth` with the sum of several players' losses as its loss."""
    return replace(
        worth,
        behind=sum(loss.behind for loss in losses),
        behind_error=math.hypot(*[loss.behind_error for loss in losses]),
    )


def with_reason(judged: Judged, code: str) -> Judged:
    """Return a judgement with this reason (its code), if its loss is large enough for a grade."""
    return judged if judged.weight < INEXACT_FROM else replace(judged, why=(code, 0))


def _judge_false_claim(decision: Decision, cards: JudgedCards) -> JudgedDisclosure | None:
    """Return the judgement of a false claim, by what the open hand told the others.

    The loss is what its own side loses by cards that others play with that knowledge, less what it
    gains by them.
    """
    base = cards.next_of(decision)
    if base is None:
        return None
    plays = [
        InformedPlay(played, use, use.with_it[1].behind)
        for played, use in cards.uses_of_hand(decision)
    ]
    claiming = playing_on = _best_of(base)
    if plays and _can_be_marked(decision.state.rules):
        costs = [_cost(decision, cards, play) for play in plays]
        claiming = replace(
            claiming,
            behind=max(0.0, sum(cost.value for cost in costs)),
            behind_error=math.hypot(*[cost.error for cost in costs]),
        )
        win = claiming.win + sum(cost.win for cost in costs)
        playing_on = replace(claiming, points=claiming.points + sum(cost.points for cost in costs),
                       win=min(1.0, max(0.0, win)), behind=0.0, behind_error=0.0)  # fmt: skip
    best = PLAY_ON if claiming.behind else CLAIM
    judged = Judged({CLAIM: claiming, PLAY_ON: playing_on}, CLAIM, best, base.worlds, base.unit)
    return JudgedDisclosure(with_reason(judged, "opens_hand"), tuple(plays))


def _can_be_marked(rules: Rules) -> bool:
    """Return True if another player's card can be valued for the claimer's side."""
    return len(rules.sides) == 2 or judges_for_sides(rules)


def _cost(decision: Decision, cards: JudgedCards, play: InformedPlay) -> _Cost:
    """Return the loss of the claimer's side at one play, caused by the claimer's open hand.

    With two sides, and at a partner's play, that follows from what the player gains. Otherwise the
    two cards are evaluated for the claimer's side, by the view of the player and in the
    determinizations in which its card was judged.
    """
    rules, use = decision.state.rules, play.use
    friend = _friend(rules, decision, play)
    if len(rules.sides) == 2 or friend:
        (best, other), sign = use.with_it, -1 if friend else 1
        points, win = best.points - other.points, best.win - other.win
        return _Cost(sign * other.behind, other.behind_error, sign * points, sign * win)
    at, side = play.played.at, rules.side_of[decision.seat]
    rng = random.Random(f"{cards.seed}/{at}")  # noqa: S311 - samples, not decks
    pair, worlds = (use.card, use.without), cards.judged[at].worlds
    informed, uninformed = worths_for_side(play.played.view, pair, side, rng, worlds)
    return _Cost(
        value=informed.behind - uninformed.behind,
        error=max(informed.behind_error, uninformed.behind_error),
        points=uninformed.points - informed.points,
        win=uninformed.win - informed.win,
    )


def _judge_claim(decision: Decision) -> Judged | None:
    """Return the judgement of a sure claim, made or missed; the side takes all cards either way."""
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
