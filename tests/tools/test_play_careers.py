"""Whom the rule about pauses pauses, by careers that are played by chance."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from tools.laboratory.careers import MATCHES_A_WEEK, play_careers


def test_quitters_pause_in_most_weeks_and_careless_players_hardly_ever():
    results = play_careers(4_000, "4000 careers", matches=(10, 20))
    assert sum(totals.careers for totals in results.values()) == 4_000
    for count in (10, 20):
        assert results["honest", count].paused_weeks == 0
        assert results["honest", count].left > 0
        assert results["careless", count].share <= 0.002
        assert results["worse", count].later >= 0.95
    assert results["quitter", 10].later >= 0.83
    assert results["quitter", 20].later >= 0.93


def test_the_table_has_a_line_for_each_kind_of_player():
    out = StringIO()
    call_command("play_careers", "--careers", "16", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 1 + 4 * len(MATCHES_A_WEEK)
    assert lines[1].split()[:2] == ["honest", "10"]
