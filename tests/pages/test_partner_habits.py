"""The habit of a team that differs most from everybody's, counted in stored tricks."""

from __future__ import annotations

import pytest

from games.engine import build_ruleset
from games.models import Team
from games.selectors import partner_habits
from games.selectors.partner_habits import LOAD, RUFF, Habit, most_unusual
from tests.pages.reading import page, words
from tests.stats.support import PEOPLE, stored
from tests.support.people import player_with_account

RULES = build_ruleset("ludoteka", 4, {"teams": "pairs"}).rules


def habits_in(*plays: str, seats: tuple[int, int] = (0, 2), trump: str = "O") -> list[object]:
    """Return the chances in a trick of cards that the seats 0 to 3 lay one after another."""
    rows = [[seat, card] for seat, card in enumerate(plays)]
    return list(partner_habits._habits_in(RULES, trump, rows, seats))


def test_an_ace_on_the_partner_s_trick_loads_it() -> None:
    assert habits_in("C12", "C4", "C1", "C2") == [(LOAD, True)]
    assert habits_in("C12", "C4", "C2", "C5") == [(LOAD, False)]


def test_a_trump_takes_the_brisca_of_a_rival() -> None:
    assert habits_in("C2", "C1", "O2", "C5") == [(RUFF, True)]
    assert habits_in("C2", "C1", "E2", "C5") == [(RUFF, False)]


def test_a_rival_s_trick_of_few_points_is_no_chance() -> None:
    assert habits_in("C2", "C12", "O2", "C5") == []


def test_the_habit_farthest_from_the_mean_is_told() -> None:
    own, mean = {LOAD: (100, 50), RUFF: (100, 20)}, {LOAD: (1000, 480), RUFF: (1000, 400)}
    assert most_unusual(own, mean) == Habit(RUFF, 0.2, 0.4)


@pytest.mark.parametrize(
    ("own", "mean"),
    [
        ({LOAD: (10, 9)}, {LOAD: (1000, 480)}),
        ({LOAD: (100, 90)}, {LOAD: (100, 48)}),
        ({LOAD: (100, 50)}, {LOAD: (1000, 480)}),
        ({}, {}),
    ],
)
def test_few_chances_or_an_ordinary_habit_tell_nothing(own: object, mean: object) -> None:
    assert most_unusual(own, mean) is None


@pytest.mark.django_db
def test_the_page_of_a_team_shows_its_habit_beside_the_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("MIN_CHANCES", "MIN_ALL_CHANCES", "MIN_APART"):
        monkeypatch.setattr(partner_habits, name, 0)
    monkeypatch.setattr(
        partner_habits, "counts_of_everybody", lambda: {LOAD: (100, 0), RUFF: (100, 0)}
    )
    players = [player_with_account(name) for name in PEOPLE[:4]]
    for day in range(2):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"})
    team = Team.objects.get(players=players[0])
    text = words(page(f"/teams/{team.pk}/"))
    assert "Their move" in text
    assert "The mean of all pairs is 0 %." in text
