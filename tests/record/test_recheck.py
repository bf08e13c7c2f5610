"""The server's own check of a deal that a browser has reported."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engine import build_ruleset
from games.record import MatchLog, open_deal
from games.record.dealing import DealSource
from games.record.fairness import NO_NONCE, client_commit
from games.record.recheck import dealt_deal, leaves_out, proof_fault

RULES = build_ruleset("ludoteka", 2).rules
OTHER = bytes(32).hex()


def a_deal(seed=1):
    """A log with one deal dealt, and its proof."""
    log = MatchLog.begin("m1", RULES, 0)
    opened = open_deal(log, house=[0, 1], token_bytes=Random(seed).randbytes)
    opened.apply_to(log)
    return log, opened.block


def test_a_deal_that_is_what_its_proof_says_has_no_fault():
    log, block = a_deal()
    assert proof_fault(block, dealt_deal(log, 1)) is None


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("scheme", "brisca-fair/2", "scheme"),
        ("match", "m2", "match"),
        ("deal", 2, "deal"),
        ("rules", "sha256:0", "rules"),
        ("cut", 5, "cut"),
        ("flags", ["cut_by_clock"], "cut"),
        ("flags", ["nonsense"], "flags"),
        ("server_seed", OTHER, "server_commit"),
        ("client_commits", [OTHER, OTHER], "client_commit"),
        ("nonces", ["11" * 16, "11" * 16], "client_commit"),
        ("nonces", "x", "malformed"),
        ("server_seed", None, "malformed"),
    ],
)
def test_what_differs_is_named_as_the_browser_names_it(field, value, why):
    log, block = a_deal()
    assert proof_fault({**block, field: value}, dealt_deal(log, 1)) == why


def test_another_deck_or_other_commits_than_were_shown_are_faults():
    log, block = a_deal()
    dealt = dealt_deal(log, 1)
    turned = replace(dealt, deck=dealt.deck[1:] + dealt.deck[:1])
    assert proof_fault(block, turned) == "deck"
    assert proof_fault(block, replace(dealt, server_commit=OTHER)) == "server_commit"
    assert proof_fault(block, replace(dealt, client_commits=[None, None])) == "client_commit"
    assert proof_fault(a_deal(seed=2)[1], dealt) in ("cut", "deck")
    assert proof_fault(None, dealt) == "missing"


def test_a_deck_that_is_dealt_again_has_the_proof_of_the_first_time():
    log, block = a_deal()
    again = replace(dealt_deal(log, 1), match="m9", deal=4)
    flagged = {**block, "flags": [*block["flags"], "duplicate:m1"]}
    assert proof_fault(flagged, again) is None
    assert proof_fault(flagged, replace(again, origin=("m9", 4))) == "match"


def test_a_deal_without_cards_has_nothing_to_check():
    assert dealt_deal(MatchLog.begin("m1", RULES, 0), 1) is None


def test_only_a_nonce_that_was_committed_to_and_is_not_used_is_left_out():
    source = DealSource("m1", RULES, frozenset([1]), Random(3).randbytes)
    nonce = b"n" * 16
    sealed = source.seal(1, {0: client_commit("m1", 1, 0, nonce)})
    used = sealed.open(*source.cut_for(0, 20), {0: nonce}).block
    assert not leaves_out(used, 0)
    kept_back = sealed.open(*source.cut_for(0, 20), {}).block
    assert leaves_out(kept_back, 0)
    assert not leaves_out(kept_back, 1)
    silent = source.seal(1).open(*source.cut_for(0, 20), {0: nonce}).block
    assert silent["nonces"][0] == NO_NONCE.hex()
    assert not leaves_out(silent, 0)
    assert leaves_out({**used, "nonces": ["22" * 16, *used["nonces"][1:]]}, 0)
