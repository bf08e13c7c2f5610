"""The draw of the first dealer follows from values that nobody could choose, and is even."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from games.engine import build_ruleset
from games.record import MatchLog, Sitter, build_record, open_deal, verify_record
from games.record.dealer import new_seal
from games.record.errors import RecordError
from games.record.fairness import NO_NONCE, client_commit
from tests.record.played import record_of
from tests.record.test_record import NOW, play_on

VECTORS = json.loads((Path(__file__).parent / "dealer-vector.json").read_text())
CHANGES = {"lot": {}, "high_card": {"first_dealer": "high_card"}}
RULES = build_ruleset("ludoteka", 4).rules


def commits(rng, players=4):
    return [client_commit("m", 1, seat, rng.randbytes(16)) for seat in range(players)]


@pytest.mark.parametrize("name", VECTORS)
def test_the_published_draw_comes_out(name):
    vector = VECTORS[name]
    rules = build_ruleset("ludoteka", vector["players"], CHANGES[name]).rules
    told = vector["dealer"]
    seal = new_seal(vector["match"], rules, told["house"], bytes.fromhex(told["seed"]))
    assert rules.ruleset.hash == vector["rules"]
    assert seal.proof() == told
    said = [one and bytes.fromhex(one) for one in vector["client_commits"]]
    drawn = seal.draw(said)
    assert (drawn.dealer, list(drawn.cards)) == (vector["first_dealer"], vector["cards"])


def test_every_seat_deals_first_equally_often_whatever_one_side_does():
    rng = Random(5)
    seal = new_seal("m", RULES, [], rng.randbytes(32))
    by_commits = Counter(seal.draw(commits(rng)).dealer for _ in range(4000))
    said = commits(rng)
    by_seeds = Counter(
        new_seal("m", RULES, [], rng.randbytes(32)).draw(said).dealer for _ in range(4000)
    )
    for counts in (by_commits, by_seeds):
        assert sum((counts[seat] - 1000) ** 2 / 1000 for seat in range(4)) < 22  # 1 in 10 000


def test_each_persons_commit_changes_the_draw_and_the_houses_do_not():
    rng = Random(6)
    seal = new_seal("m", RULES, [1, 3], rng.randbytes(32))
    said = commits(rng)
    found = {seat: set() for seat in range(4)}
    for seat in found:
        for _ in range(60):
            other = [*said[:seat], rng.randbytes(32), *said[seat + 1 :]]
            found[seat].add(seal.draw(other).dealer)
    assert [len(found[seat]) for seat in range(4)] == [4, 1, 4, 1]


def test_a_seat_without_commit_counts_as_committed_to_zeros():
    seal = new_seal("m", RULES, [], bytes(32))
    said = commits(Random(7))
    zeros = client_commit("m", 1, 2, NO_NONCE)
    assert seal.draw([*said[:2], None, said[3]]) == seal.draw([*said[:2], zeros, said[3]])


def test_what_the_commit_covers_cannot_be_changed_after_it():
    made = {
        new_seal(match, rules, house, seed).commit
        for match in ("m", "n")
        for rules in (RULES, build_ruleset("ludoteka", 2).rules)
        for house in ([], [1], [0, 1])
        for seed in (bytes(32), b"s" * 32)
    }
    assert len(made) == 2 * 2 * 3 * 2
    with pytest.raises(ValueError, match="seed of 3 bytes"):
        new_seal("m", RULES, [], b"abc")


@pytest.mark.parametrize("changes", CHANGES.values(), ids=CHANGES)
def test_a_log_that_waits_for_its_dealer_is_dealt_with_a_proof(changes):
    rules = build_ruleset("ludoteka", 2, {**changes, "match.target": 1}).rules
    log = MatchLog.begin("m1", rules, 0, drawn=False)
    assert log.state.phase == "draw_dealer"
    open_deal(log, house=[0, 1], token_bytes=Random(2).randbytes).apply_to(log)
    play_on(log)
    bots = [Sitter("rules 1", "bot"), Sitter("rules 2", "bot")]
    record = build_record(log, sitters=bots, started_at=NOW, finished_at=NOW)
    verify_record(record)
    people = copy.deepcopy(record)
    people["seats"][1]["kind"] = "human"
    with pytest.raises(RecordError, match="seat 1 is a person's"):
        verify_record(people)


def test_a_record_with_another_dealer_than_was_drawn_is_refused():
    record = record_of()
    told = record["deals"][0]["fairness"]["dealer"]
    for seed in range(256):  # one whose draw is the other seat
        rules = build_ruleset("ludoteka", 2, record["rules"]).rules
        seal = new_seal(record["match"], rules, told["house"], bytes([seed] * 32))
        if seal.draw([None, None]).dealer != record["deals"][0]["dealer"]:
            break
    record["deals"][0]["fairness"]["dealer"] = seal.proof()
    with pytest.raises(RecordError, match=r"makes seat \d the dealer"):
        verify_record(record)


def test_the_draw_stands_in_the_first_deal_alone_and_may_be_left_out():
    record = record_of(target=3)
    assert len(record["deals"]) > 1
    moved = copy.deepcopy(record)
    moved["deals"][1]["fairness"]["dealer"] = record["deals"][0]["fairness"]["dealer"]
    with pytest.raises(RecordError, match="does not belong here"):
        verify_record(moved)
    del record["deals"][0]["fairness"]["dealer"]
    verify_record(record)
