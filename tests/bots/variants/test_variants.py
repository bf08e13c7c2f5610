"""Mexican, Mariaje, Muerte al tres and Scoperta: their tables, expert, and last tricks."""

import random

import numpy as np
import pytest

from games.bots import bot_named
from games.bots.evaluation import variant_evaluator
from games.bots.evaluation.evaluator import evaluate
from games.bots.knowledge.base_game import card_plays, is_open, knowledge_of
from games.bots.players.expert_bot import ExpertBot
from games.bots.simulation import rollouts
from games.bots.simulation.coding import HAND
from games.bots.variants.games import kind_of
from games.bots.variants.killing import ACE
from games.engine import Declare, PlayCard, apply, legal_actions, view_for
from tests.bots.dealt import dealt
from tests.bots.variant_games import BY_WAY, WAYS, rules_of
from tests.support.bot_deals import duel

TWO = [preset for preset, players, _ in WAYS if players == 2]


def card_by_card(rules, seed, level="random"):
    """States of a deal before each card."""
    rng, state = random.Random(seed), dealt(rules, random.Random(seed))
    while not state.results:
        yield state
        view = view_for(state, state.turn)
        state, _ = apply(state, bot_named(level).choose(view, rng))


def test_a_way_of_sitting_without_a_table_is_left_to_the_rules(monkeypatch):
    rules = rules_of("mexican", 3)
    state = dealt(rules, random.Random(1))
    view = view_for(state, state.turn)
    monkeypatch.setattr("games.bots.variants.games.stored", dict)
    assert kind_of(rules) is None
    choices = {bot_named(level).choose(view, random.Random(1)) for level in ("learned", "expert")}
    assert choices == {bot_named("rules").choose(view, random.Random(1))}


@BY_WAY
def test_learned_and_expert_play_legal_cards_and_the_same_from_the_same_seed(
    preset, players, teams, monkeypatch
):
    """Nothing of it is left to numba, so that it is the same with and without."""
    monkeypatch.setattr(rollouts, "compiled", lambda: pytest.fail("numba is asked"))
    rules = rules_of(preset, players, teams)
    for at, state in enumerate(card_by_card(rules, f"legal {preset} {teams}")):
        if at % 5:
            continue
        view = view_for(state, state.turn)
        for level in ("learned", "expert"):
            bot = bot_named(level)
            chosen = bot.choose(view, random.Random(7))
            assert chosen in view.legal
            assert bot.choose(view, random.Random(7)) == chosen


@pytest.mark.parametrize("preset", TWO)
def test_the_last_tricks_of_two_are_played_exactly(preset):
    """The same as trying every line in the engine."""
    looked, rules = 0, rules_of(preset)
    kind = kind_of(rules)

    def worth(state):
        """Winning and points of the first side more than of the other."""
        result = state.results[0]
        if preset in ("mexican", "muerte_al_tres"):
            game = np.array(result.game_points, float)
            points = game - game[::-1] if preset == "mexican" else game
            wins = game > 0
        else:
            points = np.array(result.totals, float)
            wins = np.where(points == points.max(), 1 / (points == points.max()).sum(), 0)
        both = wins + points * kind.unit.weight / kind.winning[0]
        return both[0] - both[1]

    def best(state):
        if state.results:
            return worth(state)
        legal = legal_actions(state, state.turn)
        shown = next((one for one in legal if isinstance(one, Declare)), None)
        if shown is not None:
            return best(apply(state, shown)[0])
        plays = [one for one in legal if isinstance(one, PlayCard)]
        found = [best(apply(state, play)[0]) for play in plays]
        return max(found) if state.turn == 0 else min(found)

    for seed in range(4):
        for state in card_by_card(rules, f"end {preset} {seed}", "rules"):
            view = view_for(state, state.turn)
            cards = card_plays(view)
            if len(cards) < 2 or not is_open(knowledge_of(view)):
                continue
            judged = variant_evaluator.exactly(view, knowledge_of(view), cards)
            chosen = best(apply(state, judged.best)[0])
            assert chosen == pytest.approx(best(state))
            assert judged.exact
            looked += 1
    assert looked >= 6


def test_who_lets_the_three_go_by_is_not_thought_to_hold_the_ace():
    """Death to the three: whoever holds the ace kills with it."""
    rules = rules_of("muerte_al_tres", 4)
    for seed in range(300):
        state = dealt(rules, random.Random(f"three {seed}"))
        leader = state.turn
        three = next((one for one in state.deal.hands[leader] if one == trump_three(state)), None)
        ace = three and three[0] + "1"
        if three is None or ace in [*state.deal.hands[leader], state.deal.turned]:
            continue
        state, _ = apply(state, PlayCard(leader, three))
        while not state.results and not state.deal.tricks:
            other = next(one for one in state.deal.hands[state.turn] if one != ace)
            if ace in state.deal.hands[state.turn]:
                break
            state, _ = apply(state, PlayCard(state.turn, other))
        if not state.deal.tricks:
            continue
        view = view_for(state, state.turn)
        seen = knowledge_of(view)
        if ACE in seen.hand:
            continue
        # the next card makes everybody's last play one that looks back upon the three
        drawn = {
            infer: variant_evaluator.ways(view, seen, 1500, np.random.default_rng(2), infer=infer)
            for infer in (True, False)
        }
        held = {infer: (ways.hands == ACE).any((1, 2)).mean() for infer, ways in drawn.items()}
        assert held[True] < 0.9 * held[False]
        return
    pytest.fail("no such deal")


def trump_three(state):
    return f"{state.deal.trump}3"


def test_an_open_hand_answers_with_what_is_best_against_the_lead():
    """Scoperta: an ace is not led to who can trump it, though the policy might not."""
    rules, found = rules_of("scoperta"), 0
    for seed in range(40):
        for state in card_by_card(rules, f"open {seed}", "rules"):
            view = view_for(state, state.turn)
            if state.deal.plays or not view.stock or len(view.hand) < HAND:
                continue
            judged = evaluate(view, random.Random(1), 60)
            mine, theirs = view.hand, view.hands[1 - view.seat]
            trump = view.trump
            fat = [c for c in mine if rules.points[c] == 11 and c[0] != trump]
            lean = [c for c in mine if rules.points[c] == 0 and c[0] != trump]
            if fat and lean and any(c[0] == trump and rules.points[c] < 5 for c in theirs):
                assert judged.best.card not in fat
                found += 1
        if found > 5:
            return
    pytest.fail("no such deals")


@pytest.mark.parametrize(
    ("preset", "players", "teams", "decks"),
    [("mariaje", 2, "individual", 60), ("shown", 2, "individual", 80), ("muerte_al_tres", 2, "individual", 60),
     ("mexican", 3, "individual", 100)],
)  # fmt: skip
def test_the_table_is_stronger_than_the_rules(preset, players, teams, decks):
    found = duel(
        rules_of(preset, players, teams), bot_named("learned"), bot_named("rules"), decks, "t"
    )
    assert found.ahead.value > 0.02


def test_the_expert_is_stronger_than_the_table():
    found = duel(rules_of("scoperta"), ExpertBot(60), bot_named("learned"), 16, "e")
    assert found.wins.value > 0.55
