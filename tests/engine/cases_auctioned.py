"""What came of the auction of a worked case."""

from __future__ import annotations

from typing import Any

from tests.engine.cases_found import deal_of, result_of
from tests.engine.cases_playing import Run


def contract(run: Run) -> Any:
    """The contract of the deal."""
    special = deal_of(run).special
    found = special.contract if special else None
    assert found is not None, f"{run.case['id']}: nobody has won the auction"
    return found


def high(run: Run, expected: dict[str, Any]) -> dict[str, Any]:
    """The highest bid."""
    special = deal_of(run).special
    best = special.auction.high if special and special.auction else None
    if best is None:
        return {}
    found = {"seat": best.seat, "rank": best.rank, "points": best.points}
    return {key: value for key, value in found.items() if value is not None or key in expected}


def result_contract(run: Run) -> Any:
    """The contract in the result of the deal."""
    found = result_of(run).contract
    assert found is not None
    return found
