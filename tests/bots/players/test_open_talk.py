"""Bots understand words that all hear, reply to them, and plan the last three tricks with them."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.bots import BOT_NAMES, bot_named
from games.bots.evaluation import evaluator
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import knowledge_of
from games.bots.knowledge.determinization import draw_worlds
from games.bots.knowledge.holdings import still_answered
from games.bots.players.open_talk import reply_to
from games.bots.players.probability_heuristic import ProbabilityHeuristic
from games.bots.players.probability_weights import probability_weights_for
from games.bots.simulation.coding import NONE, PLACES
from games.bots.simulation.policy import policy_for
from games.engine import Answer, Ask, PlayCard, Say, Statement, apply, view_for
from games.engine.state import Trick
from tests.bots.views import view_of
from tests.engine.builders import dealt, rules_for

LAST = "O1 C3 E6 | O12 C5 E5 | O3 C6 B1 | O7 C7 B6"
"""The hands of the last three tricks; the trumps are O."""
NAMED = Say(2, "O3 C6 B1")


def ending(mode="parlant", *actions, truth="enforced", hands=LAST, stock=()):
    """The table before the last three tricks, after these actions; the others went in card order."""
    rules = rules_for(players=4, talk__mode=mode, talk__truth=truth)
    state = dealt(rules, hands, "O4")
    gone = [card for card in rules.deck if card not in hands.split() and card not in stock]
    tricks = []
    for number in range(len(gone) // 4):
        cards = gone[number * 4 : number * 4 + 4]
        plays = tuple(PlayCard(seat, card) for seat, card in enumerate(cards))
        points = sum(rules.points[card] for card in cards)
        tricks.append(Trick(number + 1, 0, plays, number % 4, points, "O"))
    deal = state.deal.replace(tricks=tuple(tricks), stock=stock, drawn=0, turned=None)
    state = state.replace(deal=deal)
    for action in actions:
        state, _ = apply(state, action)
    return state


def asked(seat, partner, question, *, yes):
    return (Ask(seat, partner, question), Answer(partner, seat, yes))


def known_to(state, seat):
    seen = knowledge_of(view_for(state, seat))
    return {other: {seen.card(code) for code in codes} for other, codes in seen.known.items()}


def share_with_trumps(state, seat, other):
    """The share of the ways drawn in which another seat holds a trump."""
    view = view_for(state, seat)
    seen = knowledge_of(view)
    ways = draw_worlds(view, seen, policy_for(view.rules), 400, np.random.default_rng(1))
    return float((ways.hands[:, other] < PLACES).any(1).mean())


# -- what is understood ----------------------------------------------------------------------


def test_cards_that_a_partner_names_are_known_until_they_are_played():
    state = ending("parlant", NAMED)
    assert known_to(state, 0) == {2: {"O3", "C6", "B1"}}
    for card in ("E6", "E5", "C6", "O7"):
        state, _ = apply(state, PlayCard(state.turn, card))
    for card in ("C7", "C3"):
        state, _ = apply(state, PlayCard(state.turn, card))
    deal = state.deal.replace(turn=0)
    assert known_to(state.replace(deal=deal), 0) == {2: {"O3", "B1"}}


def test_cards_that_an_opponent_names_in_free_talk_are_not_believed():
    assert known_to(ending("parlant", Say(1, "O12 C5")), 0) == {}


@pytest.mark.parametrize(("truth", "believed"), [("enforced", True), ("free", False)])
def test_an_opponents_answer_is_believed_where_lies_are_refused(truth, believed):
    state = ending("parlant_tapat", *asked(1, 3, "brisca", yes=True), truth=truth)
    plain = share_with_trumps(ending("parlant_tapat"), 0, 3)
    told = share_with_trumps(state, 0, 3)
    assert (told > plain + 0.05) == believed


def test_a_partner_that_says_no_holds_no_trump():
    hands = "O1 C3 E6 | O12 C5 E5 | E3 C6 B1 | O7 C7 B6"
    state = ending("parlant_tapat", *asked(0, 2, "brisca", yes=False), hands=hands)
    assert share_with_trumps(state, 0, 2) < 0.1 < share_with_trumps(ending(hands=hands), 0, 2)


def heard(yes, laid_since="", held=3, counts=(3, 3, 3, 3)):
    """The view of seat 0, whose partner has answered about trumps and then played a card."""
    said = (Statement(2, "brisca", yes, (), 0, held),)
    view = view_of("O4 E6 C5", players=4, options={"talk.mode": "parlant_tapat"}, statements=said)
    if not laid_since:
        return view
    plays = tuple(PlayCard(seat, laid_since if seat == 2 else f"B{seat + 4}") for seat in range(4))
    return replace(view, history=(Trick(1, 0, plays, 0, 0, "O"),), counts=counts)


@pytest.mark.parametrize(
    ("view", "answer"),
    [
        (heard(True), True),
        (heard(True, "C7", counts=(2,) * 4), True),
        (heard(True, "C7"), True),
        (heard(True, "O2", counts=(2,) * 4), None),
        (heard(False), False),
        (heard(False, "C7", counts=(2,) * 4), False),
        (heard(False, "C7"), None),
        (view_of("O4 E6 C5", players=4), None),
    ],
)
def test_an_answer_holds_until_it_may_have_become_untrue(view, answer):
    """Yes until such a card is played, no until a card is drawn."""
    assert still_answered(view, 2, "brisca") is answer


def test_the_rules_bot_fears_no_trump_of_an_opponent_who_said_that_it_has_none():
    options = {"talk.mode": "parlant_tapat"}
    said = (Statement(2, "brisca", False, (), 0, 3),)
    views = [
        view_of("E1 E6 C5", laid="E3", players=4, options=options, statements=statements)
        for statements in (said, ())
    ]
    told, blind = (
        ProbabilityHeuristic.for_view(view, probability_weights_for(view)).share("E1")
        for view in views
    )
    assert told > blind


# -- the last three tricks -------------------------------------------------------------------


def test_with_the_partners_cards_known_the_last_three_tricks_are_solved(monkeypatch):
    def play_outs(*_):
        raise AssertionError("nothing is left to the policy")

    monkeypatch.setattr(evaluator.rollouts, "play_outs", play_outs)
    found = evaluate(view_for(ending("parlant", NAMED), 0), random.Random(1))
    assert {judged.action.card for judged in found.cards} == {"O1", "C3", "E6"}
    with pytest.raises(AssertionError, match="nothing is left"):
        evaluate(view_for(ending(), 0), random.Random(1))


def test_the_expert_names_its_cards_once_in_the_last_three_tricks_before_a_card():
    bot, rng = bot_named("expert"), random.Random(1)
    state = ending()
    words = bot.choose(view_for(state, 0), rng)
    assert words == Say(0, "O1 C3 E6")
    state, _ = apply(state, words)
    assert isinstance(bot.choose(view_for(state, 0), rng), PlayCard)


@pytest.mark.parametrize("level", ["greedy", "rules", "learned"])
def test_the_others_do_not_name_their_cards_first(level):
    assert isinstance(bot_named(level).choose(view_for(ending(), 0), random.Random(1)), PlayCard)


@pytest.mark.parametrize("level", BOT_NAMES)
def test_nobody_names_its_cards_while_others_are_drawn(level):
    state = ending(stock=("B2", "B3", "B4", "B5"))
    for seed in range(5):
        words = bot_named(level).choose(view_for(state, 0), random.Random(seed))
        assert level == "random" or isinstance(words, PlayCard)


# -- what is replied -------------------------------------------------------------------------


@pytest.mark.parametrize(("question", "yes"), [("points", True), ("brisca", False)])
def test_a_question_is_answered_truly_out_of_turn(question, yes):
    hands = "O1 C3 E6 | O12 C5 E5 | E3 C6 B1 | O7 C7 B6"
    asking = Ask(0, 2, question)
    state = ending("parlant_tapat", asking, truth="free", hands=hands)
    assert reply_to(view_for(state, 2), asking) == Answer(2, 0, yes)
    assert [reply_to(view_for(state, seat), asking) for seat in (1, 3)] == [None, None]


def test_a_partner_that_names_its_cards_is_told_the_own_ones_once():
    state = ending("parlant", NAMED)
    reply = reply_to(view_for(state, 0), NAMED)
    assert reply == Say(0, "O1 C3 E6")
    state, _ = apply(state, reply)
    state, _ = apply(state, NAMED)
    assert reply_to(view_for(state, 0), NAMED) is None


def test_no_cards_are_named_while_others_are_drawn():
    state = ending("parlant", NAMED, stock=("B2", "B3", "B4", "B5"))
    assert reply_to(view_for(state, 0), NAMED) is None


def test_other_words_are_not_replied_to():
    hello = Say(2, "hola")
    for before in ((), (NAMED,)):
        assert reply_to(view_for(ending("parlant", *before, hello), 0), hello) is None


# -- secrecy ---------------------------------------------------------------------------------


TALKS = [
    ("parlant", "enforced", (Say(0, "O1 C3 E6"), NAMED)),
    ("parlant_tapat", "enforced", asked(0, 2, "points", yes=True)),
    ("parlant_tapat", "free", asked(0, 2, "brisca", yes=True)),
    ("parlant_tapat", "free", asked(1, 3, "brisca", yes=False)),
]


@pytest.mark.parametrize("level", BOT_NAMES)
@pytest.mark.parametrize(("mode", "truth", "actions"), TALKS)
def test_cards_that_nobody_told_change_no_choice(level, mode, truth, actions):
    """The hidden cards change places, those behind what was said as well."""
    state = ending(mode, *actions, truth=truth)
    hidden = [card for hand in state.deal.hands[1:] for card in hand]
    choices = set()
    for seed in range(4):
        mixed = random.Random(seed).sample(hidden, len(hidden))
        hands = (state.deal.hands[0], *(tuple(mixed[at : at + 3]) for at in (0, 3, 6)))
        view = view_for(state.replace(deal=state.deal.replace(hands=hands)), 0)
        choices.add(bot_named(level).choose(view, random.Random(5)))
        choices.add(reply_to(view, actions[-1]))
    assert len(choices - {None, reply_to(view_for(state, 0), actions[-1])}) == 1


def test_a_way_that_was_not_told_has_every_card_once():
    state = ending("parlant", NAMED)
    view = view_for(state, 0)
    seen = knowledge_of(view)
    ways = draw_worlds(view, seen, policy_for(view.rules), 50, np.random.default_rng(1))
    for hands in ways.hands:
        held = [code for code in hands.ravel().tolist() if code != NONE]
        assert len(set(held)) == len(held) == 12
