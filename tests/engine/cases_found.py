"""Looks things up in a worked case that was run, in the shape in which the case expects them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engine import DealResult
from games.engine.state import DEAL_OVER, MATCH_OVER, DealState
from tests.engine.cases_playing import Run
from tests.engine.cases_reading import side_index

Found = Callable[[Run, Any], Any]
"""What was found for an expectation, which says in what shape it is wanted."""


def deal_of(run: Run) -> DealState:
    """The deal as it stands."""
    assert run.state.deal is not None
    return run.state.deal


def result_of(run: Run) -> DealResult:
    """The result of the latest deal."""
    assert run.state.results, f"{run.case['id']}: the deal is not over"
    return run.state.results[-1]


def over(run: Run) -> bool:
    """Whether the deal has ended."""
    return run.state.phase in (DEAL_OVER, MATCH_OVER)


def last(run: Run, kind: type) -> Any:
    """The latest event of a kind; None where there was none."""
    return next((event for event in reversed(run.events) if isinstance(event, kind)), None)


def viewer(run: Run) -> int | None:
    """Who is asked what it sees."""
    return run.seat


def asked_seat(run: Run) -> int:
    """Of whom the case asks what it holds or may do."""
    if run.seat is not None:
        return run.seat
    assert run.state.turn is not None
    return run.state.turn


def shaped(run: Run, sides: tuple[int, ...], like: Any) -> Any:
    """Figures of sides under the keys that the case uses."""
    if isinstance(like, dict):
        return {key: sides[side_index(run.rules, key)] for key in like}
    return list(sides) if isinstance(like, list) else sum(sides)


def per_seat(values: Any, like: Any) -> Any:
    """Figures by seat under the keys that the case uses."""
    return {key: values[key] for key in like} if isinstance(like, dict) else list(values)


def named_side(run: Run, sides: tuple[int, ...], like: Any) -> Any:
    """Sides as the case names them: a seat, a team, several, or nobody."""
    if isinstance(like, list):
        return like if {side_index(run.rules, one) for one in like} == set(sides) else list(sides)
    if len(sides) == 1 and like is not None and side_index(run.rules, like) == sides[0]:
        return like
    return None if not sides else [f"t{side}" for side in sides]


def same_cards(found: Any, expected: Any) -> Any:
    """Cards in the order in which they are expected."""
    if isinstance(expected, list) and sorted(map(str, found)) == sorted(map(str, expected)):
        return expected
    return list(found)
