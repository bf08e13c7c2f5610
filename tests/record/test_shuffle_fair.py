"""The shuffle takes every order equally often, and no part of its proof can be changed."""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter
from math import factorial

import pytest

from games.engine.cards import PACK_40
from games.record import RecordError, fairness, verify_record
from games.record.fairness import below, deck_of_block
from tests.record.played import record_of
from tests.support.shuffle_counts import Counts, chance, decks


@pytest.mark.parametrize("size", range(1, 8))
def test_every_order_comes_from_exactly_one_run_of_choices(size, monkeypatch):
    """With `below` even, Fisher-Yates is: each of n! runs gives another order."""
    pack = tuple(PACK_40[:size])
    runs = itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    orders = Counter()
    for run in runs:
        monkeypatch.setattr(fairness, "words", lambda seed, said, run=run: iter(run))
        orders[tuple(fairness.shuffle(b"", b"", pack))] += 1
    assert len(orders) == factorial(size)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("limit", range(1, 53))
def test_every_number_below_a_limit_has_as_many_words(limit):
    """What is accepted is a whole number of rounds, and no round more would fit."""
    fair = 2**32 - 2**32 % limit
    assert fair % limit == 0
    assert fair + limit > 2**32
    taken = [below(limit, iter([word])) for word in range(limit)]
    assert taken == list(range(limit))
    assert below(limit, iter([fair - 1])) == limit - 1
    if fair < 2**32:
        for refused in (fair, 2**32 - 1):
            assert below(limit, iter([refused, 0])) == 0


def test_cards_lie_everywhere_equally_often():
    counts = Counts(PACK_40)
    for deck in decks(PACK_40, 4000, random.Random(11).randbytes):
        counts.add(deck)
    assert counts.place_chance() > 0.001
    assert counts.trump_chance() > 0.001
    seen, due = counts.rising()
    assert abs(seen - due) < 4 * due**0.5


@pytest.mark.parametrize("fault", ["sattolo", "swap any", "modulo"])
def test_a_bad_shuffle_is_seen(fault):
    rng, counts = random.Random(12), Counts(PACK_40)
    for _ in range(6000):
        deck = list(PACK_40)
        for last in range(len(deck) - 1, 0, -1):
            other = {
                "sattolo": lambda last=last: rng.randrange(last),
                "swap any": lambda: rng.randrange(len(PACK_40)),
                "modulo": lambda last=last: rng.randrange(256) % (last + 1),
            }[fault]()
            deck[last], deck[other] = deck[other], deck[last]
        counts.add(deck)
    assert counts.place_chance() < 1e-5


def test_chances_are_those_of_the_tables():
    assert chance(55.76, 39) == pytest.approx(0.04, abs=0.001)
    assert chance(38.34, 39) == pytest.approx(0.5, abs=0.001)
    assert chance(1521.0, 1521) == pytest.approx(0.495, abs=0.005)


def changes(block):
    """Blocks with one thing changed: digits, numbers, flags, lengths, fields left out."""

    def other(text, at):
        return text[:at] + f"{(int(text[at], 16) + 1) % 16:x}" + text[at + 1 :]

    for field in ("server_commit", "server_seed"):
        for at in range(0, 64, 7):
            yield {field: other(block[field], at)}
    for field in ("client_commits", "nonces"):
        for seat, text in enumerate(block[field]):
            values = [other(text, at) for at in range(0, len(text), 9)]
            for value in [*values, None, ""]:
                yield {field: [*block[field][:seat], value, *block[field][seat + 1 :]]}
        yield {field: block[field][::-1]}
        yield {field: block[field][1:]}
    for cut in {*range(41)} - {block["cut"]}:
        yield {"cut": cut}
    for flag in ("cut_by_clock", "nonce_missing:0", "nonce_missing:1", "nonce_missing:2"):
        yield {"flags": [*block["flags"], flag]}
    for field in ("scheme", "match", "rules"):
        yield {field: block[field] + "x"}
    yield {"deal": 2}
    if dealer := block.get("dealer"):
        for field in ("commit", "seed"):
            yield {"dealer": {**dealer, field: other(dealer[field], 3)}}
            yield {"dealer": {name: value for name, value in dealer.items() if name != field}}
        for house in ([0], [], [1, 0], [0, 1, 2], [0, 0], None, "01"):
            yield {"dealer": {**dealer, "house": house}}
        yield {"dealer": None}


def test_every_change_of_one_field_is_caught():
    record = record_of()
    block = record["deals"][0]["fairness"]
    tried = list(changes(block))
    assert len(tried) > 80
    for change in tried:
        changed = {**record, "deals": copy.deepcopy(record["deals"])}
        changed["deals"][0]["fairness"] = {**block, **change}
        with pytest.raises(RecordError):
            verify_record(changed)
    for field in set(block) - {"dealer"}:  # records from before the draw was proven have none
        rest = copy.deepcopy(record)
        del rest["deals"][0]["fairness"][field]
        with pytest.raises(RecordError):
            verify_record(rest)
    verify_record(record)
    assert list(deck_of_block(block, PACK_40)) == record["deals"][0]["deck"]
