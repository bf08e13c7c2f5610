"""Template tag for the box beside the sign-up form: what a guest takes along, or what an account keeps."""

from __future__ import annotations

from typing import Any

from django import template

from games.pages.visitor import player_of
from games.pages.wording.history import match_row
from games.puzzles.selectors.puzzles import answered_and_solved
from games.selectors.matches import latest_of
from games.selectors.own_record import own_record

register = template.Library()


@register.inclusion_tag("account/_carried_over.html", takes_context=True)
def carried_over(context: template.Context) -> dict[str, Any]:
    """Draw a box that lists what the visitor has done as a guest; for others, what an account keeps."""
    request = context.get("request")
    player = player_of(request) if request is not None else None
    values: dict[str, Any] = {"preferences": context.get("preferences")}
    if player is None:
        return values
    latest = latest_of(player.pk, 1)
    record = own_record(player.pk)
    puzzles, solved = answered_and_solved(player.pk)
    return values | {
        "record": record,
        "last": match_row(latest[0], player.name) if latest else None,
        "puzzles": puzzles,
        "solved": solved,
        "has_played": bool(record.matches or record.days or puzzles),
    }
