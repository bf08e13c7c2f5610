"""Training of the table of one game with an auction, by games against itself.

REINFORCE with a deck's mean result as the baseline, many decks at once. Contracts with a partner come
from auctions between seats of different daring (`contract_auctions`). Half of the contracts with a
talon are the lowest possible bid, half are as high as the hand is worth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.evaluation.auction import best_call
from games.bots.simulation.coding import NONE, Floats, Ints, codes_for
from games.bots.variants import contract_deals, contract_rollouts, contract_scalar, talon
from games.bots.variants.contract_table import LAYOUT, SIZE, Weights
from games.engine import Card, Rules
from tools.laboratory.training import contract_learning
from tools.laboratory.training.contract_auctions import contracts

PLAYS_A_DECK: Final = 8
"""Number of times that each deck is played."""
BATCH_DECKS: Final = 64
"""Decks dealt at once."""
MAKING_WEIGHT: Final = 0.5
"""Weight of making the contract against the points above it."""
FIRST_RATE: Final = 0.04
"""Learning rate at the start."""
LAST_RATE: Final = 0.05
"""Learning rate at the end, as a share of the first."""


@dataclass(frozen=True, slots=True)
class DealtContract:
    """Dealt hands with their contract; seats are counted from the caller."""

    hands: list[list[int]]
    partner: int
    called: int
    target: int
    leader: int


def train(rules: Rules, decks: int, seed: int) -> Iterator[Weights]:
    """Yield a game's table of weights after each batch of decks; the last one is the result.

    The same seed gives the same weights. With numba training is some hundred times as fast as without.
    """
    dice, rng = np.random.default_rng(seed), random.Random(f"contracts/{seed}")
    weights = np.zeros(SIZE)
    batches = max(1, decks // BATCH_DECKS)
    for batch in range(batches):
        done = (batch + np.arange(BATCH_DECKS) / BATCH_DECKS) / batches
        rates = FIRST_RATE * (1 - (1 - LAST_RATE) * done)
        rows = (
            with_talon(rules, BATCH_DECKS, rng)
            if rules.talon
            else contracts(rules, BATCH_DECKS, dice)
        )
        learn(rules, weights, rows, rates, dice)
        yield weights


def learn(
    rules: Rules,
    weights: Weights,
    decks: contract_deals.ContractRows,
    rates: Floats,
    dice: np.random.Generator,
) -> None:
    """Play these dealt contracts and change the weights in place after each."""
    count, players, width = decks.hands.shape
    plays = players * width
    last = talon.LAST_TRICK if rules.talon else 0
    _module().learn(
        contract_deals.kernel_of(rules).book, LAYOUT, *contract_rollouts.duty_of(rules), weights, rates,
        dice.random((count, PLAYS_A_DECK, plays)), last, MAKING_WEIGHT, contract_rollouts.states_of(decks),
        np.ascontiguousarray(decks.hands), _work(players, width),
    )  # fmt: skip


def _module() -> ModuleType:
    """Return `contract_learning`, compiled if numba is installed."""
    fast = contract_rollouts.compiled()
    if fast is None:
        return contract_learning
    from games.bots.simulation.compiled import compile_module

    return compile_module(contract_learning, fast)


def _work(players: int, width: int) -> tuple[NDArray[np.generic], ...]:
    """Return empty arrays for a training's intermediate results: states of deals, plays."""
    plays, features = players * width, contract_scalar.FOLLOW_FEATURES
    return (
        np.zeros((PLAYS_A_DECK, contract_scalar.STATE_FIELDS), np.int64),
        np.zeros((PLAYS_A_DECK, players, width), np.int64),
        np.zeros((PLAYS_A_DECK, players), np.int64),
        np.zeros((PLAYS_A_DECK, players), np.int64),
        np.zeros(width, np.int64),
        np.zeros((PLAYS_A_DECK, plays, width, features), np.int64),
        np.zeros((PLAYS_A_DECK, plays), np.int64),
        np.zeros((PLAYS_A_DECK, plays, width)),
        np.zeros((PLAYS_A_DECK, plays), np.int64),
        np.zeros(PLAYS_A_DECK),
    )


def with_talon(rules: Rules, count: int, rng: random.Random) -> contract_deals.ContractRows:
    """Return random deals with a talon and their contracts, before the first lead."""
    return rows_of([_with_talon(rules, rng) for _ in range(count)])


def rows_of(sets: Sequence[DealtContract]) -> contract_deals.ContractRows:
    """Return the dealt contracts as rows of simulated deals, one each, before the first lead."""

    def whole(values: Sequence[object]) -> Ints:
        """Return numbers as an array of 64-bit integers."""
        return np.array(values, np.int64)

    return contract_deals.begun(
        whole([deal.hands for deal in sets]),
        whole([deal.partner for deal in sets]),
        whole([deal.called for deal in sets]),
        whole([deal.target for deal in sets]),
        whole([deal.leader for deal in sets]),
    )


def _with_talon(rules: Rules, rng: random.Random) -> DealtContract:
    """Return a random deck with a talon and its contract."""
    deck, size = rng.sample(rules.deck, len(rules.deck)), rules.hand_size
    hands = [deck[at * size : (at + 1) * size] for at in range(rules.players)]
    drawn = deck[-rules.talon :]
    caller = max(range(rules.players), key=lambda seat: best_call(rules, hands[seat]).worth)
    best = talon.ways(rules, hands[caller] + drawn)[0]
    extra = talon.extras(rules, best.kept_cards, best.away, best.suit)
    least = int(rules.option("auction.min"))
    bid = least if rng.random() < 0.5 else int(max(least, best.worth))
    hands[caller] = list(best.kept_cards)
    codes = codes_for(rules, best.suit)
    return _set(rules, hands, caller, codes, rng, (caller, NONE, bid - extra))


def _set(
    rules: Rules,
    hands: list[list[Card]],
    caller: int,
    codes: dict[Card, int],
    rng: random.Random,
    contract: tuple[int, int, int],
) -> DealtContract:
    """Return hands and contract (holder, called, target) with seats counted from the caller."""
    holder, called, target = contract
    players = rules.players
    turned = [[codes[card] for card in hands[(caller + at) % players]] for at in range(players)]
    return DealtContract(
        turned, (holder - caller) % players, called, target, rng.randrange(players)
    )
