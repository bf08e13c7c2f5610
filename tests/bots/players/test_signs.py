"""What bots tell their partners, where they look, and what they make of what they saw."""

import random

import pytest

from games.bots import BOT_NAMES, bot_named
from games.bots.players.signs import talk
from games.engine import (
    Answer,
    Ask,
    Look,
    Peek,
    PlayCard,
    Sign,
    SignView,
    apply,
    build_ruleset,
    view_for,
)
from games.engine.state import Question
from tests.bots.views import view_of
from tests.engine.builders import dealt

SENAS = {"talk.mode": "senas"}
GAZE = {"talk.mode": "senas", "talk.seen_by": "gaze"}
ASKING = {"talk.mode": "parlant_tapat"}


def at_table(hand, *beside, options=SENAS, laid="", **fields):
    """The view of a seat that may do something beside its cards."""
    seat = len(laid.split())
    cards = tuple(PlayCard(seat, card) for card in hand.split())
    return view_of(hand, laid=laid, players=4, options=options, legal=(*cards, *beside), **fields)


def rules_plays(view):
    return bot_named("rules").choose(view, random.Random(1))


def signs(*names):
    return [Sign(0, name) for name in names]


def test_signs_the_best_that_it_holds():
    view = at_table("O3 O12 C6", *signs("trump_three", "trump_king", "ask_low"))
    assert rules_plays(view) == Sign(0, "trump_three")


def test_signs_once_in_a_trick_and_a_card_once_in_a_deal():
    offered = signs("trump_three", "trump_king", "ask_low")
    just = at_table("O3 O12 C6", *offered, signs=(SignView(0, "trump_three", 1),))
    assert isinstance(rules_plays(just), PlayCard)
    earlier = at_table("O3 O12 C6", *offered, signs=(SignView(0, "trump_three", 0),))
    assert rules_plays(earlier) == Sign(0, "trump_king")


def test_is_honest_where_it_need_not_be():
    free = {**SENAS, "talk.truth": "free"}
    view = at_table("C4 C5 E6", *signs("trump_ace", "trump_three", "brisca"), options=free)
    assert isinstance(rules_plays(view), PlayCard)


def test_gives_points_to_a_trick_that_a_partner_is_sure_of_by_its_sign():
    told = at_table("B3 E6 C5", laid="E1", signs=(SignView(3, "trump_ace", 1),))
    assert rules_plays(told).card == "B3"
    assert weigh(told, "B3") > weigh(at_table("B3 E6 C5", laid="E1"), "B3")


def test_keeps_points_back_from_an_opponent_who_was_seen_to_sign_the_ace():
    seen = at_table("E1 E6 C5", laid="E3", options=GAZE, signs=(SignView(2, "trump_ace", 1),))
    blind = at_table("E1 E6 C5", laid="E3", options=GAZE)
    assert weigh(seen, "E1") < weigh(blind, "E1")


def test_plays_neither_brisca_nor_trump_where_a_partner_asks_for_neither():
    # seat 0 wins with the ace; seat 1 is the partner of seat 3, which is last
    cards = {
        asker: rules_plays(
            at_table("O4 E6 C5", laid="B1 C4 C7", signs=(SignView(asker, "ask_low", 1),))
        ).card
        for asker in (1, 2)
    }
    assert cards[2] == "O4"
    assert cards[1] != "O4"


def test_counts_on_the_points_of_a_partner_who_signs_a_brisca():
    told = at_table("O4 E6 C5", laid="B10", signs=(SignView(3, "brisca", 1),))
    assert weigh(told, "O4") > weigh(at_table("O4 E6 C5", laid="B10"), "O4")


def test_fears_no_trump_of_an_opponent_who_was_seen_to_have_none():
    seen = at_table("E1 E6 C5", laid="E3", options=GAZE, signs=(SignView(2, "no_trump", 1),))
    assert weigh(seen, "E1") > weigh(at_table("E1 E6 C5", laid="E3", options=GAZE), "E1")


def test_does_not_count_on_a_card_that_was_played_since():
    gone = at_table(
        "E1 E6 C5", laid="E3", options=GAZE, signs=(SignView(2, "trump_ace", 1),),
        played=("O1", "C2", "C4", "C6"),
    )  # fmt: skip
    blind = at_table("E1 E6 C5", laid="E3", options=GAZE, played=("O1", "C2", "C4", "C6"))
    assert weigh(gone, "E1") == pytest.approx(weigh(blind, "E1"))


def weigh(view, card):
    from games.bots.players.probability_heuristic import ProbabilityHeuristic
    from games.bots.players.probability_weights import probability_weights_for

    play = next(one for one in view.legal if isinstance(one, PlayCard) and one.card == card)
    return ProbabilityHeuristic.for_view(view, probability_weights_for(view)).score(play)


def test_looks_at_an_opponent_in_some_tricks_and_no_longer_than_needed():
    eyes = set()
    for deal in range(40):
        hand = f"O{deal % 3 + 4} C{deal % 4 + 4} E{deal % 5 + 2}"
        looks = [Look(0, at) for at in (1, 2, 3)]
        view = at_table(hand, *looks, options=GAZE, looking=2)
        turned = talk(view, random.Random(1))
        if turned is None:
            eyes.add(2)
            continue
        eyes.add(turned.at)
        after = at_table(hand, *looks, options=GAZE, looking=turned.at)
        assert talk(after, random.Random(1)) is None
    assert eyes == {1, 2}


@pytest.mark.parametrize(("hand", "yes"), [("C12 E4 B5", True), ("C7 E4 B5", False)])
def test_answers_questions_with_the_truth(hand, yes):
    answers = (Answer(0, 2, True), Answer(0, 2, False))
    view = at_table(hand, *answers, options=ASKING, questions=(Question(2, 0, "points"),))
    assert rules_plays(view) == Answer(0, 2, yes)


def test_asks_now_and_then():
    view = at_table("C12 E4 B5", Ask(0, 2, "points"), Ask(0, 2, "brisca"), options=ASKING)
    asked = [
        isinstance(bot_named("rules").choose(view, random.Random(seed)), Ask) for seed in range(300)
    ]
    assert 0 < sum(asked) < 60


def test_looks_at_the_cards_of_its_partner_where_it_may():
    view = at_table("C12 E4 B5", Peek(0, 2), options={"peek.at_deal": True})
    assert rules_plays(view) == Peek(0, 2)


@pytest.mark.parametrize("level", BOT_NAMES)
@pytest.mark.parametrize("options", [SENAS, GAZE, ASKING, {"talk.mode": "parlant"}])
def test_every_turn_ends_with_few_words(level, options):
    rules = build_ruleset("ludoteka", 4, options).rules
    rng = random.Random(3)
    state = dealt(rules, "O1 C3 E6 | O12 C5 E5 | O3 C6 B1 | O7 C7 B6", "O4")
    words = 0
    while state.phase == "play":
        action = bot_named(level).choose(view_for(state, state.turn), rng)
        words = 0 if isinstance(action, PlayCard) else words + 1
        assert words <= 6
        state, _ = apply(state, action)
