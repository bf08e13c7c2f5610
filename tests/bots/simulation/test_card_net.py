"""The net of two players: what it looks at, how it is trained and where it plays."""

import random
from dataclasses import replace

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.bots import bot_named
from games.bots.evaluation import net_choice
from games.bots.evaluation.base_scores import features_of, liking_by_net
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import knowledge_of, latest_plays
from games.bots.simulation import card_features, card_net
from games.bots.simulation.card_features import MOST, ROWS
from games.bots.simulation.coding import NONE
from games.bots.simulation.policy import stored
from games.engine import Cut, DealCards, PlayCard, apply, start, view_for
from tests.bots.kernel_deals import rules_of
from tools.laboratory.training import net_learning, net_teaching, net_training

RULES = rules_of(2)


def dealt(deck, rules=RULES):
    state = start(rules, dealer=0)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    return apply(state, DealCards(deck))[0]


def positions(rules=RULES, seed=1):
    """Views of a deal that learned bots play, and their states, as long as there is a stock."""
    rng = random.Random(seed)
    state = dealt(tuple(rng.sample(rules.deck, len(rules.deck))), rules)
    while view_for(state, state.turn).stock:
        view = view_for(state, state.turn)
        action = bot_named("learned").choose(view, rng)
        if isinstance(action, PlayCard):
            yield view
        state, _ = apply(state, action)


def found_features(view):
    return features_of(view, knowledge_of(view))


@pytest.fixture(scope="module")
def trained():
    """Weights as the training begins with, and a last layer that is not 0."""
    dice = np.random.default_rng(2)
    rows, middle, last = net_training.first_weights(dice)
    return rows, middle, dice.normal(0, 0.3, len(last)).astype(np.float32)


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
            assert len(each) < MOST


def test_the_stored_net_says_what_the_trained_one_says(trained):
    net = card_net.expanded(card_net.flattened(trained))
    for view in positions():
        common, own = found_features(view)
        found = np.zeros(3)
        counts = [*[len(each) for each in own], *[0] * (3 - len(own)), len(common)]
        rooms = (
            np.zeros(card_net.WIDE),
            np.zeros((3, card_net.WIDE)),
            np.zeros((3, card_net.NARROW)),
        )
        wide = np.zeros((3, MOST), np.int64)
        for slot, each in enumerate(own):
            wide[slot, : len(each)] = each
        net_learning.forward(trained, common, wide, counts, *rooms, found)
        found -= trained[2][-1]
        assert net.scores(common, own) / 256 == pytest.approx(found[: len(own)], abs=0.15)


def test_gradients_are_those_of_the_scores():
    dice = np.random.default_rng(5)
    net = dice.normal(0, 0.5, (ROWS + 1, 4)), dice.normal(0, 0.5, (5, 3)), dice.normal(0, 0.5, 4)
    common, own = [3, 50], np.array([[400, 470], [410, 480], [420, 490]])
    counts, change = [2, 2, 0, 2], [1.0, -0.5, 0.0]

    def worth():
        found, first, second = np.zeros(3), np.zeros((3, 4)), np.zeros((3, 3))
        net_learning.forward(net, common, own, counts, np.zeros(4), first, second, found)
        return found @ change, first, second

    _, first, second = worth()
    steep = tuple(np.zeros_like(each) for each in net)
    net_learning.backward(
        net, steep, common, own, counts, first, second, change, np.zeros(4), np.zeros(4)
    )
    for part, place in (
        (0, (3, 1)),
        (0, (400, 2)),
        (0, (ROWS, 0)),
        (1, (2, 1)),
        (1, (4, 2)),
        (2, 0),
    ):
        before = net[part][place]
        net[part][place] = before + 1e-6
        more = worth()[0]
        net[part][place] = before - 1e-6
        slope = (more - worth()[0]) / 2e-6
        net[part][place] = before
        assert steep[part][place] == pytest.approx(slope, abs=1e-6)


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


def lessons_of(many, seed=1):
    return net_teaching.joined(list(net_teaching.record([RULES], many, seed)))


def test_lessons_from_the_same_seed_are_the_same():
    first, again = lessons_of(3), lessons_of(3)
    for part in ("features", "scores", "values"):
        assert (getattr(first, part) == getattr(again, part)).all()
    assert (first.values > 0).all()
    assert (lessons_of(3, seed=2).features != first.features).any()


def test_a_net_that_is_taught_likes_better_cards_more(trained):
    lessons = net_teaching.joined([lessons_of(8)] * 64)
    net = tuple(each.copy() for each in trained)

    def liked():
        steep = net_teaching._steep(net, lessons, np.arange(8))
        return sum(float((each**2).sum()) for each in steep)

    before = liked()
    net_teaching.teach(net, lessons, np.random.default_rng(1))
    assert any((each != old).any() for each, old in zip(net, trained, strict=True))
    assert liked() < before  # what is left to gain


def test_there_is_a_net_for_two_players_with_the_usual_cards_alone():
    assert card_net.net_for(RULES) is not None
    assert card_net.net_for(rules_of(2, preset="briscola")) is not None
    assert card_net.net_for(rules_of(4, "pairs")) is None
    assert card_net.net_for(rules_of(2, ranks="swap_3_7")) is None


def test_without_numba_or_the_table_the_net_is_not_trained(tmp_path):
    with pytest.raises(CommandError):
        call_command("train_bot", tables="net_2x2", out=tmp_path / "none.npz", decks=96)


def test_training_the_net_from_the_same_seed_gives_the_same_weights(monkeypatch):
    """Of a few decks, as plain Python plays them: numba compiles the same source."""
    monkeypatch.setattr(net_training, "_learn", lambda: net_learning.learn)
    monkeypatch.setattr(net_training, "AT_ONCE", 2)
    courses = (net_training.NetCourse(4, seed, lessons=0, pieces=2) for seed in (1, 1, 2))
    first, again, other = (
        list(net_training.train_net(stored()["2x2"], each))[-1] for each in courses
    )
    assert (first == again).all()
    assert (first != other).any()
