"""Deals for the tests of the kernel: the same one in the engine and in numbers."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from games.bots.simulation import policy, rollouts, scalar, vector
from games.bots.simulation.coding import HAND, NONE, codes_for, kernel_for
from games.bots.simulation.rollouts import Position, state_of
from games.engine import (
    ArmExchange,
    Cut,
    DealCards,
    MatchState,
    PlayCard,
    Rules,
    apply,
    build_ruleset,
    legal_actions,
    start,
)

SEATINGS = (
    (2, "individual"),
    (3, "individual"),
    (4, "individual"),
    (4, "pairs"),
    (6, "pairs"),
    (6, "threes"),
)


def rules_of(players, teams="individual", preset="ludoteka", **options) -> Rules:
    changes = {name.replace("__", "."): value for name, value in options.items()}
    return build_ruleset(preset, players, {"teams": teams, **changes}).rules


def dealt(rules, rng: random.Random) -> MatchState:
    """A deal of the engine before its first lead."""
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    state = start(rules, dealer=rng.randrange(rules.players))
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    return state


def armed(state: MatchState) -> MatchState:
    """The same, the seat to play having asked for the exchange where it may."""
    for action in legal_actions(state, state.turn):
        if isinstance(action, ArmExchange) and action.on:
            return apply(state, action)[0]
    return state


def plays(state: MatchState):
    return [one for one in legal_actions(state, state.turn) if isinstance(one, PlayCard)]


def ended(state: MatchState) -> bool:
    return state.phase in ("deal_over", "match_over")


@dataclass
class Numbers:
    """A deal in plain Python numbers, as `scalar` has it."""

    book: list
    hands: list
    state: list
    score: list
    stock: list
    codes: dict

    def lay(self, card: str) -> int:
        seat = (self.state[scalar.LEADER] + self.state[scalar.LAID]) % self.book[0]
        slot = self.hands.index(self.codes[card], seat * HAND) - seat * HAND
        return scalar.lay(self.book, self.hands, self.state, self.score, self.stock, slot)

    def hand(self, seat: int) -> set[int]:
        return set(self.hands[seat * HAND : seat * HAND + HAND]) - {NONE}


def numbers_of(state: MatchState) -> Numbers:
    """The same deal in numbers, before its first lead."""
    rules, deal = state.rules, state.deal
    kernel, codes = kernel_for(rules), codes_for(rules, deal.trump)
    position = Position(
        leader=deal.leader,
        laid=(),
        left=deal.stock_left,
        bottom=NONE if deal.turned is None else codes[deal.turned],
        played=0,
        score=(0,) * len(rules.sides),
        eldest=state.eldest,
    )
    hands = [codes[card] for hand in deal.hands for card in hand]
    stock = [codes[card] for card in deal.stock]
    return Numbers(
        kernel.book.tolist(), hands, state_of(kernel, position).tolist(),
        list(position.score), [*stock, NONE], codes,
    )  # fmt: skip


def worlds_arrays(states) -> tuple[np.ndarray, np.ndarray]:
    """Hands and stocks of several deals before their first lead."""
    hands, stocks = [], []
    for state in states:
        numbers = numbers_of(state)
        hands.append(np.array(numbers.hands).reshape(-1, HAND))
        stocks.append(numbers.stock[:-1])
    return np.array(hands), np.array(stocks)


def liked_slot(kernel, table, numbers, state):
    """Return the slot of the hand from which the policy plays in rollouts."""
    deal, codes = state.deal, numbers.codes
    laid = tuple(codes[play.card] for play in deal.plays)
    position = Position(
        deal.leader, laid, deal.stock_left, numbers.state[scalar.BOTTOM],
        numbers.state[scalar.GONE], tuple(numbers.score),
    )  # fmt: skip
    hands = np.array(numbers.hands).reshape(1, -1, 3)
    world = rollouts.Worlds(hands, np.array([numbers.stock]), np.array([1]))
    rows = rollouts.rows_of(kernel, position, world)
    return int(vector.pick(kernel, table, policy.NO_NOISE, rows)[0])
