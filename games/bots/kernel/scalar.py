"""One deal after another, in plain integers and arrays.

Plain Python runs this with lists; `compiled` hands the same source to numba. It follows
`games.engine` move for move: who wins a trick, the exchange before the draw, who draws what.
Who sits where, what cards are and what beats what stands in the book of a `coding.Kernel`.
"""

from __future__ import annotations

from typing import Any

Array = Any
"""A list of int in plain Python, a numpy array of int64 when compiled."""

# fields of the state of a deal, [STATE_FIELDS]
LEADER, LAID, LEFT, BOTTOM, GONE, BEST, WINNING, TABLE, DICE, NEXT, FREE = range(11)
STATE_FIELDS = FREE + 6
"""From FREE on: the slot that each seat played from, where it puts what it draws."""

# where each part of the book begins; its first fields are those of `coding`
SIDE = 16
FOES = 24
VALUE = 32
BIT = 96
KIND = 160
SHIFT = 224
ABOVE = 288
BEAT = 352
COUNT = 2816
OUT = COUNT + 4096
STAKE = OUT + 4096
AHEAD = STAKE + 128
BOOK = AHEAD + 256

# where each part of the weights begins
BY_DEAL = 4 * 4 * 4 * 5 * 4 * 24
BY_TRICK = 2 * BY_DEAL


def phase(left: int, early: int, late: int) -> int:
    """The part of a deal by the cards left in the stock."""
    if left > early:
        return 0
    if left > late:
        return 1
    return 2 if left > 0 else 3


def lead_of(ahead: int) -> int:
    """How far ahead a side is, in five steps."""
    if ahead < -30:
        return 0
    if ahead < -10:
        return 1
    if ahead <= 10:
        return 2
    return 3 if ahead <= 30 else 4


def stake(points: int) -> int:
    """Points on the table, in six steps."""
    if points == 0:
        return 0
    if points < 5:
        return 1
    if points < 10:
        return 2
    if points < 12:
        return 3
    return 4 if points < 16 else 5


def trumps_out(trumps: int) -> int:
    """Trumps that have not been seen, in four steps."""
    if trumps == 0:
        return 0
    if trumps < 3:
        return 1
    return 2 if trumps < 6 else 3


def ahead_by(score: Array, own: int, sides: int) -> int:
    """Points of a side more than the best other has."""
    if sides == 2:
        return score[own] - score[1 - own]
    best = -1
    for other in range(sides):
        if other != own and score[other] > best:
            best = score[other]
    return score[own] - best


def higher_than(book, unseen, card) -> int:
    """Cards of this card's suit that are higher and not seen, 3 for more."""
    higher = book[COUNT + ((unseen >> book[SHIFT + card]) & book[ABOVE + card])]
    return 3 if higher > 3 else higher


def pick(book, weights, noise, hands, state, score) -> int:
    """The slot of the hand that the policy plays from; the state's dice move on.

    `book` is that of a kernel, `weights` those of a policy; `noise` is what is added to the scores, zeros for the best card, Gumbel numbers to draw by likelihood.
    """
    players, laid = book[0], state[1]
    seat = (state[0] + laid) % players
    base = seat * 3
    own = book[BIT + hands[base]] | book[BIT + hands[base + 1]] | book[BIT + hands[base + 2]]
    unseen = book[2] & ~(state[4] | own)
    trumps = book[OUT + (unseen & 4095)]
    held = book[COUNT + (own & 4095)]
    ahead = book[AHEAD + 120 + ahead_by(score, book[SIDE + seat], book[1])]
    deal = ((phase(state[2], book[6], book[7]) * 4 + trumps) * 4 + held) * 5 + ahead
    dice = (state[8] * 48271) % 2147483647
    state[8] = dice
    chosen, best = 0, -(1 << 60)
    if laid == 0:
        for slot in range(3):
            card = hands[base + slot]
            if card < 48:
                higher = higher_than(book, unseen, card)
                worth = weights[(deal * 4 + higher) * 24 + book[KIND + card]]
                worth += noise[(dice >> (10 * slot)) & 1023]
                if worth > best:
                    best, chosen = worth, slot
        return chosen
    table = state[5]
    winners = 0
    for slot in range(3):
        winners += book[BEAT + table * 49 + hands[base + slot]]
    partner = 1 if book[SIDE + state[6]] == book[SIDE + seat] else 0
    trick = book[STAKE + state[7]] * 2 + (1 if table < 12 else 0)
    trick = (trick * 4 + book[FOES + laid]) * 4 + winners
    for slot in range(3):
        card = hands[base + slot]
        if card < 48:
            higher = higher_than(book, unseen, card)
            outcome = 2 * book[BEAT + table * 49 + card] + partner
            kind = book[KIND + card]
            worth = weights[BY_DEAL + (deal * 4 + outcome) * 24 + kind]
            worth += weights[BY_TRICK + ((trick * 4 + higher) * 4 + outcome) * 24 + kind]
            worth += noise[(dice >> (10 * slot)) & 1023]
            if worth > best:
                best, chosen = worth, slot
    return chosen


def lay(book, hands, state, score, stock, slot) -> int:
    """Play the card of that slot; the trick is taken and cards are drawn where it was the last.

    Gives the seat that took the trick, -1 where it goes on.
    """
    players, leader, laid = book[0], state[0], state[1]
    seat = (leader + laid) % players
    card = hands[seat * 3 + slot]
    hands[seat * 3 + slot] = 48
    state[10 + seat] = slot
    state[4] |= book[BIT + card]
    state[7] += book[VALUE + card]
    if laid == 0 or book[BEAT + state[5] * 49 + card]:
        state[5] = card
        state[6] = seat
    state[1] = laid + 1
    if laid + 1 < players:
        return -1
    winner = state[6]
    score[book[SIDE + winner]] += state[7]
    state[0] = winner
    state[1] = 0
    state[7] = 0
    if state[2] > 0:
        if state[2] > book[5]:
            exchange(book, hands, state, winner)
        draw(book, hands, state, stock, winner)
    return winner


def exchange(book, hands, state, winner) -> None:
    """The winner takes the turned card: with the seven what is higher, with the two the rest."""
    bottom = state[3]
    if bottom == 48:
        return
    give = 48
    if bottom > book[3] and book[3] < 48:
        give = book[3]
    elif book[4] < bottom:
        give = book[4]
    if give == 48:
        return
    for slot in range(3):
        if hands[winner * 3 + slot] == give:
            hands[winner * 3 + slot] = bottom
            state[3] = give
            return


def draw(book, hands, state, stock, winner) -> None:
    """Everyone takes a card, the winner first; the turned card is the last of all."""
    players = book[0]
    for at in range(players):
        seat = (winner + at) % players
        state[2] -= 1
        if state[2] == 0 and state[3] < 48:
            card = state[3]
            state[3] = 48
        else:
            card = stock[state[9]]
            state[9] += 1
        hands[seat * 3 + state[10 + seat]] = card


def last_two(book, one, other, three, four) -> int:
    """Two tricks left: what who leads `one` or `other` gets more than who holds the others."""
    best = -1000
    for first in range(2):
        lead, kept = (one, other) if first == 0 else (other, one)
        worst = 1000
        for reply in range(2):
            answer, rest = (three, four) if reply == 0 else (four, three)
            points = book[VALUE + lead] + book[VALUE + answer]
            last = book[VALUE + kept] + book[VALUE + rest]
            if book[BEAT + lead * 49 + answer]:
                found = -points - (-last if book[BEAT + rest * 49 + kept] else last)
            else:
                found = points + (-last if book[BEAT + kept * 49 + rest] else last)
            if found < worst:
                worst = found
        if worst > best:
            best = worst
    return best


def last_three(book, hands, leader) -> int:
    """Three tricks left and no stock, two players: what the leader gets more, played exactly."""
    own, others = 3 * leader, 3 - 3 * leader
    best = -1000
    for first in range(3):
        lead = hands[own + first]
        one, two = hands[own + (first + 1) % 3], hands[own + (first + 2) % 3]
        worst = 1000
        for reply in range(3):
            answer = hands[others + reply]
            three, four = hands[others + (reply + 1) % 3], hands[others + (reply + 2) % 3]
            points = book[VALUE + lead] + book[VALUE + answer]
            if book[BEAT + lead * 49 + answer]:
                found = -points - last_two(book, three, four, one, two)
            else:
                found = points + last_two(book, one, two, three, four)
            if found < worst:
                worst = found
        if worst > best:
            best = worst
    return best


def play_out(book, weights, noise, hands, state, score, stock) -> None:
    """Play a deal to its end by the policy; the points of each side are in `score` then."""
    cards = state[2]
    for at in range(3 * book[0]):
        if hands[at] < 48:
            cards += 1
    solved = 6 if book[8] else 0
    while cards > 0:
        if cards == solved and state[2] == 0 and state[1] == 0:
            ahead = last_three(book, hands, state[0])
            points = 0
            for at in range(6):
                points += book[VALUE + hands[at]]
            score[state[0]] += (points + ahead) // 2
            score[1 - state[0]] += (points - ahead) // 2
            return
        cards -= 1
        slot = pick(book, weights, noise, hands, state, score)
        lay(book, hands, state, score, stock, slot)


def play_outs(book, weights, noise, hands, stock, dice, cards, state, score, found) -> None:
    """For every world and every card of `cards`: play the card, then the deal to its end.

    `hands` [worlds][players * 3], `stock` [worlds][left], `dice` [worlds] (from 1 to 2**31 - 2),
    `state` and `score` where the deal stands; the sides' points go to `found`
    [worlds][cards][sides]. NONE among `cards` lets the policy choose.
    """
    sides, players = book[1], book[0]
    seat = (state[0] + state[1]) % players
    for world in range(len(dice)):
        for at in range(len(cards)):
            own_hands, own_state, own_score = hands[world].copy(), state.copy(), score.copy()
            own_state[8] = dice[world]
            if cards[at] < 48:
                slot = 0
                while own_hands[seat * 3 + slot] != cards[at]:
                    slot += 1
                lay(book, own_hands, own_state, own_score, stock[world], slot)
            play_out(book, weights, noise, own_hands, own_state, own_score, stock[world])
            for each in range(sides):
                found[world][at][each] = own_score[each]


COMPILED = (
    phase,
    lead_of,
    stake,
    trumps_out,
    ahead_by,
    higher_than,
    exchange,
    draw,
    last_two,
    last_three,
    pick,
    lay,
    play_out,
    play_outs,
)
