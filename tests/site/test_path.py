"""Scores against the house, which the path of learning counts from stored matches."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.models import Player, Seat
from games.models.people import PlayerKind
from games.selectors.house_figures import HouseScore, house_scores
from games.site.path import house_step
from tests.stats.support import stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def against(bot: str, level: str, *, won: bool, seed: str) -> None:
    """Store a finished match of Ana against a bot of the house, won or lost."""
    rival = player_without_account(bot, PlayerKind.BOT)
    Player.objects.filter(pk=rival.pk).update(bot=level)
    match = stored(("Ana", bot), seed=seed, kinds={bot: PlayerKind.BOT})
    for seat in match.seats.all():
        Seat.objects.filter(pk=seat.pk).update(won=won if seat.player.name == "Ana" else not won)


def test_matches_of_two_against_the_house_are_counted_by_level() -> None:
    against("Olivo", "greedy", won=True, seed="1")
    against("Higuera", "greedy", won=False, seed="2")
    against("Roble", "rules", won=False, seed="3")
    stored(("Ana", "Berta"), seed="4")
    ana = player_without_account("Ana")
    assert house_scores(ana.pk) == {"greedy": HouseScore(1, 1), "rules": HouseScore(0, 1)}


def test_other_peoples_matches_are_not_counted() -> None:
    against("Olivo", "greedy", won=True, seed="1")
    assert house_scores(player_without_account("Berta").pk) == {}


@pytest.mark.parametrize(
    ("won", "lost", "done", "line"),
    [
        (0, 0, False, "The best of five"),
        (4, 0, False, "4 – 0 · 1 win to go"),
        (3, 2, True, "3 – 2"),
        (4, 5, False, "4 – 5 · 2 wins to go"),
        (5, 5, False, "5 – 5 · 1 win to go"),
        (0, 2, False, "0 – 2 · 3 wins to go"),
    ],
)
def test_a_tree_is_beaten_with_more_won_than_lost_of_five(
    won: int, lost: int, done: bool, line: str
) -> None:
    with translation.override("en"):
        step = house_step("greedy", HouseScore(won, lost))
    assert (step.done, step.line) == (done, line)
