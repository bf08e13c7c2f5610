"""Training of the net of two players by self-play: REINFORCE with a deck's mean result as the baseline.

The net's score of a card is added to the table's. Every deck is played several times, with cards drawn
by likelihood. In some decks a rival with a net that does not change plays one side; if its net is 0, the
rival is the table alone, so that the net does not learn only to beat itself. `compiled` compiles this
source with numba; plain Python is too slow for it.

`net` has the weights of the first layer [ROWS + 1][wide], of the second [wide + 1][narrow] and of the
last [narrow + 1]; the last row of each is the bias. `steep` has the sums of gradients in these shapes.
"""

from __future__ import annotations

import math

from games.bots.simulation.card_features import (
    PLAYS_LOOKED_BACK,
    ROWS,
    card_features,
    hand_features,
    unseen_cards,
)
from games.bots.simulation.scalar import (
    BIT,
    KIND,
    STATE_FIELDS,
    deal_seen,
    end_solved,
    follow_worth,
    higher_than,
    lay,
    trick_seen,
)
from tools.laboratory.training.base_learning import make_trump, returns, roll, shuffle

PLAYS_A_DECK = 8
"""Number of times that each deck is played."""
MAX_DECISIONS = 48
"""Most decisions in a deal."""
CERTAIN_PROBABILITY = 0.9995
"""Probability above which a chosen card changes no weights."""
MIN_SCORE_GAP = -80.0
"""Lowest difference to the best score; a card this far behind is never drawn."""


def table_scores(book, weights, hand, laid, left, gone, ahead, scores) -> None:
    """Write the table's score of each card of a hand to `scores`, in units of 1."""
    own = book[BIT + hand[0]] | book[BIT + hand[1]] | book[BIT + hand[2]]
    unseen = book[2] & ~(gone | own)
    deal, trick = deal_seen(book, left, unseen, own, ahead), 0
    if laid < 48:
        trick = trick_seen(book, 1, book[32 + laid], laid, hand[0], hand[1], hand[2])
    for slot in range(3):
        card = hand[slot]
        if card == 48:
            continue
        higher, kind = higher_than(book, unseen, card), book[KIND + card]
        if laid == 48:
            scores[slot] = weights[(deal * 4 + higher) * 24 + kind] / 256.0
        else:
            takes = 2 * book[352 + laid * 49 + card]
            scores[slot] = follow_worth(weights, deal, trick, higher, takes, kind) / 256.0


def observe(book, hand, state, ahead, known, plays, common, own, counts) -> None:
    """Write the features of a hand to `common` and of its cards to `own`, and their numbers to `counts`."""
    laid = state[5] if state[1] else 48
    mine = book[BIT + hand[0]] | book[BIT + hand[1]] | book[BIT + hand[2]]
    unseen = unseen_cards(book, mine, state[4], known, state[3])
    counts[3] = hand_features(book, state[2], state[3], unseen, known, ahead, plays, common)
    for slot in range(3):
        counts[slot] = 0
        if hand[slot] < 48:
            counts[slot] = card_features(book, hand, slot, laid, unseen, plays, own[slot])


def forward(net, common, own, counts, begun, first, second, scores) -> None:
    """Add the net's score of each card to `scores`; keep both layers in `first` and `second`.

    `begun` is an array for the part of the first layer that the cards of a hand share.
    """
    rows, middle, last = net
    wide, narrow = len(begun), len(last) - 1
    for unit in range(wide):
        begun[unit] = rows[ROWS, unit]
    for at in range(counts[3]):
        row = common[at]  # read once: numba could not tell that it stays the same
        for unit in range(wide):
            begun[unit] += rows[row, unit]
    for slot in range(3):
        if counts[slot] == 0:
            continue
        for unit in range(wide):
            first[slot, unit] = begun[unit]
        for at in range(counts[slot]):
            row = own[slot, at]
            for unit in range(wide):
                first[slot, unit] += rows[row, unit]
        for unit in range(narrow):
            second[slot, unit] = middle[wide, unit]
        for unit in range(wide):
            worth = first[slot, unit]
            if worth > 0:
                for to in range(narrow):
                    second[slot, to] += worth * middle[unit, to]
            else:
                first[slot, unit] = 0
        total = last[narrow]
        for unit in range(narrow):
            if second[slot, unit] > 0:
                total += second[slot, unit] * last[unit]
            else:
                second[slot, unit] = 0
        scores[slot] += total


def backward(net, steep, common, own, counts, first, second, change, shared, back) -> None:
    """Add to `steep` the gradients of the cards' scores, weighted by `change`.

    `shared` and `back` are arrays for intermediate results.
    """
    middle, last = net[1], net[2]
    rows, centre, end = steep
    wide, narrow = len(back), len(last) - 1
    shared[:] = 0
    for slot in range(3):
        step = change[slot]
        if counts[slot] == 0 or step == 0:
            continue
        end[narrow] += step
        back[:] = 0
        for unit in range(narrow):
            if second[slot, unit] > 0:
                end[unit] += step * second[slot, unit]
                slope = step * last[unit]
                centre[wide, unit] += slope
                for before in range(wide):
                    if first[slot, before] > 0:
                        centre[before, unit] += slope * first[slot, before]
                        back[before] += slope * middle[before, unit]
        for at in range(counts[slot]):
            row = own[slot, at]
            for unit in range(wide):
                rows[row, unit] += back[unit]
        for unit in range(wide):
            shared[unit] += back[unit]
    for at in range(counts[3]):
        row = common[at]
        for unit in range(wide):
            rows[row, unit] += shared[unit]
    for unit in range(wide):
        rows[ROWS, unit] += shared[unit]


def choose(scores, counts, dice, chances) -> int:
    """Return a hand's slot drawn by likelihood; write the probability of each slot to `chances`."""
    top, whole = -1e9, 0.0
    for slot in range(3):
        if counts[slot] and scores[slot] > top:
            top = scores[slot]
    for slot in range(3):
        chances[slot] = math.exp(max(MIN_SCORE_GAP, scores[slot] - top)) if counts[slot] else 0.0
        whole += chances[slot]
    drawn, chosen = dice / 2147483647.0, -1
    for slot in range(3):
        chances[slot] /= whole
        if counts[slot] and (chosen < 0 or drawn > 0.0):
            chosen = slot
        drawn -= chances[slot]
    return chosen


def best_slot(scores, hand) -> int:
    """Return the index of the hand's slot with the best score among those that hold a card."""
    best = -1
    for slot in range(3):
        if hand[slot] < 48 and (best < 0 or scores[slot] > scores[best]):
            best = slot
    return best


def deal_cards(book, deck, hands, state, score, known, plays) -> None:
    """Deal a deck to two hands and reset the deal's state: nothing is played, nothing known."""
    for seat in range(2):
        for slot in range(3):
            hands[seat, slot] = deck[slot * 2 + seat]
        score[seat] = known[seat] = 0
    for at in range(STATE_FIELDS):
        state[at] = 0
    plays[:] = 48
    state[2] = len(deck) - 6
    state[3] = deck[6]


def lay_card(book, hands, state, score, known, plays, stock, slot) -> None:
    """Play the card of a slot; record it among its seat's latest plays, and a turned card that was taken."""
    seat = (state[0] + state[1]) % 2
    for at in range(PLAYS_LOOKED_BACK - 1, 0, -1):
        plays[seat, at, 0], plays[seat, at, 1] = plays[seat, at - 1, 0], plays[seat, at - 1, 1]
    plays[seat, 0, 0], plays[seat, 0, 1] = hands[seat, slot], state[5] if state[1] else 48
    turned = state[3]
    winner = lay(book, hands.reshape(-1), state, score, stock, slot)
    if winner >= 0 and turned < 48 and state[2] > 0 and state[3] != turned:
        known[winner] |= 1 << turned


def play_deal(book, weights, net, rival, stock, dice, rival_seat, deal, record) -> int:
    """Play a deal and record each decision of the net; return the number of these decisions.

    `rival_seat` plays the best card by the table and the net `rival`; -1 is for no rival. `deal` has the
    hands, state, points, known and latest cards, and arrays for scores and a layer.
    """
    hands, state, score, known, plays, scores, begun = deal
    common, own, counts, first, second, chances, chosen, seats = record
    decisions = 0
    while state[2] > 0 or state[1] > 0:
        seat = (state[0] + state[1]) % 2
        hand, ahead = hands[seat], score[seat] - score[1 - seat]
        laid = state[5] if state[1] else 48
        table_scores(book, weights, hand, laid, state[2], state[4], ahead, scores)
        known_now = known[1 - seat] & ~state[4]
        observe(book, hand, state, ahead, known_now, plays[1 - seat], common[decisions],
                own[decisions], counts[decisions])  # fmt: skip
        if seat == rival_seat:
            forward(rival, common[decisions], own[decisions], counts[decisions], begun,
                    first[decisions], second[decisions], scores)  # fmt: skip
            slot = best_slot(scores, hand)
        else:
            forward(net, common[decisions], own[decisions], counts[decisions], begun,
                    first[decisions], second[decisions], scores)  # fmt: skip
            dice = roll(dice)
            slot = choose(scores, counts[decisions], dice, chances[decisions])
            chosen[decisions], seats[decisions] = slot, seat
            decisions += 1
        lay_card(book, hands, state, score, known, plays, stock, slot)
    end_solved(book, hands.reshape(-1), state[0], score)
    return decisions


def learn(book, weights, net, rival, steep, pack, decks, dice, share, against, work) -> int:
    """Play `decks` decks and add the gradients of the net's weights to `steep`; return the next random number.

    `share` is the weight of winning the deal against its points; in the share `against` of the decks the
    rival plays one side. `work` has arrays for intermediate results.
    """
    deal, records, deck, decisions, results, change, shared, back = work
    for _ in range(decks):
        for at in range(len(pack)):
            deck[at] = pack[at]
        dice = shuffle(deck, dice)
        make_trump(deck, 6)
        dice = roll(dice)
        rival_seat = dice % 2 if roll(dice) / 2147483647.0 < against else -1
        for each in range(PLAYS_A_DECK):
            deal_cards(book, deck, deal[0], deal[1], deal[2], deal[3], deal[4])
            dice = roll(dice)
            decisions[each] = play_deal(book, weights, net, rival, deck[7:], dice, rival_seat,
                                        deal, record_of(records, each))  # fmt: skip
            returns(deal[2], 2, share, results[each])
        for each in range(PLAYS_A_DECK):
            for side in range(2):
                change[side] = results[each, side]
                for other in range(PLAYS_A_DECK):
                    change[side] -= results[other, side] / PLAYS_A_DECK
            learn_deal(net, steep, record_of(records, each), decisions[each], change[0], change[1],
                       shared, back)  # fmt: skip
    return dice


def record_of(records, deal):
    """Return the parts of the arrays `records` that belong to the deal of this index."""
    common, own, counts, first, second, chances, chosen, seats = records
    return (common[deal], own[deal], counts[deal], first[deal], second[deal], chances[deal],
            chosen[deal], seats[deal])  # fmt: skip


def learn_deal(net, steep, record, decisions, first_gain, second_gain, shared, back) -> None:
    """Add the gradients of one deal to `steep`; the gains are each seat's result above the deck's mean."""
    common, own, counts, first, second, chances, chosen, seats = record
    change = shared[:3].copy()
    for move in range(decisions):
        if chances[move, chosen[move]] > CERTAIN_PROBABILITY:
            continue
        gain = first_gain if seats[move] == 0 else second_gain
        for slot in range(3):
            got = 1.0 if slot == chosen[move] else 0.0
            change[slot] = gain * (got - chances[move, slot])
        backward(net, steep, common[move], own[move], counts[move], first[move], second[move],
                 change, shared, back)  # fmt: skip


COMPILED = (
    table_scores, observe, forward, backward, choose, best_slot, deal_cards, lay_card, play_deal,
    record_of, learn_deal, learn,
)  # fmt: skip
