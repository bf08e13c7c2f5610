"""Simulation of single deals with plain integers and arrays.

Plain Python runs this with lists; `compiled` hands the same source to numba. It follows
`games.engine` move for move: the winner of a trick, the exchange before the draw, the draws.

In all functions `book` is that of a `coding.Kernel` (seating, cards, and what beats what), `hands`
has three slots a seat with the code of a card or 48 for none, and `state` is laid out as below.
"""

from __future__ import annotations

from typing import Any

Array = Any
"""A list of int in plain Python, a numpy array of int64 when compiled."""

# fields of the state of a deal, [STATE_FIELDS]
LEADER, LAID, LEFT, BOTTOM, GONE, BEST, WINNING, TABLE, DICE, NEXT, FREE = range(11)
ELDEST = FREE + 6
STATE_FIELDS = ELDEST + 1
"""Length of a state. From FREE on: the slot that each seat played from, where its draw goes."""

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
BY_SURE = BY_TRICK + 6 * 2 * 4 * 4 * 4 * 4 * 24


def phase(left: int, early: int, late: int) -> int:
    """Return the phase of a deal (0 to 3) by the cards `left` in the stock.

    Phase 0 has more than `early`, 1 more than `late`, 3 none.
    """
    if left > early:
        return 0
    if left > late:
        return 1
    return 2 if left > 0 else 3


def lead_of(ahead: int) -> int:
    """Return the step (0 to 4) of a lead in points: far behind, behind, level, ahead, far ahead."""
    if ahead < -30:
        return 0
    if ahead < -10:
        return 1
    if ahead <= 10:
        return 2
    return 3 if ahead <= 30 else 4


def stake(points: int) -> int:
    """Return the step (0 to 5) of the points on the table."""
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
    """Return the step (0 to 3) of `trumps`, the number of trumps that the seat has not seen."""
    if trumps == 0:
        return 0
    if trumps < 3:
        return 1
    return 2 if trumps < 6 else 3


def ahead_by(score: Array, own: int, sides: int) -> int:
    """Return the points of the side `own` minus those of the best other side."""
    if sides == 2:
        return score[own] - score[1 - own]
    best = -1
    for other in range(sides):
        if other != own and score[other] > best:
            best = score[other]
    return score[own] - best


def higher_than(book, unseen, card) -> int:
    """Return the number of higher `unseen` cards (bits) of this card's suit, at most 3.

    `book` is `Kernel.book`.
    """
    higher = book[COUNT + ((unseen >> book[SHIFT + card]) & book[ABOVE + card])]
    return 3 if higher > 3 else higher


def lay(book, hands, state, score, stock, slot) -> int:
    """Play the card in slot 0 to 2 of the seat to play; a full trick is taken, exchanged, drawn.

    Returns the seat that took the trick, -1 where the trick goes on.
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
    if state[2] > book[5]:
        state[3] = exchange(book, hands, state[3], winner)
    if state[2] > 0:
        state[9] = draw(book, hands, state, stock, winner, state[2], state[3], state[9])
        state[2] -= players
        if state[2] == 0:
            state[3] = 48
    return winner


def exchange(book, hands, bottom, winner) -> int:
    """Exchange the winner's trump seven or two for the turned card; return the card turned then.

    The seven takes a card higher than itself, the two any other.
    """
    if bottom == 48:
        return 48
    give = 48
    if bottom > book[3] and book[3] < 48:
        give = book[3]
    elif book[4] < bottom:
        give = book[4]
    if give == 48:
        return bottom
    for slot in range(3):
        if hands[winner * 3 + slot] == give:
            hands[winner * 3 + slot] = bottom
            return give
    return bottom


def draw(book, hands, state, stock, winner, left, bottom, drawn) -> int:
    """Let every seat draw a card, the winner first; the turned card is the last of all.

    Where the rules draw by seat, the eldest is first except in the last round. `drawn` is the index
    of the next card in the stock; returns the index after the draw.
    """
    players = book[0]
    first = state[16] if book[9] and left > players else winner
    for at in range(players):
        seat = first + at if first + at < players else first + at - players
        if at + 1 == left and bottom < 48:
            card = bottom
        else:
            card = stock[drawn]
            drawn += 1
        hands[seat * 3 + state[10 + seat]] = card
    return drawn


def last_two(book, one, other, three, four) -> int:
    """Return the leader's points minus the other's in two players' last two tricks.

    The leader holds the cards `one` and `other`, the other player `three` and `four`; both play
    their best. `book` has the values of cards and which beats which.
    """
    best = -1000
    for first in range(2):
        lead, left_over = (one, other) if first == 0 else (other, one)
        worst = 1000
        for reply in range(2):
            answer, rest = (three, four) if reply == 0 else (four, three)
            points = book[VALUE + lead] + book[VALUE + answer]
            last = book[VALUE + left_over] + book[VALUE + rest]
            if book[BEAT + lead * 49 + answer]:
                value = -points - (-last if book[BEAT + rest * 49 + left_over] else last)
            else:
                value = points + (-last if book[BEAT + left_over * 49 + rest] else last)
            if value < worst:
                worst = value
        if worst > best:
            best = worst
    return best


def last_three(book, hands, leader) -> int:
    """Return the leader's points minus the other's in two players' last three tricks.

    Both play best, with all cards open.
    """
    own, others = 3 * leader, 3 - 3 * leader
    best = -1000
    for first in range(3):
        lead = hands[own + first]
        own_1, own_2 = hands[own + (first + 1) % 3], hands[own + (first + 2) % 3]
        worst = 1000
        for reply in range(3):
            answer = hands[others + reply]
            other_1, other_2 = hands[others + (reply + 1) % 3], hands[others + (reply + 2) % 3]
            points = book[VALUE + lead] + book[VALUE + answer]
            if book[BEAT + lead * 49 + answer]:
                value = -points - last_two(book, other_1, other_2, own_1, own_2)
            else:
                value = points + last_two(book, own_1, own_2, other_1, other_2)
            if value < worst:
                worst = value
                if worst <= best:
                    break  # whatever else is answered, this lead is not better
        if worst > best:
            best = worst
    return best


def end_solved(book, hands, leader, score) -> None:
    """Add the points of two players' last three tricks, with best play, to `score` by side."""
    ahead = last_three(book, hands, leader)
    points = 0
    for at in range(6):
        points += book[VALUE + hands[at]]
    score[leader] += (points + ahead) // 2
    score[1 - leader] += (points - ahead) // 2


def deal_seen(book, left, unseen, own, ahead) -> int:
    """Return the index, among the policy's weights, of the deal's features.

    These are its phase, the trumps unseen and held, and the points ahead. `unseen` and `own` are
    cards as bits; `left` is how many the stock has; `book` is `Kernel.book`.
    """
    part = 3 if left == 0 else 0 if left > book[6] else 1 if left > book[7] else 2
    number = (part * 4 + book[OUT + (unseen & 4095)]) * 4 + book[COUNT + (own & 4095)]
    return number * 5 + book[AHEAD + 120 + ahead]


def trick_seen(book, laid, table, best, one, two, three) -> int:
    """Return the index, among the policy's weights, of the trick's features.

    These are its points, whether a trump is winning, the opponents to come, and how many of the
    hand's cards would take it.
    """
    trick = book[STAKE + table] * 2 + (1 if best < 12 else 0)
    beats = BEAT + best * 49
    takes = book[beats + one] + book[beats + two] + book[beats + three]
    return (trick * 4 + book[FOES + laid]) * 4 + takes


def follow_worth(weights, deal, trick, higher, outcome, kind) -> int:
    """Return the policy's score of a following card, without the feature that only partners use.

    `deal` and `trick` are the indices of `deal_seen` and `trick_seen`.
    """
    worth = weights[BY_DEAL + (deal * 4 + outcome) * 24 + kind]
    return worth + weights[BY_TRICK + ((trick * 4 + higher) * 4 + outcome) * 24 + kind]


def cards_in(hands, places) -> int:
    """Return the number of cards in the first `places` slots of all hands of a deal."""
    held = 0
    for at in range(places):
        if hands[at] < 48:
            held += 1
    return held


def play_out(book, weights, noise, hands, state, score, stock) -> None:
    """Play a deal to its end by the policy with `noise`; add the sides' points to `score`."""
    players, sides = book[0], book[1]
    leader, laid, left, bottom, played = state[0], state[1], state[2], state[3], state[4]
    best, winning, table, dice, drawn = state[5], state[6], state[7], state[8], state[9]
    seat = (leader + laid) % players
    cards = left + cards_in(hands, 3 * players)
    solved = 6 if book[8] and cards >= 6 else 0
    while cards > solved:
        base = seat * 3
        card_1, card_2, card_3 = hands[base], hands[base + 1], hands[base + 2]
        own = book[BIT + card_1] | book[BIT + card_2] | book[BIT + card_3]
        unseen = book[2] & ~(played | own)
        side, beats = book[SIDE + seat], BEAT + best * 49
        ahead = score[side] - score[1 - side] if sides == 2 else ahead_by(score, side, sides)
        deal = deal_seen(book, left, unseen, own, ahead)
        trick, partner, over = 0, 0, 0
        if laid > 0:
            partner = 1 if book[SIDE + winning] == side else 0
            trick = trick_seen(book, laid, table, best, card_1, card_2, card_3)
            over = higher_than(book, unseen, best)
        dice = (dice * 48271) % 2147483647
        chosen, most = 0, -(1 << 60)
        for slot in range(3):
            card = hands[base + slot]
            if card == 48:
                continue
            higher = min(3, book[COUNT + ((unseen >> book[SHIFT + card]) & book[ABOVE + card])])
            kind = book[KIND + card]
            if laid == 0:
                worth = weights[(deal * 4 + higher) * 24 + kind]
            else:
                outcome = 2 * book[beats + card] + partner
                worth = follow_worth(weights, deal, trick, higher, outcome, kind)
                if players != sides:
                    last = (players - 1 - laid) * 4 + (higher if outcome > 1 else over)
                    worth += weights[BY_SURE + (last * 4 + outcome) * 24 + kind]
            worth += noise[(dice >> (10 * slot)) & 1023]
            if worth > most:
                most, chosen = worth, slot
        card, cards = hands[base + chosen], cards - 1
        hands[base + chosen], state[10 + seat] = 48, chosen
        played |= book[BIT + card]
        table += book[VALUE + card]
        if laid == 0 or book[beats + card]:
            best, winning = card, seat
        laid += 1
        seat = seat + 1 if seat + 1 < players else 0
        if laid == players:
            score[book[SIDE + winning]] += table
            leader = seat = winning
            laid = table = 0
            if left > book[5]:
                bottom = exchange(book, hands, bottom, leader)
            if left > 0:
                drawn = draw(book, hands, state, stock, leader, left, bottom, drawn)
                left -= players
    if cards > 0:
        end_solved(book, hands, leader, score)


def play_outs(book, weights, noise, hands, stock, dice, cards, state, score, points) -> None:
    """Play, for every world and every card of `cards`, that card and then the deal to its end.

    `hands` [worlds][players * 3], `stock` [worlds][left], `dice` [worlds] (from 1 to 2**31 - 2),
    `state` and `score` are the starting position; the sides' points are written to `points`
    [worlds][cards][sides]. NONE among `cards` lets the policy choose. `noise` is added to scores:
    zeros for the best card, Gumbel numbers to draw by likelihood.
    """
    sides, players = book[1], book[0]
    seat = (state[0] + state[1]) % players
    if len(dice) == 0:
        return
    # made once: to copy arrays for each world would take a tenth of the time
    own_hands, own_state, own_score = hands[0].copy(), state.copy(), score.copy()
    begun = state.copy()
    for world in range(len(dice)):
        dealt, drawn = hands[world], stock[world]
        # who has laid a card to the trick draws where it was
        for place in range(3 * players):
            if dealt[place] == 48:
                begun[FREE + place // 3] = place % 3
        for at in range(len(cards)):
            for place in range(3 * players):
                own_hands[place] = dealt[place]
            for place in range(STATE_FIELDS):
                own_state[place] = begun[place]
            for each in range(sides):
                own_score[each] = score[each]
            own_state[8] = dice[world]
            if cards[at] < 48:
                slot = 0
                while own_hands[seat * 3 + slot] != cards[at]:
                    slot += 1
                lay(book, own_hands, own_state, own_score, drawn, slot)
            play_out(book, weights, noise, own_hands, own_state, own_score, drawn)
            for each in range(sides):
                points[world][at][each] = own_score[each]


COMPILED = (
    phase, lead_of, stake, trumps_out, ahead_by, higher_than, exchange, draw,
    last_two, last_three, end_solved, lay, cards_in, play_out, play_outs,
)  # fmt: skip
INLINED = (deal_seen, trick_seen, follow_worth)
"""Functions inlined into `play_out`; passing arrays to functions at each play would cost up to
three times the time, which is also why `play_out` is as long as it is.
"""
