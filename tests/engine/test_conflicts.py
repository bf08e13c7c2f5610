"""Options that cannot stand together, and that all others can be played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import DEFAULTS, OPTIONS, PRESETS, RulesetError, build_ruleset
from games.engine.conflicts import CONFLICTS, conflicts
from games.engine.ruleset import Ruleset
from tests.support.random_matches import Counts, RandomMatch
from tests.support.random_tables import (
    OPTION_CHANGES,
    UNCHANGED_OPTIONS,
    describe_table,
    plain_tables,
)

TALON = {"rematada.talon": True, "auction.kind": "points", "trump.source": "declared",
         "score.policy": "contract"}  # fmt: skip
CHIAMATA = {"auction.kind": "rank", "trump.source": "declared", "score.policy": "contract"}
PAIRS = {"teams": "pairs"}

FOUND = {
    "peek_needs_partners": (2, {"peek.at_deal": True}),
    "peek_not_with_six": (6, {"teams": "threes", "peek.at_deal": True}),
    "talk_needs_partners": (2, {"talk.mode": "senas"}),
    "open_stock_needs_open_hands": (2, {"open_stock": "top"}),
    "open_hands_need_no_peek": (4, {**PAIRS, "open_hands": True, "peek.at_deal": True}),
    "open_hands_need_no_talk": (4, {**PAIRS, "open_hands": True, "talk.mode": "senas"}),
    "open_hands_need_no_auction": (5, {**CHIAMATA, "open_hands": True}),
    "two_cards_need_two_players": (4, {**PAIRS, "play.cards_per_turn": 2}),
    "two_cards_would_kill_own_three": (2, {"play.cards_per_turn": 2, "muerte": True}),
    "by_seat_needs_stock": (5, {**CHIAMATA, "deal.draw": "by_seat"}),
    "by_seat_needs_closed_stock": (
        2, {"deal.draw": "by_seat", "open_hands": True, "open_stock": "all"}),
    "by_seat_needs_one_card": (2, {"deal.draw": "by_seat", "play.cards_per_turn": 2}),
    "four_trumps_need_rotation": (2, {"match.end": "four_trumps"}),
    "four_trumps_need_deals": (
        2, {"match.end": "four_trumps", "trump.source": "rotation", "match.unit": "points"}),
    "fixed_deals_need_number": (2, {"match.end": "fixed_deals"}),
    "hundred_needs_deals": (2, {"score.hundred": 2, "match.unit": "points"}),
    "hundred_needs_most": (2, {"score.hundred": 2, "score.policy": "stay_under"}),
    "stay_under_needs_deals": (2, {"score.policy": "stay_under", "match.unit": "points"}),
    "marriage_not_with_six": (6, {"teams": "threes", "marriage.mode": "captured"}),
    "declared_marriage_not_in_auction": (3, {**TALON, "marriage.mode": "declared"}),
    "none_yet_needs_declared_marriage": (2, {"trump.source": "none_yet"}),
    "auction_needs_declared_trump": (5, {**CHIAMATA, "trump.source": "turned"}),
    "declared_trump_needs_auction": (2, {"trump.source": "declared"}),
    "auction_needs_contract": (5, {**CHIAMATA, "score.policy": "most"}),
    "contract_needs_auction": (2, {"score.policy": "contract"}),
    "talon_needs_points_auction": (3, {**TALON, "auction.kind": "rank"}),
    "talon_needs_three": (5, TALON),
    "call_needs_five": (3, CHIAMATA),
    "talon_needs_no_dark": (3, {**TALON, "chiamata.dark": True}),
    "dark_needs_auction": (2, {"chiamata.dark": True}),
    "dark_needs_free_call": (
        5, {**CHIAMATA, "auction.kind": "points", "chiamata.dark": True,
            "chiamata.call_rule": "highest_missing"}),
    "highest_missing_needs_points_auction": (
        5, {**CHIAMATA, "chiamata.call_rule": "highest_missing"}),
    "highest_missing_needs_call": (3, {**TALON, "chiamata.call_rule": "highest_missing"}),
    "gingo_needs_call": (3, {**TALON, "chiamata.scoring": "gingo"}),
    "gingo_needs_auction": (2, {"chiamata.scoring": "gingo"}),
    "auction_min_too_high": (5, {**CHIAMATA, "auction.kind": "points", "auction.min": 121}),
    "declarer_leads_in_auctions": (2, {"play.first_lead": "declarer"}),
    "muerte_needs_turned_trump": (5, {**CHIAMATA, "muerte": True}),
    "muerte_needs_deals": (2, {"muerte": True, "match.unit": "points"}),
    "french_1098_not_with_six": (6, {"teams": "threes", "deck.french": "1098"}),
    "french_all_not_in_auction": (5, {**CHIAMATA, "deck.french": "all52"}),
    "italian_pack_not_french": (3, {"deck.removed": "italian", "deck.french": "all52"}),
    "italian_pack_not_with_talon": (3, {**TALON, "deck.removed": "italian"}),
}  # fmt: skip
"""Options that each conflict is about, the others as they are by default."""


def found_in(players, changes):
    return [one.why for one in conflicts(players, {**DEFAULTS, **changes})]


def test_every_conflict_has_its_example_and_a_reason_of_its_own():
    reasons = [conflict.why for conflict in CONFLICTS]
    assert len(set(reasons)) == len(reasons)
    assert set(FOUND) == set(reasons)


@pytest.mark.parametrize("why", FOUND)
def test_a_conflict_is_found_and_goes_with_its_option(why):
    players, changes = FOUND[why]
    conflict = next(one for one in CONFLICTS if one.why == why)
    assert why in found_in(players, changes)
    assert conflict.option in OPTIONS
    assert conflict.other in (*OPTIONS, "players")
    if conflict.option in changes:
        without = {name: value for name, value in changes.items() if name != conflict.option}
        assert why not in found_in(players, without)


def test_the_refusal_names_both_options_and_the_reason():
    with pytest.raises(RulesetError) as refusal:
        build_ruleset("ludoteka", 2, {"open_stock": "top"})
    error = refusal.value
    assert (error.code, error.option) == ("conflict", "open_stock")
    assert error.params == {"why": "open_stock_needs_open_hands", "with": "open_hands"}


def test_no_preset_is_in_conflict_with_itself():
    for rules in plain_tables():
        assert not list(conflicts(rules.players, rules.ruleset.options)), describe_table(rules)


def a_value(rng, option):
    """Any value that an option takes, numbers within bounds that end a match some day."""
    match option.kind:
        case "bool":
            return rng.random() < 0.5
        case "enum":
            return rng.choice(option.values)
        case "int":
            return rng.randint(int(option.low), min(int(option.high), 130))
        case "float":
            return rng.choice([0, 0.5, 1])
        case _:
            return rng.sample(option.values, rng.randint(1, len(option.values)))


def any_ruleset(rng) -> Ruleset:
    """A preset with up to eight options changed, whatever can stand together."""
    name = rng.choice(list(PRESETS))
    players = rng.choice(list(PRESETS[name].players))
    teams = rng.choice(PRESETS[name].players[players])
    ruleset = build_ruleset(name, players, {"teams": teams})
    for option in rng.sample(sorted(set(OPTIONS) - {"teams"}), 20):
        changed = {**ruleset.options, option: a_value(rng, OPTIONS[option])}
        try:
            ruleset = build_ruleset(name, players, changed)
        except RulesetError as error:
            assert error.code == "conflict"
    return ruleset


def test_every_option_is_changed_in_random_play_or_named_as_left_alone():
    changed = {option for extra in OPTION_CHANGES for option in extra}
    missing = set(OPTIONS) - changed - UNCHANGED_OPTIONS
    assert missing == set(), "add them to OPTION_CHANGES of tests/support/random_tables.py"
    assert changed & UNCHANGED_OPTIONS == set()
    assert set(OPTIONS) >= UNCHANGED_OPTIONS


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_what_is_accepted_can_be_played(seed):
    rng = random.Random(seed)
    match = RandomMatch(any_ruleset(rng).rules, rng, Counts())
    for _ in range(2):
        if not match.play_deal():
            break
