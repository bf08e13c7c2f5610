"""What bots say to a draw, a pause, and a partner who wants to give up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.bots.players.consent import agrees
from games.engine import view_for
from tests.engine.builders import dealt, rules_for

HANDS = "O1 E3 E12 | C4 C5 B6"


def views(**changes):
    state = dealt(rules_for(), HANDS, "E2")
    return [replace(view_for(state, seat), **changes) for seat in (0, 1)]


@pytest.mark.parametrize(("score", "takes"), [((1, 0), [False, True]), ((0, 2), [True, False])])
def test_who_is_behind_in_the_match_takes_a_draw(score, takes):
    assert [agrees(view, "draw") for view in views(score=score)] == takes


def test_level_the_better_hand_and_the_better_pile_play_on():
    assert [agrees(view, "draw") for view in views()] == [False, True]
    assert [agrees(view, "draw") for view in views(side_points=(0, 90))] == [True, False]


def test_where_points_lose_the_poorer_hand_plays_on():
    state = dealt(rules_for("mexican", 2), HANDS, "E2")
    assert [agrees(view_for(state, seat), "draw") for seat in (0, 1)] == [True, False]


def test_between_deals_the_score_decides():
    assert all(agrees(view, "draw") for view in views(phase="deal_over", side_points=(90, 30)))


@pytest.mark.parametrize("what", ["pause", "resign"])
def test_nothing_else_is_refused(what):
    assert all(agrees(view, what) for view in views(score=(2, 0)))


def test_who_watches_is_not_asked():
    with pytest.raises(ValueError, match="seat"):
        agrees(replace(views()[0], seat=None), "draw")
