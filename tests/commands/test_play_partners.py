"""The short form of the contest in which some partners see each other's cards."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from tools.laboratory.partner_contest import CountedPosition, play_pairs


def test_cheating_pairs_are_found_and_honest_ones_are_not():
    positions = [
        CountedPosition("1o", {"1o": 2 + at / 5, "2o": 0, "3o": 3}, {"1o": 0, "2o": 4, "3o": 5})
        for at in range(10)
    ]
    pairs = play_pairs(positions, 60, 6, "short")
    assert all(one.queued for one in pairs if one.cheating)
    assert not any(one.queued for one in pairs if not one.cheating)


def test_the_command_plays_positions_of_bots_and_prints_a_table_with_a_plot(tmp_path):
    out, plot = StringIO(), tmp_path / "plot.svg"
    call_command(
        "play_partners", "--matches", "3", "--worlds", "60", "--pairs", "20", "--cheating", "2",
        "--plot", str(plot), stdout=out,
    )  # fmt: skip
    lines = out.getvalue().splitlines()
    assert "decisions in" in lines[0]
    assert lines[-1].startswith("| cheating | 2 |")
    assert plot.read_text().startswith("<svg")
