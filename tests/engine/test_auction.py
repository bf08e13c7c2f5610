"""Bidding: ranks, points, or a rank and then points; who passes is out (rules, 3.6, 3.8, 3.10)."""

from __future__ import annotations

import random

import pytest

from games.engine import Bid, apply, legal_actions, view_for
from games.engine.events import AuctionWon, BidMade, DealEnded, TalonShown
from tests.engine.builders import after, bought, happened, opened, refused, rules_for

CHIAMATA = rules_for("chiamata", 5)
PUNTI = rules_for("chiamata_punti", 5)
REMATADA = rules_for("rematada", 3)


def bids(state):
    return [(one.rank, one.points) for one in legal_actions(state, state.turn) if not one.passes]


def test_the_eldest_bids_first_and_then_whoever_sits_at_the_right():
    state = opened(CHIAMATA, dealer=2)
    assert (state.phase, state.turn) == ("auction", 3)
    assert after(state, Bid(3, 12)).turn == 4
    assert [legal_actions(state, seat) for seat in (0, 1, 2, 4)] == [()] * 4


def test_any_rank_opens_and_only_lower_ones_raise():
    state = opened(CHIAMATA)
    order = [1, 3, 12, 11, 10, 7, 6, 5, 4, 2]
    assert bids(state) == [(rank, None) for rank in order]
    assert bids(after(state, Bid(0, 10))) == [(rank, None) for rank in order[5:]]


def test_after_the_two_points_are_bid_up_to_all_of_them():
    state = after(opened(CHIAMATA), Bid(0, 2))
    assert bids(state) == [(2, points) for points in range(62, 121)]
    state = after(state, Bid(1, 2, 118))
    assert bids(state) == [(2, 119), (2, 120)]
    assert after(state, Bid(2, 2, 120)).phase == "call"


def test_without_points_after_the_two_nobody_bids_higher():
    state = after(opened(rules_for("chiamata", 5, auction__points_after_two=False)), Bid(0, 2))
    assert state.phase == "call"


def test_the_ranks_bid_are_in_the_order_that_is_played():
    state = opened(rules_for("chiamata", 5, ranks="swap_3_7"))
    assert [rank for rank, _ in bids(state)][:3] == [1, 7, 12]
    assert refused(after(state, Bid(0, 12)), Bid(1, 7)) == "bid_too_low"


def test_who_passes_is_out_and_the_last_who_bid_wins():
    state = opened(CHIAMATA)
    state = after(state, Bid(0, 3), Bid(1), Bid(2, 12), Bid(3), Bid(4), Bid(0, 11))
    assert state.turn == 2
    state, events = apply(state, Bid(2))
    assert events == (BidMade(2, Bid(2)), AuctionWon(0, Bid(0, 11), 61))
    assert (state.phase, state.turn) == ("call", 0)


def test_the_points_bid_are_what_is_to_be_made():
    state = after(opened(CHIAMATA), Bid(0, 2), Bid(1, 2, 75), Bid(2), Bid(3), Bid(4), Bid(0))
    assert state.deal.special.contract.target == 75


@pytest.mark.parametrize(("preset", "players"), [("chiamata", 5), ("rematada", 3)])
def test_when_all_pass_the_deal_is_thrown_in(preset, players):
    state = opened(rules_for(preset, players))
    events = happened(state, *(Bid(seat) for seat in range(players)))
    result = next(event.result for event in events if isinstance(event, DealEnded))
    assert (result.ended_by, set(result.game_points)) == ("all_passed", {0})
    assert not result.tie
    assert sum(result.seat_points) == 0


def test_the_last_may_bid_when_all_others_have_passed():
    state = after(opened(REMATADA), Bid(0), Bid(1))
    assert (state.phase, state.turn) == ("auction", 2)
    state = after(state, Bid(2, points=100))
    assert state.deal.special.contract.caller == 2


def test_where_the_dealer_is_forced_the_least_bid_is_made_for_him():
    state = opened(rules_for("rematada", 3, auction__all_pass="dealer_forced"))
    events = happened(state, Bid(0), Bid(1))
    forced = Bid(2, points=100)
    assert events[1:4] == [
        BidMade(1, Bid(1)), BidMade(2, forced), AuctionWon(2, forced, 100),
    ]  # fmt: skip
    assert isinstance(events[4], TalonShown)


@pytest.mark.parametrize(("step", "offered"), [(1, 71), (5, 15), (10, 8)])
def test_bids_with_a_talon_rise_by_the_step_to_what_can_be_made(step, offered):
    state = opened(rules_for("rematada", 3, auction__step=step))
    assert len(bids(state)) == offered
    assert (bids(state)[0], bids(state)[-1]) == ((None, 100), (None, 170))


def test_more_than_can_be_made_is_taken_and_not_offered():
    state = opened(REMATADA)
    assert after(state, Bid(0, points=200)).deal.special.auction.high == Bid(0, points=200)
    assert refused(opened(PUNTI), Bid(0, points=121)) == "bid_not_allowed"


@pytest.mark.parametrize(
    ("rules", "before", "bid", "code"),
    [
        (CHIAMATA, [], Bid(1, 3), "not_your_turn"),
        (CHIAMATA, [Bid(0, 12)], Bid(1, 12), "bid_too_low"),
        (CHIAMATA, [Bid(0, 12)], Bid(1, 1), "bid_too_low"),
        (CHIAMATA, [], Bid(0, 8), "bid_not_allowed"),
        (CHIAMATA, [], Bid(0, 99), "bid_not_allowed"),
        (CHIAMATA, [], Bid(0, points=70), "bid_not_allowed"),
        (CHIAMATA, [], Bid(0, 3, 70), "bid_too_low"),
        (CHIAMATA, [Bid(0, 2)], Bid(1, 2, 61), "bid_not_allowed"),
        (CHIAMATA, [Bid(0, 2)], Bid(1, 2, 121), "bid_not_allowed"),
        (CHIAMATA, [Bid(0)], Bid(0, 2), "not_your_turn"),
        (PUNTI, [], Bid(0, points=60), "bid_too_low"),
        (PUNTI, [Bid(0, points=65)], Bid(1, points=65), "bid_too_low"),
        (PUNTI, [], Bid(0, 3), "bid_not_allowed"),
        (REMATADA, [], Bid(0, points=99), "bid_too_low"),
        (REMATADA, [], Bid(0, points=1000), "bid_not_allowed"),
        (rules_for(), [], Bid(0, 3), "not_in_phase"),
    ],
)
def test_what_is_no_bid_is_refused(rules, before, bid, code):
    assert refused(after(opened(rules), *before), bid) == code


def test_every_bid_is_seen_by_all_and_kept_until_the_deal_is_over():
    state = bought(opened(CHIAMATA), Bid(3, 7))
    for viewer in (0, 3, None):
        auction = view_for(state, viewer).auction
        assert auction.kind == "rank"
        assert auction.high == Bid(3, 7)
        assert auction.passed == (True, True, True, False, True)
        assert [one.seat for one in auction.bids] == [0, 1, 2, 3, 4, 0, 1, 2, 4][
            : len(auction.bids)
        ]


@pytest.mark.parametrize("rules", [CHIAMATA, PUNTI, REMATADA], ids=lambda one: one.ruleset.preset)
def test_any_auction_goes_to_the_highest_bid(rules):
    for seed in range(40):
        rng, state = random.Random(seed), opened(rules)
        while state.phase == "auction":
            options = legal_actions(state, state.turn)
            state, _ = apply(state, rng.choice([options[0], options[-1], rng.choice(options)]))
        auction, contract = state.deal.special.auction, state.deal.special.contract
        made = [one for one in auction.bids if not one.passes]
        if not made:
            assert state.results[-1].ended_by == "all_passed"
            continue
        assert auction.high == made[-1]
        assert (contract.caller, contract.bid) == (made[-1].seat, made[-1])
        assert state.turn == contract.caller
