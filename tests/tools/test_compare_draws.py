"""The short form of the play of compared decks, and the figures that it is told by."""

from __future__ import annotations

import random
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots import bot_named
from games.engine import build_ruleset
from tests.support.bot_deals import play_deal
from tools.laboratory.deck_correlation import (
    MEASURED_GAMES,
    correlation,
    decks_of,
    jackknife,
    margins_of,
    points_by_chance,
    points_of_bots,
    relative_variance,
)


def rules_of(players: int, teams: str, draw: str):
    return build_ruleset("ludoteka", players, {"teams": teams, "deal.draw": draw}).rules


def synthetic(rho: float, decks: int) -> np.ndarray:
    """Margins of two sides in two plays, of which so much is the deck's."""
    dice = np.random.default_rng(3)
    deck, noise = dice.normal(size=(decks, 1)), dice.normal(size=(decks, 2))
    first = np.sqrt(rho) * deck + np.sqrt(1 - rho) * noise
    return np.stack([first, -first], axis=2)


@pytest.mark.parametrize("rho", [0.1, 0.7])
def test_the_share_of_the_deck_is_found_within_its_error(rho):
    margins = synthetic(rho, 4000)
    found = jackknife(margins, correlation)
    assert abs(found.value - rho) < 3 * found.error
    # the error of a correlation of normal variables
    assert found.error == pytest.approx((1 - rho**2) / np.sqrt(4000), rel=0.25)
    assert jackknife(margins, relative_variance).value == pytest.approx(1 - found.value, abs=0.01)


def test_margins_are_against_the_mean_of_the_others():
    assert margins_of(np.array([[[60, 40, 20]]])).tolist() == [[[30.0, 0.0, -30.0]]]


@pytest.mark.parametrize(("players", "teams"), [(2, "individual"), (3, "individual"), (4, "pairs")])
def test_by_seat_the_same_deck_gives_more_alike_results(players, teams):
    found = {}
    for draw in ("winner_first", "by_seat"):
        rules = rules_of(players, teams, draw)
        points = points_by_chance(rules, decks_of(rules, 300, "alike"), "alike")
        assert (points.sum(2) == 120).all()
        found[draw] = correlation(margins_of(points))
    assert found["by_seat"] > found["winner_first"] + 0.1


@pytest.mark.parametrize("draw", ["winner_first", "by_seat"])
def test_bots_have_each_side_in_turn_of_the_deck_that_the_engine_deals(draw):
    rules = rules_of(3, "individual", draw)
    (deck,) = decks_of(rules, 1, "turned")
    found = points_of_bots(rules, [deck], "turned")[0]
    for side in range(3):
        bots = [bot_named("learned" if seat == side else "rules") for seat in range(3)]
        result = play_deal(rules, deck, 2, bots, random.Random(1))
        assert found[side].tolist() == list(result.side_points)


def test_the_command_prints_a_row_for_each_game_and_the_same_for_the_same_seed():
    told = []
    for _ in range(2):
        out = StringIO()
        call_command("compare_draws", "--decks", "12", "--bot-decks", "10", stdout=out)
        told.append(out.getvalue())
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 2 + 2 * len(MEASURED_GAMES)
    assert "| briscola 4 pairs | learned v rules |" in told[0]


def test_too_few_decks_are_refused():
    with pytest.raises(CommandError, match="at least 10"):
        call_command("compare_draws", "--decks", "3")
