"""One deal with a contract after another, in plain integers: what numba is given.

It does what `contract_features`, `contract_deals` and `contract_rollouts` do for many deals at once, and plays the same cards
from the same noise; the book is that of `simulation.scalar`. `layout` says where the weights of each
feature begin: those of leading, then those of following.
"""

from __future__ import annotations

import math

from games.bots.simulation.scalar import ABOVE, BEAT, BIT, COUNT, KIND, OUT, SHIFT, STAKE, VALUE

# fields of the state of a deal
LEADER, LAID, TRICK, GONE, BEST, WINNING, TABLE, LED, PARTNER, CALLED, TARGET = range(11)
STATE_FIELDS = 11
LEAD_FEATURES = 9
FOLLOW_FEATURES = 11
NONE = 48
LEAD_WIDTH = 5 * 24
FOLLOW_WIDTH = 5 * 6 * 24


def fifteens(points) -> int:
    """Points in steps of fifteen, from 0 to 4."""
    return min(4, max(0, (points + 14) // 15))


def higher_than(book, unseen, card) -> int:
    """Cards of this card's suit that are higher and not seen, 3 for more."""
    return min(3, book[COUNT + ((unseen >> book[SHIFT + card]) & book[ABOVE + card])])


def holder(state, trust, role) -> int:
    """What who is winning the trick is to the seat to play, as `contract_features` counts it."""
    winning = state[WINNING]
    if role == 1 or (role == 3 and winning != 0):
        if trust[winning] <= -3:
            return 3
        return 4 if trust[winning] >= 5 else 2
    calling = winning == 0 or (winning == state[PARTNER] and state[PARTNER] != 0)
    return 1 if calling == (role == 0 or role == 2) else 0


def role_of(book, state, seat) -> int:
    """What the seat is in the contract, as `contract_features` counts it."""
    called = book[BIT + state[CALLED]]
    shown = (state[GONE] & called) == called
    if seat == 0:
        return 0 if shown or state[PARTNER] == 0 else 1
    if seat == state[PARTNER]:
        return 2
    return 4 if shown else 3


def places(book, layout, duty, whole, state, got, trust, hand, width, found, legal) -> int:
    """Where the weights of each card of the hand of the seat to play stand, in `found`.

    What may be played goes to `legal`; gives how many features a card has. `duty` is 0 where
    anything may be played, 1 where suits are followed, 2 where who cannot has to trump; `whole` are
    the points of the pack.
    """
    players, laid = book[0], state[LAID]
    seat = (state[LEADER] + laid) % players
    own = 0
    for slot in range(width):
        own |= book[BIT + hand[slot]]
    unseen = book[2] & ~(state[GONE] | own)
    called, partner = state[CALLED], state[PARTNER]
    bit = book[BIT + called]
    shown = (state[GONE] & bit) == bit
    alone = partner == 0
    role = role_of(book, state, seat)
    paired = not alone and (shown or role == 2)
    made, lost = got[0], 0
    if paired:
        made += got[partner]
    for other in range(players):
        lost += got[other]
    lost -= made
    target = state[TARGET]
    need = fifteens(target - made) * 5 + fifteens(whole + 1 - target - lost)
    trumps = book[OUT + (unseen & 4095)]
    held = min(5, book[COUNT + (own & 4095)])
    phase = min(state[TRICK] // 2, 3)
    secret = 24 if shown or alone else min(called, 11)
    ahead = (players - seat) % players
    other = (partner - seat + players) % players if paired else players
    after = players - 1 - laid
    stake, winners, over, best, who = 0, 0, 0, state[BEST], 0
    if laid > 0:
        for slot in range(width):
            winners += book[BEAT + best * 49 + hand[slot]]
        stake = book[STAKE + state[TABLE]]
        over = higher_than(book, unseen, best)
        who = holder(state, trust, role)
    to_come = after * 4
    if 0 < ahead <= after:
        to_come += 2
    if 0 < other <= after:
        to_come += 1
    for slot in range(width):
        card = hand[slot]
        legal[slot] = 1 if card != NONE else 0
        if card == NONE:
            continue
        length = book[COUNT + ((own >> (12 * (card // 12))) & 4095)]
        length = max(0, min(length, 4) - 1)
        higher = higher_than(book, unseen, card)
        mine = secret + 12 if secret < 12 and card == called else secret
        kind = book[KIND + card]
        found[slot, 0], found[slot, 1], found[slot, 2] = phase, trumps, held
        found[slot, 3], found[slot, 4], found[slot, 5] = need, higher, length
        found[slot, 6] = mine
        if laid == 0:
            found[slot, 7], found[slot, 8] = ahead * 6 + other, higher * 4 + trumps
            base = role * 24 + kind
            for at in range(LEAD_FEATURES):
                found[slot, at] = layout[at] + found[slot, at] * LEAD_WIDTH + base
            continue
        takes = book[BEAT + best * 49 + card]
        last = higher if takes else over
        found[slot, 7] = (after * 4 + last) * 6 + stake
        found[slot, 8] = stake * 2 + (1 if best < 12 else 0)
        found[slot, 9] = to_come * 6 + stake
        found[slot, 10] = min(winners, 3)
        base = (role * 6 + (5 if takes else who)) * 24 + kind
        for at in range(FOLLOW_FEATURES):
            begin = layout[LEAD_FEATURES + at]
            found[slot, at] = begin + found[slot, at] * FOLLOW_WIDTH + base
    if laid > 0 and duty > 0:
        oblige(state[LED], duty, hand, width, legal)
    return LEAD_FEATURES if laid == 0 else FOLLOW_FEATURES


def oblige(led, duty, hand, width, legal) -> None:
    """Leave those cards legal that follow suit, or trump where that is asked for."""
    follows = trumps = False
    for slot in range(width):
        if hand[slot] != NONE:
            follows = follows or hand[slot] // 12 == led
            trumps = trumps or hand[slot] < 12
    for slot in range(width):
        suit = hand[slot] // 12
        if follows:
            legal[slot] = 1 if hand[slot] != NONE and suit == led else 0
        elif trumps and duty == 2:
            legal[slot] = 1 if suit == 0 else 0


def lay(book, state, got, trust, hands, width, slot) -> int:
    """Play that slot of the seat to play; gives how many cards hands hold at most after it."""
    players = book[0]
    seat = (state[LEADER] + state[LAID]) % players
    card = hands[seat, slot]
    hands[seat, slot] = NONE
    state[GONE] |= book[BIT + card]
    if state[LAID] == 0:
        state[BEST], state[WINNING], state[LED] = card, seat, card // 12
    else:
        beats = book[BEAT + state[BEST] * 49 + card]
        if state[WINNING] == 0:
            trust[seat] += state[TABLE] if beats else -book[VALUE + card]
        if beats:
            state[BEST], state[WINNING] = card, seat
    state[TABLE] += book[VALUE + card]
    state[LAID] += 1
    if state[LAID] < players:
        return width
    got[state[WINNING]] += state[TABLE]
    state[LEADER], state[LAID], state[TABLE] = state[WINNING], 0, 0
    state[TRICK] += 1
    left = 0
    for slot in range(width):
        if hands[0, slot] != NONE:
            left += 1
    for other in range(players):
        for at in range(1, width):
            card, to = hands[other, at], at
            while to > 0 and hands[other, to - 1] > card:
                hands[other, to] = hands[other, to - 1]
                to -= 1
            hands[other, to] = card
    return left


def play_rows(book, layout, duty, whole, weights, noise, copies, states, gots, trusts, hands,
              found, legal) -> None:  # fmt: skip
    """Play every row to its end; `weights` are whole numbers.

    `noise` [plays, rows / copies, cards] is added to the scores.
    """
    for row in range(len(states)):
        state, got, trust, own = states[row], gots[row], trusts[row], hands[row]
        width, step = len(own[0]), 0
        while width > 0:
            hand = own[(state[LEADER] + state[LAID]) % book[0]]
            size = places(book, layout, duty, whole, state, got, trust, hand, width, found, legal)
            chosen, most = 0, -1e18
            for slot in range(width):
                if legal[slot] == 0:
                    continue
                whole_worth = 0
                for at in range(size):
                    whole_worth += weights[found[slot, at]]
                worth = whole_worth + noise[step, row // copies, slot]
                if worth > most:
                    chosen, most = slot, worth
            width = lay(book, state, got, trust, own, width, chosen)
            step += 1


def play_and_keep(book, layout, duty, whole, weights, uniform, state, got, trust, hands, legal,
                  kept, sizes, wanted, sides) -> int:  # fmt: skip
    """Play a deal to its end and keep what was weighed; how many plays there were.

    `uniform` [plays] draws the cards. `kept` [plays, cards, features] places, `sizes` [plays]
    features, `wanted` [plays, cards] what is to be added to the score of each card, `sides` [plays]
    1 for the caller's.
    """
    width, step = len(hands[0]), 0
    while width > 0:
        seat = (state[LEADER] + state[LAID]) % book[0]
        hand, found, chance = hands[seat], kept[step], wanted[step]
        size = places(book, layout, duty, whole, state, got, trust, hand, width, found, legal)
        top = -1e18
        for slot in range(width):
            chance[slot] = 0.0
            if legal[slot]:
                for at in range(size):
                    chance[slot] += weights[found[slot, at]]
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
    """What the caller's side has of a deal: making the contract, and the points beside it."""
    made = got[0] + (got[state[PARTNER]] if state[PARTNER] > 0 else 0)
    if state[LEADER] == 0 or (state[LEADER] == state[PARTNER]):
        made += last
    over = made - state[TARGET]
    points = min(2.0, max(-2.0, over / 30.0))
    return making * (1.0 if over >= 0 else -1.0) + (1.0 - making) * points


def learn(book, layout, duty, whole, weights, rates, uniform, last, making, states, hands,
          work) -> None:  # fmt: skip
    """Play each deck as often as `uniform` [decks, copies, plays] says; change the weights after it.

    `rates` [decks] of learning, `last` points for the last trick, `making` how much the contract
    counts against the points, `work` arrays to work in.
    """
    own_states, own_hands, gots, trusts, legal, kept, sizes, wanted, sides, results = work
    copies = len(results)
    for deck in range(len(states)):
        mean, plays = 0.0, 0
        for copy in range(copies):
            own_states[copy][:] = states[deck]
            own_hands[copy][:] = hands[deck]
            gots[copy][:] = 0
            trusts[copy][:] = 0
            plays = play_and_keep(
                book, layout, duty, whole, weights, uniform[deck][copy], own_states[copy],
                gots[copy], trusts[copy], own_hands[copy], legal, kept[copy], sizes[copy],
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
                            weights[kept[copy, step, slot, at]] += by


COMPILED = (
    fifteens,
    higher_than,
    holder,
    role_of,
    oblige,
    places,
    lay,
    play_rows,
    play_and_keep,
    outcome,
    learn,
)
