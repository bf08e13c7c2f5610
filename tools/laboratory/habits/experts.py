"""Measure how often the expert follows a habit, and the value that it sees in it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np

from games.bots.evaluation.evaluator import evaluate, may_judge
from games.bots.evaluation.judgement import Judgement
from games.bots.knowledge.base_game import card_plays, knowledge_of
from games.bots.players.learned_bot import before_card
from games.bots.simulation.coding import HAND, NONE, kernel_for
from games.bots.simulation.rollouts import Worlds, rows_of
from games.engine import (
    Action,
    Cut,
    DealCards,
    DrawDealer,
    MatchState,
    PlayerView,
    Rules,
    apply,
    start,
    view_for,
)
from tools.laboratory.bot_deals import OVER
from tools.laboratory.bot_figures import Mean
from tools.laboratory.habits.measuring import PLAYERS, rules_of
from tools.laboratory.habits.moments import HABITS, Habit, Moment

Json: TypeAlias = dict[str, Any]
WORLDS: Final = 300
"""Ways in which the hidden cards may lie, for each decision."""


@dataclass(slots=True)
class Seen:
    """The choices of the expert in the positions of a habit."""

    does: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)
    won: Mean = field(default_factory=Mean)
    count: int = 0

    def told(self) -> Json:
        """Return the figures, with standard errors by deal; None where the habit never came up."""
        if not self.count:
            return {"positions": 0, "does": None, "points": None, "won": None}
        return {
            "positions": self.count,
            "does": round(self.does.value, 3),
            "points": _rounded(self.points),
            "won": _rounded(self.won, 100),
        }


def _rounded(mean: Mean, scale: int = 1) -> list[float]:
    """Return a mean and its standard error."""
    return [round(scale * mean.value, 2), round(scale * (mean.error or 0.0), 2)]


def ask(seconds: float, seed: int, step: Callable[[int], None]) -> Json:
    """Let the expert play deals with itself for so long, and return what it made of HABITS.

    Half of the time goes to each number of players. `step` is told of each second.
    """
    found = {(one.name, one.case): Seen() for one in HABITS if one.cards is not None}
    decisions = deals = 0
    for players in PLAYERS:
        rules, rng = rules_of(players), random.Random(f"{seed}/{players}")
        ends, told = time.monotonic() + seconds / len(PLAYERS), 0.0
        while time.monotonic() < ends:
            begun = time.monotonic()
            decisions += _deal(rules, rng, found, deals)
            deals += 1
            told += time.monotonic() - begun
            step(int(told))
            told -= int(told)
    return {
        "decisions": decisions,
        "deals": deals,
        "worlds": WORLDS,
        "habits": [
            {"habit": name, "case": case, **seen.told()} for (name, case), seen in found.items()
        ],
    }


def _deal(rules: Rules, rng: random.Random, found: dict[tuple[str, str], Seen], deal: int) -> int:
    """Play a deal by the expert on all seats, and return the number of its decisions."""
    decisions, state = 0, _begun(rules, rng)
    while state.phase not in OVER:
        view = view_for(state, state.turn)
        action, judged = _chosen(view, rng)
        if judged is not None:
            decisions += 1
            _look(view, judged, found, deal)
        state, _ = apply(state, action)
    return decisions


def _begun(rules: Rules, rng: random.Random) -> MatchState:
    """Return a match whose first deal is dealt from a shuffled deck."""
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    state = start(rules, dealer=rng.randrange(rules.players))
    if state.phase == "draw_dealer":
        state, _ = apply(state, DrawDealer(deck))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    return apply(state, DealCards(deck))[0]


def _chosen(view: PlayerView, rng: random.Random) -> tuple[Action, Judgement | None]:
    """Return the expert's action, and what it made of the cards where it chose among them."""
    first = before_card(view, rng)
    if first is not None:
        return first, None
    cards = card_plays(view)
    if len(cards) == 1 or not may_judge(view):
        return cards[0], None
    judged = evaluate(view, rng, WORLDS)
    return judged.best, judged


def _look(
    view: PlayerView, judged: Judgement, found: dict[tuple[str, str], Seen], deal: int
) -> None:
    """Add a position to each habit that comes up in it."""
    seen = _moment(view)
    codes = knowledge_of(view).codes
    for habit in HABITS:
        if habit.cards is None or habit.players != view.rules.players:
            continue
        meant = set(seen.own[0][habit.cards(seen)[0]].tolist())
        inside = [one for one in judged.cards if codes[one.action.card] in meant]
        outside = [one for one in judged.cards if codes[one.action.card] not in meant]
        if not inside or not outside:
            continue
        tally = found[habit.name, habit.case]
        tally.count += 1
        tally.does.add(deal, float(codes[judged.best.card] in meant))
        doing, leaving = (max(each, key=lambda one: one.points) for each in (inside, outside))
        tally.points.add(deal, doing.points - leaving.points)
        tally.won.add(deal, doing.win - leaving.win)


def _moment(view: PlayerView) -> Moment:
    """Return what the seat to play sees as one row, with the other hands empty."""
    known = knowledge_of(view)
    hands = np.full((1, view.rules.players, HAND), NONE, np.int64)
    hands[0, known.seat, : len(known.hand)] = known.hand
    stock = np.zeros((1, 0), np.int64)
    rows = rows_of(
        kernel_for(view.rules), known.position, Worlds(hands, stock, np.ones(1, np.int64))
    )
    return Moment(kernel_for(view.rules), rows, rows.own)


__all__ = ["WORLDS", "Habit", "ask"]
