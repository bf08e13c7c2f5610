"""Thinking time."""

from __future__ import annotations

from games.live.match_state.turn_time import TurnTime, struck_out


def time():
    return TurnTime(20_000, 60_000, 2_000, [60_000, 60_000])


def test_a_turn_within_its_time_costs_nothing_and_fills_no_full_bank():
    clock = time()
    clock.spend(0, 19_999)
    assert clock.banks == [60_000, 60_000]


def test_what_is_over_comes_from_the_bank_and_a_little_is_given_back():
    clock = time()
    clock.spend(1, 30_000)
    assert clock.banks == [60_000, 52_000]


def test_a_bank_is_never_below_zero():
    clock = time()
    clock.spend(0, 10**9)
    assert clock.banks[0] == 2_000


def test_shown_time_runs_from_the_turn_into_the_bank():
    assert time().to_json(0, 5_000, paused=False)["remaining_ms"] == 15_000
    shown = time().to_json(1, 25_000, paused=False)
    assert (shown["remaining_ms"], shown["bank_ms"]) == (0, [60_000, 55_000])


def test_no_clock_shows_nothing_and_never_ends():
    clock = TurnTime(None, 0, 0, [0, 0])
    assert clock.allowance(0) is None
    assert clock.to_json(0, 99, paused=False) is None


def test_two_turns_in_a_row_strike_out():
    assert struck_out([(0, "clock"), (1, "player"), (0, "clock")], 0)
    assert not struck_out([(0, "clock"), (1, "clock"), (0, "player"), (0, "clock")], 0)
    assert not struck_out([(0, "clock")], 0)
