"""`search.lead` without recursion, which numba does not take: the same values, the same table.

What a call keeps of a position while it looks at one further on stands in `frames`, [DEEPEST]
[FIELDS] in one array; the positions themselves are looked at in the same order.
"""

from __future__ import annotations

from games.bots.evaluation.search import (
    CARDS,
    CLOSED,
    MODE,
    NODES,
    PRICE,
    REST,
    SEVEN,
    SIZE,
    STOCK,
    TWO,
    alike,
    placed,
    reply_order,
    same_as,
)
from games.bots.simulation.scalar import BEAT, BIT, VALUE

FIELDS = 40
DEEPEST = 24
"""Tricks of a deal, and some."""

# what is done next with the position on top
_ENTER, _LEAD, _REPLY, _BACK = range(4)


def lead_flat(desk, memory, frames, a1, a2, a3, b1, b2, b3, at, bottom, rest, alpha,
              beta) -> int:  # fmt: skip
    """The value of a position for who leads with `a1` to `a3`, as `search.lead` gives it."""
    base, step, value, way, first = 0, _ENTER, 0, 0, 0
    key = place = hint = low = high = left = c1 = c2 = c3 = d1 = d2 = d3 = 0
    best = choice = turn = which = floor = cut = worst = s1 = s2 = s3 = 0
    card = k1 = k2 = answer = points = won = 0
    while True:
        if step == _ENTER:
            left = desk[STOCK] - at
            step = _BACK
            if a1 == 48:
                value = 0
                continue
            if rest <= alpha:
                value = rest
                continue
            if -rest >= beta:
                value = -rest
                continue
            if a2 == 48 and left == 0:
                value = -rest if desk[BEAT + a1 * 49 + b1] else rest
                continue
            desk[NODES] += 1
            in_play = desk[BIT + a1] | desk[BIT + a2] | desk[BIT + a3]
            in_play |= desk[BIT + b1] | desk[BIT + b2] | desk[BIT + b3]
            in_play |= desk[REST + at] | desk[BIT + bottom]
            c1 = same_as(desk, in_play, a1)
            c2 = same_as(desk, in_play, a2)
            c3 = same_as(desk, in_play, a3)
            d1 = same_as(desk, in_play, b1)
            d2 = same_as(desk, in_play, b2)
            d3 = same_as(desk, in_play, b3)
            key = (c1 * 49 + c2) * 49 + c3
            key = (key * 117649 + (d1 * 49 + d2) * 49 + d3) * 49 + bottom
            key = key * 64 + at + 1
            place = 2 * (key % desk[SIZE])
            hint, low, high = 0, -rest, rest
            if memory[place] == key:
                entry = memory[place + 1]
                hint = entry & 3
                high = ((entry >> 2) & 511) - 200
                low = (entry >> 11) - 200
                if low >= beta or low == high:
                    value = low
                    continue
                if high <= alpha:
                    value = high
                    continue
                alpha = max(alpha, low)
                beta = min(beta, high)
            best, choice, turn = -1000, 0, 0
            step = _LEAD
        if step == _LEAD:
            if turn == 3 or best >= beta:
                if best >= beta:
                    low = max(best, low)
                elif best <= alpha:
                    high = min(best, high)
                else:
                    low = high = best
                memory[place] = key
                memory[place + 1] = (((low + 200) << 9) | (high + 200)) << 2 | choice
                value = best
                step = _BACK
            else:
                which = hint if turn == 0 else (turn - 1 if turn <= hint else turn)
                if which == 0:
                    card, k1, k2, same = a1, a2, a3, c1
                elif which == 1:
                    card, k1, k2, same = a2, a1, a3, c2
                else:
                    card, k1, k2, same = a3, a1, a2, c3
                turn += 1
                if card == 48 or (turn > 1 and alike(desk, card, same, c1, c2, c3)):
                    continue
                floor, cut, worst = max(best, alpha), beta, 1000
                s1 = s2 = s3 = -100000
                if not alike(desk, b1, d1, d1, d2, d3):
                    s1 = reply_order(desk, card, b1)
                if not alike(desk, b2, d2, d1, d2, d3):
                    s2 = reply_order(desk, card, b2)
                if not alike(desk, b3, d3, d1, d2, d3):
                    s3 = reply_order(desk, card, b3)
                way = 0
                step = _REPLY
        if step == _BACK:
            if base == 0:
                return value
            base -= FIELDS
            a1, a2, a3 = frames[base], frames[base + 1], frames[base + 2]
            b1, b2, b3 = frames[base + 3], frames[base + 4], frames[base + 5]
            c1, c2, c3 = frames[base + 6], frames[base + 7], frames[base + 8]
            d1, d2, d3 = frames[base + 9], frames[base + 10], frames[base + 11]
            at, bottom, rest = frames[base + 12], frames[base + 13], frames[base + 14]
            alpha, beta, hint = frames[base + 15], frames[base + 16], frames[base + 17]
            key, low, high = frames[base + 18], frames[base + 19], frames[base + 20]
            best, choice, turn = frames[base + 21], frames[base + 22], frames[base + 23]
            floor, cut, worst = frames[base + 24], frames[base + 25], frames[base + 26]
            s1, s2, s3 = frames[base + 27], frames[base + 28], frames[base + 29]
            card, k1, k2 = frames[base + 30], frames[base + 31], frames[base + 32]
            which, points, won = frames[base + 33], frames[base + 34], frames[base + 35]
            answer, way, first = frames[base + 36], frames[base + 37], frames[base + 38]
            place, left = 2 * (key % desk[SIZE]), desk[STOCK] - at
            over = cut - points if won == 1 else -(floor + points)
            if way == 1 and value < over:
                first, way = value, 2
            else:
                value = won * (points + (max(first, value) if way == 2 else value))
                way = 0
                worst = min(worst, value)
                cut = min(cut, worst)
            step = _REPLY
        if way == 0:
            answer = 48
            if worst > floor:
                if s1 >= s2 and s1 >= s3:
                    if s1 > -100000:
                        answer = b1
                    s1 = -100000
                elif s2 >= s3:
                    answer = b2
                    s2 = -100000
                else:
                    answer = b3
                    s3 = -100000
            if answer == 48:  # the lead has met every answer, or one that is too good
                if worst > best:
                    best, choice = worst, which
                step = _LEAD
                continue
            points = desk[VALUE + card] + desk[VALUE + answer]
            won = -1 if desk[BEAT + card * 49 + answer] else 1
        m1 = b2 if answer == b1 else b1
        m2 = b2 if answer == b3 else b3
        if won == 1:
            w1, w2, x1, x2 = k1, k2, m1, m2
            under, over = floor - points, cut - points
        else:
            w1, w2, x1, x2 = m1, m2, k1, k2
            under, over = -(cut + points), -(floor + points)
        drawn, last, give = 48, 48, 48
        if left > 0:
            drawn, last = desk[CARDS + at], desk[CARDS + at + 1]
            if left == 2 and bottom < 48:
                last = bottom
            if way < 2 and desk[MODE] > 0 and left > desk[CLOSED] and bottom < 12:
                if bottom > desk[SEVEN]:
                    give = desk[SEVEN]
                elif bottom > desk[TWO]:
                    give = desk[TWO]
                if w1 != give and w2 != give:
                    give = 48
        if way == 2:
            under = max(under, first)
        elif give < 48 and desk[MODE] == 2:
            way = 1
        frames[base], frames[base + 1], frames[base + 2] = a1, a2, a3
        frames[base + 3], frames[base + 4], frames[base + 5] = b1, b2, b3
        frames[base + 6], frames[base + 7], frames[base + 8] = c1, c2, c3
        frames[base + 9], frames[base + 10], frames[base + 11] = d1, d2, d3
        frames[base + 12], frames[base + 13], frames[base + 14] = at, bottom, rest
        frames[base + 15], frames[base + 16], frames[base + 17] = alpha, beta, hint
        frames[base + 18], frames[base + 19], frames[base + 20] = key, low, high
        frames[base + 21], frames[base + 22], frames[base + 23] = best, choice, turn
        frames[base + 24], frames[base + 25], frames[base + 26] = floor, cut, worst
        frames[base + 27], frames[base + 28], frames[base + 29] = s1, s2, s3
        frames[base + 30], frames[base + 31], frames[base + 32] = card, k1, k2
        frames[base + 33], frames[base + 34], frames[base + 35] = which, points, won
        frames[base + 36], frames[base + 37], frames[base + 38] = answer, way, first
        base += FIELDS
        if left == 0:
            a1, a2, a3, b1, b2, b3 = w1, w2, 48, x1, x2, 48
        else:
            if give < 48:
                # the new card is dearer than the one given: the order may change
                w1, w2 = w2 if w1 == give else w1, bottom
                if desk[PRICE + w1] > desk[PRICE + w2]:
                    w1, w2 = w2, w1
                last, bottom = give if left == 2 else last, give
            a1, a2, a3 = placed(desk, w1, w2, drawn)
            b1, b2, b3 = placed(desk, x1, x2, last)
            at += 2
            if left == 2:
                bottom = 48
        rest, alpha, beta = rest - points, under, over
        step = _ENTER


COMPILED = (lead_flat,)
