"""Bidding for the contract (rules, 3.6, 3.8, 3.10): ranks or points; a pass is final."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.actions import Action, Bid
from games.engine.errors import IllegalAction
from games.engine.events import AuctionWon, BidMade, Event, TalonShown
from games.engine.phases.feature import Feature, Step, special_of, to_act, with_special
from games.engine.phases.settle import Ending, settle
from games.engine.rules import CONTRACT, DECK_POINTS, Rules
from games.engine.scoring import ALL_PASSED
from games.engine.state import (
    AUCTION,
    CALL,
    DISCARD,
    PLAY,
    Auction,
    Contract,
    DealState,
    MatchState,
    Special,
)

MOST_WITH_TALON: Final = 170
"""Most points that can be made: 120, the marriage of trumps and the last trick (rules, 3.10)."""
HIGHEST: Final = 999
"""Highest bid; bids over what can be made are accepted, but not offered."""


def bid(state: MatchState, action: Bid) -> Step:
    """Apply a seat's bid or pass; a bid that nobody can or will raise wins the auction.

    Raises:
        IllegalAction: no auction is open, another seat is to bid, or the bid is none of this auction.
    """
    deal = state.deal
    if state.phase != AUCTION or deal is None:
        raise IllegalAction("not_in_phase")
    if action.seat != deal.turn:
        raise IllegalAction("not_your_turn")
    rules, auction = state.rules, auction_of(deal)
    if not action.passes:
        _check(rules, auction, action)
    auction = Auction((*auction.bids, action), auction.high if action.passes else action)
    state = with_special(state, auction=auction)
    events: list[Event] = [BidMade(action.seat, action)]
    return _next(state, auction, events), tuple(events)


def auction_of(deal: DealState) -> Auction:
    """Return the auction of a deal, which must have one."""
    auction = special_of(deal).auction
    assert auction is not None
    return auction


def passed(auction: Auction) -> frozenset[int]:
    """Return the seats that have passed in an auction."""
    return frozenset(bid.seat for bid in auction.bids if bid.passes)


def higher_bids(rules: Rules, auction: Auction) -> Iterator[tuple[int | None, int | None]]:
    """Yield (rank, points) of each bid worth making above the highest, lowest first."""
    high, options = auction.high, rules.ruleset.options
    if options["auction.kind"] == "points":
        least, step = options["auction.min"], options["auction.step"]
        start = least if high is None or high.points is None else high.points + step
        for points in range(start, most(rules) + 1, step):
            yield None, points
        return
    ranks = [rank for rank in rules.order if f"O{rank}" in rules.strengths]
    weakest = ranks[-1]
    if high is None or high.rank is None:
        yield from ((rank, None) for rank in ranks)
    elif high.rank != weakest:
        yield from ((rank, None) for rank in ranks[ranks.index(high.rank) + 1 :])
    elif options["auction.points_after_two"]:
        start = CONTRACT + 1 if high.points is None else high.points + 1
        yield from ((weakest, points) for points in range(start, DECK_POINTS + 1))


def most(rules: Rules) -> int:
    """Return the most card points that a contract's side can make under these rules."""
    return MOST_WITH_TALON if rules.talon else DECK_POINTS


def _check(rules: Rules, auction: Auction, action: Bid) -> None:
    """Raise IllegalAction if the bid is not possible in this auction, or too low."""
    rank, points = action.rank, action.points
    if (rank, points) in higher_bids(rules, auction):
        return
    options, high = rules.ruleset.options, auction.high
    if options["auction.kind"] == "points":
        if rank is not None or points is None:
            raise IllegalAction("bid_not_allowed")
        floor = options["auction.min"] if high is None or high.points is None else high.points + 1
        if points < floor:
            raise IllegalAction("bid_too_low")
        beyond = rules.talon and MOST_WITH_TALON < points <= HIGHEST
        if not beyond or (points - options["auction.min"]) % options["auction.step"]:
            raise IllegalAction("bid_not_allowed")
        return
    known = rank is not None and f"O{rank}" in rules.strengths
    pointed = points is not None and not CONTRACT < points <= DECK_POINTS
    raises = options["auction.points_after_two"] or points is None
    raise IllegalAction("bid_too_low" if known and raises and not pointed else "bid_not_allowed")


def _next(state: MatchState, auction: Auction, events: list[Event]) -> MatchState:
    """Return the state after a bid or pass: the next seat bids, or the auction has ended."""
    rules, deal = state.rules, state.deal
    assert deal is not None
    out, high = passed(auction), auction.high
    left = [seat for seat in rules.seats_from(rules.next_seat[deal.turn]) if seat not in out]
    if high is not None and (left == [high.seat] or _at_the_top(rules, auction)):
        return _won(state, high, events)
    if not left:
        after, more = settle(state, Ending(ALL_PASSED), [])
        events.extend(more)
        return after
    if len(left) == 1 and high is None and rules.option("auction.all_pass") == "dealer_forced":
        rank, points = next(higher_bids(rules, auction))
        forced = Bid(left[0], rank, points)
        events.append(BidMade(left[0], forced))
        state = with_special(state, auction=Auction((*auction.bids, forced), forced))
        return _won(state, forced, events)
    return to_act(state, AUCTION, left[0])


def _at_the_top(rules: Rules, auction: Auction) -> bool:
    """Return whether no bid above the highest is possible; with a talon a higher one always is."""
    return not rules.talon and next(higher_bids(rules, auction), None) is None


def _won(state: MatchState, high: Bid, events: list[Event]) -> MatchState:
    """Return the state after the auction: the winner takes the talon or calls, or play begins."""
    rules, deal = state.rules, state.deal
    assert deal is not None
    target = CONTRACT if high.points is None else high.points
    events.append(AuctionWon(high.seat, high, target))
    state = with_special(state, contract=Contract(high.seat, high, target))
    leader = high.seat if rules.option("play.first_lead") == "declarer" else state.eldest
    deal = state.deal
    assert deal is not None
    state = state.replace(deal=deal.replace(leader=leader))
    if rules.talon:
        talon = special_of(deal).talon
        events.append(TalonShown(high.seat, talon))
        hands = list(deal.hands)
        hands[high.seat] += talon
        state = state.replace(deal=deal.replace(leader=leader, hands=tuple(hands)))
        return to_act(state, DISCARD, high.seat)
    if rules.option("chiamata.dark"):
        return to_act(state, PLAY, leader)
    return to_act(state, CALL, high.seat)


def _begin(rules: Rules, deal: DealState, special: Special) -> Special:
    return special._replace(auction=Auction())


def _dealt(state: MatchState, events: list[Event]) -> MatchState:
    return to_act(state, AUCTION, state.eldest)


def _legal(state: MatchState, deal: DealState, seat: int) -> Iterator[Action]:
    if state.phase == AUCTION and deal.turn == seat:
        yield from (
            Bid(seat, rank, points) for rank, points in higher_bids(state.rules, auction_of(deal))
        )
        yield Bid(seat)


FEATURE: Final = Feature(
    name="auction",
    applies=lambda rules: rules.auction,
    handlers={Bid: bid},
    legal=_legal,
    begin=_begin,
    dealt=_dealt,
)
