"""The browser's code and Python check the same proofs, and both notice every change."""

from __future__ import annotations

from tests.support.needs import needs_chromium, needs_node
from tools.soak import proofs


def nothing(count: int) -> None:
    """No progress is shown here."""


@needs_node
def test_both_find_the_same_decks_and_every_change():
    result = proofs.compare(40, seed=5, judge=proofs.node, step=nothing)
    assert result["faults"] == []
    assert result["records"] == 40
    assert {"cut_by_clock", "nonce_missing", "duplicate"} <= set(result["flags"])
    assert result["changes_noticed_by_both"] > 40 * 40


@needs_chromium
def test_a_real_browser_finds_them_too():
    with proofs.in_chromium() as judge:
        result = proofs.compare(6, seed=2, judge=judge, step=nothing)
    assert result["faults"] == []
    assert result["changes_noticed_by_both"] > 6 * 40


def test_the_comparison_would_notice_a_checker_that_believes_everything():
    def credulous(asked):
        return [
            {
                "decks": [deal["deck"] for deal in one["record"]["deals"]],
                "found": [{"state": "ok"}] * len(one["record"]["deals"]),
                "changes": [{"state": "ok"}] * len(one["changed"]),
            }
            for one in asked
        ]

    result = proofs.compare(2, seed=3, judge=credulous, step=nothing)
    assert len(result["faults"]) > 2 * 40
    assert result["changes_noticed_by_both"] == 0
