"""Trains the table of one game with an auction, by games against itself.

REINFORCE with the mean of a deck's deals as the baseline, many decks at once. Who calls, and what,
is what the rules bot would; half of the contracts are the least that may be, half as high as the
hand is worth.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.bots.auction import CONTRACT, best_call
from games.bots.contracts import deals, talon
from games.bots.contracts.table import SIZE, Policy
from games.bots.kernel.coding import NONE, Ints, codes_for
from games.engine import Card, Rules

COPIES: Final = 8
"""Times that each deck is played."""
BATCH: Final = 64
"""Decks between two changes of the weights."""
FIRST_RATE: Final = 0.04
LAST_RATE: Final = 0.05
"""Of the first rate, at the end."""


@dataclass(frozen=True, slots=True)
class Set:
    """A deck with its contract, seats counted from the caller."""

    hands: list[list[int]]
    partner: int
    called: int
    target: int
    leader: int


def train(rules: Rules, decks: int, seed: int) -> Iterator[Policy]:
    """The weights after each batch; the last are the result. The same seed gives the same."""
    dice, rng = np.random.default_rng(seed), random.Random(f"contracts/{seed}")  # noqa: S311
    weights = np.zeros(SIZE)
    batches = max(1, decks // BATCH)
    for batch in range(batches):
        rate = FIRST_RATE * (1 - (1 - LAST_RATE) * batch / batches)
        learn(rules, weights, [a_deck(rules, rng) for _ in range(BATCH)], rate, dice)
        yield weights


def learn(
    rules: Rules, weights: Policy, sets: Sequence[Set], rate: float, dice: np.random.Generator
) -> None:
    """Play these decks and change the weights."""
    kernel, rows = deals.kernel_of(rules), rows_of(sets, COPIES)
    every, steps = np.arange(len(rows.leader)), []
    while rows.hands.shape[2]:
        own, seat = deals.hand_of(rows), rows.seat
        found, legal = deals.places(kernel, rows, own)
        worth = np.where(legal, weights.take(found).sum(-1), -1e9)
        chance = np.exp(worth - worth.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        slot = (worth + dice.gumbel(size=worth.shape)).argmax(1)
        wanted = -chance
        wanted[every, slot] += 1.0
        steps.append((found, wanted, (seat == 0) | (seat == rows.partner)))
        deals.lay(kernel, rows, slot)
    if rules.talon:
        rows.got[every, rows.leader] += talon.LAST_TRICK
    result = _returns(rows)
    result -= result.reshape(-1, COPIES).mean(1).repeat(COPIES)
    for found, wanted, calling in steps:
        step = rate * np.where(calling, result, -result)
        change = np.broadcast_to((step[:, None] * wanted)[:, :, None], found.shape)
        weights += np.bincount(found.ravel(), change.ravel(), SIZE)


def _returns(rows: deals.Rows) -> deals.Floats:
    """What the caller's side has of each deal: making the contract and the points, half each."""
    over = deals.made(rows) - rows.target
    return np.asarray(0.5 * np.where(over >= 0, 1.0, -1.0) + 0.5 * np.clip(over / 30, -2, 2))


def rows_of(sets: Sequence[Set], copies: int) -> deals.Rows:
    """So many rows of each deck."""

    def whole(values: Sequence[object]) -> Ints:
        return np.repeat(np.array(values, np.int64), copies, axis=0)

    return deals.begun(
        whole([one.hands for one in sets]),
        whole([one.partner for one in sets]),
        whole([one.called for one in sets]),
        whole([one.target for one in sets]),
        whole([one.leader for one in sets]),
    )


def a_deck(rules: Rules, rng: random.Random) -> Set:
    """A deck at random, and the contract that comes of it."""
    deck = rng.sample(rules.deck, len(rules.deck))
    size = rules.hand_size
    hands = [deck[at * size : (at + 1) * size] for at in range(rules.players)]
    if rules.talon:
        return _with_talon(rules, hands, deck[-rules.talon :], rng)
    calls = [best_call(rules, hand) for hand in hands]
    caller = max(range(rules.players), key=lambda seat: calls[seat].worth)
    call = calls[caller]
    card = f"{call.suit}{call.rank}"
    holder = next(seat for seat, hand in enumerate(hands) if card in hand)
    target = CONTRACT if rng.random() < 0.5 else int(min(120, max(CONTRACT, call.worth)))
    codes = codes_for(rules, call.suit)
    return _set(rules, hands, caller, codes, rng, (holder, codes[card], target))


def _with_talon(
    rules: Rules, hands: list[list[Card]], drawn: list[Card], rng: random.Random
) -> Set:
    caller = max(range(rules.players), key=lambda seat: best_call(rules, hands[seat]).worth)
    best = talon.ways(rules, hands[caller] + drawn)[0]
    extra = talon.extras(rules, best.kept, best.away, best.suit)
    least = int(rules.option("auction.min"))
    bid = least if rng.random() < 0.5 else int(max(least, best.worth))
    hands[caller] = list(best.kept)
    codes = codes_for(rules, best.suit)
    return _set(rules, hands, caller, codes, rng, (caller, NONE, bid - extra))


def _set(
    rules: Rules,
    hands: list[list[Card]],
    caller: int,
    codes: dict[Card, int],
    rng: random.Random,
    contract: tuple[int, int, int],
) -> Set:
    holder, called, target = contract
    players = rules.players
    turned = [[codes[card] for card in hands[(caller + at) % players]] for at in range(players)]
    return Set(turned, (holder - caller) % players, called, target, rng.randrange(players))
