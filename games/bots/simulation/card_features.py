"""Features of two players' cards for the net: what a seat sees, and each card of its hand.

Suits count only as trumps, as a card's own suit and as the others, so that no order of suits
matters. Plain Python runs this with lists; `compiled` hands the same source to numba for training.
A feature is the number of a row of weights, present or absent.

In all functions `book` is that of a `coding.Kernel`, cards are codes with 48 for none, sets of
cards are bits, `features` takes the features, and `plays` are the other player's latest cards: three
pairs of the card and the card that it answered.
"""

from __future__ import annotations

from games.bots.simulation.scalar import ABOVE, BEAT, COUNT, KIND, SHIFT

# where the rows of each feature begin: those of the whole hand, then those of one card
TRUMPS = 0
RANKS = 12
LEFT = 48
LEAD = 70
BOTTOM = 95
KNOWN = 108
EXCHANGE = 132
PLAYED = 133
ANSWERED = 349
OWN = 397
HIGHER = 469
SUIT = 565
LAID = 577
OTHER = 649
OTHER_HIGHER = 697
OTHER_TAKES = 793
PLAYED_SUIT = 817
ROWS = 865
"""Number of features."""

PLAYS_LOOKED_BACK = 3
"""Cards of the other player that are looked back at."""
MAX_FEATURES = 64
"""Features of a hand, and of a card, at most."""


def unseen_cards(book, own, played, known, bottom) -> int:
    """Return as bits the cards whose location a seat does not know.

    `own` are those of its hand, `known` those it knows in the other hand, `bottom` is the turned card.
    """
    unseen = book[2] & ~(played | own | known)
    return unseen & ~(1 << bottom) if bottom < 48 else unseen


def role_of(book, card, laid) -> int:
    """Return 0 for a card that is led, 1 for one that does not take the card `laid`, else 2."""
    return 0 if laid == 48 else 1 + book[BEAT + laid * 49 + card]


def higher_of(book, unseen, card) -> int:
    """Return the number of higher `unseen` cards of this card's suit, at most 3."""
    higher = book[COUNT + ((unseen >> book[SHIFT + card]) & book[ABOVE + card])]
    return 3 if higher > 3 else higher


def hand_features(book, left, bottom, unseen, known, ahead, plays, features) -> int:
    """Write the features that all cards of a hand share; return how many they are.

    `left` is the number of cards in the stock, `ahead` the seat's points minus the other's.
    """
    many = unseen_features(unseen, features)
    features[many] = LEFT + (left // 2 if left < 44 else 21)
    step = (ahead + 62) // 5
    features[many + 1] = LEAD + (0 if step < 0 else 24 if step > 24 else step)
    features[many + 2] = BOTTOM + (bottom if bottom < 48 else 12)
    many += 3
    if known:
        for card in range(48):
            if (known >> card) & 1:
                features[many] = KNOWN + book[KIND + card]
                many += 1
    if book[3] < 48 and left > book[5]:
        features[many] = EXCHANGE
        many += 1
    for at in range(PLAYS_LOOKED_BACK):
        card, laid = plays[at][0], plays[at][1]
        if card < 48:
            features[many] = PLAYED + at * 72 + role_of(book, card, laid) * 24 + book[KIND + card]
            many += 1
            if laid < 48 and at < 2:
                features[many] = ANSWERED + at * 24 + book[KIND + laid]
                many += 1
    return many


def unseen_features(unseen, features) -> int:
    """Write the features of the `unseen` cards: each trump, and how many of each other rank."""
    many = 0
    for place in range(12):
        if (unseen >> place) & 1:
            features[many] = TRUMPS + place
            many += 1
        same = (unseen >> (12 + place)) & 1
        same += ((unseen >> (24 + place)) & 1) + ((unseen >> (36 + place)) & 1)
        if same > 0:
            features[many] = RANKS + place * 3 + same - 1
            many += 1
    return many


def card_features(book, hand, slot, laid, unseen, plays, features) -> int:
    """Write the features of the card in one slot of a hand; return how many they are."""
    card = hand[slot]
    kind, role = book[KIND + card], role_of(book, card, laid)
    features[0] = OWN + role * 24 + kind
    features[1] = HIGHER + kind * 4 + higher_of(book, unseen, card)
    features[2] = SUIT + book[COUNT + ((unseen >> (12 * (card // 12))) & 4095)]
    many = 3
    if laid < 48:
        features[many] = LAID + role * 24 + book[KIND + laid]
        many += 1
    for other in range(3):
        beside = hand[other]
        if other != slot and beside < 48:
            like = book[KIND + beside]
            features[many] = OTHER + (24 if beside // 12 == card // 12 else 0) + like
            features[many + 1] = OTHER_HIGHER + like * 4 + higher_of(book, unseen, beside)
            many += 2
            if laid < 48 and book[BEAT + laid * 49 + beside]:
                features[many] = OTHER_TAKES + like
                many += 1
    for at in range(2):
        played = plays[at][0]
        if played < 48 and played // 12 == card // 12:
            features[many] = PLAYED_SUIT + at * 24 + book[KIND + played]
            many += 1
    return many


COMPILED = (
    unseen_cards, role_of, higher_of, unseen_features, hand_features, card_features,
)  # fmt: skip
