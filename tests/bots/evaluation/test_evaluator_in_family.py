"""Every named game is judged: deals go as in the engine, and nothing hidden is known."""

import random

import numpy as np
import pytest

from games.bots.evaluation import contract_evaluator
from games.bots.evaluation.evaluator import evaluate, judges, may_judge
from games.bots.evaluation.judgement import WINNING_POINTS, judgement_of, value_of
from games.bots.evaluation.variant_evaluator import batch_of, kind_of
from games.bots.knowledge.base_game import knowledge_of
from games.bots.players.bot import plays as cards_of
from games.bots.simulation.coding import HAND, NONE
from games.bots.simulation.rollouts import Worlds
from games.bots.variants import contract_deals
from games.bots.variants.unit import CARDS, in_game_points
from games.engine import (
    PRESETS,
    PlayCard,
    apply,
    build_ruleset,
    legal_actions,
    view_for,
)
from tests.bots.dealt import dealt
from tests.bots.kernel_deals import armed

TABLES = [(name, players) for name, preset in PRESETS.items() for players in preset.players]
VARIANTS = [
    *(("mexican", players, {}) for players in (2, 3, 4)),
    ("mexican", 3, {"mexican.none": "fewest"}),
    *(("mariaje", players, {}) for players in (2, 3, 4)),
    ("scoperta", 2, {}),
    *(("muerte_al_tres", players, {}) for players in (2, 3, 4, 6)),
    ("muerte_al_tres", 4, {"muerte.friendly": "ignored"}),
    ("mexican", 3, {"deal.draw": "by_seat"}),
    ("mariaje", 2, {"deal.draw": "by_seat"}),
    ("mariaje", 4, {"deal.draw": "by_seat"}),
    ("scoperta", 2, {"deal.draw": "by_seat"}),
    ("muerte_al_tres", 6, {"deal.draw": "by_seat"}),
]


def a_card(state, rng):
    """A legal play at random."""
    return rng.choice(cards_of(view_for(state, state.turn)))


def hidden_otherwise(state, seat, rng):
    """The same deal with what this seat cannot know dealt anew."""
    deal = state.deal
    hidden = [card for at, hand in enumerate(deal.hands) if at != seat for card in hand]
    hidden += deal.stock[deal.drawn :]
    rng.shuffle(hidden)
    hands = tuple(
        hand if at == seat else tuple(hidden.pop() for _ in hand)
        for at, hand in enumerate(deal.hands)
    )
    stock = (*deal.stock[: deal.drawn], *hidden)
    return state.replace(deal=deal.replace(hands=hands, stock=stock))


def test_all_38_named_games_are_judged():
    assert len(TABLES) == 38
    assert all(judges(build_ruleset(name, players).rules) for name, players in TABLES)
    assert not judges(build_ruleset("ludoteka", 2, {"play.cards_per_turn": 2}).rules)


@pytest.mark.parametrize(("preset", "players", "options"), VARIANTS)
def test_random_deals_of_variants_are_counted_as_in_the_engine(preset, players, options):
    rules, rng = build_ruleset(preset, players, options).rules, random.Random(f"{preset}{players}")
    for _ in range(12):
        # who wants no points leaves the turned card where it lies
        ready = (lambda one: one) if preset == "mexican" else armed
        state = ready(dealt(rules, rng))
        view = view_for(state, state.turn)
        seen, deal = knowledge_of(view), state.deal
        hands = np.full((1, players, HAND), NONE)
        for seat, hand in enumerate(deal.hands):
            hands[0, seat] = [seen.codes[card] for card in hand]
        stock = np.array([[seen.codes[card] for card in deal.stock[deal.drawn :]]])
        batch = batch_of(view, seen, Worlds(hands, stock, np.array([1])))
        while not state.results:
            own = batch.rows.hands[batch.every, batch.seat]
            held = set(own[batch.weigh(own, batch.seat) > -(1 << 59)].tolist()) - {NONE}
            offered = cards_of(view_for(state, state.turn))
            # a killed deal is over in the engine and goes on in numbers
            assert held == {seen.codes[play.card] for play in offered}
            play = rng.choice(offered)
            batch.lay(np.array([own[0].tolist().index(seen.codes[play.card])]))
            state, _ = apply(ready(state), play)
        if state.results[0].ended_by != "three_killed":
            batch.play_out()
        points, wins = batch.values()
        result = state.results[0]
        game = list(result.game_points)
        if preset == "mexican":
            assert wins[0].tolist() == game
            others = (sum(game) - np.array(game)) / (len(game) - 1)
            assert points[0] == pytest.approx(np.array(game) - others)
        elif preset in ("mariaje", "scoperta"):
            assert points[0].tolist() == list(result.totals)
        else:
            assert points[0] == pytest.approx(np.array(game) / sum(game))
            assert wins.sum() == pytest.approx(1)


def test_the_three_is_killed_in_some_deals_and_marriages_are_made():
    kills = marriages = 0
    for seed in range(40):
        for preset in ("muerte_al_tres", "mariaje"):
            rules, rng = build_ruleset(preset, 3).rules, random.Random(seed)
            state = dealt(rules, rng)
            while not state.results:
                state, _ = apply(state, a_card(state, rng))
            kills += state.results[0].ended_by == "three_killed"
            marriages += bool(state.results[0].extras)
    assert kills > 2
    assert marriages > 10


@pytest.mark.parametrize(
    ("preset", "players"),
    [("mexican", 4), ("mariaje", 3), ("muerte_al_tres", 4), ("chiamata", 5), ("gingo", 5),
     ("rematada", 3)],
)  # fmt: skip
def test_what_is_hidden_changes_nothing(preset, players):
    """Two deals that differ only in what the seat cannot know are judged the same."""
    rules, rng = build_ruleset(preset, players).rules, random.Random(f"hidden {preset}")
    looked = 0
    while looked < 3:
        state = dealt(rules, rng)
        for _ in range(rng.randrange(2 * players)):
            state, _ = apply(state, a_card(state, rng))
        seat = state.turn
        other = hidden_otherwise(state, seat, rng)
        views = view_for(state, seat), view_for(other, seat)
        if views[0] != views[1] or not may_judge(views[0]):
            continue
        judged = [evaluate(view, random.Random(5), worlds=24) for view in views]
        assert judged[0] == judged[1]
        looked += 1


def test_the_partner_of_a_contract_is_known_to_nobody_but_itself():
    """The called card dealt to another hand changes no judgement of who does not hold it."""
    rules, rng = build_ruleset("chiamata", 5).rules, random.Random("partner")
    looked = 0
    while looked < 3:
        state = dealt(rules, rng)
        contract = state.deal.special.contract
        foes = [seat for seat in range(5) if seat not in (contract.caller, contract.partner)]
        seat = state.turn
        if seat not in foes or contract.partner == contract.caller:
            continue
        other_partner = next(one for one in foes if one != seat)
        hands = list(state.deal.hands)
        swapped = hands[other_partner][0]
        hands[contract.partner] = tuple(
            swapped if card == contract.card else card for card in hands[contract.partner]
        )
        hands[other_partner] = tuple(
            contract.card if card == swapped else card for card in hands[other_partner]
        )
        special = state.deal.special._replace(contract=contract._replace(partner=other_partner))
        deal = state.deal.replace(hands=tuple(hands), special=special)
        views = view_for(state, seat), view_for(state.replace(deal=deal), seat)
        assert views[0].contract.partner is None
        judged = [evaluate(view, random.Random(2), worlds=40) for view in views]
        assert judged[0] == judged[1]
        looked += 1


@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [
        ("chiamata", 5, {}),
        ("chiamata_punti", 5, {"chiamata.cappotto": True}),
        ("gingo", 5, {}),
        ("rematada", 3, {}),
    ],
)
def test_contracts_are_paid_as_in_the_engine(preset, players, options):
    rules, rng = build_ruleset(preset, players, options).rules, random.Random(f"paid {preset}")
    for _ in range(12):
        state = dealt(rules, rng)
        contract = state.deal.special.contract
        while not state.results:
            before = state
            state, _ = apply(state, a_card(state, rng))
        result, caller = state.results[0], contract.caller
        view = view_for(before, caller)
        helper = 0 if contract.partner is None else (contract.partner - caller) % players
        nothing = np.zeros(1, np.int64)
        rows = contract_deals.begun(
            np.full((1, players, 1), NONE), np.array([helper]), nothing + NONE,
            nothing + result.contract.target, nothing,
        )  # fmt: skip
        rows.score[0, 0] = result.contract.made
        for seat in range(players):
            points, won = contract_evaluator._worth(view, rows, (seat - caller) % players)
            split = rules.talon and seat != caller  # the odd point of a bid is nobody's here
            assert points[0] == pytest.approx(result.game_points[seat], abs=0.5 * split)
            assert won[0] == float(result.game_points[seat] > 0 or (
                preset in ("gingo", "rematada") and _won(result, contract, seat)
            ))  # fmt: skip


def _won(result, contract, seat):
    """Whether the side of this seat has its way."""
    made = result.contract.made >= result.contract.target
    return made == (seat in (contract.caller, contract.partner))


def test_losses_of_all_games_compare():
    """Winning and losing the deal are as far apart as sixty card points, whatever they pay."""
    state = dealt(build_ruleset("chiamata", 5).rules, random.Random(3))
    contract = state.deal.special.contract
    weights = {}
    for seat in range(5):
        unit = contract_evaluator.unit_of(view_for(state, seat))
        weights[seat] = unit.weight
        assert unit.name == "game"
    assert weights.pop(contract.caller) == 15
    assert set(weights.values()) == {30}
    assert CARDS.weight == 1
    assert in_game_points(1).weight == 60


def test_a_judgement_says_how_far_each_card_is_behind_and_how_sure_that_is():
    cards = [PlayCard(0, "O1"), PlayCard(0, "C2")]
    points = np.array([[3.0, 1.0], [3.0, 3.0], [3.0, 2.0], [3.0, 2.0]])
    found = judgement_of(cards, points, points / 4)
    assert found.best == cards[0]
    value = value_of(points[:, 1], points[:, 1] / 4, CARDS, WINNING_POINTS)
    best = value_of(points[:, 0], points[:, 0] / 4, CARDS, WINNING_POINTS)
    assert [one.behind for one in found.cards] == [0, pytest.approx((best - value).mean())]
    assert found.cards[0].behind_error == 0
    assert found.cards[1].behind_error == pytest.approx(value.std(ddof=1) / 2)


def test_of_two_cards_that_win_or_not_the_one_that_wins_is_best_though_it_brings_fewer_points():
    cards = [PlayCard(0, "O1"), PlayCard(0, "C2")]
    points, wins = np.array([[62.0, 66.0]] * 4), np.array([[1, 1], [1, 0], [1, 1], [1, 1]])
    found = judgement_of(cards, points, wins.astype(float), winning=100.0)
    assert found.best == cards[0]
    assert found.cards[1].behind == pytest.approx(0.25 * 37.5 - 4 * 0.375)
    assert not found.decided


def test_points_decide_where_the_deal_is_won_with_every_card():
    cards = [PlayCard(0, "O1"), PlayCard(0, "C2")]
    found = judgement_of(cards, np.array([[80.0, 90.0]] * 4), np.ones((4, 2)), winning=100.0)
    assert found.best == cards[1]
    assert found.decided


def test_before_the_trump_is_named_no_card_is_judged():
    rules, rng = build_ruleset("chiamata_buia", 5).rules, random.Random("dark")
    state = dealt(rules, rng)
    view = view_for(state, state.turn)
    assert not may_judge(view)
    with pytest.raises(ValueError, match="seat that is to play"):
        evaluate(view, random.Random(1))
    while not may_judge(view):
        state, _ = apply(state, rng.choice(
            [one for one in legal_actions(state, state.turn) if type(one).__name__ in
             ("PlayCard", "Declare")]
        ))  # fmt: skip
        view = view_for(state, state.turn)
    assert evaluate(view, random.Random(1), 20).cards


def test_games_that_count_as_the_base_game_are_none_of_its_variants():
    for preset in ("ludoteka", "briscola", "chiamata"):
        players = next(iter(PRESETS[preset].players))
        assert kind_of(build_ruleset(preset, players).rules) is None
