"""Variants of the base game in every way of sitting, for the tests of the bots that play them."""

import pytest

from games.engine import PRESETS, build_ruleset

SHOWN = [("shown", 2, "individual"), ("shown", 3, "individual"), ("shown", 4, "pairs")]
"""Mariaje in which marriages are shown from the hand."""
WAYS = [
    (preset, players, teams)
    for preset in ("mexican", "mariaje", "scoperta", "muerte_al_tres")
    for players, ways in PRESETS[preset].players.items()
    for teams in ways
] + SHOWN
BY_WAY = pytest.mark.parametrize(("preset", "players", "teams"), WAYS)


def rules_of(preset, players=2, teams="individual"):
    options = {"teams": teams}
    if preset == "shown":
        preset, options["marriage.mode"] = "mariaje", "declared"
    return build_ruleset(preset, players, options).rules
