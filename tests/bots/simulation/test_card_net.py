"""The net of two players: what it looks at and where it plays."""

import random
from dataclasses import replace

from games.bots import bot_named
from games.bots.evaluation import net_choice
from games.bots.evaluation.base_scores import liking_by_net
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import knowledge_of, latest_plays
from games.bots.simulation import card_features, card_net
from games.bots.simulation.card_features import MAX_FEATURES, ROWS
from games.bots.simulation.coding import NONE
from games.engine import PlayCard, apply, view_for
from tests.bots.kernel_deals import rules_of
from tests.bots.net_positions import RULES, dealt, found_features, positions


def test_the_names_of_plain_suits_make_no_difference():
    rng, turn = random.Random(3), {"O": "O", "C": "E", "E": "B", "B": "C"}
    deck = tuple(rng.sample(RULES.deck, len(RULES.deck)))
    at = next(place for place, card in enumerate(deck) if card[0] == "O")
    deck = (
        (*deck[:6], deck[at], *[card for card in deck[6:] if card != deck[at]]) if at > 6 else deck
    )
    turned = tuple(turn[card[0]] + card[1:] for card in deck)
    one, other = dealt(deck), dealt(turned)
    compared = 0
    while view_for(one, one.turn).stock:
        view, same = view_for(one, one.turn), view_for(other, other.turn)
        action = bot_named("rules").choose(view, rng)
        mirrored = action
        if isinstance(action, PlayCard):
            likes, alike = (liking_by_net(each, knowledge_of(each)) for each in (view, same))
            mine, theirs = knowledge_of(view).codes, knowledge_of(same).codes
            for card in view.hand:
                assert likes[mine[card]] == alike[theirs[turn[card[0]] + card[1:]]]
                compared += 1
            mirrored = PlayCard(action.seat, turn[action.card[0]] + action.card[1:])
        one, other = apply(one, action)[0], apply(other, mirrored)[0]
    assert compared > 60


def test_the_latest_cards_of_the_other_player_are_seen_with_what_they_answered():
    for view in positions():
        seen = knowledge_of(view)
        played = [
            (play, trick.plays[0])
            for trick in (*view.history, view.trick)
            for play in trick.plays
            if play.seat != view.seat
        ]
        wanted = [
            (seen.codes[play.card], NONE if play == lead else seen.codes[lead.card])
            for play, lead in played[::-1][:3]
        ]
        wanted += [(NONE, NONE)] * (3 - len(wanted))
        assert latest_plays(view, seen, 3) == wanted


def test_every_feature_has_a_row_of_its_own_kind_and_there_is_room_for_all():
    for view in positions():
        common, own = found_features(view)
        assert all(0 <= each < card_features.OWN for each in common)
        assert all(card_features.OWN <= each < ROWS for card in own for each in card)
        for each in (common, *own):
            assert len(set(each)) >= len(each) - 3  # two cards beside may be alike
            assert len(each) < MAX_FEATURES


def test_the_expert_asks_the_net_where_cards_are_worth_the_same():
    view = next(positions())
    judgement = evaluate(view, random.Random(1), 8)
    same = [replace(card, win=0.5, points=60.0) for card in judgement.cards]
    seen = knowledge_of(view)
    likes = liking_by_net(view, seen)
    played = net_choice.best_with_net(view, replace(judgement, cards=tuple(same)))
    assert likes[seen.codes[played.card]] == max(likes.values())
    better = [replace(card, win=float(card.action != played)) for card in same]
    assert net_choice.best_with_net(view, replace(judgement, cards=tuple(better))) != played


def test_there_is_a_net_for_two_players_with_the_usual_cards_alone():
    assert card_net.net_for(RULES) is not None
    assert card_net.net_for(rules_of(2, preset="briscola")) is not None
    assert card_net.net_for(rules_of(4, "pairs")) is None
    assert card_net.net_for(rules_of(2, ranks="swap_3_7")) is None
