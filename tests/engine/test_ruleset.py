"""Rulesets: complete, checked, hashed; what is wrong is named."""

from __future__ import annotations

import hashlib
import json

import pytest

from games.engine import (
    OPTIONS,
    PRESETS,
    RulesetError,
    build_ruleset,
    ruleset_from_options,
)

OLD_LUDOTEKA = "sha256:4370772da5baf5cc4b840c2eef360bc1a517879e16ce40e4545285027e012975"
OLD_CATALAN = "sha256:4dba12458c7991c28cec76659de34f288d343cc40fafab2848760309f34ba5b3"


def every_preset():
    return [(name, players) for name, preset in PRESETS.items() for players in preset.players]


@pytest.mark.parametrize(("name", "players"), every_preset())
def test_every_preset_is_complete_for_all_its_players(name, players):
    ruleset = build_ruleset(name, players)
    assert set(ruleset.options) == set(OPTIONS)
    again = ruleset_from_options(name, players, dict(ruleset.options))
    assert again == ruleset


@pytest.mark.parametrize("name", PRESETS)
def test_a_built_preset_compiles_for_all_its_players_and_sides(name):
    for players, teams in PRESETS[name].players.items():
        for one in teams:
            rules = build_ruleset(name, players, {"teams": one}).rules
            assert sorted(seat for side in rules.sides for seat in side) == list(range(players))
            assert sum(rules.points[card] for card in rules.deck) == 120


def test_the_hash_is_that_of_the_sorted_json():
    ruleset = build_ruleset("ludoteka", 2)
    text = json.dumps(dict(ruleset.stored), sort_keys=True, separators=(",", ":"))
    assert ruleset.hash == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("preset", "players", "options", "code", "option"),
    [
        ("poker", 2, {}, "unknown_preset", "preset"),
        ("ludoteka", 5, {}, "bad_players", "players"),
        ("ludoteka", True, {}, "bad_players", "players"),
        ("ludoteka", 2, {"colour": 1}, "unknown_option", "colour"),
        ("ludoteka", 2, {"match.target": 0}, "bad_value", "match.target"),
        ("ludoteka", 2, {"match.target": "3"}, "bad_value", "match.target"),
        ("ludoteka", 2, {"match.target": True}, "bad_value", "match.target"),
        ("ludoteka", 2, {"claim": 1}, "bad_value", "claim"),
        ("ludoteka", 2, {"tie.chain": []}, "bad_value", "tie.chain"),
        ("ludoteka", 2, {"tie.chain": ["void", "void"]}, "bad_value", "tie.chain"),
        ("ludoteka", 2, {"tie.chain": [[]]}, "bad_value", "tie.chain"),
        ("ludoteka", 2, {"exchange.timing": []}, "bad_value", "exchange.timing"),
        ("ludoteka", 2, {"teams": "pairs"}, "bad_teams", "teams"),
        ("ludoteka", 6, {"teams": "individual"}, "bad_teams", "teams"),
        ("ludoteka", 4, {"play.cards_per_turn": 2}, "conflict", "play.cards_per_turn"),
        ("ludoteka", 2, {"talk.mode": "senas"}, "conflict", "talk.mode"),
        ("ludoteka", 2, {"peek.at_deal": True}, "conflict", "peek.at_deal"),
    ],
)
def test_what_cannot_be_played_is_named(preset, players, options, code, option):
    with pytest.raises(RulesetError) as refusal:
        build_ruleset(preset, players, options)
    assert (refusal.value.code, refusal.value.option) == (code, option)


def test_a_stored_ruleset_has_every_option():
    options = dict(build_ruleset("ludoteka", 2).options)
    del options["claim"]
    with pytest.raises(RulesetError) as refusal:
        ruleset_from_options("ludoteka", 2, options)
    assert refusal.value.option == "claim"


def test_an_option_added_later_leaves_older_rulesets_as_they_were():
    """The hashes are those of before `claim.false`; its value then was `nothing`."""
    assert build_ruleset("ludoteka", 2).hash == OLD_LUDOTEKA
    new, old = build_ruleset("catalan", 2), dict(build_ruleset("catalan", 2).options)
    del old["claim.false"]
    stored = ruleset_from_options("catalan", 2, old)
    assert stored.hash == OLD_CATALAN != new.hash
    assert (stored.options["claim.false"], new.options["claim.false"]) == ("nothing", "open_hand")
    assert "claim.false" not in stored.stored
    assert ruleset_from_options("catalan", 2, new.stored) == new
    assert ruleset_from_options("catalan", 2, {**old, "claim.false": "nothing"}) == stored


def test_the_order_of_drawing_changes_a_hash_only_where_it_is_by_seat():
    """The hashes are those of before `deal.draw`, which then was `winner_first`."""
    usual, by_seat = (
        build_ruleset("ludoteka", 2, {"deal.draw": value}) for value in ("winner_first", "by_seat")
    )
    assert usual.hash == OLD_LUDOTEKA != by_seat.hash
    assert "deal.draw" not in usual.stored
    assert by_seat.stored["deal.draw"] == "by_seat"
    assert ruleset_from_options("ludoteka", 2, usual.stored).options["deal.draw"] == "winner_first"
    assert ruleset_from_options("ludoteka", 2, by_seat.stored) == by_seat


@pytest.mark.parametrize("value", ["open_hand", "nothing"])
def test_without_claims_it_says_nothing_what_a_false_one_costs(value):
    assert build_ruleset("ludoteka", 2, {"claim.false": value}).hash == OLD_LUDOTEKA


def test_a_false_claim_opens_the_hand_wherever_claims_are_let_in():
    ruleset = build_ruleset("ludoteka", 2, {"claim": True})
    assert ruleset.stored["claim.false"] == "open_hand"
    cheap = build_ruleset("ludoteka", 2, {"claim": True, "claim.false": "nothing"})
    assert "claim.false" not in cheap.stored


def test_a_ruleset_does_not_change():
    ruleset = build_ruleset("ludoteka", 2)
    with pytest.raises(AttributeError):
        ruleset.players = 3
    with pytest.raises(TypeError):
        ruleset.options["claim"] = True


def test_rules_keep_the_name_they_were_made_under_though_another_has_the_same_options():
    plain = build_ruleset("ludoteka", 2)
    changed = build_ruleset("doncomos", 2, dict(plain.options))
    assert changed == plain
    assert (plain.rules.ruleset.preset, changed.rules.ruleset.preset) == ("ludoteka", "doncomos")
