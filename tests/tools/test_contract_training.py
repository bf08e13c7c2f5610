"""Training for games with an auction: made-up contracts, deals in numbers, and the worth of hands."""

import random

import numpy as np
import pytest

from games.bots import bot_named
from games.bots.simulation.coding import codes_for
from games.bots.variants import contract_deals, contract_rollouts, contract_scalar, contract_table
from games.bots.variants.hand_worth import CALLED
from games.engine import Cut, DealCards, apply, start, view_for
from tests.bots.contract_games import GAMES, rules_of
from tools.laboratory.training import contract_auctions, contract_fitting, contract_training


@pytest.mark.parametrize(("preset", "players"), [("chiamata", 5), ("rematada", 3)])
def test_training_gives_the_same_weights_from_the_same_seed(preset, players, monkeypatch):
    monkeypatch.setattr(contract_training, "BATCH_DECKS", 2)
    rules = rules_of(preset, players)
    first, again = (list(contract_training.train(rules, 4, 5))[-1] for _ in range(2))
    assert (first == again).all()
    assert np.abs(first).max() > 0


def some_rows(rules, count=6):
    if rules.talon:
        return contract_training.with_talon(rules, count, random.Random(2))
    return contract_auctions.contracts(rules, count, np.random.default_rng(2))


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_one_deal_after_another_plays_the_same_cards_as_many_at_once(preset, players):
    rules = rules_of(preset, players)
    kernel, policy = contract_deals.kernel_of(rules), contract_table.policy_for(rules)
    first, again = (some_rows(rules).repeated(2) for _ in range(2))
    for rows in (first, again):  # from within a trick
        for _ in range(players + 2):
            own = rows.own
            rows.lay(kernel, contract_rollouts.scores(kernel, policy, rows, own).argmax(1))
    contract_rollouts.by_numpy(kernel, policy, first, np.random.default_rng(4), 2)
    contract_rollouts.by_scalar(contract_scalar, kernel, policy, again, np.random.default_rng(4), 2)
    assert (first.score == again.score).all()
    assert (first.trust == again.trust).all()
    assert (first.leader == again.leader).all()


@pytest.mark.parametrize(
    ("preset", "bids"), [("chiamata", "by_ranks"), ("chiamata_punti", "by_points")]
)
def test_contracts_are_those_of_auctions_in_the_engine(preset, bids):
    rules, rng = rules_of(preset, 5), random.Random(f"auction {preset}")
    codes = codes_for(rules, "O")
    ranks = [rank for rank in rules.order if f"O{rank}" in rules.strengths]
    places = np.array([codes[f"O{rank}"] for rank in ranks])
    for _ in range(12):
        deck = tuple(rng.sample(rules.deck, len(rules.deck)))
        state = start(rules, dealer=rng.randrange(5))
        state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
        state, _ = apply(state, DealCards(deck))
        hands = np.array([[[codes[card] for card in hand] for hand in state.deal.hands]])
        worth = contract_auctions.worths(rules, hands, places, CALLED)[0].max(1)
        found = getattr(contract_auctions, bids)(worth, state.eldest)
        while state.phase == "auction":
            view = view_for(state, state.turn)
            state, _ = apply(state, bot_named("rules").choose(view, rng))
        contract = view_for(state, state.turn).contract
        assert found is not None
        assert (found[0], found[2]) == (contract.caller, contract.target)
        if contract.bid.rank is not None:
            assert ranks[found[1]] == contract.bid.rank


def test_a_hand_is_worth_what_the_table_makes_of_it():
    rules = rules_of("chiamata", 5)
    found = contract_fitting.fit(rules, contract_table.policy_for(rules), 2000, 3)
    stored = contract_table.worth()
    assert found[1] > found[6] > 0  # an ace of trumps brings more than a low one
    assert abs(found[1] - stored.trump[0]) < 6
