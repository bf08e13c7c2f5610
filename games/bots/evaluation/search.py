"""Alpha-beta search of open deals of two players, stock included.

Plain Python runs this with lists of int; `solver` hands the same source to numba. A hand is three
cards in rising price, NONE where there is none; a value is the leader's share of the points still
to be won minus the other's. `lookup` is an array of the deal's constants and lookup tables;
`transpositions` is the transposition table: bounds and the best lead of each position. Cards
without points of one suit that stand in the same order among those still in play are the same
position (not trumps, while an exchange may need them).
"""

from __future__ import annotations

from games.bots.simulation.scalar import BEAT, BIT, BOOK, COUNT, VALUE

# how the exchange before the draw is made: never, always, or as is better
NEVER, ALWAYS, AS_IS_BETTER = range(3)

NONE = 48
"""The code for no card."""
UNKNOWN = -1000
"""A value lower than that of any position."""
SKIPPED = -100000
"""Order of an answer that need not be tried."""

# where each part of the lookup array begins, after the book
PRICE = BOOK
ZERO_SHIFT = PRICE + 49
ZERO_BELOW = ZERO_SHIFT + 49
ZERO_BASE = ZERO_BELOW + 49
ALIKE = ZERO_BASE + 49
REST = ALIKE + 49
CARDS = REST + 64
SIZE, STOCK, MODE, SEVEN, TWO, CLOSED, NODES, BY_SEAT = range(CARDS + 64, CARDS + 72)
LOOKUP_LENGTH = BY_SEAT + 1
"""Length of the lookup array.

ALIKE has 1 for cards that only their order tells apart; REST the stock from each place on, as bits,
without the turned card; CARDS the stock; BY_SEAT 1 where the same seat draws first in every round but
the last.
"""
OTHER_FIRST = 1 << 46
"""Added to the key of a position in which the other draws first; more than any key."""


def lead(lookup, transpositions, own, other, at, bottom, first, rest, alpha, beta) -> int:
    """Return the value for the player who leads from `own`: points to be won minus the other's.

    It is exact from `alpha` to `beta`. `at` is the index of the stock's next card; its last is the
    turned card, now `bottom`. `first` is 0 where by seat the other draws first, else 1. `rest` are
    the points still to be won: more than `alpha`, and more than `-beta`.
    """
    if own[1] == NONE and at == lookup[STOCK]:
        return -rest if lookup[BEAT + own[0] * 49 + other[0]] else rest
    lookup[NODES] += 1
    mine, theirs, key = identity(lookup, own, other, at, bottom, first)
    place = 2 * (key % lookup[SIZE])
    low, high, hint = -rest, rest, 0
    if transpositions[place] == key:
        entry = transpositions[place + 1]
        low, high, hint = (entry >> 11) - 200, ((entry >> 2) & 511) - 200, entry & 3
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    if low > alpha:
        alpha = low
    if high < beta:
        beta = high
    best, choice, answers = UNKNOWN, 0, distinct(lookup, other, theirs)
    for turn in range(3):
        which = hint if turn == 0 else (turn - 1 if turn <= hint else turn)
        card = own[which]
        if card == NONE or (turn > 0 and repeats(lookup, card, mine[which], mine)):
            continue
        value = answered(
            lookup, transpositions, card, without(own, which), other, answers, at, bottom,
            first, rest, max(best, alpha), beta,
        )  # fmt: skip
        if value > best:
            best, choice = value, which
            if best >= beta:
                break
    transpositions[place] = key
    transpositions[place + 1] = entry_of(best, choice, low, high, alpha, beta)
    return best


def answered(
    lookup, transpositions, card, kept, other, answers, at, bottom, first, rest, alpha, beta
) -> int:
    """Return the value for the leader of `card`, who keeps `kept`, if `other` answers it best."""
    worst = -UNKNOWN
    for which in in_order(lookup, card, answers):
        if which < 0 or worst <= alpha:
            break
        answer, left = other[which], without(other, which)
        points = lookup[VALUE + card] + lookup[VALUE + answer]
        if lookup[BEAT + card * 49 + answer]:
            sign, won, lost, under, over = -1, left, kept, -beta - points, -alpha - points
            draws = first ^ lookup[BY_SEAT]
        else:
            sign, won, lost, under, over = 1, kept, left, alpha - points, beta - points
            draws = first
        value = taken(
            lookup, transpositions, won, lost, at, bottom, draws, rest - points, under, over
        )
        value = sign * (points + value)
        if value < worst:
            worst = value
            if worst < beta:
                beta = worst
    return worst


def taken(lookup, transpositions, won, lost, at, bottom, first, rest, alpha, beta) -> int:
    """Return the value for the winner of a trick, who keeps two cards, before exchange and draw."""
    if rest <= alpha:
        return rest
    if -rest >= beta:
        return -rest
    if won[0] == NONE and at == lookup[STOCK]:
        return 0
    give, value = given(lookup, won, at, bottom), UNKNOWN
    if give < NONE:
        own, other, after, lies = drawn(lookup, won, lost, at, bottom, first, give)
        value = lead(lookup, transpositions, own, other, after, lies, first, rest, alpha, beta)
    if give == NONE or (lookup[MODE] == AS_IS_BETTER and value < beta):
        own, other, after, lies = drawn(lookup, won, lost, at, bottom, first, NONE)
        value = max(
            value,
            lead(
                lookup,
                transpositions,
                own,
                other,
                after,
                lies,
                first,
                rest,
                max(alpha, value),
                beta,
            ),
        )
    return value


def distinct(lookup, hand, places):
    """Return the cards of a hand, with NONE for each that is equivalent to another card.

    `places` is the same hand as representatives of equivalent cards.
    """
    first, second, third = hand
    return (
        NONE if repeats(lookup, first, places[0], places) else first,
        NONE if repeats(lookup, second, places[1], places) else second,
        NONE if repeats(lookup, third, places[2], places) else third,
    )


def in_order(lookup, card, answers):
    """Return the indices of three answers to a card, the likely best first; -1 for no answer."""
    first = reply_order(lookup, card, answers[0])
    second = reply_order(lookup, card, answers[1])
    third = reply_order(lookup, card, answers[2])
    if first >= second and first >= third:
        order = (0, 1, 2) if second >= third else (0, 2, 1)
    elif second >= third:
        order = (1, 0, 2) if first >= third else (1, 2, 0)
    else:
        order = (2, 0, 1) if first >= second else (2, 1, 0)
    return (
        order[0],
        -1 if answers[order[1]] == NONE else order[1],
        -1 if answers[order[2]] == NONE else order[2],
    )


def drawn(lookup, won, lost, at, bottom, first, give):
    """Return after a draw: winner's hand, loser's hand, next index in the stock, the turned card.

    The winner has exchanged `give`, unless that is NONE, and draws first if `first` is 1 or in the
    last round.
    """
    left = lookup[STOCK] - at
    if left == 0:
        return (won[0], won[1], NONE), (lost[0], lost[1], NONE), at, NONE
    if give < NONE:
        # the new card is dearer than the one given: the order may change
        rest = won[1] if won[0] == give else won[0]
        won = (rest, bottom) if lookup[PRICE + rest] <= lookup[PRICE + bottom] else (bottom, rest)
        bottom = give
    last = bottom if left == 2 and bottom < NONE else lookup[CARDS + at + 1]
    if first == 0 and left > 2:
        own, other = placed(lookup, won, last), placed(lookup, lost, lookup[CARDS + at])
    else:
        own, other = placed(lookup, won, lookup[CARDS + at]), placed(lookup, lost, last)
    return own, other, at + 2, NONE if left == 2 else bottom


def given(lookup, won, at, bottom) -> int:
    """Return the card that the winner of a trick may exchange for the turned one, or NONE."""
    if lookup[MODE] == NEVER or lookup[STOCK] - at <= lookup[CLOSED] or bottom >= 12:
        return NONE
    give = NONE
    if bottom > lookup[SEVEN]:
        give = lookup[SEVEN]
    elif bottom > lookup[TWO]:
        give = lookup[TWO]
    return give if give in won else NONE


def identity(lookup, own, other, at, bottom, first):
    """Return both hands as representatives of equivalent cards, and the position's key, never 0."""
    a1, a2, a3 = own
    b1, b2, b3 = other
    in_play = lookup[REST + at] | lookup[BIT + bottom]
    in_play |= lookup[BIT + a1] | lookup[BIT + a2] | lookup[BIT + a3]
    in_play |= lookup[BIT + b1] | lookup[BIT + b2] | lookup[BIT + b3]
    c1, c2, c3 = (
        same_as(lookup, in_play, a1),
        same_as(lookup, in_play, a2),
        same_as(lookup, in_play, a3),
    )
    d1, d2, d3 = (
        same_as(lookup, in_play, b1),
        same_as(lookup, in_play, b2),
        same_as(lookup, in_play, b3),
    )
    key = ((c1 * 49 + c2) * 49 + c3) * 117649 + (d1 * 49 + d2) * 49 + d3
    key = (key * 49 + bottom) * 64 + at + 1 + (1 - first) * OTHER_FIRST
    return (c1, c2, c3), (d1, d2, d3), key


def same_as(lookup, in_play, card) -> int:
    """Return the code that stands for all cards equivalent to this one among `in_play` (bits)."""
    if lookup[ALIKE + card] == 0:
        return card
    below = (in_play >> lookup[ZERO_SHIFT + card]) & lookup[ZERO_BELOW + card]
    return lookup[ZERO_BASE + card] + lookup[COUNT + below]


def repeats(lookup, card, place, hand) -> bool:
    """Return whether a card is redundant: `hand`, in codes of `same_as`, has the next lower one."""
    if lookup[ALIKE + card] == 0 or place == lookup[ZERO_BASE + card]:
        return False
    return place - 1 in hand


def entry_of(best, choice, low, high, alpha, beta) -> int:
    """Return the transposition table's entry: bounds of the value, and the index of the best lead.

    `best` is the value found in the window from `alpha` to `beta`; `low` and `high` were known.
    """
    if best >= beta:
        low = max(best, low)
    elif best <= alpha:
        high = min(best, high)
    else:
        low = high = best
    return (((low + 200) << 9) | (high + 200)) << 2 | choice


def reply_order(lookup, card, answer) -> int:
    """Return the priority of this answer to a card; the highest is tried first."""
    if answer == NONE:
        return SKIPPED
    points = lookup[VALUE + card] + lookup[VALUE + answer]
    if lookup[BEAT + card * 49 + answer]:
        if answer < 12:
            return 4 * points - lookup[PRICE + answer]
        return 4 * points + 40 - lookup[PRICE + answer]
    return -4 * points - (20 if answer < 12 else 0) - (answer % 12) // 4


def without(hand, which):
    """Return the two cards of a hand that stay when the card at index `which` is played."""
    if which == 0:
        return hand[1], hand[2]
    return hand[0], hand[1] if which == 2 else hand[2]


def placed(lookup, two, new):
    """Return two cards in rising price with a third inserted in its place."""
    low, high = two
    price = lookup[PRICE + new]
    if price < lookup[PRICE + low]:
        return new, low, high
    if price < lookup[PRICE + high]:
        return low, new, high
    return low, high, new


COMPILED = (
    same_as, identity, repeats, distinct, reply_order, in_order, without, placed,
    given, drawn, entry_of, lead,
)  # fmt: skip
INLINED = (taken, answered)
"""Functions that numba inlines into `lead`, which they call: numba allows no other recursion."""
