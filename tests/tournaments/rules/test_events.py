"""Whole tournaments of every format, played by lot: what holds in each of them."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.rules.event import Game, Settings, results_by_entrant
from games.tournaments.rules.event_json import (
    inputs_from_json,
    plan_from_json,
    plan_to_json,
    round_inputs,
)
from games.tournaments.rules.final_standings import final_standings
from games.tournaments.rules.schedule import plan_round
from tests.tournaments.rules.events import PlayedEvent, place_sums, play_event

FORMATS = {
    "swiss": Settings("swiss", rounds=5, size=2, deals=4),
    "partners": Settings("swiss", rounds=5, size=4, deals=2, partners=True),
    "round_robin": Settings("round_robin", rounds=30, size=2, deals=4),
    "groups": Settings("groups", rounds=30, size=2, deals=4, second_bracket=True),
    "knockout": Settings("knockout", rounds=30, size=2, deals=2, second_bracket=True),
    "best of three": Settings("knockout", rounds=30, size=2, deals=1, best_of=3),
    "ladder": Settings("ladder", rounds=3, size=3, deals=3),
}


def pairs_of(game: Game) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in combinations([one.entrant for one in game.places], 2)}


def check_rounds(event: PlayedEvent) -> None:
    """Nobody plays twice in a round, nor after leaving, and everybody active is accounted for."""
    for number in {game.round for game in event.games}:
        seen = [one.entrant for game in event.games if game.round == number for one in game.places]
        assert len(seen) == len(set(seen))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=150, derandomize=True)
@given(
    count=st.integers(4, 14), seed=st.integers(0, 10**6), unrest=st.sampled_from([0.0, 0.3, 0.6])
)
def test_an_event_ends_with_everybody_placed_once(
    name: str, count: int, seed: int, unrest: float
) -> None:
    chosen = replace(FORMATS[name], seed=str(seed))
    event = play_event(chosen, count, random.Random(seed), unrest=unrest)
    assert event.over
    check_rounds(event)
    lines = final_standings(chosen, event.entrants, event.games)
    assert [line.place for line in lines] == list(range(1, len(event.entrants) + 1))
    assert {line.entrant for line in lines} == {one.id for one in event.entrants}
    shuffled = random.Random(seed + 1)
    games, entrants = list(event.games), list(event.entrants)
    shuffled.shuffle(games)
    shuffled.shuffle(entrants)
    assert final_standings(chosen, entrants, games) == lines


@settings(max_examples=150, derandomize=True)
@given(
    count=st.integers(6, 16), seed=st.integers(0, 10**6), unrest=st.sampled_from([0.0, 0.3, 0.6])
)
def test_a_swiss_repeats_nothing_that_it_can_avoid(count: int, seed: int, unrest: float) -> None:
    chosen = replace(FORMATS["swiss"], seed=str(seed))
    event = play_event(chosen, count, random.Random(seed), unrest=unrest)
    met: set[frozenset[int]] = set()
    byes: dict[int, int] = {}
    for number, plan in enumerate(event.plans, start=1):
        playing = {one for table in plan.tables for one in table.entrants} | set(plan.byes)
        again = [set(table.entrants) for table in plan.tables if frozenset(table.entrants) in met]
        if again:
            assert not _could_avoid(playing, met, plan.byes, byes), (number, again)
        for one in plan.byes:
            assert byes.get(one, 0) == min(byes.get(other, 0) for other in playing)
            byes[one] = byes.get(one, 0) + 1
        met |= {frozenset(table.entrants) for table in plan.tables}
        for game in event.games:
            if game.round == number and game.kind == "game" and not game.forfeits:
                assert place_sums(game) == pytest.approx(20.0)


def _could_avoid(
    playing: set[int], met: set[frozenset[int]], byes: tuple[int, ...], had: dict[int, int]
) -> bool:
    """Return whether all could be paired without a rematch, whoever of those with a right has the bye."""
    import networkx

    fewest = min(had.get(one, 0) for one in playing)
    resting = [one for one in playing if had.get(one, 0) == fewest] if byes else [None]
    for out in resting:
        rest = playing - {out}
        graph: networkx.Graph[int] = networkx.Graph()
        graph.add_edges_from(pair for pair in combinations(rest, 2) if frozenset(pair) not in met)
        if 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(rest):
            return True
    return False


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=30, derandomize=True)
@given(count=st.integers(4, 12), seed=st.integers(0, 10**6))
def test_a_round_can_be_computed_again_from_what_is_stored(
    name: str, count: int, seed: int
) -> None:
    chosen = replace(FORMATS[name], seed=str(seed))
    event = play_event(chosen, count, random.Random(seed), unrest=0.3)
    rng = random.Random(seed)
    for number, plan in enumerate(event.plans, start=1):
        before = [game for game in event.games if game.round < number]
        games = list(before)
        rng.shuffle(games)
        entrants = [one for one in event.entrants if one.first_round <= number]
        rng.shuffle(entrants)
        stored = round_inputs(chosen, entrants, games, number)
        again = inputs_from_json(stored)
        assert plan_from_json(plan_to_json(plan)) == plan
        assert plan_round(*again) == plan_round(chosen, entrants[::-1], before, number)


def test_partners_change_as_long_as_they_can() -> None:
    chosen = Settings("swiss", rounds=5, size=4, deals=2, partners=True, seed="x")
    event = play_event(chosen, 12, random.Random(3))
    partners = [
        frozenset((table.entrants[at], table.entrants[at + 2]))
        for plan in event.plans
        for table in plan.tables
        for at in (0, 1)
    ]
    assert len(event.plans) == 5
    assert len(set(partners)) == len(partners)


def test_a_knockout_is_won_by_the_one_who_never_lost() -> None:
    chosen = Settings("knockout", rounds=9, size=2, deals=2, seed="k")
    event = play_event(chosen, 11, random.Random(5))
    first = final_standings(chosen, event.entrants, event.games)[0].entrant
    own = results_by_entrant(event.games)[first]
    lost = [place for _game, place in own if place.score == 0]
    assert not lost


def test_the_last_round_of_a_ladder_has_a_final_table_of_the_best() -> None:
    chosen = Settings("ladder", rounds=3, size=5, deals=3, seed="l")
    event = play_event(chosen, 15, random.Random(7))
    final = event.plans[-1].tables[0]
    before = [game for game in event.games if game.round < 3]
    order = [line.score for line in final_standings(chosen, event.entrants, before)]
    scores = {line.entrant: line.score for line in final_standings(chosen, event.entrants, before)}
    assert final.stage == "final"
    assert sorted((scores[one] for one in final.entrants), reverse=True) == order[:5]
