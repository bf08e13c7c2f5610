"""Rules of the games of a tournament: a fixed number of deals, in which points decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.engine import Ruleset, RulesetError, build_ruleset

POINTS: Final[Mapping[str, Any]] = {"match.unit": "points", "score.hundred": 1}
"""Options by which the card points of all deals are added up."""
BY_SEAT: Final[Mapping[str, Any]] = {"deal.draw": "by_seat"}
"""Option by which each seat draws its own cards of the stock, whoever wins the tricks."""
ACCEPTED_CONFLICTS: Final = frozenset(
    {
        "muerte_needs_deals", "stay_under_needs_deals",
        "by_seat_needs_stock", "by_seat_needs_closed_stock", "by_seat_needs_one_card",
    }
)  # fmt: skip
"""Codes of the conflicts for which a tournament goes without POINTS, or without BY_SEAT.

Any other conflict refuses the tournament, so that a new option does not change by chance how it is
scored.
"""


def event_ruleset(
    *, preset: str, players: int, options: Mapping[str, Any], deals: int, compared: bool
) -> Ruleset:
    """Return the ruleset of a tournament's game, with a fixed number of deals.

    Where decks are `compared`, each seat draws its own cards, and points are added up. A game that
    excludes one of them for a reason in ACCEPTED_CONFLICTS is played without: each card goes to the
    winner first, and deals won are counted.

    Raises:
        RulesetError: the options cannot be played, or not so many deals.
    """
    error: RulesetError | None = None
    for changes in _candidates(compared):
        try:
            return _built(preset, players, {**options, **changes}, deals)
        except RulesetError as refusal:
            error = error or refusal
            if refusal.params.get("why") not in ACCEPTED_CONFLICTS:
                break
    assert error is not None
    raise error


def _candidates(compared: bool) -> Iterator[Mapping[str, Any]]:
    """Yield the option changes to try on a preset, the best first."""
    if compared:
        yield {**POINTS, **BY_SEAT}
        yield BY_SEAT
    yield POINTS
    yield {}


def _built(preset: str, players: int, options: Mapping[str, Any], deals: int) -> Ruleset:
    """Return a ruleset whose match ends after `deals` deals."""
    fixed = {
        "match.end": "fixed_deals",
        "match.max_deals": deals,
        "match.tie": "draw",
        "pot.stake": 0,
        "first_dealer": "random",
    }
    ruleset = build_ruleset(preset, players, {**options, **fixed})
    _ = ruleset.rules  # refuses what cannot be played
    return ruleset
