"""Alpha-beta over a deal of two players in which every card is known, stock included.

It runs on lists of int; `flat_search` does the same for numba. A hand is three cards in rising
price, 48 where there is none; a value is what who leads gets more of the points still to be won. The
table of positions keeps bounds and the best lead; zero-point cards of a suit that stand
in the same order among those still in play are the same position (not trumps, while an exchange
may turn on them).
"""

from __future__ import annotations

from games.bots.simulation.scalar import BEAT, BIT, BOOK, COUNT, VALUE

# how the exchange before the draw is made: never, always, or as is better
NEVER, ALWAYS, AS_IS_BETTER = range(3)

# where each part of the desk begins, after the book
PRICE = BOOK
ZERO_SHIFT = PRICE + 49
ZERO_BELOW = ZERO_SHIFT + 49
ZERO_BASE = ZERO_BELOW + 49
ALIKE = ZERO_BASE + 49
REST = ALIKE + 49
CARDS = REST + 64
SIZE, STOCK, MODE, SEVEN, TWO, CLOSED, NODES = range(CARDS + 64, CARDS + 71)
DESK = NODES + 1
"""ALIKE: 1 for cards that only their order tells apart. REST: the stock from each place on, as bits,
without the turned card. CARDS: the stock."""


def same_as(desk, in_play, card) -> int:
    """The card that stands for all with the same place among those in play."""
    return (
        desk[ZERO_BASE + card]
        + desk[COUNT + ((in_play >> desk[ZERO_SHIFT + card]) & desk[ZERO_BELOW + card])]
    )


def alike(desk, card, place, c1, c2, c3) -> bool:
    """Whether a hand holds the card one place lower, which is as good."""
    if desk[ALIKE + card] == 0 or place == desk[ZERO_BASE + card]:
        return False
    return c1 == place - 1 or c2 == place - 1 or c3 == place - 1


def lead(desk, memory, a1, a2, a3, b1, b2, b3, at, bottom, rest, alpha,
         beta) -> int:  # fmt: skip
    """The value of a position for who leads with `a1` to `a3`, to be trusted within the window.

    `at` is the next card of the stock; its last is the turned card, which is `bottom` now. `rest`
    are the points still to be won.
    """
    if a1 == 48:
        return 0
    if rest <= alpha:
        return rest
    if -rest >= beta:
        return -rest
    left = desk[STOCK] - at
    if a2 == 48 and left == 0:
        return -rest if desk[BEAT + a1 * 49 + b1] else rest
    desk[NODES] += 1
    in_play = desk[BIT + a1] | desk[BIT + a2] | desk[BIT + a3]
    in_play |= desk[BIT + b1] | desk[BIT + b2] | desk[BIT + b3]
    in_play |= desk[REST + at] | desk[BIT + bottom]
    c1 = same_as(desk, in_play, a1)
    c2 = same_as(desk, in_play, a2)
    c3 = same_as(desk, in_play, a3)
    key = (c1 * 49 + c2) * 49 + c3
    d1 = same_as(desk, in_play, b1)
    d2 = same_as(desk, in_play, b2)
    d3 = same_as(desk, in_play, b3)
    key = (key * 117649 + (d1 * 49 + d2) * 49 + d3) * 49 + bottom
    key = key * 64 + at + 1
    place = key % desk[SIZE]
    hint = 0
    if memory[2 * place] == key:
        entry = memory[2 * place + 1]
        hint = entry & 3
        high = ((entry >> 2) & 511) - 200
        low = (entry >> 11) - 200
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        if low > alpha:
            alpha = low
        if high < beta:
            beta = high
    else:
        low, high = -rest, rest
    best, choice = -1000, 0
    for turn in range(3):
        which = hint if turn == 0 else (turn - 1 if turn <= hint else turn)
        if which == 0:
            card, k1, k2, same = a1, a2, a3, c1
        elif which == 1:
            card, k1, k2, same = a2, a1, a3, c2
        else:
            card, k1, k2, same = a3, a1, a2, c3
        if card == 48:
            continue
        if turn > 0 and alike(desk, card, same, c1, c2, c3):
            continue
        floor = best if best > alpha else alpha
        cut, worst = beta, 1000
        s1 = reply_order(desk, card, b1)
        s2 = reply_order(desk, card, b2)
        s3 = reply_order(desk, card, b3)
        if alike(desk, b1, d1, d1, d2, d3):
            s1 = -100000
        if alike(desk, b2, d2, d1, d2, d3):
            s2 = -100000
        if alike(desk, b3, d3, d1, d2, d3):
            s3 = -100000
        for _ in range(3):
            if s1 >= s2 and s1 >= s3:
                answer, m1, m2, s = b1, b2, b3, s1
                s1 = -100000
            elif s2 >= s3:
                answer, m1, m2, s = b2, b1, b3, s2
                s2 = -100000
            else:
                answer, m1, m2, s = b3, b1, b2, s3
                s3 = -100000
            if s == -100000:
                break
            points = desk[VALUE + card] + desk[VALUE + answer]
            if desk[BEAT + card * 49 + answer]:
                w1, w2, x1, x2 = m1, m2, k1, k2
                won = -1
                under, over = -(cut + points), -(floor + points)
            else:
                w1, w2, x1, x2 = k1, k2, m1, m2
                won = 1
                under, over = floor - points, cut - points
            if left == 0:
                found = lead(desk, memory, w1, w2, 48, x1, x2, 48, at,
                             48, rest - points, under, over)  # fmt: skip
            else:
                drawn, last = desk[CARDS + at], desk[CARDS + at + 1]
                if left == 2 and bottom < 48:
                    last = bottom
                give = 48
                if desk[MODE] > 0 and left > desk[CLOSED] and bottom < 12:
                    if bottom > desk[SEVEN]:
                        give = desk[SEVEN]
                    elif bottom > desk[TWO]:
                        give = desk[TWO]
                    if w1 != give and w2 != give:
                        give = 48
                found = -1000
                if give < 48:
                    # the new card is dearer than the one given: the order may change
                    e1 = w2 if w1 == give else w1
                    e2 = bottom
                    if desk[PRICE + e1] > desk[PRICE + e2]:
                        e1, e2 = e2, e1
                    end = give if left == 2 else last
                    n1, n2, n3 = placed(desk, e1, e2, drawn)
                    o1, o2, o3 = placed(desk, x1, x2, end)
                    found = lead(desk, memory, n1, n2, n3, o1, o2, o3,
                                 at + 2, 48 if left == 2 else give, rest - points, under,
                                 over)  # fmt: skip
                    if found > under:
                        under = found
                if give == 48 or (desk[MODE] == 2 and found < over):
                    n1, n2, n3 = placed(desk, w1, w2, drawn)
                    o1, o2, o3 = placed(desk, x1, x2, last)
                    other = lead(desk, memory, n1, n2, n3, o1, o2, o3,
                                 at + 2, 48 if left == 2 else bottom, rest - points, under,
                                 over)  # fmt: skip
                    if other > found:
                        found = other
            found = won * (points + found)
            if found < worst:
                worst = found
                if worst < cut:
                    cut = worst
                if worst <= floor:
                    break
        if worst > best:
            best, choice = worst, which
            if best >= beta:
                break
    if best >= beta:
        low = best if best > low else low
    elif best <= alpha:
        high = best if best < high else high
    else:
        low = high = best
    memory[2 * place] = key
    memory[2 * place + 1] = (((low + 200) << 9) | (high + 200)) << 2 | choice
    return best


def reply_order(desk, card, answer) -> int:
    """How soon to try this answer; the highest first."""
    if answer == 48:
        return -100000
    points = desk[VALUE + card] + desk[VALUE + answer]
    if desk[BEAT + card * 49 + answer]:
        if answer < 12:
            return 4 * points - desk[PRICE + answer]
        return 4 * points + 40 - desk[PRICE + answer]
    return -4 * points - (20 if answer < 12 else 0) - (answer % 12) // 4


def placed(desk, one, two, new):
    """Two cards in rising price, and a third in its place among them."""
    price = desk[PRICE + new]
    if price < desk[PRICE + one]:
        return new, one, two
    if price < desk[PRICE + two]:
        return one, new, two
    return one, two, new


COMPILED = (same_as, alike, reply_order, placed)
