"""Every bot plays legal cards to the end, from its view alone."""

import random

import pytest

from games.bots import BOT_NAMES, TIMEOUT_LEVEL, bot_named, choose
from games.bots.players.pace import FASTEST_MS, SLOWEST_MS, think_ms
from games.engine import build_ruleset, view_for
from tests.bots.views import view_of
from tests.support.bot_figures import Mean, deal_share
from tests.support.bot_matches import Contest, play_contest


@pytest.mark.parametrize("level", BOT_NAMES)
def test_chooses_the_same_from_the_same_view_and_seed(level):
    view = view_of("O4 C12 E6", laid="C3")
    chosen = {bot_named(level).choose(view, random.Random(5)) for _ in range(5)}
    assert len(chosen) == 1
    assert chosen <= set(view.legal)
    assert choose(level, view, random.Random(5)) in chosen


def test_a_level_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(KeyError, match="random, greedy, rules, learned, expert"):
        bot_named("genius")
    assert TIMEOUT_LEVEL in BOT_NAMES


@pytest.mark.parametrize(
    ("players", "teams"), [(2, "individual"), (3, "individual"), (4, "pairs"), (6, "threes")]
)
def test_each_level_beats_the_one_below(players, teams):
    rules = build_ruleset("ludoteka", players, {"teams": teams, "match.target": 1}).rules
    for stronger, weaker in (("rules", "greedy"), ("greedy", "random")):
        wins = Mean()
        contest = Contest(rules, (stronger, weaker), 150, "strength", duplicate=True)
        for played in play_contest(contest):
            for result in played.results:
                shares = [
                    deal_share(rules, result, rules.side_of[seat])
                    for seat, index in enumerate(played.lineup)
                    if index == 0
                ]
                even = sum(shares) / len(shares) - 1 / len(rules.sides)
                wins.add(played.number, even)
        assert wins.value > 2.5 * wins.error, (stronger, weaker, wins.value, wins.error)


def test_bots_have_a_view_and_nothing_else():
    rules = build_ruleset("ludoteka", 2).rules
    (played,) = play_contest(Contest(rules, ("random",), 1, "x"))
    view = view_for(played.log.state, 0)
    assert not hasattr(view, "state")
    assert view.hands is None


def test_thinking_takes_a_time_that_says_nothing():
    waits = [think_ms(random.Random(seed)) for seed in range(500)]
    assert min(waits) >= FASTEST_MS
    assert max(waits) <= SLOWEST_MS
    assert max(waits) - min(waits) > 1000
    # all it can look at is the dice and the time for a turn
    assert think_ms(random.Random(3), 20_000) == think_ms(random.Random(3))


def test_thinking_leaves_most_of_a_short_turn():
    assert think_ms(random.Random(3), 1000) == 250
