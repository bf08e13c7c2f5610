"""Learned and expert: from the view alone, exact where nothing is hidden, and strong."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.bots import bot_named
from games.bots.evaluation import evaluator
from games.bots.evaluation.evaluator import evaluate, judges, winning_in
from games.bots.evaluation.judgement import value_of
from games.bots.evaluation.partners_solver import SidesSolver
from games.bots.evaluation.solver import OpenDeal, Solver
from games.bots.knowledge.base_game import knowledge_of
from games.bots.knowledge.determinization import draw_worlds, logs_of, pasts
from games.bots.players.expert_bot import ExpertBot
from games.bots.simulation import policy
from games.bots.simulation.coding import NONE, PLACES, kernel_for
from games.bots.simulation.policy import policy_for
from games.engine import ArmExchange, PlayCard, SignView, apply, view_for
from games.engine.state import Trick
from tests.bots.kernel_deals import SEATINGS, armed, dealt, ended, plays, rules_of
from tests.bots.views import view_of
from tests.support.bot_deals import duel


def positions(rules, seed, every=3, level="random"):
    """States of a few deals, now and then."""
    rng = random.Random(seed)
    for _ in range(3):
        state, number = dealt(rules, rng), 0
        while not ended(state):
            state = armed(state)
            if number % every == 0:
                yield state
            if level == "random":
                card = rng.choice(plays(state))
            else:
                card = bot_named(level).choose(view_for(state, state.turn), rng)
            state, _ = apply(state, card)
            number += 1


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_worlds_agree_with_what_the_seat_knows(players, teams):
    rules = rules_of(players, teams)
    for state in positions(rules, "worlds"):
        view = view_for(state, state.turn)
        seen = knowledge_of(view)
        drawn = draw_worlds(view, seen, policy_for(rules), 40, np.random.default_rng(1))
        known = {*seen.hand, seen.position.bottom, NONE}
        known |= {code for code in range(48) if seen.position.played >> code & 1}
        for hands, stock in zip(drawn.hands, drawn.stock, strict=True):
            assert tuple((hands != NONE).sum(1)) == view.counts
            held = [int(code) for code in hands.ravel() if code != NONE]
            cards = sorted([*held, *stock.tolist()])
            assert len(set(cards)) == len(cards)
            others = set(cards) - set(seen.hand)
            assert others == set(seen.codes.values()) - known
            assert set(hands[seen.seat].tolist()) - {NONE} == set(seen.hand)


def test_an_exchanged_card_is_known_to_be_in_the_other_hand():
    rng, found = random.Random("taken"), 0
    while found < 5:
        state = dealt(rules_of(2), rng)
        while not ended(state):
            state = armed(state)
            deal = state.deal
            taken = [seat for seat in (0, 1) if deal.trump_card in deal.hands[seat]]
            if deal.turned not in (None, deal.trump_card) and taken == [1 - state.turn]:
                view = view_for(state, state.turn)
                seen = knowledge_of(view)
                assert seen.codes[deal.trump_card] in seen.known[taken[0]]
                found += 1
            state, _ = apply(state, rng.choice(plays(state)))


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_what_is_hidden_changes_nothing(players, teams):
    """Two deals that differ only in what the seat cannot know are judged the same."""
    rules, rng = rules_of(players, teams), random.Random("hidden")
    for state in list(positions(rules, "hidden"))[1::4]:
        seat, deal = state.turn, state.deal
        hidden = [card for at, hand in enumerate(deal.hands) if at != seat for card in hand]
        hidden += deal.stock[deal.drawn :]
        rng.shuffle(hidden)
        hands = []
        for at, hand in enumerate(deal.hands):
            hands.append(hand if at == seat else tuple(hidden.pop() for _ in hand))
        stock = (*deal.stock[: deal.drawn], *hidden)
        other = state.replace(deal=deal.replace(hands=tuple(hands), stock=stock))
        judged = [
            evaluate(view_for(each, seat), random.Random(5), worlds=30) for each in (state, other)
        ]
        assert judged[0] == judged[1]


def test_plays_that_were_made_are_remembered_with_what_lay_then():
    rules = rules_of(4, "pairs")
    for state in positions(rules, "past"):
        view = view_for(state, state.turn)
        past = pasts(view, knowledge_of(view))[::-1]
        made = [play for trick in state.deal.tricks for play in trick.plays] + list(
            state.deal.plays
        )
        codes = knowledge_of(view).codes
        assert [(one.seat, one.card) for one in past] == [
            (play.seat, codes[play.card]) for play in made
        ]
        for at, one in enumerate(past):
            assert one.before.seat(4) == one.seat
            assert one.before.played.bit_count() == at


def test_hands_from_which_the_others_would_have_played_so_are_likelier():
    """Who let an ace go by had hardly a trump to take it."""
    went_by = Trick(1, 0, (PlayCard(0, "C1"), PlayCard(1, "B4")), 0, 11, "O")
    view = view_of("C4 E6 E4", turned="O7", stock=32, history=(went_by,), side_points=(11, 0))
    seen = knowledge_of(view)
    likely, dice = [], np.random.default_rng(2)
    for cards in ("O6 O5 O4", "B5 E5 B6"):
        hands = np.full((200, 2, 3), NONE)
        hands[:, 1] = [seen.codes[card] for card in cards.split()]
        logs = logs_of(view, seen, policy_for(view.rules), hands, 1, pasts(view, seen), dice)
        likely.append(np.exp(logs).mean())
    assert likely[1] > 3 * likely[0]


def test_hands_of_several_others_are_drawn_by_what_each_of_them_played():
    """Two who let an ace go by hold fewer trumps than chance would give them."""
    plays_made = tuple(PlayCard(seat, card) for seat, card in enumerate(("C1", "B4", "E5")))
    went_by = Trick(1, 0, plays_made, 0, 11, "O")
    view = view_of(
        "C4 E6 E4", players=3, turned="O7", stock=27, history=(went_by,), side_points=(11, 0, 0)
    )
    seen, policy_ = knowledge_of(view), policy_for(view.rules)
    held = []
    for infer in (False, True):
        drawn = draw_worlds(view, seen, policy_, 2000, np.random.default_rng(4), infer=infer)
        held.append((drawn.hands[:, 1:] < PLACES).sum(2).mean(0))
    assert (held[1] < 0.8 * held[0]).all()


@pytest.mark.parametrize(("players", "teams", "most"), [(3, "individual", 1.6), (4, "pairs", 2.2)])
def test_errors_are_about_as_large_as_they_are_said_to_be(players, teams, most):
    """Worlds drawn again differ little more than independent ones would: none counts for many."""
    rules, said, found = rules_of(players, teams), [], []
    for state in list(positions(rules, "errors", 5, "learned"))[2:]:
        view = view_for(state, state.turn)
        if len(view.hand) < 3:
            continue
        judged = [evaluate(view, random.Random(seed), worlds=400) for seed in range(8)]
        said.append(np.mean([one.cards[0].points_error ** 2 for one in judged]))
        found.append(np.var([one.cards[0].points for one in judged], ddof=1))
    assert len(found) >= 5
    assert np.mean(found) < most * np.mean(said)


def test_what_the_table_likes_is_played_where_nothing_is_surely_better(monkeypatch):
    rules, unlike = rules_of(4, "pairs"), {1.0: 0, 1e9: 0}
    for state in positions(rules, "sure"):
        view = view_for(state, state.turn)
        usual = bot_named("learned").choose(view, random.Random(1))
        for sure in unlike:
            monkeypatch.setattr("games.bots.evaluation.judgement.SURE_STANDARD_ERRORS", sure)
            unlike[sure] += evaluate(view, random.Random(1), worlds=100).best.card != usual.card
    assert unlike[1e9] == 0 < unlike[1.0]


def test_two_sides_of_three_are_solved_only_where_there_are_few_ways(monkeypatch):
    """Five hands of two hidden cards lie in thousands of ways: solving each would take seconds."""
    solved = []
    each = SidesSolver.each
    monkeypatch.setattr(SidesSolver, "each", lambda *asked: solved.append(asked) or each(*asked))
    found = []
    for state in positions(rules_of(6, "threes"), "few ways", every=1):
        view = view_for(state, state.turn)
        if not view.stock and len(view.hand) == 2:
            solved.clear()
            evaluate(view, random.Random(1), worlds=200)
            found.append(len(solved))
    assert max(found) <= evaluator.MOST_WAYS
    assert found.count(0) >= len(found) // 2


def test_hands_that_are_not_what_a_partner_signed_are_unlikely():
    view = view_of("C4 E6 E4", players=4, stock=28, options={"talk.mode": "senas"})
    seen = knowledge_of(view)
    hands = np.full((2, 4, 3), NONE)
    for world, cards in enumerate(("O6 E1 B4", "E5 B5 B4")):
        hands[world, 2] = [seen.codes[card] for card in cards.split()]
    for sign, likelier in (("no_trump", 1), ("brisca", 0)):
        signed = replace(view, signs=(SignView(2, sign, 1),))
        logs = logs_of(
            signed,
            seen,
            policy_for(view.rules),
            hands,
            2,
            pasts(view, seen),
            np.random.default_rng(2),
        )
        assert logs[likelier] > logs[1 - likelier] + np.log(9)


@pytest.mark.parametrize("level", ["learned", "expert"])
def test_plays_the_last_tricks_exactly(level):
    rules, ends = rules_of(2), 0
    for state in positions(rules, "ends", every=1):
        view, deal = view_for(state, state.turn), state.deal
        if deal.stock_left or len(view.hand) < 2:
            continue
        codes = knowledge_of(view).codes
        hands = tuple(tuple(codes[card] for card in hand) for hand in deal.hands)
        laid = codes[deal.plays[0].card] if deal.plays else NONE
        values = Solver(kernel_for(rules)).each(OpenDeal(hands, deal.leader, laid=laid))
        chosen = bot_named(level).choose(view, random.Random(1))
        assert values[codes[chosen.card]] == max(values.values())
        judged = evaluate(view, random.Random(1))
        assert judged.exact
        assert judged.result_of(chosen).behind == 0
        ends += 1
    assert ends >= 9


def test_a_judgement_adds_up():
    for players, teams in SEATINGS:
        rules = rules_of(players, teams)
        assert judges(rules)
        state = next(iter(positions(rules, "adds up")))
        view = view_for(state, state.turn)
        judged = evaluate(view, random.Random(3), worlds=80)
        assert {one.action for one in judged.cards} == {
            action for action in view.legal if isinstance(action, PlayCard)
        }
        best = judged.result_of(judged.best)
        assert best.behind == 0
        for one in judged.cards:
            assert 0 <= one.win <= 1
            assert 0 < one.points < 120
            assert one.points_error > 0
            more = value_of(
                np.array([best.points, one.points]),
                np.array([best.win, one.win]),
                judged.unit,
                winning_in(rules),
            )
            assert one.behind == pytest.approx(max(0, more[0] - more[1]))


def test_a_view_without_a_card_to_play_is_refused():
    state = dealt(rules_of(2), random.Random(1))
    with pytest.raises(ValueError, match="seat that is to play"):
        evaluate(view_for(state, 1 - state.turn), random.Random(1))


def test_more_worlds_mean_smaller_errors():
    state = dealt(rules_of(2), random.Random(8))
    view = view_for(state, state.turn)
    few, many = (evaluate(view, random.Random(1), worlds) for worlds in (60, 960))
    for one, other in zip(few.cards, many.cards, strict=True):
        assert other.points_error < one.points_error / 2


@pytest.mark.parametrize("level", ["learned", "expert"])
def test_arms_the_exchange_before_it_plays(level):
    view = view_of("O7 C4 E6", turned="O1", offers=("arm",))
    assert bot_named(level).choose(view, random.Random(1)) == ArmExchange(0, True)


@pytest.mark.parametrize(
    ("players", "teams", "least"),
    [(2, "individual", 0.62), (4, "pairs", 0.52), (6, "threes", 0.5)],
)
def test_learned_wins_more_deals_than_greedy(players, teams, least):
    rules = rules_of(players, teams)
    found = duel(rules, bot_named("learned"), bot_named("greedy"), 150, "learned")
    assert found.wins.value > least


def test_expert_wins_more_deals_than_greedy():
    found = duel(rules_of(2), ExpertBot(50), bot_named("greedy"), 20, "expert")
    assert found.wins.value > 0.6


def test_the_weights_in_the_repository_are_small_and_complete():
    assert policy.WEIGHTS.stat().st_size < 300_000
    for players, teams in SEATINGS:
        assert policy.stored()[policy.table_name(rules_of(players, teams))].shape == (policy.SIZE,)
