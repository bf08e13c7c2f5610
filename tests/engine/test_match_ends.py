"""How matches end: at the target, after four trumps or so many deals, or drawn (1.6, 2, 3.2)."""

from __future__ import annotations

import pytest

from games.engine.results import DealResult
from games.engine.scoring import deal_points, match_outcome
from tests.engine.builders import rules_for

FOUR = {"trump__source": "rotation", "match__end": "four_trumps"}


def deals(*points, rules=None, ended_by="played_out"):
    """Results of deals with these points by side; who has more wins one."""
    results = []
    for number, sides in enumerate(points):
        won = tuple(int(total == max(sides) and sides.count(total) == 1) for total in sides)
        results.append(
            DealResult(
                deal=number + 1, dealer=0, trump_suit="O", trump_card=None, seat_points=sides,
                side_points=sides, side_cards=sides, game_points=won, score=won,
                ended_by=ended_by, tie=len(set(sides)) == 1, totals=sides,
            )
        )  # fmt: skip
    return results


def outcome(rules, score, results=()):
    return match_outcome(rules, score, results)


@pytest.mark.parametrize(
    ("score", "ends"),
    [
        ((2, 2), None),
        ((3, 2), ((0,), "target")),
        ((3, 3), None),
        ((3, 4), ((1,), "target")),
        ((7, 6), ((0,), "target")),
    ],
)
def test_one_side_has_the_target_and_more_than_the_others(score, ends):
    assert outcome(rules_for(match__target=3), score) == ends


def test_a_third_may_catch_up_while_two_are_level():
    rules = rules_for("ludoteka", 3, match__target=3)
    assert outcome(rules, (3, 3, 2)) is None
    assert outcome(rules, (3, 3, 4)) == ((2,), "target")


@pytest.mark.parametrize(("score", "ends"), [((3, 3), ((), "draw")), ((3, 2), ((0,), "target"))])
def test_level_at_the_target_may_be_a_draw(score, ends):
    assert outcome(rules_for(match__tie="draw"), score, deals((60, 60))) == ends


def test_a_single_deal_that_nobody_wins_is_drawn_where_draws_are():
    rules = rules_for(match__tie="draw", match__target=1, tie__chain=["void"])
    assert outcome(rules, (0, 0), deals((60, 60))) == ((), "draw")
    assert outcome(rules_for(match__target=1, tie__chain=["void"]), (0, 0)) is None


@pytest.mark.parametrize(
    ("decide_by", "points", "ends"),
    [
        ("victories", [(70, 50), (61, 59), (10, 110), (65, 55)], ((0,), "four_trumps")),
        ("points", [(70, 50), (61, 59), (10, 110), (65, 55)], ((1,), "four_trumps")),
        ("victories", [(70, 50), (61, 59), (90, 30)], None),
        ("victories", [(70, 50), (50, 70), (80, 40), (50, 70)], ((0,), "four_trumps")),
        ("victories", [(70, 50), (50, 70), (70, 50), (50, 70)], None),
        ("points", [(90, 30), (45, 75), (45, 75), (60, 60)], ((1,), "four_trumps")),
        ("victories", [(70, 50), (50, 70), (70, 50), (50, 70), (61, 59)], ((0,), "four_trumps")),
    ],
)
def test_four_trumps(decide_by, points, ends):
    rules = rules_for("catalan", 2, **FOUR, match__decide_by=decide_by)
    assert outcome(rules, (0, 0), deals(*points)) == ends


def test_four_trumps_level_in_all_may_be_a_draw():
    rules = rules_for("catalan", 2, **FOUR, match__tie="draw")
    level = deals((70, 50), (50, 70), (70, 50), (50, 70))
    assert outcome(rules, (2, 2), level) == ((), "draw")


def test_deals_that_all_passed_do_not_count():
    rules = rules_for("gingo", 5, match__max_deals=2)
    five = (120, 0, 0, 0, 0)
    played, passed = deals(five, five), deals(five, ended_by="all_passed")
    score = (140, 0, 0, 0, 0)
    assert outcome(rules, score, played) == ((0,), "max_deals")
    assert outcome(rules, score, [*passed, played[0]]) is None


def test_fixed_deals_go_on_while_the_best_are_level():
    rules = rules_for("gingo", 5, match__max_deals=1)
    one = deals((120, 0, 0, 0, 0))
    assert outcome(rules, (75, 75, 0, 0, 0), one) is None
    assert outcome(rules, (75, 70, 0, 0, 0), one) == ((0,), "max_deals")


@pytest.mark.parametrize(("score", "ends"), [((2, 1), ((0,), "max_deals")), ((1, 1), ((), "draw"))])
def test_a_match_to_a_target_may_be_cut_short(score, ends):
    rules = rules_for("mexican", 2, match__max_deals=2)
    assert outcome(rules, score, deals((60, 60))) is None
    assert outcome(rules, score, deals((60, 60), (60, 60))) == ends


def test_points_to_five_hundred():
    rules = rules_for("mariaje", 2)
    assert outcome(rules, (499, 480)) is None
    assert outcome(rules, (540, 530)) == ((0,), "target")
    assert outcome(rules, (520, 520)) is None


# -- the tie chain ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chain", "points", "cards", "dealer", "won"),
    [
        (["all_tied"], (40, 40, 40), (12, 12, 12), 0, (1, 1, 1)),
        (["mano"], (40, 40, 40), (12, 12, 12), 0, (0, 1, 0)),
        (["mano"], (60, 0, 60), (12, 12, 12), 0, (0, 0, 1)),
        (["mano"], (60, 0, 60), (12, 12, 12), 1, (0, 0, 1)),
        (["mano"], (60, 60, 0), (12, 12, 12), 1, (1, 0, 0)),
        (["most_cards", "void"], (60, 60, 0), (15, 12, 9), 0, (1, 0, 0)),
        (["most_cards", "void"], (60, 60, 0), (12, 12, 12), 0, (0, 0, 0)),
        (["most_cards", "mano"], (60, 60, 0), (15, 15, 6), 2, (1, 0, 0)),
        (["most_cards", "all_tied"], (40, 40, 40), (15, 15, 6), 2, (1, 1, 0)),
        (["void"], (60, 60, 0), (18, 9, 9), 0, (0, 0, 0)),
        (["most_cards"], (60, 60, 0), (18, 18, 0), 0, (0, 0, 0)),
    ],
)
def test_level_sides_go_down_the_chain(chain, points, cards, dealer, won):
    rules = rules_for("ludoteka", 3, tie__chain=chain)
    assert deal_points(rules, points, cards, dealer) == (won, True)


def test_without_a_tie_the_chain_says_nothing():
    rules = rules_for("ludoteka", 3, tie__chain=["void"])
    assert deal_points(rules, (41, 40, 39), (12, 12, 12), 0) == ((1, 0, 0), False)


def test_of_partners_the_side_of_the_nearest_seat_wins():
    rules = rules_for("doncomos", 4)
    assert deal_points(rules, (60, 60), (20, 20), 0)[0] == (0, 1)
    assert deal_points(rules, (60, 60), (20, 20), 3)[0] == (1, 0)
