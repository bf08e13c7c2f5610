"""Signs, eyes, questions, talk and what it costs (rules, rows 19 and 20)."""

from __future__ import annotations

import pytest

from games.engine import (
    Answer,
    Ask,
    Look,
    PlayCard,
    Say,
    Sign,
    Statement,
    apply,
    audience,
    is_private,
    legal_actions,
    redact,
    view_for,
)
from games.engine.events import Answered, Asked, Looked, Penalised, Said, Signed, Warned
from games.engine.phases.talk import GESTURES, MOST_UTTERED
from tests.engine.builders import after, dealt, refused, rules_for

HANDS = "E1 O4 C5 | O1 O5 C6 | B4 B5 B6 | E12 O7 C7"


def table(players=4, hands=HANDS, **options):
    return dealt(rules_for("doncomos", players, **options), hands, "E11")


def signs(state, seat):
    return [one.sign for one in legal_actions(state, seat) if isinstance(one, Sign)]


@pytest.fixture
def signing():
    return table(talk__mode="senas")


@pytest.fixture
def gazing():
    return table(talk__mode="senas", talk__seen_by="gaze")


@pytest.fixture
def asking():
    return table(talk__mode="parlant_tapat")


# -- signs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "true"),
    [
        ("E1 O4 C5", ["trump_ace"]),
        ("E3 E12 E11", ["trump_three", "trump_king", "trump_knight"]),
        ("E10 O1 C5", ["trump_jack", "brisca"]),
        ("O3 C5 B4", ["brisca", "no_trump"]),
        ("E7 O12 C10", []),
        ("O4 C5 B4", ["no_trump"]),
    ],
)
def test_true_signs_are_offered_and_the_others_refused(hand, true):
    rules = rules_for("doncomos", 4, talk__mode="senas")
    spare = iter([card for card in rules.deck if card not in (*hand.split(), "E4")])
    rest = [" ".join(next(spare) for _ in range(3)) for _ in range(3)]
    state = dealt(rules, " | ".join([hand, *rest]), "E4")
    assert signs(state, 0) == [*true, "ask_low", "ask_hand"]
    for name in set(GESTURES) - {*true, "ask_low", "ask_hand"}:
        assert refused(state, Sign(0, name)) == "sign_not_true"


def test_where_truth_is_free_any_sign_may_be_made():
    state = table(talk__mode="senas", talk__truth="free")
    assert signs(state, 2) == list(GESTURES)
    after(state, Sign(2, "trump_ace"))


def test_the_signs_follow_the_ranks_that_are_played():
    rules = rules_for("doncomos", 4, talk__mode="senas", ranks="swap_3_7")
    state = dealt(rules, "E7 O7 C3 | O1 O5 C6 | B4 B5 B6 | E12 O3 C7", "E11")
    assert signs(state, 0) == ["trump_three", "brisca", "ask_low", "ask_hand"]


def test_a_sign_is_made_out_of_turn_and_only_the_partner_gets_it(signing):
    state, events = apply(signing, Sign(3, "trump_king"))
    assert state.turn == 0
    assert audience(events, 4) == {1, 3}
    assert redact(events[0], 1) == Signed(3, "trump_king", (1,), (1,))
    assert redact(events[0], 3) == Signed(3, "trump_king", (1,), (1,))
    assert [redact(events[0], one) for one in (0, 2, None)] == [None] * 3
    for viewer in (0, 2, None):
        assert view_for(state, viewer) == view_for(signing, viewer)
    assert [(one.seat, one.sign) for one in view_for(state, 1).signs] == [(3, "trump_king")]


def test_with_six_both_partners_get_it():
    rules = rules_for("doncomos", 6, talk__mode="senas")
    hands = "E1 O4 C5 | O1 O5 C6 | B4 B5 B6 | E12 O7 C7 | O2 O3 C2 | C3 B2 B3"
    _, events = apply(dealt(rules, hands, "E11"), Sign(0, "trump_ace"))
    assert audience(events, 6) == {0, 2, 4}


def test_opponents_may_notice_a_sign_where_the_rules_let_them():
    state = table(talk__mode="senas", talk__leak=0.5)
    _, events = apply(state, Sign(0, "trump_ace", leaked=(3,)))
    assert audience(events, 4) == {0, 2, 3}
    assert redact(events[0], 0).seen_by == (2,)  # the signer does not know
    assert redact(events[0], 3).seen_by == (3,)
    assert redact(events[0], 2).seen_by == (2,)
    assert refused(state, Sign(0, "trump_ace", leaked=(2,))) == "bad_action"


@pytest.mark.parametrize("options", [{}, {"talk__seen_by": "gaze", "talk__leak": 0.5}])
def test_nobody_notices_a_sign_otherwise(options):
    state = table(talk__mode="senas", **options)
    assert refused(state, Sign(0, "trump_ace", leaked=(3,))) == "bad_action"


# -- eyes ------------------------------------------------------------------------------------


def test_at_first_everybody_looks_at_the_partner(gazing):
    assert [view_for(gazing, seat).looking for seat in range(4)] == [2, 3, 0, 1]
    _, events = apply(gazing, Sign(0, "trump_ace"))
    assert audience(events, 4) == {0, 2}


def test_exactly_those_who_look_see_a_sign_and_the_signer_does_not_know(gazing):
    state = after(gazing, Look(1, 0), Look(2, 3))
    _, events = apply(state, Sign(0, "trump_ace"))
    assert audience(events, 4) == {0, 1}
    assert redact(events[0], 0).seen_by == ()
    assert redact(events[0], 1).seen_by == (1,)


def test_where_somebody_looks_is_nobodys_business(gazing):
    state, events = apply(gazing, Look(1, 0))
    assert events == (Looked(1, 0),)
    assert audience(events, 4) == {1}
    assert view_for(state, 1).looking == 0
    for viewer in (0, 2, 3, None):
        assert view_for(state, viewer) == view_for(gazing, viewer)


@pytest.mark.parametrize(
    ("action", "code"),
    [(Look(1, 1), "look_not_allowed"), (Look(1, 4), "look_not_allowed"),
     (Look(1, -1), "look_not_allowed")],
)  # fmt: skip
def test_one_looks_at_another_seat(gazing, action, code):
    assert refused(gazing, action) == code


# -- questions -------------------------------------------------------------------------------


def test_a_question_and_its_true_answer_are_heard_by_all(asking):
    state, events = apply(asking, Ask(0, 2, "points"))
    assert events == (Asked(0, 2, "points"),)
    assert all(view_for(state, viewer).questions for viewer in (0, 1, None))
    assert Answer(2, 0, False) in legal_actions(state, 2)
    assert Answer(2, 0, True) not in legal_actions(state, 2)
    assert refused(state, Answer(2, 0, True)) == "answer_not_true"
    state, events = apply(state, Answer(2, 0, False))
    assert events == (Answered(2, 0, "points", False),)
    assert audience(events, 4) == {0, 1, 2, 3}
    assert view_for(state, 1).questions == ()


def test_the_second_question_is_for_trumps(asking):
    state = after(asking, Ask(1, 3, "brisca"))
    assert Answer(3, 1, True) in legal_actions(state, 3)


def test_where_truth_is_free_either_answer_will_do():
    state = after(table(talk__mode="parlant_tapat", talk__truth="free"), Ask(0, 2, "points"))
    assert {one.yes for one in legal_actions(state, 2) if isinstance(one, Answer)} == {True, False}


@pytest.mark.parametrize(
    ("before", "action", "code"),
    [
        ([], Ask(0, 1, "points"), "ask_not_partner"),
        ([], Ask(0, 2, "weather"), "bad_action"),
        ([Ask(0, 2, "points")], Ask(0, 2, "brisca"), "talk_too_much"),
        ([], Answer(2, 0, True), "nothing_asked"),
        ([Ask(0, 2, "points")], Answer(0, 2, True), "nothing_asked"),
    ],
)
def test_other_questions_are_refused(asking, before, action, code):
    assert refused(after(asking, *before), action) == code


# -- talk ------------------------------------------------------------------------------------


def test_free_talk_is_heard_by_all():
    state = table(talk__mode="parlant")
    _, events = apply(state, Say(1, "  tinc l'as "))
    assert events == (Said(1, "tinc l'as"),)
    assert audience(events, 4) == {0, 1, 2, 3}
    assert redact(events[0], None) == events[0]


@pytest.mark.parametrize("text", ["", "   ", "x" * 141, "two\nlines", "bell\x07"])
def test_what_is_no_sentence_is_refused(text):
    assert refused(table(talk__mode="parlant"), Say(0, text)) == "bad_action"


@pytest.mark.parametrize("mode", ["none", "senas", "parlant_tapat"])
def test_talk_is_refused_where_it_has_no_price(mode):
    assert refused(table(talk__mode=mode), Say(0, "hola")) == "talk_not_allowed"


def test_talk_may_cost_a_warning():
    state = table(talk__penalty="warn")
    after_it, events = apply(state, Say(1, "tinc l'as"))
    assert events == (Warned(1),)
    assert after_it.phase == "play"


def test_talk_may_cost_the_deal():
    state, events = apply(table(talk__penalty="lose_deal"), Say(1, "tinc l'as"))
    assert events[0] == Penalised(1)
    assert (state.phase, state.results[-1].ended_by) == ("deal_over", "penalty")
    assert state.score == (1, 0)


def test_where_points_are_counted_the_talker_gets_none():
    rules = rules_for("mariaje", 4, talk__penalty="lose_deal")
    state = dealt(rules, HANDS, "E11")
    state = state.replace(deal=state.deal.replace(points=(20, 30, 0, 0)))
    assert after(state, Say(1, "hola")).score == (20, 0)


# -- where and how often ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "action", "code"),
    [
        ("none", Sign(0, "trump_ace"), "sign_off"),
        ("parlant", Sign(0, "trump_ace"), "sign_off"),
        ("senas", Look(0, 1), "look_off"),
        ("senas", Ask(0, 2, "points"), "talk_not_allowed"),
        ("parlant", Answer(0, 2, True), "talk_not_allowed"),
        ("senas", Sign(0, "whistle"), "unknown_sign"),
    ],
)
def test_each_way_of_talking_is_open_in_its_mode_alone(mode, action, code):
    assert refused(table(talk__mode=mode), action) == code


def test_who_plays_alone_has_nobody_to_talk_to():
    state = dealt(rules_for("ludoteka", 2), "E1 O4 C5 | O1 O5 C6", "E11")
    assert refused(state, Sign(0, "trump_ace")) == "sign_off"
    assert refused(state, Say(0, "hola")) == "talk_not_allowed"


def test_enough_is_said_in_a_trick_after_a_while(signing):
    state = signing
    for _ in range(MOST_UTTERED):
        state = after(state, Sign(0, "ask_low"))
    assert refused(state, Sign(0, "ask_low")) == "talk_too_much"
    assert signs(state, 0) == []
    assert "trump_king" in signs(state, 3)
    plays = [PlayCard(seat, state.deal.hands[seat][1]) for seat in range(4)]
    assert signs(after(state, *plays), 0)


def test_signs_and_looks_are_private_and_questions_are_not():
    assert [is_private(one) for one in (Sign(0, "brisca"), Look(0, 1))] == [True, True]
    public = (Ask(0, 2, "points"), Answer(2, 0, True), Say(0, "hola"))
    assert not any(is_private(one) for one in public)


def test_the_words_that_name_the_own_cards_are_offered_in_open_talk_at_any_time():
    state = table(talk__mode="parlant")
    offered = [one for one in legal_actions(state, 2) if not isinstance(one, PlayCard)]
    assert offered == [Say(2, "B4 B5 B6")]
    for _ in range(MOST_UTTERED):
        state = after(state, Say(2, "hola"))
    assert legal_actions(state, 2) == ()


# -- what was said of a hand -----------------------------------------------------------------


def statements(state, viewer=None):
    return view_for(state, viewer).statements


def test_answers_are_remembered_with_how_many_cards_were_held_and_played(asking):
    plays = [PlayCard(seat, asking.deal.hands[seat][1]) for seat in range(3)]
    state = after(asking, *plays, Ask(0, 2, "points"), Answer(2, 0, False))
    assert statements(state) == (Statement(2, "points", False, (), 1, 2),)
    assert {statements(state, seat) for seat in range(4)} == {statements(state)}


def test_words_that_name_cards_alone_say_that_they_are_held_and_others_say_nothing():
    state = after(table(talk__mode="parlant"), Say(1, " O1  C6 "), Say(3, "tinc l'O1"))
    assert statements(state) == (Statement(1, "cards", True, ("O1", "C6"), 0, 3),)


def test_nobody_checks_which_cards_are_named():
    state = after(table(talk__mode="parlant"), Say(1, "E1"))
    assert [said.cards for said in statements(state)] == [("E1",)]


def test_where_talk_is_not_allowed_no_words_are_remembered():
    assert statements(after(table(talk__penalty="warn"), Say(1, "O1"))) == ()
