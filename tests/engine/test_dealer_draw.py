"""Who deals first, by the highest card drawn (rules, 1.3)."""

from __future__ import annotations

import pytest

from games.engine import Cut, DrawDealer, apply, legal_actions, redact, start, view_for
from games.engine.events import DealerDrawn
from tests.engine.builders import after, refused, rules_for

RULES = rules_for("ludoteka", 4, first_dealer="high_card")


@pytest.fixture
def state():
    return start(RULES, dealer=0)


def test_the_house_draws_before_anything_else(state):
    assert (state.phase, state.turn) == ("draw_dealer", None)
    assert all(legal_actions(state, seat) == () for seat in range(4))
    assert refused(state, Cut(3, 20)) == "not_in_phase"


def test_the_highest_card_deals_and_the_seat_before_cuts(state):
    state, events = apply(state, DrawDealer(("C4", "O12", "O3", "E2")))
    assert events == (DealerDrawn((((0, "C4"), (1, "O12"), (2, "O3"), (3, "E2")),), 2),)
    assert (state.phase, state.dealer, state.eldest, state.turn) == ("cut", 2, 3, 1)
    assert all(redact(events[0], viewer) == events[0] for viewer in (0, 3, None))
    assert view_for(state, None).dealer == 2


def test_those_who_are_level_at_the_top_draw_again(state):
    state, events = apply(state, DrawDealer(("O1", "C1", "O3", "E1", "O4", "B4", "O12")))
    first, second = events[0].draws
    assert [seat for seat, _ in second] == [0, 1, 3]
    assert len(first) == 4
    assert state.dealer == 3


def test_a_tie_below_the_top_matters_to_nobody(state):
    assert after(state, DrawDealer(("O4", "C4", "O3", "E4"))).dealer == 2


def test_the_ranks_that_are_played_decide():
    rules = rules_for("ludoteka", 2, first_dealer="high_card", ranks="swap_3_7")
    assert after(start(rules, dealer=0), DrawDealer(("O3", "C7"))).dealer == 1


@pytest.mark.parametrize(
    "cards",
    [
        (),
        ("O1", "C3", "E4"),
        ("O1", "O1", "E4", "B5"),
        ("O1", "C3", "E4", "X5"),
        ("O1", "C3", "E4", "O8"),
        ("O1", "C1", "E4", "B5"),
        ("O1", "C3", "E4", "B5", "O4"),
    ],
)
def test_too_few_too_many_or_other_cards_are_refused(state, cards):
    assert refused(state, DrawDealer(cards)) == "bad_deck"


def test_no_seat_draws_for_itself(state):
    assert refused(state, DrawDealer(("C4", "O12", "O3", "E2"), seat=1)) == "not_in_phase"


def test_without_the_option_nobody_draws():
    state = start(rules_for("ludoteka", 4), dealer=0)
    assert refused(state, DrawDealer(("C4", "O12", "O3", "E2"))) == "not_in_phase"
