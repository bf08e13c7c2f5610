"""The named rulesets, as data: their changes to the defaults, and their numbers of players.

A game of the family is a record here. `players` lists the player counts, each with the ways of
forming sides that it allows, the usual one first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from games.engine.errors import RulesetError

BRISCA_SEATING: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {2: ("individual",), 3: ("individual",), 4: ("pairs", "individual"), 6: ("threes", "pairs")}
)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset: `changes` are the options whose value is not the default.

    `players` maps each number of players to its ways of forming sides, the usual one first;
    `with_partners` are further changes for the ways with partners.
    """

    name: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    players: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: BRISCA_SEATING)
    with_partners: Mapping[str, Any] = field(default_factory=dict)

    def changes_for(self, teams: str) -> dict[str, Any]:
        """Return the preset's options whose value is not the default, for a way of forming sides.

        >>> PRESETS["doncomos"].changes_for("pairs")["talk.mode"]
        'senas'
        >>> "talk.mode" in PRESETS["doncomos"].changes_for("individual")
        False
        """
        return {**self.changes, **(self.with_partners if teams != "individual" else {})}


_ANY_TIME = {"exchange.timing": "any_time", "exchange.prearm": False}
_CALLED = {
    "exchange.enabled": False,
    "exchange.prearm": False,
    "trump.source": "declared",
    "score.policy": "contract",
    "auction.kind": "rank",
    "match.target": 11,
}

_PRESETS = (
    Preset("ludoteka"),
    Preset(
        "senas",
        {"talk.mode": "senas"},
        {4: ("pairs",), 6: ("threes", "pairs")},
    ),
    Preset(
        "doncomos",
        {"exchange.deadline": "penultimate", "tie.chain": ["mano"]},
        with_partners={"talk.mode": "senas"},
    ),
    Preset(
        "catalan",
        {
            **_ANY_TIME,
            "exchange.deadline": "last_round",
            "tie.chain": ["void"],
            "score.hundred": 2,
            "claim": True,
            "arrastre": True,
        },
    ),
    Preset(
        "wikipedia_en",
        {
            **_ANY_TIME,
            "exchange.deadline": "last_card",
            "tie.chain": ["most_cards", "void"],
            "score.hundred": 2,
            "claim": True,
            "arrastre": True,
            "peek.six": True,
        },
    ),
    Preset(
        "mexican",
        {"score.policy": "stay_under", "match.max_deals": 12},
        {2: ("individual",), 3: ("individual",), 4: ("individual", "pairs")},
    ),
    Preset(
        "briscola",
        {
            "exchange.enabled": False,
            "exchange.prearm": False,
            "tie.chain": ["void"],
            "match.target": 5,
        },
    ),
    Preset(
        "scoperta",
        {
            "exchange.enabled": False,
            "exchange.prearm": False,
            "tie.chain": ["void"],
            "match.target": 5,
            "open_hands": True,
        },
        {2: ("individual",)},
    ),
    Preset(
        "mariaje",
        {
            "exchange.enabled": False,
            "exchange.prearm": False,
            "marriage.mode": "captured",
            "match.unit": "points",
            "match.target": 500,
        },
        {2: ("individual",), 3: ("individual",), 4: ("pairs",)},
    ),
    Preset("chiamata", _CALLED, {5: ("individual",)}),
    Preset("chiamata_buia", {**_CALLED, "chiamata.dark": True}, {5: ("individual",)}),
    Preset("chiamata_punti", {**_CALLED, "auction.kind": "points"}, {5: ("individual",)}),
    Preset(
        "gingo",
        {
            **_CALLED,
            "auction.kind": "points",
            "chiamata.call_rule": "highest_missing",
            "chiamata.scoring": "gingo",
            "play.first_lead": "declarer",
            "match.end": "fixed_deals",
            "match.unit": "points",
            "match.max_deals": 10,
        },
        {5: ("individual",)},
    ),
    Preset(
        "rematada",
        {
            "exchange.enabled": False,
            "exchange.prearm": False,
            "trump.source": "declared",
            "score.policy": "contract",
            "auction.kind": "points",
            "auction.min": 100,
            "rematada.talon": True,
            "play.obligations": "follow_trump",
            "match.unit": "points",
            "match.target": 500,
        },
        {3: ("individual",)},
    ),
    Preset("muerte_al_tres", {"muerte": True}),
)

CLASSIC_PRESET: Final = "ludoteka"
"""Name of the preset of the classic game."""
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType({item.name: item for item in _PRESETS})


def get_preset(name: str) -> Preset:
    """Return the preset (named ruleset) of this name.

    >>> get_preset("mexican").changes["match.max_deals"]
    12

    Raises:
        RulesetError: `unknown_preset`; the text names those there are.
    """
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        known = ", ".join(PRESETS)
        raise RulesetError(
            "unknown_preset", "preset", f"there is no preset {name!r}; there are {known}"
        ) from None
