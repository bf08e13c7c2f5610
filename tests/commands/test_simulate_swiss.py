"""The short form of the simulated Swisses, and of the series of daily events."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Tournament
from tools.laboratory import swiss_luck


def test_the_best_of_a_table_is_told_from_its_true_strength():
    strength = [5.0, 4.0, 3.0, 0.0]
    same = swiss_luck.outcome_of([0, 1, 2, 3], strength)
    assert (same.won_by_best, same.best_in_top_4, same.rank_correlation, same.strength_lost) == (
        1,
        1,
        1,
        0,
    )
    turned = swiss_luck.outcome_of([3, 2, 1, 0], strength)
    assert (turned.won_by_best, turned.rank_correlation, turned.strength_lost) == (0, -1, 5)


def test_all_tables_of_a_round_play_the_same_decks_or_each_its_own(monkeypatch):
    dealt = []
    monkeypatch.setattr(
        swiss_luck, "_points",
        lambda rules, deck, dealer, one, other, dice: dealt.append((dealer, deck)) or (60, 60),
    )  # fmt: skip
    pairs = [(0, 1), (2, 3), (4, 5)]
    for kind, decks in (("same decks, by seat", 4), ("own decks", 12)):
        dealt.clear()
        results = swiss_luck._play_round(kind, pairs, swiss_luck.random.Random(1))
        assert len(set(dealt)) == decks
        assert [result.sides for result in results] == [((0,), (1,)), ((2,), (3,)), ((4,), (5,))]


def test_a_swiss_of_the_field_is_played_to_its_end_and_the_same_seed_plays_the_same(monkeypatch):
    monkeypatch.setattr(swiss_luck, "ROUNDS", 2)
    monkeypatch.setattr(swiss_luck, "DEALS", 1)
    strength = [float(-number) for number in range(swiss_luck.FIELD)]
    one, two = (swiss_luck.play_swiss("same decks, by seat", 0, "x", strength) for _ in range(2))
    assert one == two
    assert -1 <= one.rank_correlation <= 1


def test_the_command_refuses_too_few():
    with pytest.raises(CommandError, match="at least 2"):
        call_command("simulate_swiss", "--tournaments", "1")


@pytest.mark.django_db
def test_a_series_of_daily_events_is_announced_once_and_for_all():
    out = StringIO()
    call_command("announce_daily", "--players", "4", "--deals", "8", stdout=out)
    made = Tournament.objects.get()
    assert made.public_id in out.getvalue()
    assert (made.format, made.deals, made.players, made.house_entrants) == ("daily", 8, 4, 10)
    assert made.series is not None
    assert made.series.every_days == 1
    assert made.starts_at.hour == made.starts_at.minute == 0
    with pytest.raises(CommandError, match="cannot be played"):
        call_command("announce_daily", "--deals", "99", stdout=out)
