"""Template tags that draw a table before its script has loaded, where the script will draw it."""

from __future__ import annotations

from typing import Any, Final

from django import template

from accounts.faces import face_of
from games.engine import build_ruleset

register = template.Library()

PLACES: Final = {
    2: ("t",),
    3: ("r", "l"),
    4: ("r", "t", "l"),
    5: ("r1", "r2", "l2", "l1"),
    6: ("r1", "r2", "t", "l2", "l1"),
}
"""Places of the seats after the viewer's own, by number of players.

`static/js/table/state/places.js` has the same.
"""
EDGES: Final = {"l": " ss at-l", "r": " ss at-r"}
"""Classes that the place's first letter adds: seats at the left and right edge."""


@register.inclusion_tag("games/_table_frame.html")
def table_frame(table: dict[str, Any]) -> dict[str, Any]:
    """Draw the name plates around a table from its JSON, with the viewer's own at the bottom."""
    own = table["you"]["seat"]
    first = own if own is not None else 0
    players = table["players"]
    order = [(first + step) % players for step in range(players)]
    return {
        "others": [
            {**_plate(table, seat), "classes": place + EDGES.get(place[0], "")}
            for seat, place in zip(order[1:], PLACES[players], strict=True)
        ],
        "own": _plate(table, first),
    }


@register.filter
def hand_class(table: dict[str, Any]) -> str:
    """Return the CSS class for a table whose hands have over 4 or over 8 cards; else "".

    `handSize` in views/table.js does the same.
    """
    hand = build_ruleset(table["preset"], table["players"], table["rules"]).rules.hand_size
    return " h12" if hand > 8 else " h8" if hand > 4 else ""


def _plate(table: dict[str, Any], seat: int) -> dict[str, Any]:
    """Return a seat's name, face and side, from which its plate is drawn before its cards."""
    sitting = table["seats"][seat]
    name = sitting["player"] or ""
    us = any({seat, table["you"]["seat"]} <= set(side) for side in table["sides"])
    return {"name": name, "face": sitting.get("face") or face_of(name), "us": us}
