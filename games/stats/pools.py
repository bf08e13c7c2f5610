"""Pools: kinds of matches that are counted and rated separately."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.engine import DEFAULTS, PRESETS

ALONE_UP_TO: Final = 3
"""Highest number of players without partnerships; smaller pools are named by the number alone."""


def pool_name(players: int, options: Mapping[str, Any]) -> str:
    """Return the name of the pool in which a match of these rules counts.

    Base games go by players and sides. Games with an auction have pools of their own: their sides
    differ from deal to deal, and scores fall as well as rise.

    >>> pool_name(4, {**DEFAULTS, "teams": "pairs"}), pool_name(2, DEFAULTS)
    ('4-pairs', '2')
    >>> pool_name(5, {**DEFAULTS, **PRESETS["gingo"].changes})
    '5-gingo'
    """
    if options["rematada.talon"]:
        return "3-rematada"
    if options["auction.kind"] != "none":
        return "5-gingo" if options["chiamata.scoring"] == "gingo" else "5-chiamata"
    return str(players) if players <= ALONE_UP_TO else f"{players}-{options['teams']}"


def pool_names() -> list[str]:
    """Return all pools by number of players; pairs before individual play, auctions last."""
    found = {
        pool_name(players, {**DEFAULTS, **preset.changes, "teams": teams})
        for preset in PRESETS.values()
        for players, ways in preset.players.items()
        for teams in ways
    }
    return sorted(found, key=lambda pool: (int(pool[0]), "individual" in pool, pool))
