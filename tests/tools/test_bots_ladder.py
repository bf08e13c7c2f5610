"""The ladder's rows: played anew by a command, and not given up for lesser ones."""

import pytest

from tools.bench import bots_ladder


@pytest.fixture
def kept_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(bots_ladder, "RESULT", tmp_path / "bots_ladder.json")


def kept():
    return [(row["bot"], row["decks"]) for row in bots_ladder.stored_rows()]


def test_a_row_of_more_decks_is_given_up_only_for_one_that_was_asked_for(kept_elsewhere):
    many = bots_ladder.measure(8, "rows", ["2x2"], ["rules:greedy"])
    few = bots_ladder.measure(4, "rows", ["2x2"], ["rules:greedy", "greedy:random"])
    bots_ladder.keep(many)
    bots_ladder.keep(few, fewer=False)
    assert kept() == [("greedy", 4), ("rules", 8)]
    bots_ladder.keep(few)
    assert kept() == [("greedy", 4), ("rules", 4)]
    assert all(row in few["rows"] for row in bots_ladder.stored_rows())


def test_a_row_is_played_anew_by_its_command():
    row = bots_ladder.measure(5, "again", ["3x3"], ["greedy:random"])["rows"][0]
    options = bots_ladder.options_of(bots_ladder.command_of(row).split()[3:])
    again = bots_ladder.measure(options.decks, options.seed, options.tables, options.pairs)
    assert again["rows"][0] | {"seconds": 0} == row | {"seconds": 0}


def test_a_ladder_stands_in_every_way_of_sitting_of_the_variants():
    assert len(bots_ladder.VARIANTS) == 14
    row = {"table": "mexican-2x2", "bot": "rules", "against": "greedy", "deals_won": 0.04,
           "points_ahead": 0.03, "points_ahead_se": 0.009}  # fmt: skip
    assert bots_ladder.holds(row)
    assert not bots_ladder.holds({**row, "points_ahead": 0.02})
    assert not bots_ladder.holds({**row, "table": "mariaje-4x2", "deals_won": 0.52})
    assert bots_ladder.holds({**row, "table": "mariaje-4x2", "deals_won": 0.54})
