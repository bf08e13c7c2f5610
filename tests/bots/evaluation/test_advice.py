"""Advice: the expert's card, from the view alone, for a reason that is true."""

import random

import pytest
from django.utils import translation

from games.bots.evaluation.advice import REASONS, Advice, Other, advise, advises, reason_for
from games.bots.evaluation.evaluator import evaluate
from games.bots.evaluation.judgement import Worth, judged_as
from games.engine import PlayCard, apply, view_for
from games.live.table.hints import in_words
from tests.bots.kernel_deals import armed, dealt, ended, rules_of
from tests.bots.views import view_of

FEW = 40


def turns(rules, seed):
    """States of a random deal in which a card is to be played."""
    state = dealt(rules, random.Random(seed))
    rng = random.Random(seed)
    while not ended(state):
        state = armed(state)
        yield state
        plays = [one for one in view_for(state, state.turn).legal if isinstance(one, PlayCard)]
        state, _ = apply(state, rng.choice(plays))


@pytest.mark.parametrize(("players", "teams"), [(2, "individual"), (4, "pairs")])
def test_it_is_the_card_that_a_review_finds_best_and_the_reason_is_true(players, teams):
    rules = rules_of(players, teams)
    told = set()
    for state in list(turns(rules, "advice"))[::3]:
        view = view_for(state, state.turn)
        found = advise(view, random.Random(5), FEW)
        if len(found.others) > 1:
            assert found.card == evaluate(view, random.Random(5), FEW).best.card
        assert {one.card for one in found.others} == {
            play.card for play in view.legal if isinstance(play, PlayCard)
        }
        told.add(found.why)
        after, _ = apply(state, PlayCard(state.turn, found.card))
        trick = state.deal.plays
        if found.why in ("wins", "wins_cheaply", "wins_lead"):
            assert after.deal.tricks[-1].winner == state.turn
            assert after.deal.tricks[-1].points == found.points
        if found.why in ("keeps_trumps", "throws_least") and len(trick) == players - 1:
            assert after.deal.tricks[-1].winner != state.turn
        if found.why == "keeps_trumps":
            assert any(card[0] == view.trump for card in view.hand)
    assert told <= set(REASONS)
    assert len(told) >= 4


def test_a_lead_that_cannot_be_beaten_is_called_so_only_where_no_card_beats_it():
    rules = rules_of(2, "individual")
    seen = 0
    for state in turns(rules, "leads"):
        view = view_for(state, state.turn)
        if state.deal.plays or len(view.hand) < 2:
            continue
        hidden = [card for seat, hand in enumerate(state.deal.hands) if seat != view.seat
                  for card in hand] + list(state.deal.stock[state.deal.drawn :])  # fmt: skip
        hidden += [view.turned] if view.turned else []
        for card in view.hand:
            power = rules.power[view.trump, card[0]]
            worth = Worth(
                points=60, points_error=1, win=0.5, win_error=0.1, behind=0, behind_error=0
            )
            judged = judged_as(PlayCard(view.seat, card), worth)
            why = reason_for(view, judged.action.card, exact=False)
            sure = all(power[one] < power[card] for one in hidden)
            assert (why == "cannot_be_beaten") == sure
            seen += sure
    assert seen


def test_every_reason_is_told_in_words():
    for why in REASONS:
        with translation.override("en"):
            text = in_words(Advice("O1", why, 14, (Other("O1", 0.0),)))
        assert text.startswith("Ace of coins: ")
        assert "%(" not in text


def test_who_is_not_to_play_is_not_advised():
    state = next(turns(rules_of(2, "individual"), "not"))
    other = view_for(state, 1 - state.turn)
    assert not advises(other)
    with pytest.raises(ValueError, match="only who is to play"):
        advise(other, random.Random(1))
    assert not advises(view_for(state, None))
    assert advises(view_for(state, state.turn))


def test_no_reason_speaks_of_a_trick_in_which_nothing_lies():
    view = view_of("C4 E6 E1", laid="C2", players=4)
    assert reason_for(view, "C4") == "risks_little"
    assert reason_for(view_of("C12 E6 E1", laid="C2", players=4), "C12") == "leads_so_far"
