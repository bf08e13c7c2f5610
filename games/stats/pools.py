"""Pools: kinds of matches that are counted and rated separately."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from games.engine import DEFAULTS, PRESETS

ALONE_UP_TO: Final = 3
"""Highest number of players without partnerships; smaller pools are named by the number alone."""
SIGNS: Final = "senas"
"""Value of `talk.mode` with which partners make signs to each other."""
WITH_SIGNS: Final = "-signs"
"""End of the names of pools whose partners make signs."""


def pool_name(players: int, options: Mapping[str, Any]) -> str:
    """Return the name of the pool, that is the group of like games, in which a match counts.

    Base games go by players and sides, and by whether partners make signs. Games with an auction
    have pools of their own: their sides differ from deal to deal, and scores fall as well as rise.

    >>> pool_name(4, {**DEFAULTS, "teams": "pairs"}), pool_name(2, DEFAULTS)
    ('4-pairs', '2')
    >>> pool_name(4, {**DEFAULTS, "teams": "pairs", "talk.mode": "senas"})
    '4-pairs-signs'
    >>> pool_name(5, {**DEFAULTS, **PRESETS["gingo"].changes})
    '5-gingo'
    """
    if options["rematada.talon"]:
        return "3-rematada"
    if options["auction.kind"] != "none":
        return "5-gingo" if options["chiamata.scoring"] == "gingo" else "5-chiamata"
    if players <= ALONE_UP_TO:
        return str(players)
    signs = WITH_SIGNS if options["talk.mode"] == SIGNS else ""
    return f"{players}-{options['teams']}{signs}"


@cache
def pool_names() -> tuple[str, ...]:
    """Return the names of all pools (groups of like games) in the order in which lists show them.

    That is by number of players, pairs before individual play, auctions last.
    """
    names = {
        pool_name(players, {**DEFAULTS, **preset.changes, "teams": teams, "talk.mode": talk})
        for preset in PRESETS.values()
        for players, ways in preset.players.items()
        for teams in ways
        for talk in ("none", SIGNS if teams != "individual" else "none")
    }
    return tuple(sorted(names, key=lambda pool: (int(pool[0]), "individual" in pool, pool)))
