"""Measure how often the expert follows a habit, and the value that it gives to it."""

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
from tests.support.bot_deals import END_PHASES
from tests.support.bot_figures import Mean
from tools.laboratory.habits.measuring import PLAYERS, rules_of
from tools.laboratory.habits.moments import HABITS, Habit, Moment

Json: TypeAlias = dict[str, Any]
WORLDS: Final = 300
"""Layouts of the hidden cards with which each decision is judged."""


@dataclass(slots=True)
class ExpertTally:
    """Totals of the expert's choices in the positions of a habit."""

    does: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)
    won: Mean = field(default_factory=Mean)
    count: int = 0

    def as_json(self) -> Json:
        """Return a habit's figures as JSON, with standard errors; None where it never came up."""
        if not self.count:
            return {"positions": 0, "does": None, "points": None, "won": None}
        return {
            "positions": self.count,
            "does": round(self.does.value, 3),
            "points": _rounded(self.points),
            "won": _rounded(self.won, 100),
        }


def _rounded(mean: Mean, scale: int = 1) -> list[float]:
    """Return [mean, standard error], rounded to two digits."""
    return [round(scale * mean.value, 2), round(scale * (mean.error or 0.0), 2)]


def measure_expert(seconds: float, seed: int, step: Callable[[int], None]) -> Json:
    """Let the expert play deals against itself for `seconds`; return its figures for HABITS.

    Half of the time goes to each number of players. `step` is called with the seconds elapsed since the
    last call.
    """
    tallies = {
        (habit.name, habit.case): ExpertTally() for habit in HABITS if habit.cards is not None
    }
    decisions = deals = 0
    for players in PLAYERS:
        rules, rng = rules_of(players), random.Random(f"{seed}/{players}")
        ends, elapsed = time.monotonic() + seconds / len(PLAYERS), 0.0
        while time.monotonic() < ends:
            begun = time.monotonic()
            decisions += _deal(rules, rng, tallies, deals)
            deals += 1
            elapsed += time.monotonic() - begun
            step(int(elapsed))
            elapsed -= int(elapsed)
    return {
        "decisions": decisions,
        "deals": deals,
        "worlds": WORLDS,
        "habits": [
            {"habit": name, "case": case, **tally.as_json()}
            for (name, case), tally in tallies.items()
        ],
    }


def _deal(
    rules: Rules, rng: random.Random, tallies: dict[tuple[str, str], ExpertTally], deal: int
) -> int:
    """Play a deal by the expert on all seats; return the number of its decisions."""
    decisions, state = 0, _begun(rules, rng)
    while state.phase not in END_PHASES:
        view = view_for(state, state.turn)
        action, judged = _chosen(view, rng)
        if judged is not None:
            decisions += 1
            _add_position(view, judged, tallies, deal)
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
    """Return the expert's action, and its judgement of the cards if it chose among them."""
    first = before_card(view, rng)
    if first is not None:
        return first, None
    cards = card_plays(view)
    if len(cards) == 1 or not may_judge(view):
        return cards[0], None
    judged = evaluate(view, rng, WORLDS)
    return judged.best, judged


def _add_position(
    view: PlayerView, judged: Judgement, tallies: dict[tuple[str, str], ExpertTally], deal: int
) -> None:
    """Add a position to the tally of each habit that comes up in it."""
    moment = _moment(view)
    codes = knowledge_of(view).codes
    for habit in HABITS:
        if habit.cards is None or habit.players != view.rules.players:
            continue
        habit_codes = set(moment.own[0][habit.cards(moment)[0]].tolist())
        following = [card for card in judged.cards if codes[card.action.card] in habit_codes]
        avoiding = [card for card in judged.cards if codes[card.action.card] not in habit_codes]
        if not following or not avoiding:
            continue
        tally = tallies[habit.name, habit.case]
        tally.count += 1
        tally.does.add(deal, float(codes[judged.best.card] in habit_codes))
        doing, leaving = (max(each, key=lambda card: card.points) for each in (following, avoiding))
        tally.points.add(deal, doing.points - leaving.points)
        tally.won.add(deal, doing.win - leaving.win)


def _moment(view: PlayerView) -> Moment:
    """Return the view of the seat to play as one row of a `Moment`, with the other hands empty."""
    known = knowledge_of(view)
    hands = np.full((1, view.rules.players, HAND), NONE, np.int64)
    hands[0, known.seat, : len(known.hand)] = known.hand
    stock = np.zeros((1, 0), np.int64)
    rows = rows_of(
        kernel_for(view.rules), known.position, Worlds(hands, stock, np.ones(1, np.int64))
    )
    return Moment(kernel_for(view.rules), rows, rows.own)


__all__ = ["WORLDS", "Habit", "measure_expert"]
