"""Who took which briscas: shown to all once a deal is counted, and not a card sooner."""

from __future__ import annotations

import random

import pytest

from games.engine import (
    DEFAULTS,
    Claim,
    MatchState,
    apply,
    build_ruleset,
    legal_actions,
    view_for,
    view_to_json,
)
from games.engine.end_of_deal import piles_taken
from tests.support.random_tables import describe_table, plain_tables
from tests.support.secrecy import play_on

TABLES = plain_tables()
DEALS = 25


def whole_deal(rules, seed: int) -> MatchState:
    """A deal played at random as far as it went."""
    return play_on(rules, random.Random(seed)).end


@pytest.mark.parametrize("rules", TABLES, ids=describe_table)
def test_the_piles_hold_what_the_result_counts(rules):
    counted = 0
    for seed in range(DEALS):
        state = whole_deal(rules, seed)
        if len(state.results) < state.number:
            continue
        counted += 1
        result, deal = state.results[-1], state.deal
        piles = piles_taken(rules, deal, result)
        points = tuple(sum(rules.points[card] for card in pile) for pile in piles)
        assert points == result.side_points
        away = len(result.contract.discards or ()) if result.contract else 0
        assert sum(map(len, piles)) == sum(result.side_cards) + away
        over = view_for(state, None).over
        briscas = over and over.briscas
        assert briscas is not None
        for pile, shown in zip(piles, briscas, strict=True):
            assert list(shown) == [card for card in pile if rules.points[card] >= 10]
    assert counted, "no deal came to its end"


@pytest.mark.parametrize("rules", TABLES, ids=describe_table)
def test_before_a_deal_is_counted_nobody_is_told_of_piles(rules):
    for seed in range(DEALS):
        state = whole_deal(rules, seed)
        if len(state.results) < state.number:
            view = view_to_json(view_for(state, 0))
            assert view["over"] is None or view["over"] == {"briscas": None, "results": []}


def test_what_is_claimed_counts_for_who_claims_it():
    rules = build_ruleset("catalan", 2, {"match.target": DEFAULTS["match.target"]}).rules
    claimed = 0
    for seed in range(300):
        rng = random.Random(seed)
        state = play_on(rules, rng).end
        while state.turn is not None:
            legal = legal_actions(state, state.turn)
            claims = [action for action in legal if isinstance(action, Claim)]
            state, _events = apply(state, claims[0] if claims else rng.choice(legal))
        if not state.results or state.results[-1].ended_by != "claim":
            continue
        claimed += 1
        result = state.results[-1]
        piles = piles_taken(rules, state.deal, result)
        assert tuple(map(len, piles)) == result.side_cards
        points = tuple(sum(rules.points[card] for card in pile) for pile in piles)
        assert points == result.side_points
        if claimed == 5:
            return
    pytest.fail("too few deals in which somebody could claim")


def test_a_match_that_is_over_lists_its_deals():
    rules = build_ruleset("ludoteka", 2, {"match.target": 1}).rules
    state = next(
        state for state in (whole_deal(rules, seed) for seed in range(40)) if state.results
    )
    view = view_to_json(view_for(state, 1))
    (deal,) = view["over"]["results"]
    assert view["phase"] == "match_over"
    assert deal["points"] == view["result"]["points"]["sides"]
    assert deal["game_points"] == view["score"]
