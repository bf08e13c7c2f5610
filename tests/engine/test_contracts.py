"""What contracts are worth: the table, Gingo, the talon (rules, 3.6, 3.9, 3.10)."""

from __future__ import annotations

import pytest

from games.engine import Bid, apply, legal_actions
from games.engine.scoring import contract_points, points_made
from games.engine.state import Contract
from tests.engine.builders import bought, opened, play_out, rules_for

CHIAMATA = rules_for("chiamata", 5)
CAPPOTTO = rules_for("chiamata", 5, chiamata__cappotto=True)
GINGO = rules_for("gingo", 5, gingo__own_call=True)
REMATADA = rules_for("rematada", 3)


def paid(rules, points, *, caller=3, partner=0, target=61):
    contract = Contract(caller, Bid(caller, points=target), target, partner=partner)
    return contract_points(rules, contract, points), points_made(contract, points)


SHARES = [
    (20, 25, 15, 40, 20), (21, 25, 14, 40, 20), (60, 0, 0, 60, 0), (0, 60, 60, 0, 0),
    (1, 60, 59, 0, 0), (59, 0, 1, 60, 0), (0, 0, 0, 120, 0), (120, 0, 0, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize("points", SHARES)
@pytest.mark.parametrize("partner", [0, 3])
@pytest.mark.parametrize("target", [61, 62, 120])
@pytest.mark.parametrize("rules", [CHIAMATA, CAPPOTTO], ids=["table", "cappotto"])
def test_what_some_win_the_others_pay(rules, points, partner, target):
    seats, made = paid(rules, points, partner=partner, target=target)
    assert sum(seats) == 0
    assert made == points[3] + (points[0] if partner == 0 else 0)
    assert (seats[3] > 0) == (made >= target)
    others = [seats[seat] for seat in range(5) if seat not in (3, partner)]
    assert len(set(others)) == 1


@pytest.mark.parametrize(
    ("points", "partner", "seats"),
    [
        ((21, 25, 14, 40, 20), 0, (1, -1, -1, 2, -1)),
        ((20, 25, 15, 40, 20), 0, (-1, 1, 1, -2, 1)),
        ((10, 20, 14, 61, 15), 3, (-1, -1, -1, 4, -1)),
        ((11, 20, 14, 60, 15), 3, (1, 1, 1, -4, 1)),
    ],
)
def test_the_table(points, partner, seats):
    assert paid(CHIAMATA, points, partner=partner)[0] == seats


@pytest.mark.parametrize(
    ("points", "partner", "caller_gets"),
    [((60, 0, 0, 60, 0), 0, 4), ((0, 60, 60, 0, 0), 0, -4), ((0, 0, 0, 120, 0), 3, 8),
     ((59, 1, 0, 60, 0), 0, 2)],
)  # fmt: skip
def test_all_or_nothing_counts_double_where_the_rules_say_so(points, partner, caller_gets):
    assert paid(CAPPOTTO, points, partner=partner)[0][3] == caller_gets
    assert abs(paid(CHIAMATA, points, partner=partner)[0][3]) == (4 if partner == 3 else 2)


@pytest.mark.parametrize(
    ("points", "partner", "seats"),
    [
        ((40, 15, 15, 40, 10), 0, (75, 0, 0, 75, 0)),
        ((35, 20, 15, 40, 10), 0, (75, 0, 0, 75, 0)),
        ((30, 20, 20, 40, 10), 0, (-5, 50, 50, -5, 50)),
        ((10, 15, 10, 75, 10), 3, (0, 0, 0, 150, 0)),
        ((20, 15, 10, 65, 10), 3, (55, 55, 55, -10, 55)),
    ],
)
def test_gingo_wins_the_bid_or_loses_what_is_missing(points, partner, seats):
    assert paid(GINGO, points, partner=partner, target=75)[0] == seats


@pytest.mark.parametrize(
    ("made", "bid", "seats"),
    [
        (110, 110, (0, 0, 110)),
        (109, 110, (55, 55, 0)),
        (104, 105, (53, 52, 0)),
        (170, 100, (0, 0, 100)),
        (0, 101, (51, 50, 0)),
    ],
)
def test_with_a_talon_the_bid_is_won_or_split(made, bid, seats):
    contract = Contract(2, Bid(2, points=bid), bid)
    assert contract_points(REMATADA, contract, (0, 0, made)) == seats
    assert points_made(contract, (0, 0, made)) == made


def test_what_was_made_may_be_won_instead_of_the_bid():
    rules = rules_for("rematada", 3, rematada__award="made")
    contract = Contract(2, Bid(2, points=100), 100)
    assert contract_points(rules, contract, (0, 0, 123)) == (0, 0, 123)
    assert contract_points(rules, contract, (0, 0, 99)) == (50, 50, 0)


@pytest.mark.parametrize(
    ("preset", "bid"),
    [
        ("chiamata", Bid(1, 12)),
        ("chiamata_buia", Bid(1, 12)),
        ("chiamata_punti", Bid(1, points=70)),
        ("gingo", Bid(1, points=70)),
        ("rematada", Bid(1, points=100)),
    ],
)
def test_a_deal_that_was_played_says_how_its_contract_came_out(preset, bid, rng):
    rules = rules_for(preset, 3 if preset == "rematada" else 5)
    for _ in range(5):
        state = bought(opened(rules), bid)
        while state.phase in ("discard", "call", "play"):
            if state.phase == "play" and state.deal.trump:
                state = play_out(state, rng)
            else:
                state, _ = apply(state, rng.choice(legal_actions(state, state.turn)))
        result = state.results[-1]
        contract = result.contract
        assert not result.tie
        side = {contract.caller, contract.partner} - {None}
        extras = sum(extra.points for extra in result.extras)
        assert contract.made == sum(result.seat_points[seat] for seat in side) + extras
        assert (contract.caller, contract.target) == (1, bid.points or 61)
        assert state.score == result.game_points
