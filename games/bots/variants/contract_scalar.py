"""Simulation of single deals with a contract in plain integers, to be compiled by numba.

It does what `contract_features`, `contract_deals` and `contract_rollouts` do for many deals at
once, and plays the same cards from the same noise; the book is that of `simulation.scalar`.
`layout` has the index at which the weights of each feature begin: those of leading, then those of
following.
"""

from __future__ import annotations

from games.bots.simulation.scalar import BEAT, BIT, COUNT, KIND, OUT, STAKE, VALUE, higher_than

# fields of the state of a deal
LEADER, LAID, TRICK, GONE, BEST, WINNING, TABLE, LED, PARTNER, CALLED, TARGET = range(11)
STATE_FIELDS = 11
LEAD_FEATURES = 9
FOLLOW_FEATURES = 11
NONE = 48
LEAD_WIDTH = 5 * 24
FOLLOW_WIDTH = 5 * 6 * 24


def fifteens(points) -> int:
    """Return points as a step from 0 to 4, one for each fifteen points."""
    return min(4, max(0, (points + 14) // 15))


def holder(state, trust, role) -> int:
    """Return the relation of the winning seat to the seat to play: 0 an opponent, 1 a friend.

    Where that is unknown: 3 if it has given points to the caller, 4 if it has taken some, else 2.
    """
    winning = state[WINNING]
    if role == 1 or (role == 3 and winning != 0):
        if trust[winning] <= -3:
            return 3
        return 4 if trust[winning] >= 5 else 2
    calling = winning == 0 or (winning == state[PARTNER] and state[PARTNER] != 0)
    return 1 if calling == (role == 0 or role == 2) else 0


def role_of(book, state, seat) -> int:
    """Return the role of a seat in the contract: 0 or 1 the caller, 2 its partner, 3 or 4 another.

    0 and 4 know the partner, as the called card was played (0 also if alone); 1 and 3 do not.
    """
    called = book[BIT + state[CALLED]]
    shown = (state[GONE] & called) == called
    if seat == 0:
        return 0 if shown or state[PARTNER] == 0 else 1
    if seat == state[PARTNER]:
        return 2
    return 4 if shown else 3


def still_needed(book, state, got, whole, paired) -> int:
    """Return a code (0 to 24) for the points, in fifteens, that the caller's side and others need.

    With `paired` the seat knows the partner; `got` are points by seat, `whole` those of the deck.
    """
    caller_points, total = got[0], 0
    if paired:
        caller_points += got[state[PARTNER]]
    for other in range(book[0]):
        total += got[other]
    target = state[TARGET]
    return fifteens(target - caller_points) * 5 + fifteens(
        whole + 1 - target - (total - caller_points)
    )


def seats_to_come(ahead, other, after) -> int:
    """Return a code for how many seats play later, and whether caller and partner are among them.

    `ahead` and `other` are how many seats ahead the caller and its partner sit.
    """
    code = after * 4
    if 0 < ahead <= after:
        code += 2
    if 0 < other <= after:
        code += 1
    return code


def length_of(book, own, card) -> int:
    """Return the number of other cards of this card's suit in the hand `own` (bits), at most 3."""
    held = book[COUNT + ((own >> (12 * (card // 12))) & 4095)]
    return max(0, min(held, 4) - 1)


def places(book, layout, duty, whole, state, got, trust, hand, width, features, legal) -> int:
    """Write the indices of weights of each card of the seat to play into `features` [cards, features].

    `legal` gets 1 for cards that may be played. Returns how many features a card has. `duty` is 0
    where anything may be played, 1 where suits must be followed, 2 where a seat without the suit
    must trump; `whole` are the points of the deck.
    """
    players, laid = book[0], state[LAID]
    seat = (state[LEADER] + laid) % players
    own = 0
    for slot in range(width):
        own |= book[BIT + hand[slot]]
    unseen = book[2] & ~(state[GONE] | own)
    called, alone, role = state[CALLED], state[PARTNER] == 0, role_of(book, state, seat)
    bit = book[BIT + called]
    shown = (state[GONE] & bit) == bit
    paired = not alone and (shown or role == 2)
    need = still_needed(book, state, got, whole, paired)
    trumps, held = book[OUT + (unseen & 4095)], min(5, book[COUNT + (own & 4095)])
    phase = min(state[TRICK] // 2, 3)
    secret = 24 if shown or alone else min(called, 11)
    ahead, after = (players - seat) % players, players - 1 - laid
    other = (state[PARTNER] - seat + players) % players if paired else players
    for slot in range(width):
        card = hand[slot]
        legal[slot] = 1 if card != NONE else 0
        if card == NONE:
            continue
        features[slot, 0], features[slot, 1], features[slot, 2] = phase, trumps, held
        features[slot, 3], features[slot, 4] = need, higher_than(book, unseen, card)
        features[slot, 5] = length_of(book, own, card)
        features[slot, 6] = secret + 12 if secret < 12 and card == called else secret
    if laid == 0:
        lead_places(book, layout, hand, width, role, ahead * 6 + other, trumps, features)
        return LEAD_FEATURES
    to_come = seats_to_come(ahead, other, after)
    follow_places(book, layout, state, trust, hand, width, role, unseen, to_come, features)
    if duty > 0:
        oblige(state[LED], duty, hand, width, legal)
    return FOLLOW_FEATURES


def lead_places(book, layout, hand, width, role, partners, trumps, features) -> None:
    """Turn the features in `features` of cards that may be led into indices of weights, in place.

    `partners` codes how far ahead the caller and its partner sit.
    """
    for slot in range(width):
        if hand[slot] != NONE:
            features[slot, 7], features[slot, 8] = partners, features[slot, 4] * 4 + trumps
            base = role * 24 + book[KIND + hand[slot]]
            for at in range(LEAD_FEATURES):
                features[slot, at] = layout[at] + features[slot, at] * LEAD_WIDTH + base


def follow_places(book, layout, state, trust, hand, width, role, unseen, to_come, features) -> None:
    """Turn the features in `features` of following cards into indices of weights, in place."""
    best, winners = state[BEST], 0
    for slot in range(width):
        winners += book[BEAT + best * 49 + hand[slot]]
    stake, over = book[STAKE + state[TABLE]], higher_than(book, unseen, best)
    who = holder(state, trust, role)
    for slot in range(width):
        card = hand[slot]
        if card == NONE:
            continue
        takes = book[BEAT + best * 49 + card]
        last = features[slot, 4] if takes else over
        features[slot, 7] = (to_come // 4 * 4 + last) * 6 + stake
        features[slot, 8] = stake * 2 + (1 if best < 12 else 0)
        features[slot, 9] = to_come * 6 + stake
        features[slot, 10] = min(winners, 3)
        base = (role * 6 + (5 if takes else who)) * 24 + book[KIND + card]
        for at in range(FOLLOW_FEATURES):
            begin = layout[LEAD_FEATURES + at]
            features[slot, at] = begin + features[slot, at] * FOLLOW_WIDTH + base


def oblige(led, duty, hand, width, legal) -> None:
    """Set `legal` to the cards that follow suit, or to trumps where those are required."""
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
    """Play the card in this slot of the seat to play; return how many cards each hand has then."""
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
              features, legal) -> None:  # fmt: skip
    """Play every row to its end, with cards drawn by scores; `weights` are whole numbers.

    `noise` [plays, rows / copies, cards] is added to the scores.
    """
    for row in range(len(states)):
        state, got, trust, own = states[row], gots[row], trusts[row], hands[row]
        width, step = len(own[0]), 0
        while width > 0:
            hand = own[(state[LEADER] + state[LAID]) % book[0]]
            size = places(
                book, layout, duty, whole, state, got, trust, hand, width, features, legal
            )
            chosen, most = 0, -1e18
            for slot in range(width):
                if legal[slot] == 0:
                    continue
                whole_worth = 0
                for at in range(size):
                    whole_worth += weights[features[slot, at]]
                worth = whole_worth + noise[step, row // copies, slot]
                if worth > most:
                    chosen, most = slot, worth
            width = lay(book, state, got, trust, own, width, chosen)
            step += 1


COMPILED = (
    fifteens, holder, role_of, oblige, places, lay, play_rows,
)  # fmt: skip
INLINED = (higher_than, still_needed, seats_to_come, length_of, lead_places, follow_places)
"""Functions that numba inlines into `places`."""
