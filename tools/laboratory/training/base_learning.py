"""Training of the policy by self-play: REINFORCE with a deck's mean result as the baseline.

Every deck is played several times, and on all seats the policy draws cards by likelihood. A side's
result minus its mean with this deck is its advantage; the weights of the cards that it chose grow with
the advantage. Plain Python runs this with lists, numba with arrays, as in `scalar`.
"""

from __future__ import annotations

import math

from games.bots.simulation.scalar import (
    AHEAD,
    BEAT,
    COUNT,
    FOES,
    KIND,
    OUT,
    SIDE,
    STAKE,
    STATE_FIELDS,
    ahead_by,
    end_solved,
    higher_than,
    lay,
    phase,
)

PLAYS_A_DECK = 8
"""Number of times that each deck is played."""
MAX_DECISIONS = 48
"""Most decisions in a deal."""
MAX_CARD_FEATURES = 9
"""Most features of a card."""

# where the weights of each feature begin: those of leading, then those of following
_L_TRUMPS = 4 * 24
_L_HELD = 8 * 24
_L_AHEAD = 12 * 24
_L_HIGHER = 17 * 24
_F = 21 * 24
_F_TRUMPS = _F + 4 * 96
_F_HELD = _F + 8 * 96
_F_AHEAD = _F + 12 * 96
_F_STAKE = _F + 17 * 96
_F_FOES = _F + 29 * 96
_F_WINNERS = _F + 53 * 96
_F_HIGHER = _F + 57 * 96
_F_SURE = _F + 73 * 96


def features(book, hands, state, score, seat, slot, winners, indices) -> int:
    """Write the indices of the weights for playing a slot into `indices`; return their number."""
    base = seat * 3
    own = 0
    for at in range(3):
        card = hands[base + at]
        if card < 48:
            own |= 1 << card
    card = hands[base + slot]
    unseen = book[2] & ~(state[4] | own)
    kind, higher = book[KIND + card], higher_than(book, unseen, card)
    part = phase(state[2], book[6], book[7])
    trumps = book[OUT + (unseen & 4095)]
    held = book[COUNT + (own & 4095)]
    ahead = book[AHEAD + 120 + ahead_by(score, book[SIDE + seat], book[1])]
    laid = state[1]
    if laid == 0:
        indices[0] = part * 24 + kind
        indices[1] = _L_TRUMPS + trumps * 24 + kind
        indices[2] = _L_HELD + held * 24 + kind
        indices[3] = _L_AHEAD + ahead * 24 + kind
        indices[4] = _L_HIGHER + higher * 24 + kind
        return 5
    table = state[5]
    partner = 1 if book[SIDE + state[6]] == book[SIDE + seat] else 0
    place = (2 * book[BEAT + table * 49 + card] + partner) * 24 + kind
    stake, foes = book[STAKE + state[7]], book[FOES + laid]
    indices[0] = _F + part * 96 + place
    indices[1] = _F_TRUMPS + trumps * 96 + place
    indices[2] = _F_HELD + held * 96 + place
    indices[3] = _F_AHEAD + ahead * 96 + place
    indices[4] = _F_STAKE + (stake * 2 + (1 if table < 12 else 0)) * 96 + place
    indices[5] = _F_FOES + (foes * 6 + stake) * 96 + place
    indices[6] = _F_WINNERS + winners * 96 + place
    indices[7] = _F_HIGHER + (foes * 4 + higher) * 96 + place
    players = book[0]
    if players == book[1]:
        return 8
    last = higher if place >= 48 else higher_than(book, unseen, table)
    indices[8] = _F_SURE + ((players - 1 - laid) * 4 + last) * 96 + place
    return 9


def roll(dice) -> int:
    """Return the random number (1 to 2**31 - 2) that follows the number `dice`."""
    return (dice * 48271) % 2147483647


def shuffle(deck, dice) -> int:
    """Shuffle a deck in place, beginning from the random number `dice`; return the next random number."""
    for at in range(len(deck) - 1, 0, -1):
        dice = roll(dice)
        other = dice % (at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return dice


def make_trump(deck, turned) -> None:
    """Rename the suits of a deck in place so that the suit of the card at `turned` is 0."""
    suit = deck[turned] // 12
    for at in range(len(deck)):
        own = deck[at] // 12
        if own == suit:
            deck[at] -= 12 * suit
        elif own == 0:
            deck[at] += 12 * suit


def decide(book, weights, hands, state, score, dice, numbers, counts, chances) -> int:
    """Return a hand's slot drawn by likelihood; write down features and chances of each slot.

    `numbers` gets the indices of the weights, `counts` the number of features, and `chances` the
    probability of each slot.
    """
    seat = (state[0] + state[1]) % book[0]
    winners = 0
    if state[1] > 0:
        for slot in range(3):
            winners += book[BEAT + state[5] * 49 + hands[seat * 3 + slot]]
    top = -1e9
    for slot in range(3):
        counts[slot] = 0
        chances[slot] = -1e9
        if hands[seat * 3 + slot] < 48:
            size = features(book, hands, state, score, seat, slot, winners, numbers[slot])
            total = 0.0
            for at in range(size):
                total += weights[numbers[slot][at]]
            counts[slot] = size
            chances[slot] = total
            if total > top:
                top = total
    whole = 0.0
    for slot in range(3):
        if counts[slot] > 0:
            chances[slot] = math.exp(chances[slot] - top)
            whole += chances[slot]
        else:
            chances[slot] = 0.0
    drawn = whole * dice / 2147483647.0
    chosen = -1
    for slot in range(3):
        chances[slot] /= whole
        if counts[slot] > 0 and (chosen < 0 or drawn > 0.0):
            chosen = slot
        drawn -= chances[slot] * whole
    return chosen


def play_deck(book, weights, deck, dice, hands, state, score, numbers, counts, chances, chosen,
              sides) -> int:  # fmt: skip
    """Play a deck and record each decision as `decide` writes it; return the number of decisions."""
    players = book[0]
    stock = deck[3 * players + 1 :]
    for seat in range(players):
        for slot in range(3):
            hands[seat * 3 + slot] = deck[slot * players + seat]
    for at in range(STATE_FIELDS):
        state[at] = 0
    for at in range(book[1]):
        score[at] = 0
    state[2] = len(deck) - 3 * players
    state[3] = deck[3 * players]
    decisions = 0
    for left in range(len(deck), 0, -1):
        if left == 6 and book[8] and state[1] == 0:
            end_solved(book, hands, state[0], score)
            return decisions
        dice = roll(dice)
        slot = decide(book, weights, hands, state, score, dice, numbers[decisions], counts[decisions],
                      chances[decisions])  # fmt: skip
        chosen[decisions] = slot
        sides[decisions] = book[SIDE + (state[0] + state[1]) % players]
        decisions += 1
        lay(book, hands, state, score, stock, slot)
    return decisions


def learn(book, weights, pack, decks, dice, rate, slower, share, work) -> int:
    """Play `decks` decks and change the weights after each; return the next random number.

    `rate` falls by `slower` with every deck; `share` is the weight of winning the deal against its points.
    `work` has arrays for intermediate results.
    """
    hands, state, score, numbers, counts, chances, chosen, sides, results, deck = work
    parties = book[1]
    for _ in range(decks):
        for at in range(len(pack)):
            deck[at] = pack[at]
        dice = shuffle(deck, dice)
        make_trump(deck, 3 * book[0])
        for deal in range(PLAYS_A_DECK):
            dice = roll(dice)
            decisions = play_deck(
                book, weights, deck, dice, hands, state, score, numbers[deal], counts[deal],
                chances[deal], chosen[deal], sides[deal],
            )  # fmt: skip
            chosen[deal][MAX_DECISIONS] = decisions
            returns(score, parties, share, results[deal])
        for side in range(parties):
            mean = 0.0
            for deal in range(PLAYS_A_DECK):
                mean += results[deal][side] / PLAYS_A_DECK
            for deal in range(PLAYS_A_DECK):
                results[deal][side] -= mean
        for deal in range(PLAYS_A_DECK):
            for move in range(chosen[deal][MAX_DECISIONS]):
                step = rate * results[deal][sides[deal][move]]
                for slot in range(3):
                    got = 1.0 if slot == chosen[deal][move] else 0.0
                    change = step * (got - chances[deal][move][slot])
                    for at in range(counts[deal][move][slot]):
                        weights[numbers[deal][move][slot][at]] += change
        rate -= slower
    return dice


def returns(score, parties, share, results) -> None:
    """Write each side's result (winning and points, about 0 on average) to `results`."""
    best, tied = -1, 0
    for side in range(parties):
        if score[side] > best:
            best, tied = score[side], 1
        elif score[side] == best:
            tied += 1
    for side in range(parties):
        won = 1.0 / tied if score[side] == best else 0.0
        points = (score[side] - 120.0 / parties) / 20.0
        results[side] = share * 2.0 * (won - 1.0 / parties) + (1.0 - share) * points


COMPILED = (features, roll, shuffle, make_trump, decide, play_deck, returns, learn)
