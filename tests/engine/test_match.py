"""Whole deals and matches: order of play and of drawing, dealers, targets, refusals."""

from __future__ import annotations

import random

import pytest

from games.engine import (
    PRESETS,
    Cut,
    DealCards,
    IllegalAction,
    MatchState,
    NextDeal,
    PlayCard,
    Resign,
    apply,
    legal_actions,
    start,
    view_for,
)
from games.engine.events import CardDrawn, DealEnded, MatchEnded, TrickTaken
from tests.engine.builders import dealt, refused, rules_for, spelled


def play_out(state: MatchState, rng: random.Random) -> MatchState:
    while state.phase == "play":
        actions = [a for a in legal_actions(state, state.turn) if isinstance(a, PlayCard)]
        state, _ = apply(state, rng.choice(actions))
    return state


def deal_on(state: MatchState, rng: random.Random) -> MatchState:
    if state.phase == "deal_over":
        state, _ = apply(state, NextDeal())
    state, _ = apply(state, Cut(state.cutter, 10))
    deck = rng.sample(state.rules.deck, len(state.rules.deck))
    return apply(state, DealCards(tuple(deck)))[0]


def test_the_deck_is_dealt_one_by_one_from_the_eldest():
    rules = rules_for(players=4)
    state = start(rules, dealer=1)
    state, _ = apply(state, Cut(0, 20))
    state, _ = apply(state, DealCards(rules.deck))
    assert state.turn == 2
    assert state.deal.hands[2] == (rules.deck[0], rules.deck[4], rules.deck[8])
    assert state.deal.hands[1] == (rules.deck[3], rules.deck[7], rules.deck[11])
    assert state.deal.turned == rules.deck[12]
    assert state.deal.stock_left == 28


def test_the_winner_draws_first_and_leads():
    rules = rules_for(players=3)
    state = dealt(rules, "O4 C4 E4 | O1 C5 E5 | O5 C6 E6", "B12", stock="B4 B5 B6")
    for seat, card in ((0, "O4"), (1, "O1")):
        state, _ = apply(state, PlayCard(seat, card))
    state, events = apply(state, PlayCard(2, "O5"))
    assert [event for event in events if isinstance(event, TrickTaken)] == [TrickTaken(1, 1, 11)]
    drawn = [(event.seat, event.card) for event in events if isinstance(event, CardDrawn)]
    assert drawn == [(1, "B4"), (2, "B5"), (0, "B6")]
    assert state.turn == 1


def test_the_last_to_draw_gets_the_turned_card(rng):
    state = deal_on(start(rules_for(), dealer=0), rng)
    turned = state.deal.turned
    drawn = []
    while state.deal.stock_left:
        cards = [a for a in legal_actions(state, state.turn) if isinstance(a, PlayCard)]
        state, events = apply(state, cards[0])
        drawn += [event for event in events if isinstance(event, CardDrawn)]
    assert drawn[-1].card == turned
    assert drawn[-1].turned
    assert len(state.deal.tricks) == 17


@pytest.mark.parametrize(("players", "tricks"), [(2, 20), (3, 12), (4, 10), (6, 8)])
def test_a_deal_has_its_tricks_and_all_points(players, tricks, rng):
    state = play_out(deal_on(start(rules_for(players=players), dealer=0), rng), rng)
    assert len(state.deal.tricks) == tricks
    assert sum(state.results[-1].seat_points) == 120


@pytest.mark.parametrize("target", [1, 3, 5, 6, 7])
def test_a_match_goes_to_its_target_with_one_leader(target, rng):
    state = start(rules_for(match__target=target), dealer=0)
    while state.phase != "match_over":
        state = play_out(deal_on(state, rng), rng)
    best = max(state.score)
    assert best >= target
    assert state.score.count(best) == 1
    assert state.winners == (state.score.index(best),)


def test_the_deal_moves_to_the_right():
    rng = random.Random(3)
    state = start(rules_for(players=4, match__target=9), dealer=3)
    dealers = []
    for _ in range(5):
        state = deal_on(state, rng)
        dealers.append(state.dealer)
        state = play_out(state, rng)
    assert dealers == [3, 0, 1, 2, 3]


def test_the_end_is_told_once(rng):
    state = deal_on(start(rules_for(match__target=1), dealer=0), rng)
    while True:
        state, events = apply(state, legal_actions(state, state.turn)[0])
        if state.phase != "play":
            break
    ended = [event for event in events if isinstance(event, DealEnded | MatchEnded)]
    assert isinstance(ended[0], DealEnded)
    assert len(ended) == (2 if state.phase == "match_over" else 1)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PlayCard(1, "E7"), "not_your_turn"),
        (PlayCard(0, "E7"), "card_not_held"),
        (PlayCard(0, "O1", "arrastre"), "announce_not_allowed"),
        (Cut(0, 10), "not_in_phase"),
        (DealCards(()), "not_in_phase"),
        (NextDeal(), "not_in_phase"),
    ],
)
def test_a_refusal_names_its_code_and_changes_nothing(action, code):
    state = dealt(rules_for(), "O1 C3 B7 | E7 O4 C5", "E12")
    assert refused(state, action) == code


@pytest.mark.parametrize("preset", PRESETS)
def test_no_action_changes_the_state_it_is_applied_to(preset):
    rng = random.Random(preset)
    for players in PRESETS[preset].players:
        rules = rules_for(preset, players)
        state = deal_on(start(rules, dealer=0), rng)
        while state.phase not in ("deal_over", "match_over"):
            before, was = state, spelled(state)
            seat = rng.choice([at for at in range(players) if legal_actions(state, at)])
            state, _ = apply(state, rng.choice(legal_actions(state, seat)))
            assert spelled(before) == was
            assert state is not before


def test_a_copy_is_equal_and_apart():
    state = dealt(rules_for(), "O1 C3 B7 | E7 O4 C5", "E12")
    deal = state.deal
    assert (deal.copy(), state.copy()) == (deal, state)
    deal.copy().drawn = 5
    assert deal.drawn == 0
    with pytest.raises(AttributeError):
        state.replace(phse="play")


def test_a_cut_leaves_four_cards_in_each_packet():
    state = start(rules_for(), dealer=0)
    for at in (3, 37):
        with pytest.raises(IllegalAction, match="cut_out_of_range"):
            apply(state, Cut(1, at))
    assert [action.at for action in legal_actions(state, 1)] == list(range(4, 37))
    assert legal_actions(state, 0) == ()


def test_a_deck_that_is_not_the_pack_is_refused():
    rules = rules_for()
    state, _ = apply(start(rules, dealer=0), Cut(1, 10))
    with pytest.raises(IllegalAction, match="bad_deck"):
        apply(state, DealCards((*rules.deck[:-1], rules.deck[0])))


def test_one_of_two_may_resign_and_partners_may_not():
    state = dealt(rules_for(), "O1 C3 B7 | E7 O4 C5", "E12")
    over, _ = apply(state, Resign(0))
    assert (over.phase, over.winners, over.ended_by) == ("match_over", (1,), "resigned")
    with pytest.raises(IllegalAction, match="match_over"):
        apply(over, PlayCard(0, "O1"))
    four = dealt(rules_for(players=4), "O1 C3 B7|E7 O4 C5|O5 O6 O7|C6 C7 B1", "E12")
    with pytest.raises(IllegalAction, match="resign_not_allowed"):
        apply(four, Resign(0))


def test_a_deal_that_was_given_up_has_no_result(rng):
    state = play_out(deal_on(start(rules_for(), dealer=0), rng), rng)
    assert view_for(state, 0).result == state.results[0]
    over, _ = apply(deal_on(state, rng), Resign(0))
    assert len(over.results) == 1
    assert view_for(over, 0).result is None
