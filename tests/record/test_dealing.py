"""A deal is sealed before the cut and opened with what the players show after it."""

import random

import pytest

from games.engine import Cut, build_ruleset
from games.record.dealing import DealSource
from games.record.fairness import NO_NONCE, block_fault, client_commit, deck_of_block

RULES = build_ruleset("ludoteka", 3).rules
NONCE = b"n" * 16


@pytest.fixture
def sealed():
    """Seats 0 and 1 are people, of whom seat 0 committed to a nonce; seat 2 is the house's."""
    source = DealSource("m", RULES, frozenset({2}), random.Random(3).randbytes)
    return source.seal(1, {0: client_commit("m", 1, 0, NONCE)})


def test_the_commit_is_known_before_the_cut(sealed):
    opened = sealed.open(Cut(0, 18), "player", {0: NONCE})
    assert opened.block["server_commit"] == sealed.server_commit


def test_what_is_shown_as_committed_is_used(sealed):
    opened = sealed.open(Cut(0, 18), "player", {0: NONCE})
    assert opened.block["nonces"][0] == NONCE.hex()
    assert opened.block["flags"] == ["nonce_missing:1"]
    assert block_fault(opened.block) is None
    assert deck_of_block(opened.block, RULES.deck) == opened.deck


@pytest.mark.parametrize("shown", [{}, {0: b"x" * 16}, {0: b""}])
def test_a_nonce_that_is_missing_or_another_counts_as_zeros_and_is_flagged(sealed, shown):
    opened = sealed.open(Cut(0, 18), "clock", shown)
    assert opened.block["nonces"][0] == NO_NONCE.hex()
    assert opened.block["flags"] == ["cut_by_clock", "nonce_missing:0", "nonce_missing:1"]
    assert block_fault(opened.block) is None


def test_a_seat_without_commit_cannot_choose_its_nonce_afterwards(sealed):
    opened = sealed.open(Cut(0, 18), "player", {0: NONCE, 1: b"z" * 16})
    assert opened.block["nonces"][1] == NO_NONCE.hex()


def test_secrets_are_not_printed(sealed):
    opened = sealed.open(Cut(0, 18), "player", {0: NONCE})
    assert sealed.seed.hex() not in repr(sealed) + repr(opened)
    assert opened.deck[0] not in repr(opened)
