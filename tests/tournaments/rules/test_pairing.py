"""Pairing of Swiss rounds: of all pairings the cheapest, always the same, without needless rematches."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.rules.event import EventEntrant, Settings
from games.tournaments.rules.event_json import inputs_from_json, round_inputs
from games.tournaments.rules.pairing import (
    MAX_OPTIMAL_ENTRANTS,
    VERSION,
    Conditions,
    Entrant,
    Pairing,
    cost_of,
    pair_round,
)

NOBODY: frozenset[int] = frozenset()


@st.composite
def fields(draw, most: int = 24) -> list[Entrant]:
    """Entrants after some rounds, who have met some of the others."""
    count = draw(st.integers(2, most))
    scores = draw(st.lists(st.integers(0, 140), min_size=count, max_size=count))
    rng = draw(st.randoms(use_true_random=False))
    met: dict[int, set[int]] = {one: set() for one in range(count)}
    for one, other in combinations(range(count), 2):
        if rng.random() < 0.3:
            met[one].add(other)
            met[other].add(one)
    return [
        Entrant(
            one,
            scores[one] / 2,
            rating=rng.randrange(1200, 1900),
            met=frozenset(met[one]),
            byes=rng.randrange(2),
            leads=rng.randrange(-2, 3),
            club=rng.randrange(4),
        )
        for one in range(count)
    ]


def all_pairings(
    ids: list[int], *, bye: bool
) -> list[tuple[tuple[tuple[int, int], ...], int | None]]:
    """Every way of pairing these ids; one of an odd number has the bye."""
    if bye:
        return [
            (pairs, one)
            for one in ids
            for pairs, _ in all_pairings([other for other in ids if other != one], bye=False)
        ]
    if not ids:
        return [((), None)]
    first, *rest = ids
    return [
        (((first, other), *pairs), None)
        for other in rest
        for pairs, _ in all_pairings([one for one in rest if one != other], bye=False)
    ]


@settings(max_examples=25)
@given(fields(most=10), st.booleans())
def test_no_other_pairing_costs_less(entrants, apart):
    conditions = Conditions(clubs_apart=apart)
    found = pair_round(entrants, seed="s", conditions=conditions)
    ids = [one.id for one in entrants]
    cheapest = min(
        cost_of(entrants, Pairing(pairs, bye), seed="s", conditions=conditions)
        for pairs, bye in all_pairings(ids, bye=len(ids) % 2 == 1)
    )
    assert cost_of(entrants, found, seed="s", conditions=conditions) == cheapest


@settings(max_examples=40)
@given(fields(most=60), st.randoms(use_true_random=False))
def test_everybody_is_in_the_round_once_and_the_order_of_the_entrants_does_not_matter(
    entrants, rng
):
    found = pair_round(entrants, seed="s")
    ids = Counter(one for pair in found.pairs for one in pair)
    ids.update([] if found.bye is None else [found.bye])
    assert ids == Counter(one.id for one in entrants)
    assert (found.bye is None) == (len(entrants) % 2 == 0)
    shuffled = rng.sample(entrants, len(entrants))
    assert pair_round(shuffled, seed="s") == found


@settings(max_examples=100)
@given(fields(most=30))
def test_a_bye_goes_to_somebody_with_the_fewest(entrants):
    found = pair_round(entrants, seed="s")
    byes = {one.id: one.byes for one in entrants}
    assert found.bye is None or byes[found.bye] == min(byes.values())


def test_forbidden_pairs_never_meet_and_where_that_is_impossible_it_is_said():
    four = [Entrant(one, 10) for one in range(4)]
    never = Conditions(forbidden=frozenset({frozenset((0, 1)), frozenset((0, 2))}))
    found = pair_round(four, seed="s", conditions=never)
    assert {frozenset(pair) for pair in found.pairs} == {frozenset((0, 3)), frozenset((1, 2))}
    nobody = Conditions(forbidden=frozenset(frozenset((0, one)) for one in range(1, 4)))
    with pytest.raises(ValueError, match="without a partner"):
        pair_round(four, seed="s", conditions=nobody)
    with pytest.raises(ValueError, match="same id"):
        pair_round([*four, Entrant(0, 3)], seed="s")


def test_clubs_are_kept_apart_among_those_of_about_the_same_score():
    clubs = [Entrant(one, 10, club=one // 2) for one in range(4)]
    found = pair_round(clubs, seed="s", conditions=Conditions(clubs_apart=True))
    assert all(one // 2 != other // 2 for one, other in found.pairs)


def test_whoever_has_led_less_often_leads():
    found = pair_round([Entrant(1, 5, leads=2), Entrant(2, 5, leads=-1)], seed="s")
    assert found.pairs == ((2, 1),)


def played(count: int, rounds: int, seed: str) -> list[Entrant]:
    """A field after some rounds that were paired here and decided by chance."""
    rng = random.Random(seed)
    field = [Entrant(one, 0.0, rating=rng.gauss(1500, 150)) for one in range(count)]
    for number in range(rounds):
        made = pair_round(field, seed=f"{seed} {number}")
        won = {one: rng.choice((4.0, 10.0, 16.0)) for pair in made.pairs for one in pair[:1]}
        won |= {two: 20 - won[one] for one, two in made.pairs}
        mates = dict(made.pairs) | {two: one for one, two in made.pairs}
        leads = {one: 1 for one, _ in made.pairs} | {two: -1 for _, two in made.pairs}
        field = [
            Entrant(
                one.id,
                one.score + won.get(one.id, 12.0),
                one.rating,
                one.met | ({mates[one.id]} if one.id in mates else set()),
                one.byes + (one.id not in mates),
                one.leads + leads.get(one.id, 0),
            )
            for one in field
        ]
        assert made.rematches == 0
    return field


@pytest.mark.parametrize("count", [7, 16, 33, 64])
def test_in_a_whole_swiss_nobody_meets_twice_or_has_a_second_bye(count):
    field = played(count, 6, f"whole {count}")
    assert max(one.byes for one in field) <= 1
    assert all(abs(one.leads) <= 4 for one in field)


def test_a_field_above_the_limit_of_the_matching_is_paired_without_rematches():
    field = played(MAX_OPTIMAL_ENTRANTS + 41, 4, "large")
    assert max(one.byes for one in field) <= 1


def test_the_last_rounds_of_a_small_field_have_rematches_only_where_they_must():
    field = played(6, 3, "small")
    made = pair_round(field, seed="last")
    ids = [one.id for one in field]
    met = {one.id: one.met for one in field}
    free = any(
        all(other not in met[one] for one, other in pairs)
        for pairs, _ in all_pairings(ids, bye=False)
    )
    assert (made.rematches == 0) == free


def gaps(pairs: list[tuple[float, float]]) -> float:
    """The sum of the squares of the gaps of pairs of scores."""
    return sum((one - other) ** 2 for one, other in pairs)


@settings(max_examples=80)
@given(fields(most=12))
def test_the_gaps_of_scores_are_at_most_those_of_another_program(entrants):
    """swisspair looks at the highest scores first; where nobody has met, both find the same."""
    swisspair = pytest.importorskip("swisspair", reason="needs swisspair")
    ranking = sorted(entrants[: len(entrants) // 2 * 2], key=lambda one: -one.score)
    ids = {one.id for one in ranking}
    score = {one.id: 2 * one.score for one in ranking}
    for met in (True, False):
        players = [
            swisspair.Player(
                id=str(one.id),
                points=round(score[one.id]),
                rank=rank,
                cannot_be_paired_against_ids={str(two) for two in one.met & ids if met},
            )
            for rank, one in enumerate(ranking, start=1)
        ]
        found = pair_round(
            [replace(one, met=one.met if met else NOBODY) for one in ranking], seed="s"
        )
        if found.rematches:
            continue  # the other program knows no rematches
        others = swisspair.create_matches(players)
        theirs = gaps([(match.p1.points, match.p2.points) for match in others])
        ours = gaps([(score[one], score[two]) for one, two in found.pairs])
        assert ours <= theirs if met else ours == theirs


def test_a_round_is_computed_again_by_the_version_that_paired_it():
    """Rounds from before the version was among the inputs are of the first one."""
    chosen = Settings(format="swiss", size=1, deals=4, rounds=3, seed="s")
    two = [EventEntrant(1), EventEntrant(2)]
    now = json.loads(json.dumps(round_inputs(chosen, two, [], 1)))
    assert inputs_from_json(now)[0].pairing == VERSION
    del now["settings"]["pairing"]
    assert inputs_from_json(now)[0].pairing == 1
    field = [Entrant(one, score=one % 3) for one in range(40)]
    for version in (1, VERSION):
        assert len(pair_round(field, seed="s", version=version).pairs) == 20
    with pytest.raises(KeyError):
        pair_round(field, seed="s", version=VERSION + 1)
