"""The positions of the guide are legal, and their answer is the judge's."""

from __future__ import annotations

import random

import pytest

from games.bots.evaluation.evaluator import evaluate
from games.engine import PlayCard
from games.guide.positions import position, positions
from tests.guide.chapters import named_in_chapters

NAMES = sorted(positions())


def test_every_position_is_asked_once() -> None:
    assert sorted(name for (name,) in named_in_chapters("positions")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_lead_to_the_position(name: str) -> None:
    found = position(name)
    view = found.view()
    legal = {one.card for one in view.legal if isinstance(one, PlayCard)}
    assert view.phase == "play"
    assert view.seat == view.turn
    assert legal == set(view.hand) == {one.card for one in found.values}
    assert sorted(found.deck) == sorted(view.rules.deck)


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_the_judges_best_by_other_dice(name: str) -> None:
    found = position(name)
    judged = evaluate(found.view(), random.Random(f"other/{name}"), 300)
    assert judged.best.card == found.best.card
    worth = {one.action.card: one for one in judged.cards}
    for one in found.values:
        # four standard errors of the smaller sample and rounding
        margin = 4 * worth[one.card].points_error + 0.1
        assert abs(worth[one.card].points - one.points) < margin


@pytest.mark.parametrize("name", NAMES)
def test_the_best_card_is_so_beyond_doubt(name: str) -> None:
    best, *others = position(name).values
    assert all(one.points < best.points - 2 for one in others)
    assert all(one.win < best.win for one in others)
