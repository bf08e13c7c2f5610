"""Random contracts as auctions produce them, many at once: caller, call and points to make.

Every seat bids as long as its hand is worth the bid, by a table of `worth` and its own daring.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.evaluation.auction import DEFAULT_TARGET_POINTS, RAISE_SHARE
from games.bots.simulation.coding import PLACES, SUITS, Floats, Ints, codes_for
from games.bots.variants.contract_deals import ContractRows, begun
from games.bots.variants.hand_worth import CALLED, Worth, place
from games.engine import Rules

DARING_POINTS: Final = 8.0
"""Standard deviation, in points, of the distance between seats' bids and their hands' worth."""
MAX_BID_POINTS: Final = 120


def contracts(
    rules: Rules,
    count: int,
    dice: np.random.Generator,
    table: Worth = CALLED,
    daring: float = DARING_POINTS,
) -> ContractRows:
    """Return `count` random deals before their first lead, half bid by ranks and half by points.

    `table` is the worth of hands by which seats bid, `daring` the deviation from it, in points.
    """
    pack = np.array(sorted(codes_for(rules, "O").values()))
    places = np.array([PLACES - 1 - at for at, rank in enumerate(rules.order)
                       if f"O{rank}" in rules.strengths])  # fmt: skip
    hands: list[Ints] = []
    auction_results: list[tuple[int, ...]] = []
    while len(auction_results) < count:
        decks = dice.permuted(np.tile(pack, (count, 1)), axis=1)
        dealt = decks.reshape(count, rules.players, -1)
        worth = worths(rules, dealt, places, table)
        worth += dice.normal(0, daring, (count, rules.players))[:, :, None, None]
        eldest = dice.integers(0, rules.players, count)
        for at in range(count):
            bid = (by_ranks if at % 2 else by_points)(worth[at].max(1), int(eldest[at]))
            if bid is not None:
                auction_results.append(
                    (*bid, int(worth[at, bid[0], :, bid[1]].argmax()), int(eldest[at]))
                )
                hands.append(dealt[at])
    caller, rank, target, suit, eldest = np.array(auction_results[:count]).T
    whole = np.array(hands[:count])
    return _begun(rules, whole, caller, places[rank], target, suit, eldest)


def worths(rules: Rules, hands: Ints, places: Ints, table: Worth) -> Floats:
    """Return the worth [deals, seats, suits, ranks] of calling the card of a rank and suit."""
    size = PLACES * SUITS
    trump, side, called = np.zeros(PLACES), np.zeros(PLACES), np.zeros(PLACES)
    for card, code in codes_for(rules, "O").items():
        if code < PLACES:
            at = place(rules, card)
            trump[code], side[code], called[code] = (
                table.trump[at],
                table.side[at],
                table.called[at],
            )
    held = np.zeros((*hands.shape[:2], size), np.bool_)
    np.put_along_axis(held, hands, values=True, axis=2)
    by_suit = held.reshape(*hands.shape[:2], SUITS, PLACES)
    beside = (by_suit @ side).sum(2, keepdims=True)
    hand = table.base + beside + by_suit @ (trump - side)
    brought = np.where(by_suit[..., places], table.alone, called[places])
    return np.asarray(hand[..., None] + brought)


def by_ranks(worth: Floats, eldest: int) -> tuple[int, int, int] | None:
    """Return (caller, index of the rank from the highest, points) of an auction by ranks; None if all pass.

    `worth` is [seats, ranks].
    """
    seats, ranks = worth.shape
    able = worth >= DEFAULT_TARGET_POINTS
    out, high, points, seat, winner = [False] * seats, -1, DEFAULT_TARGET_POINTS, eldest, -1
    while sum(out) < seats - (winner >= 0):
        if not out[seat] and seat != winner:
            at = high + 1
            while at < ranks and not able[seat, at]:
                at += 1
            if at < ranks:
                high, winner = at, seat
            elif high == ranks - 1 and worth[seat, high] >= points + 1 and points < MAX_BID_POINTS:
                points = _raised(points + 1, worth[seat, high])
                winner = seat
            else:
                out[seat] = True
        seat = (seat + 1) % seats
    return None if winner < 0 else (winner, high, points)


def by_points(worth: Floats, eldest: int) -> tuple[int, int, int] | None:
    """Return (caller, index of the rank from the highest, points) of an auction by points; None if all pass.

    The rank is named after the auction. `worth` is [seats, ranks].
    """
    seats, best = len(worth), worth.max(1)
    out, points, seat, winner = [False] * seats, DEFAULT_TARGET_POINTS - 1, eldest, -1
    while sum(out) < seats - (winner >= 0):
        if not out[seat] and seat != winner:
            if best[seat] >= points + 1 and points < MAX_BID_POINTS:
                points, winner = _raised(points + 1, best[seat]), seat
            else:
                out[seat] = True
        seat = (seat + 1) % seats
    return None if winner < 0 else (winner, int(worth[winner].argmax()), points)


def _raised(least: int, worth: float) -> int:
    """Return the bid that goes RAISE_SHARE of the way from the least raise to the hand's worth."""
    return least + int(RAISE_SHARE * (min(MAX_BID_POINTS, int(worth)) - least))


def _begun(rules: Rules, hands: Ints, caller: Ints, rank: Ints, target: Ints,
           suit: Ints, eldest: Ints) -> ContractRows:  # fmt: skip
    """Return deals before the first lead; seats count from the caller, and trump is suit 0."""
    players = rules.players
    turned = (caller[:, None] + np.arange(players)) % players
    hands = np.take_along_axis(hands, turned[:, :, None], axis=1)
    now = hands // PLACES
    at = suit[:, None, None]
    moved = np.where(now == at, 0, now + (now < at))
    hands = moved * PLACES + hands % PLACES
    partner = (hands == rank[:, None, None]).any(2).argmax(1)
    leader = (
        np.zeros_like(caller)
        if rules.option("play.first_lead") == "declarer"
        else ((eldest - caller) % players)
    )
    return begun(hands, partner, rank, target, leader)
