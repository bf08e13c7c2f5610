"""The shuffle gives the published vector, for every pack, and its proof cannot be bent."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from games.engine import build_ruleset
from games.engine.cards import PACK_40
from games.record import fairness
from games.record.fairness import NO_NONCE, block_fault, deck_for, deck_of_block, fairness_block

VECTOR = json.loads((Path(__file__).parent / "shuffle-vector.json").read_text())


def block(**changes):
    nonces = [bytes([seat + 1]) * 16 for seat in range(2)]
    return fairness_block(
        **{
            "match": "m",
            "deal": 1,
            "rules_hash": "sha256:0",
            "seed": bytes(range(32)),
            "client_commits": [
                fairness.client_commit("m", 1, seat, nonce) for seat, nonce in enumerate(nonces)
            ],
            "nonces": nonces,
            "cut": 20,
            **changes,
        }
    )


def test_gives_the_published_deck():
    assert list(deck_of_block(VECTOR, PACK_40)) == VECTOR["deck"]


def test_gives_the_published_commits():
    seed = bytes.fromhex(VECTOR["server_seed"])
    commit = fairness.server_commit(VECTOR["match"], VECTOR["deal"], VECTOR["rules"], seed)
    assert commit.hex() == VECTOR["server_commit"]
    assert block_fault({**VECTOR, "flags": []}) is None


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_shuffles_the_pack_of_every_number_of_players(players):
    pack = build_ruleset("ludoteka", players).rules.deck
    nonces = [NO_NONCE] * players
    deck = deck_for(bytes(32), "m", 1, "r", [None] * players, nonces, 10, pack)
    assert sorted(deck) == sorted(pack)
    assert deck != pack


@pytest.mark.parametrize(
    "change",
    [{"match": "n"}, {"deal": 2}, {"rules_hash": "x"}, {"seed": bytes(32)}, {"cut": 21}],
)
def test_every_part_changes_the_deck(change):
    assert deck_of_block(block(), PACK_40) != deck_of_block(block(**change), PACK_40)


def test_every_nonce_changes_the_deck():
    other = block()
    other["nonces"][1] = "00" * 15 + "01"
    assert deck_of_block(block(), PACK_40) != deck_of_block(other, PACK_40)


def test_a_seat_without_commit_counts_as_committed_to_zeros():
    silent = [fairness.client_commit("m", 1, seat, NO_NONCE) for seat in range(2)]
    nonces = [NO_NONCE, NO_NONCE]
    assert deck_of_block(block(client_commits=[None, None], nonces=nonces), PACK_40) == (
        deck_of_block(block(client_commits=silent, nonces=nonces), PACK_40)
    )


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("server_seed", "00" * 32, "server_commit"),
        ("server_commit", "00" * 32, "server_commit"),
        ("nonces", ["01" * 16, "03" * 16], "client_commits[1]"),
        ("client_commits", [None, "00" * 32], "client_commits[0]"),
        ("flags", ["nonce_missing:0"], "nonces[0]"),
    ],
)
def test_a_commit_that_its_secret_does_not_open_is_named(field, value, place):
    assert block_fault({**block(), field: value})[0] == place


def test_a_missing_nonce_must_be_flagged():
    bare = block(client_commits=[None, None], nonces=[NO_NONCE] * 2)
    assert block_fault(bare)[0] == "client_commits[0]"
    flagged = {**bare, "flags": ["nonce_missing:0", "nonce_missing:1"]}
    assert block_fault(flagged) is None


def test_parts_do_not_run_together():
    assert fairness.encode("ab", "c") != fairness.encode("a", "bc")
    assert fairness.encode(b"\x00", 17) == b"\0\0\0\1\0\0\0\0\x0217"


def test_numbers_below_a_limit_are_evenly_spread():
    words = fairness.words(b"k" * 32, b"t")
    counts = Counter(fairness.below(40, words) for _ in range(40_000))
    chi_square = sum((counts[value] - 1000) ** 2 / 1000 for value in range(40))
    assert chi_square < 90  # 39 degrees of freedom: one in 100 000 exceeds it


def test_words_that_would_favour_small_numbers_are_passed_over():
    assert fairness.below(3, iter([2**32 - 1, 5])) == 2


def test_every_card_reaches_every_place():
    rng = random.Random(4)
    tops = Counter(
        deck_for(rng.randbytes(32), "m", 1, "r", [None] * 2, [NO_NONCE] * 2, 20, PACK_40)[0]
        for _ in range(2000)
    )
    assert set(tops) == set(PACK_40)
    assert max(tops.values()) < 90
