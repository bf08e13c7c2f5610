"""A record that was changed anywhere is refused, and the first wrong place is named."""

import json
import random
import re

import pytest

from games.engine import (
    DealCards,
    IllegalAction,
    action_from_json,
    apply,
    build_ruleset,
    ruleset_from_options,
    start,
)
from games.record import RecordError, verify_record, verify_text
from games.record.fairness import NO_NONCE
from tests.record.family import play_at_random
from tests.record.family import record_of as family_record
from tests.record.played import TABLES, record_of


def refusal(record):
    with pytest.raises(RecordError) as caught:
        verify_record(record)
    return caught.value


def plays(deal):
    return [action for action in deal["actions"] if action["type"] == "play"]


@pytest.mark.parametrize(("preset", "players", "teams"), TABLES)
def test_good_records_pass(preset, players, teams):
    verify_record(record_of(preset, players, teams))


def test_the_first_wrong_action_is_named_in_words():
    record = record_of()
    deal = record["deals"][1]
    first, second = plays(deal)[6:8]
    first["card"] = second["card"]
    error = refusal(record)
    assert error.where == (
        f"deal 2, action seq {first['seq']} (seat {first['seat']} plays {first['card']})"
    )
    assert error.why == "not legal (card_not_held)"
    assert str(error) == f"{error.where}: {error.why}"


def test_a_legal_card_in_place_of_another_is_named_where_it_was_played():
    record = record_of()
    deal = record["deals"][0]
    # the eldest of two holds every second of the first six cards
    first = plays(deal)[0]
    first["card"] = next(card for card in deal["deck"][:6:2] if card != first["card"])
    error = refusal(record)
    assert error.where.startswith(f"deal 1, action seq {first['seq']} (seat {first['seat']} plays")
    assert "tricks[0].plays[0]" in error.why


def exchanged():
    """A record with an exchange that was asked for ahead: it, the number of the deal, the action."""
    for seed in "abcdefghijklmnopqrstuvwxyz":
        record = record_of(seed=seed, target=3)
        for number, deal in enumerate(record["deals"], start=1):
            for action in deal["actions"]:
                if action["type"] == "exchange":
                    return record, number, action
    raise AssertionError("nobody exchanged")


def test_an_exchange_that_nobody_asked_for_is_refused():
    record, number, exchange = exchanged()
    actions = record["deals"][number - 1]["actions"]
    actions[:] = [action for action in actions if action["type"] != "arm_exchange"]
    error = refusal(record)
    assert f"seq {exchange['seq']} " in error.where
    assert error.why.startswith("not legal (exchange_")


def test_an_exchange_by_the_wrong_card_is_named():
    record, number, exchange = exchanged()
    without = json.loads(json.dumps(record))
    exchange["take"] = "O4" if exchange["take"] != "O4" else "O5"
    assert refusal(record).where.endswith(".take")
    actions = without["deals"][number - 1]["actions"]
    actions[:] = [action for action in actions if action["type"] != "exchange"]
    assert "the exchange by seat" in refusal(without).why


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (["format"], "brisca-record/2", "format"),
        (["match"], "other", "deal 1.fairness.match"),
        (["preset"], "whist", "preset"),
        (["preset"], "chiamata", "seats"),
        (["rules", "match.target"], 3, "rules_hash"),
        (["rules", "match.target"], 0, "rules.match.target"),
        (["rules_hash"], "sha256:00", "rules_hash"),
        (["seats", 1, "side"], 0, "seats[1].side"),
        (["seats", 0, "seat"], 1, "seats[0].seat"),
        (["seats", 0, "kind"], "cat", "seats[0].kind"),
        (["sides"], [[0, 1]], "sides[0]"),
        (["started_at"], "yesterday", "started_at"),
        (["started_at"], "2026-01-01T00:00:00Z", "finished_at"),
        (["deals"], [], "deals"),
        (["deals", 0, "number"], 2, "deal 1.number"),
        (["deals", 0, "dealer"], 2, "deals[0].dealer"),
        (["deals", 1, "dealer"], None, "deal 2.dealer"),
        (["deals", 0, "contract"], {}, "deal 1.contract"),
        (["deals", 0, "trump", "suit"], "X", "deal 1.trump.suit"),
        (["deals", 0, "fairness", "scheme"], "x", "deal 1.fairness.scheme"),
        (["deals", 0, "fairness", "deal"], 2, "deal 1.fairness.deal"),
        (["deals", 0, "fairness", "rules"], "x", "deal 1.fairness.rules"),
        (["deals", 0, "fairness", "cut"], 3, "deal 1.fairness.cut"),
        (["deals", 0, "fairness", "cut"], 37, "deal 1.fairness.cut"),
        (["deals", 0, "fairness", "server_seed"], "00", "deal 1.fairness.server_seed"),
        (["deals", 0, "fairness", "server_seed"], "0" * 64, "deal 1.fairness.server_commit"),
        (["deals", 0, "fairness", "nonces", 1], "0" * 32, "deal 1.fairness.client_commits[1]"),
        (["deals", 0, "fairness", "flags"], ["nonce_missing:7"], "deal 1.fairness.flags[0]"),
        (["deals", 0, "tricks", 3, "winner"], None, "deal 1.tricks[3].winner"),
        (["deals", 0, "tricks", 3, "number"], 3, "deal 1.tricks[3].number"),
        (["deals", 0, "tricks", 3, "trump"], None, "deal 1.tricks[3].trump"),
        (["deals", 0, "points", "seats", 0], 200, "deal 1.points.seats[0]"),
        (["deals", 0, "game_points"], [2, 2], "deal 1.game_points"),
        (["deals", 0, "ended_by"], "claim", "deal 1.ended_by"),
        (["deals", 0, "extras"], [{"side": 0}], "deal 1.extras"),
        (["score"], [2, 2], "score"),
        (["winners"], [], "winners"),
        (["ended_by"], "abandoned", "ended_by"),
        (["ended_by"], "boredom", "ended_by"),
    ],
)
def test_a_wrong_field_is_named(path, value, where):
    record = record_of()
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert refusal(record).where.startswith(where)


def test_a_deck_that_does_not_follow_from_the_proof_is_named_at_its_first_card():
    record = record_of()
    deck = record["deals"][0]["deck"]
    deck[38], deck[39] = deck[39], deck[38]
    error = refusal(record)
    assert error.where == "deal 1.deck (by the fairness proof)[38]"


def test_a_deck_with_a_card_twice_is_named():
    record = record_of()
    record["deals"][0]["deck"][9] = record["deals"][0]["deck"][3]
    assert refusal(record).where == "deal 1.deck[9]"


def test_a_cut_unlike_the_proof_is_named():
    record = record_of()
    cut = record["deals"][0]["actions"][0]
    cut["at"] += 1 if cut["at"] < 36 else -1
    assert refusal(record).where.endswith(f"(seat {cut['seat']} cuts at {cut['at']}).at")


def test_a_cut_by_the_clock_must_be_flagged():
    record = record_of()
    record["deals"][0]["actions"][0]["by"] = "clock"
    assert refusal(record).where.endswith(".by")


def test_a_missing_nonce_is_accepted_only_with_zeros_and_flag():
    record = record_of()
    proof = record["deals"][0]["fairness"]
    proof["nonces"][0] = NO_NONCE.hex()
    proof["flags"].append("nonce_missing:0")
    # the commitments hold now, so what is wrong is the deck
    assert "by the fairness proof" in refusal(record).where


@pytest.mark.parametrize("drop", [0, 5, -1])
def test_a_missing_action_is_noticed(drop):
    record = record_of()
    del record["deals"][0]["actions"][drop]
    assert refusal(record).where.startswith("deal 1")


def test_actions_after_the_end_are_noticed():
    record = record_of()
    actions = record["deals"][-1]["actions"]
    actions.append({**actions[-1], "seq": actions[-1]["seq"] + 1})
    assert refusal(record).why == "not legal (match_over)"


def test_a_deal_too_many_or_too_few_is_noticed():
    record = record_of()
    last = record["deals"][-1]
    record["deals"].append({**last, "number": last["number"] + 1})
    assert refusal(record).why == "cannot begin, the match is over"
    del record["deals"][-2:]
    assert refusal(record).where == "ended_by"


def test_seq_must_rise():
    record = record_of()
    actions = record["deals"][0]["actions"]
    actions[3]["seq"] = actions[2]["seq"]
    assert refusal(record).where.endswith("actions[3].seq")


def test_unknown_keys_are_let_be():
    record = record_of()
    for place in (
        record,
        record["seats"][0],
        record["deals"][0],
        record["deals"][0]["fairness"],
        record["deals"][0]["actions"][4],
        record["deals"][0]["tricks"][2],
        record["deals"][0]["tricks"][2]["plays"][0],
        record["deals"][0]["points"],
    ):
        place["x-note"] = {"any": ["thing", None, 1.5]}
    verify_record(record)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "[" * 100_000,
        '{"a":' * 100_000,
        "NaN",
        '{"format": Infinity}',
        "9" * 5000,
        '{"format": 1, "format": 2}',
        b"\xff\xfe\x00",
        "[]",
        "null",
        '{"format": "brisca-record/1"}',
    ],
)
def test_text_that_is_no_record_is_refused_in_words(text):
    with pytest.raises(RecordError) as caught:
        verify_text(text)
    assert len(str(caught.value)) < 300


def deeply(levels=50_000):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [10**6000, -(10**6000), float("nan"), float("inf"), deeply(), "\ud800", "x" * 10**6, {}, []],
    ids=["huge", "-huge", "nan", "inf", "deep", "surrogate", "long", "object", "list"],
)
@pytest.mark.parametrize(
    "path",
    [
        ["match"],
        ["preset"],
        ["rules", "match.target"],
        ["rules", "teams"],
        ["rules", "talk.leak"],
        ["rules", "tie.chain"],
        ["rules", "tie.chain", 0],
        ["seats", 0, "player"],
        ["started_at"],
        ["deals", 0, "dealer"],
        ["deals", 0, "deck", 0],
        ["deals", 0, "fairness", "cut"],
        ["deals", 0, "fairness", "flags"],
        ["deals", 0, "fairness", "flags", 0],
        ["deals", 0, "actions", 1, "seq"],
        ["deals", 0, "actions", 1, "card"],
        ["deals", 0, "actions", 1, "announce"],
        ["deals", 0, "actions", 1, "ms"],
        ["deals", 0, "tricks", 1, "winner"],
        ["score", 0],
    ],
    ids=lambda path: ".".join(map(str, path)),
)
def test_odd_values_are_refused_in_words(path, value):
    record = record_of()
    if path[-2:] == ["flags", 0]:
        record["deals"][0]["fairness"]["flags"] = ["x"]
    inner = record
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    if path[-1] == "flags" and value == []:
        return verify_record(record)
    assert not re.search(r"\d{100}", str(refusal(record)))
    return None


def claimed_falsely():
    """A record with a false claim in a deal that went on, and the action itself."""
    rules = build_ruleset("catalan", 4).rules
    for seed in range(100):
        log = play_at_random(rules, random.Random(seed), most=2)
        record = family_record(log)
        for deal in record["deals"]:
            for action in deal["actions"]:
                if action.get("failed") and deal["ended_by"] == "played_out":
                    return record, action
    raise AssertionError("nobody claimed falsely")


def test_a_false_claim_stands_in_the_record_as_such():
    record, action = claimed_falsely()
    verify_record(json.loads(json.dumps(record)))
    del action["failed"]
    assert refusal(record).where.endswith("failed")
    action["failed"] = False
    assert refusal(record).why == "is false, but the rules give true"


def test_a_record_of_before_false_claims_cost_anything_is_good_as_it_is():
    options = dict(build_ruleset("catalan", 4).stored)
    del options["claim.false"]
    rules = ruleset_from_options("catalan", 4, options).rules
    record = family_record(play_at_random(rules, random.Random(5), most=2))
    assert record["rules"] == options
    verify_record(json.loads(json.dumps(record)))
    assert not any(one.get("failed") for deal in record["deals"] for one in deal["actions"])


def drawn_by(draw, players=2):
    """The record of a match of two deals by random play, in which cards are drawn like this."""
    options = {"deal.draw": draw, "exchange.enabled": False}
    rules = build_ruleset("ludoteka", players, options).rules
    return family_record(play_at_random(rules, random.Random(f"drawn {draw} {players}"), most=2))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_record_of_cards_drawn_by_seat_is_good(players):
    record = drawn_by("by_seat", players)
    assert record["rules"]["deal.draw"] == "by_seat"
    verify_record(json.loads(json.dumps(record)))


@pytest.mark.parametrize("draw", ["winner_first", "by_seat"])
def test_a_deal_is_not_legal_by_the_other_order_of_drawing(draw):
    record = drawn_by(draw)
    other = "winner_first" if draw == "by_seat" else "by_seat"
    rules = build_ruleset("ludoteka", 2, {"deal.draw": other, "exchange.enabled": False}).rules
    known = record["deals"][0]
    state = start(rules, dealer=known["dealer"])
    with pytest.raises(IllegalAction, match="card_not_held"):
        for action in known["actions"]:
            told = {name: action[name] for name in ("type", "card", "at") if name in action}
            state, _ = apply(state, action_from_json(action["seat"], told))
            if action["type"] == "cut":
                state, _ = apply(state, DealCards(tuple(known["deck"])))


def test_a_record_of_before_the_order_of_drawing_was_a_rule_is_good_as_it_is():
    record = drawn_by("winner_first")
    assert "deal.draw" not in record["rules"]
    verify_record(json.loads(json.dumps(record)))
