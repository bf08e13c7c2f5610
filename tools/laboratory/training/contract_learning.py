"""Self-play of games with an auction and changes of weights, compiled by numba.

REINFORCE with a deck's mean result as the baseline, as in `base_learning`.
"""

from __future__ import annotations

import math

from games.bots.variants.contract_scalar import LAID, LEADER, PARTNER, TARGET, lay, places


def play_and_record(book, layout, duty, whole, weights, uniform, state, got, trust, hands, legal,
                    indices, sizes, wanted, sides) -> int:  # fmt: skip
    """Play a deal to its end and record every choice; return the number of plays.

    `uniform` [plays] are the random numbers that draw the cards. The record is `indices` [plays,
    cards, features] of weights, `sizes` [plays] numbers of features, `wanted` [plays, cards]
    gradients of the scores, and `sides` [plays] 1 for the caller's side.
    """
    width, step = len(hands[0]), 0
    while width > 0:
        seat = (state[LEADER] + state[LAID]) % book[0]
        hand, weight_indices, chance = hands[seat], indices[step], wanted[step]
        size = places(
            book, layout, duty, whole, state, got, trust, hand, width, weight_indices, legal
        )
        top = -1e18
        for slot in range(width):
            chance[slot] = 0.0
            if legal[slot]:
                for at in range(size):
                    chance[slot] += weights[weight_indices[slot, at]]
                top = max(top, chance[slot])
        total = 0.0
        for slot in range(width):
            chance[slot] = math.exp(chance[slot] - top) if legal[slot] else 0.0
            total += chance[slot]
        chosen, drawn = -1, uniform[step] * total
        for slot in range(width):
            if legal[slot] and (chosen < 0 or drawn > 0.0):
                chosen = slot
            drawn -= chance[slot]
            chance[slot] = -chance[slot] / total
        chance[chosen] += 1.0
        for slot in range(width, len(chance)):
            chance[slot] = 0.0
        sizes[step] = size
        sides[step] = 1 if seat == 0 or seat == state[PARTNER] else 0
        width = lay(book, state, got, trust, hands, width, chosen)
        step += 1
    return step


def outcome(state, got, last, making) -> float:
    """Return the result of the caller's side: making the contract, and points above the target.

    `making` is the weight of the contract against the points, `last` the points of the last trick.
    """
    points_made = got[0] + (got[state[PARTNER]] if state[PARTNER] > 0 else 0)
    if state[LEADER] == 0 or (state[LEADER] == state[PARTNER]):
        points_made += last
    over = points_made - state[TARGET]
    points = min(2.0, max(-2.0, over / 30.0))
    return making * (1.0 if over >= 0 else -1.0) + (1.0 - making) * points


def learn(book, layout, duty, whole, weights, rates, uniform, last, making, states, hands,
          work) -> None:  # fmt: skip
    """Play each deck once for each copy, and change the weights after each deck.

    `uniform` [decks, copies, plays] are random numbers, `rates` [decks] learning rates, `last` the
    points of the last trick, `making` the weight of the contract against points. `work` has arrays
    for intermediate results.
    """
    own_states, own_hands, gots, trusts, legal, recorded_indices, sizes, wanted, sides, results = (
        work
    )
    copies = len(results)
    for deck in range(len(states)):
        mean, plays = 0.0, 0
        for copy in range(copies):
            own_states[copy][:] = states[deck]
            own_hands[copy][:] = hands[deck]
            gots[copy][:] = 0
            trusts[copy][:] = 0
            plays = play_and_record(
                book, layout, duty, whole, weights, uniform[deck][copy], own_states[copy],
                gots[copy], trusts[copy], own_hands[copy], legal, recorded_indices[copy], sizes[copy],
                wanted[copy], sides[copy],
            )  # fmt: skip
            results[copy] = outcome(own_states[copy], gots[copy], last, making)
            mean += results[copy] / copies
        for copy in range(copies):
            ahead = rates[deck] * (results[copy] - mean)
            for step in range(plays):
                worth = ahead if sides[copy, step] else -ahead
                for slot in range(wanted.shape[2]):
                    by = worth * wanted[copy, step, slot]
                    if by != 0.0:
                        for at in range(sizes[copy, step]):
                            weights[recorded_indices[copy, step, slot, at]] += by


COMPILED = (play_and_record, outcome, learn)
