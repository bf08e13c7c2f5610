"""A campaign that was stopped goes on where it was, and its pieces add up."""

from __future__ import annotations

from tools.soak.campaign_pieces import Pieces


def result(kills, *, exits=(0,), faults=()):
    about = {"kills": kills, "last_exit": max(exits), "exits": list(exits)}
    return {**about, "closes": {"1006": kills}, "ack_ms": {"p50": kills}, "faults": list(faults)}


def test_pieces_add_up(tmp_path):
    pieces = Pieces(tmp_path, "kills", 25, 10, seed=3)
    assert [pieces.counts(piece) for piece in pieces.missing()] == [10, 10, 5]
    pieces.keep(0, result(10, exits=(0, 1)))
    pieces.keep(2, result(5, faults=["one is lost"]))
    assert Pieces(tmp_path, "kills", 25, 10, seed=3).missing() == [1]
    pieces.keep(1, {**result(10), "closes": {"4012": 2}})
    assert pieces.together() == {
        "kills": 25,
        "last_exit": 1,
        "exits": [0, 1],
        "closes": {"1006": 15, "4012": 2},
        "ack_ms": {"p50": 10},
        "faults": ["one is lost"],
    }
    assert pieces.missing() == [0, 1, 2]


def test_pieces_of_another_seed_or_count_do_not_count(tmp_path):
    Pieces(tmp_path, "kills", 25, 10, seed=3).keep(0, result(10))
    assert Pieces(tmp_path, "kills", 25, 10, seed=4).missing() == [0, 1, 2]
    assert Pieces(tmp_path, "kills", 20, 10, seed=3).missing() == [0, 1]
