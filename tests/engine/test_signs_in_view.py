"""Which signs stand in whose view, and that bots may count what lay open."""

import pytest

from games.engine import Look, PlayCard, Sign, apply, view_for, view_to_json
from tests.engine.builders import dealt, rules_for

HANDS = "O1 C5 C6 | E4 E5 E6 | B4 B5 B6 | C4 C7 E7"


def signs(state, seat):
    return view_to_json(view_for(state, seat))["signs"]


@pytest.fixture
def table():
    rules = rules_for(players=4, talk__mode="senas")
    return dealt(rules, HANDS, "O4", stock="B1 B2 B3")


def test_a_sign_stands_in_the_views_of_its_seat_and_of_its_partner_alone(table):
    state, _ = apply(table, Sign(0, "trump_ace"))
    made = [{"seat": 0, "sign": "trump_ace", "trick": 1}]
    assert [signs(state, seat) for seat in (0, 1, 2, 3, None)] == [made, [], made, [], []]


def test_where_eyes_wander_a_sign_stands_with_who_looked_when_it_was_made():
    rules = rules_for(players=4, talk__mode="senas", talk__seen_by="gaze")
    state = dealt(rules, HANDS, "O4", stock="B1 B2 B3")
    for action in (Look(1, 0), Look(2, 3), Sign(0, "trump_ace"), Look(2, 0)):
        state, _ = apply(state, action)
    made = [{"seat": 0, "sign": "trump_ace", "trick": 1}]
    assert [signs(state, seat) for seat in range(4)] == [made, made, [], []]


def test_a_sign_keeps_the_number_of_its_trick(table):
    state = table
    for seat, card in ((0, "C5"), (1, "E4"), (2, "B4"), (3, "C4")):
        state, _ = apply(state, PlayCard(seat, card))
    state, _ = apply(state, Sign(1, "no_trump"))
    assert signs(state, 3) == [{"seat": 1, "sign": "no_trump", "trick": 2}]


def test_cards_of_the_tricks_that_are_over_lie_open_to_all(table):
    state = table
    for seat, card in ((0, "C5"), (1, "E4"), (2, "B4")):
        state, _ = apply(state, PlayCard(seat, card))
    assert view_for(state, 0).played == ()
    state, _ = apply(state, PlayCard(3, "C4"))
    assert {view_for(state, seat).played for seat in (0, 3, None)} == {("C5", "E4", "B4", "C4")}
