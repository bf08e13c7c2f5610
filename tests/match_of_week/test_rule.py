"""The rule of the match of the week: decided at the end, by the fewest points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from games.common.match_of_week import Candidate, Choice, choose, points_at_end

CLOSE = Candidate(
    match=1, by_points=False, margin=1, winners=(0,), deals=3, last_deal=(61, 59), rating=1500.0,
    ended_at=100.0,
)  # fmt: skip
any_candidate = some.builds(
    Candidate,
    match=some.integers(min_value=1, max_value=99),
    by_points=some.booleans(),
    margin=some.integers(min_value=0, max_value=3),
    winners=some.sampled_from([(), (0,), (1,), (0, 2)]),
    deals=some.integers(min_value=0, max_value=5),
    last_deal=some.sampled_from([(), (61, 59), (59, 61), (60, 60), (40, 41, 39), (100, 20)]),
    rating=some.floats(min_value=1000, max_value=2000),
    ended_at=some.floats(min_value=0, max_value=1e9),
)


def changed(**facts) -> Candidate:
    """Return the close match with other facts, and the row id 2."""
    return CLOSE._replace(**{"match": 2, **facts})


def chosen(*candidates: Candidate) -> int | None:
    """Return the match that the rule chooses."""
    choice = choose(candidates)
    return None if choice is None else choice.match


def test_the_match_decided_by_the_fewest_points_is_chosen():
    assert choose([changed(last_deal=(65, 55)), CLOSE]) == Choice(match=1, points=2)


def test_of_equals_more_deals_then_the_rating_then_the_earlier_end_decide():
    assert chosen(CLOSE, changed(deals=5, rating=1000.0)) == 2
    assert chosen(CLOSE, changed(rating=1501.0, ended_at=200.0)) == 2
    assert chosen(CLOSE, changed(ended_at=99.0)) == 2
    assert chosen(CLOSE, changed(ended_at=101.0)) == 1


def test_a_match_that_was_decided_before_its_last_deal_is_not_chosen():
    assert points_at_end(changed(margin=2)) is None
    assert points_at_end(changed(winners=(1,))) is None
    assert points_at_end(changed(last_deal=(60, 60))) is None
    assert points_at_end(changed(last_deal=())) is None


def test_a_single_deal_is_no_match_of_the_week():
    assert points_at_end(changed(deals=1)) is None


def test_where_the_score_counts_points_they_decide():
    assert points_at_end(changed(by_points=True, margin=7, last_deal=(100, 20))) == 7
    assert points_at_end(changed(by_points=True, margin=7, last_deal=())) is None


def test_of_several_sides_the_two_best_are_compared():
    assert points_at_end(changed(last_deal=(50, 30, 40))) == 10


@given(some.lists(any_candidate, unique_by=lambda candidate: candidate.match))
def test_the_order_of_the_candidates_does_not_matter(candidates):
    assert choose(candidates) == choose(list(reversed(candidates)))
    choice = choose(candidates)
    decided = [points for one in candidates if (points := points_at_end(one)) is not None]
    assert (choice is None) == (not decided)
    assert choice is None or choice.points == min(decided) > 0
