"""Rules of the games of a tournament: when points decide, and when it does without them."""

from __future__ import annotations

import pytest

from games.engine import RulesetError, conflicts
from games.tournaments.services.event_rules import event_ruleset


def rules_of(preset: str, *, compared: bool = True, **options: object):
    ruleset = event_ruleset(preset=preset, players=2, options=options, deals=4, compared=compared)
    return ruleset.options["match.unit"], ruleset.options["deal.draw"]


@pytest.mark.parametrize(
    ("preset", "options", "expected"),
    [
        ("ludoteka", {}, ("points", "by_seat")),
        ("ludoteka", {"play.cards_per_turn": 2}, ("points", "winner_first")),
        ("ludoteka", {"muerte": True}, ("deals", "by_seat")),
        ("mexican", {}, ("deals", "by_seat")),
    ],
)
def test_a_game_without_points_or_a_closed_stock_is_played_without(preset, options, expected):
    assert rules_of(preset, **options) == expected


def test_points_do_not_give_way_to_an_option_that_is_not_known_to_exclude_them(monkeypatch):
    claims = conflicts.Conflict(
        "claim_needs_deals", "claim", "match.unit", "claims win deals",
        lambda players, options: options["claim"] and options["match.unit"] == "points",
    )  # fmt: skip
    monkeypatch.setattr(conflicts, "CONFLICTS", (*conflicts.CONFLICTS, claims))
    assert rules_of("ludoteka", claim=False) == ("points", "by_seat")
    for compared in (True, False):
        with pytest.raises(RulesetError) as refusal:
            rules_of("ludoteka", claim=True, compared=compared)
        assert refusal.value.params["why"] == "claim_needs_deals"
