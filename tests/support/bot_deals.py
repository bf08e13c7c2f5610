"""Single deals between bots on duplicate decks, without a log, for tests and benches."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from games.bots import Bot
from games.engine import (
    DECK_POINTS,
    Card,
    Cut,
    DealCards,
    DealResult,
    DrawDealer,
    MatchState,
    Rules,
    apply,
    start,
    view_for,
)
from tests.support.bot_figures import Mean, deal_share, with_error

END_PHASES: Final = ("deal_over", "match_over")
"""Phases of a match in which no deal is being played."""
Watch: TypeAlias = Callable[[MatchState], None]


def ignore(state: MatchState) -> None:
    """Ignore a state: the default of `watch`."""


def play_deal(
    rules: Rules,
    deck: tuple[Card, ...],
    dealer: int,
    bots: list[Bot],
    rng: random.Random,
    watch: Watch = ignore,
) -> DealResult:
    """Play one deal between these bots, one for each seat, and return its result.

    `watch` is called with the state before each choice.
    """
    state = start(rules, dealer=dealer)
    if state.phase == "draw_dealer":
        state, _ = apply(state, DrawDealer(deck))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    while state.phase not in END_PHASES:
        seat = state.turn
        assert seat is not None
        watch(state)
        state, _ = apply(state, bots[seat].choose(view_for(state, seat), rng))
    return state.results[-1]


@dataclass(slots=True)
class Duel:
    """Results of one bot on each side in turn, against another bot on all other sides."""

    wins: Mean = field(default_factory=Mean)
    """Share of the deals won by the side of the first bot."""
    others: Mean = field(default_factory=Mean)
    """Share of the deals won by a side of the second bot, on average."""
    ahead: Mean = field(default_factory=Mean)
    """Difference of the two shares, deck by deck."""
    points: Mean = field(default_factory=Mean)
    """Card points and extras of the first bot's side."""
    lead: Mean = field(default_factory=Mean)
    """Game points of the first bot's side minus the mean of the others'."""
    empty: int = 0
    """Number of deals that all passed."""

    def as_text(self, rules: Rules) -> str:
        """Return the first bot's share of deals and its card points above the fair share, with errors."""
        won = with_error(self.wins.value, self.wins.error, 100, " %")
        fair = DECK_POINTS / len(rules.sides)
        points = with_error(self.points.value - fair, self.points.error, 1, "")
        return f"{won} of the deals, {points} points ahead"


def duel(
    rules: Rules, strong: Bot, weak: Bot, decks: int, seed: str | int, watch: Watch = ignore
) -> Duel:
    """Play every deck once for each side, with `strong` on that side and `weak` on all others.

    `watch` is called with the state before each choice.
    """
    dice, rng = random.Random(f"{seed}/decks"), random.Random(f"{seed}/bots")
    outcome, sides = Duel(), range(len(rules.sides))
    for number in range(decks):
        deck = tuple(dice.sample(rules.deck, len(rules.deck)))
        dealer = dice.randrange(rules.players)
        for side in sides:
            bots = [strong if own == side else weak for own in rules.side_of]
            result = play_deal(rules, deck, dealer, bots, rng, watch)
            shares = [deal_share(rules, result, each) for each in sides]
            rest = [each for each in sides if each != side]
            others = sum(shares[each] for each in rest) / len(rest)
            theirs = sum(result.game_points[each] for each in rest) / len(rest)
            outcome.wins.add(number, shares[side])
            outcome.others.add(number, others)
            outcome.ahead.add(number, shares[side] - others)
            outcome.points.add(number, result.totals[side])
            outcome.lead.add(number, result.game_points[side] - theirs)
            outcome.empty += result.ended_by == "all_passed"
    return outcome
