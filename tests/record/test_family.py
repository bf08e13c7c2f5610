"""Records of every game: what is played comes back as it was, and no part of it can be changed."""

from __future__ import annotations

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import SUITS
from games.record import MatchLog, RecordError, verify_record
from games.record.verify import checked_log
from tests.record.family import (
    EVERY_PRESET,
    play_at_random,
    random_match,
    random_rules,
    record_of,
)

SLOW = settings(max_examples=80)
SIGNS = {"teams": "pairs", "talk.mode": "senas"}
DERIVED = ("tricks", "points", "game_points", "extras", "contract", "trump", "ended_by")
"""What of a deal follows from its deck and its actions."""


def refusal(record):
    with pytest.raises(RecordError) as caught:
        verify_record(record)
    return caught.value


def first(record, kind, wanted=lambda action: True):
    """The first action of a kind: the deal, its number, the action."""
    for number, deal in enumerate(record["deals"], start=1):
        for action in deal["actions"]:
            if action["type"] == kind and wanted(action):
                return deal, number, action
    raise AssertionError(f"no {kind} in the record")


# -- what is played comes back -----------------------------------------------------------------


@given(st.integers(0, 2**64))
@SLOW
def test_any_rules_give_records_that_hold_after_json(seed):
    dice = random.Random(seed)
    log = play_at_random(random_rules(dice), dice, most=3)
    read = checked_log(record_of(log))
    assert read.state == log.state
    assert read.decks == log.decks
    again = MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries, log.decks)
    assert again.state == log.state


@pytest.mark.parametrize(("preset", "players", "teams"), EVERY_PRESET)
def test_a_whole_match_of_each_preset_holds(preset, players, teams):
    log = random_match(preset, players, {"teams": teams})
    record = record_of(log)
    verify_record(record)
    assert record["ended_by"] in ("target", "max_deals", "draw")
    assert record["score"] == list(log.state.score)


# -- the new parts -----------------------------------------------------------------------------


def test_a_bid_that_is_no_higher_is_named():
    record = record_of(random_match("chiamata", 5, most=4))
    _, number, bid = first(record, "bid", lambda action: action["bid"] != "pass")
    later = next(
        action
        for action in record["deals"][number - 1]["actions"]
        if action["type"] == "bid" and action["bid"] != "pass" and action["seq"] > bid["seq"]
    )
    later["bid"] = {"rank": 1}
    error = refusal(record)
    assert error.where == (
        f"deal {number}, action seq {later['seq']} (seat {later['seat']} bids rank 1)"
    )
    assert error.why == "not legal (bid_too_low)"


def test_a_bid_turned_into_a_pass_gives_another_contract_or_auction():
    record = record_of(random_match("rematada", 3, most=2))
    deal, number, _ = first(record, "discard")
    won = next(
        action
        for action in reversed(deal["actions"])
        if action["type"] == "bid" and action["bid"] != "pass"
    )
    won["bid"] = "pass"
    error = refusal(record)
    assert error.where.startswith(f"deal {number}")
    seq = int(error.where.split("seq ")[1].split()[0])
    assert seq > won["seq"]


def test_other_cards_discarded_are_noticed_when_they_are_missed():
    record = record_of(random_match("rematada", 3, most=2))
    deal, number, discard = first(record, "discard")
    seat = discard["seat"]
    others = [
        one["card"] for one in deal["actions"] if one["type"] == "play" and one["seat"] == seat
    ]
    discard["cards"][0], missed = others[4], others[4]
    error = refusal(record)
    played = next(one for one in deal["actions"] if one.get("card") == missed)
    assert error.where == (
        f"deal {number}, action seq {played['seq']} (seat {seat} plays {missed})"
    )
    assert error.why == "not legal (card_not_held)"


def test_a_discard_of_what_nobody_holds_is_named():
    record = record_of(random_match("rematada", 3, most=2))
    deal, number, discard = first(record, "discard")
    theirs = next(
        one["card"]
        for one in deal["actions"]
        if one["type"] == "play" and one["seat"] != discard["seat"]
    )
    discard["cards"][1] = theirs
    error = refusal(record)
    assert f"deal {number}, action seq {discard['seq']} " in error.where
    assert "discards" in error.where
    assert error.why == "not legal (card_not_held)"


@pytest.mark.parametrize("preset", ["chiamata", "chiamata_buia", "gingo", "rematada"])
def test_another_suit_declared_is_noticed(preset):
    players = 3 if preset == "rematada" else 5
    record = record_of(random_match(preset, players, most=3))
    _, number, declare = first(record, "declare")
    for suit in SUITS:
        if suit != declare["suit"]:
            changed = copy.deepcopy(record)
            _, _, other = first(changed, "declare")
            other["suit"] = suit
            assert refusal(changed).where.startswith(f"deal {number}")


def test_a_rank_called_against_the_bid_is_named():
    record = record_of(random_match("chiamata", 5, most=3))
    _, number, declare = first(record, "declare")
    declare["rank"] = 1 if declare.get("rank") != 1 else 3
    error = refusal(record)
    assert f"deal {number}, action seq {declare['seq']} " in error.where
    assert error.why == "not legal (call_not_allowed)"


@pytest.mark.parametrize("options", [SIGNS, {**SIGNS, "talk.seen_by": "gaze"}], ids=["to", "gaze"])
def test_who_saw_a_sign_cannot_be_changed(options):
    record = record_of(random_match("ludoteka", 4, options, most=1))
    _, number, sign = first(record, "sign", lambda action: action["seen_by"])
    for seen in ([], [*sign["seen_by"], sign["seat"]], [(sign["seat"] + 1) % 4]):
        if seen == sign["seen_by"]:
            continue
        changed = copy.deepcopy(record)
        _, _, same = first(changed, "sign", lambda action: action["seen_by"])
        same["seen_by"] = seen
        error = refusal(changed)
        assert error.where.startswith(f"deal {number}, action seq {sign['seq']} ")
        assert ".seen_by" in error.where


def test_a_sign_that_was_not_true_is_named():
    record = record_of(random_match("ludoteka", 4, SIGNS, most=1))
    _, number, sign = first(record, "sign", lambda action: action["sign"] == "no_trump")
    sign["sign"] = "trump_ace"
    error = refusal(record)
    assert f"deal {number}, action seq {sign['seq']} " in error.where
    assert error.why == "not legal (sign_not_true)"


def test_an_answer_that_nobody_asked_for_is_named():
    options = {"teams": "pairs", "talk.mode": "parlant_tapat"}
    record = record_of(random_match("ludoteka", 4, options, most=2))
    deal, number, answer = first(record, "answer")
    deal["actions"] = [one for one in deal["actions"] if one["type"] != "ask"]
    error = refusal(record)
    assert f"deal {number}, action seq {answer['seq']} " in error.where
    assert error.why == "not legal (nothing_asked)"


def test_the_contract_cannot_be_changed():
    record = record_of(random_match("chiamata", 5, most=4))
    number = next(n for n, deal in enumerate(record["deals"], 1) if deal["contract"])
    contract = record["deals"][number - 1]["contract"]
    for field, value in contract.items():
        changed = copy.deepcopy(record)
        other = changed["deals"][number - 1]["contract"]
        other[field] = {"rank": 13} if field == "bid" else "X" if field == "suit" else value + 1
        assert refusal(changed).where.startswith(f"deal {number}.contract.{field}")
    record["deals"][number - 1]["contract"] = None
    assert refusal(record).where == f"deal {number}.contract"


@pytest.mark.parametrize("preset", ["mariaje", "rematada"])
def test_an_extra_cannot_be_changed_added_or_left_out(preset):
    record = record_of(random_match(preset, 3))
    number = next(n for n, deal in enumerate(record["deals"], 1) if deal["extras"])
    for field, value in (("points", 41), ("side", 4), ("why", "declared?"), ("suit", "X")):
        changed = copy.deepcopy(record)
        changed["deals"][number - 1]["extras"][0][field] = value
        assert refusal(changed).where.startswith(f"deal {number}.extras[0].{field}")
    more, fewer = copy.deepcopy(record), copy.deepcopy(record)
    extras = more["deals"][number - 1]["extras"]
    extras.append(extras[0])
    assert refusal(more).where.startswith(f"deal {number}.extras")
    fewer["deals"][number - 1]["extras"].pop()
    assert refusal(fewer).where.startswith(f"deal {number}.extras")


def test_the_draw_for_the_first_dealer_cannot_be_changed():
    record = record_of(random_match("ludoteka", 4, {"first_dealer": "high_card"}, most=1))
    drawn = record["dealer_draw"]
    dealer = record["deals"][0]["dealer"]
    for other in (drawn[1:] + drawn[:1], drawn[:-1], [*drawn, drawn[0]], ["X1", *drawn[1:]], []):
        assert refusal({**record, "dealer_draw": other}).where.startswith("dealer_draw")
    record["deals"][0]["dealer"] = (dealer + 1) % 4
    assert refusal(record).where == "dealer_draw"
    del record["dealer_draw"]
    assert refusal(record).where.startswith("dealer_draw")


# -- whatever follows from the actions ---------------------------------------------------------


def leaves(value, path=()):
    """Paths of all plain values."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from leaves(inner, (*path, key))
    else:
        yield path


@given(st.data())
@settings(SLOW, max_examples=150)
def test_a_change_of_anything_that_follows_is_refused_in_its_deal(data):
    preset, players, teams = data.draw(st.sampled_from(EVERY_PRESET))
    record = record_of(random_match(preset, players, {"teams": teams}, most=2))
    at = data.draw(st.sampled_from(range(len(record["deals"]))))
    deal = record["deals"][at]
    paths = list(leaves({name: deal[name] for name in DERIVED}))
    path = data.draw(st.sampled_from(paths))
    inner = deal
    for step in path[:-1]:
        inner = inner[step]
    old = inner[path[-1]]
    inner[path[-1]] = old + 1 if type(old) is int else f"{old}?"
    assert refusal(record).where.startswith(f"deal {at + 1}"), path
