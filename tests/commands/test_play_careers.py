"""Whom the rule about pauses pauses, by careers that are played by chance."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command

from tools.laboratory.careers import MATCHES_A_WEEK, play_careers


def test_honest_players_are_hardly_ever_paused_and_quitters_the_more_they_play():
    found = play_careers(960, "short")
    for count in MATCHES_A_WEEK:
        assert found["honest", count].share <= 0.005
        assert found["honest", count].left > 0
        assert found["careless", count].share <= 0.02
        assert found["worse", count].share > found["quitter", count].share
    shares = [found["quitter", count].share for count in MATCHES_A_WEEK]
    assert shares == sorted(shares)
    assert 0.15 < shares[0] < 0.4
    assert 0.4 < shares[1] < 0.65
    assert 0.87 < shares[-1] < 0.97
    assert found["quitter", 20].ever >= 0.95


def test_the_table_has_a_line_for_each_kind_of_player():
    out = StringIO()
    call_command("play_careers", "--careers", "16", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 1 + 4 * len(MATCHES_A_WEEK)
    assert lines[1].split()[:2] == ["honest", "10"]
