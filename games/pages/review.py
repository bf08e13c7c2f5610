"""The review of a finished match: every deal, trick and card, and its record to download."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models.matches import MatchStatus
from games.pages.visitor import player_of
from games.rulewords import preset_title, teams_words
from games.selectors.matches import match_detail, record_json, record_with_tag
from games.selectors.review import public_table_of

Json: TypeAlias = dict[str, Any]

ASK_AGAIN: Final = "public, no-cache"
"""Kept, but asked for again: a name leaves the record when its account is deleted."""
SILENT: Final = ("play", "cut", "arm_exchange")
"""Actions that are no line of their own among the moves."""


@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """A finished match with all its cards; of a running one only that it runs."""
    found = match_detail(match_id)
    if found is None:
        raise Http404
    sides = [[found["seats"][seat]["player"] for seat in side] for side in found["sides"]]
    context: Json = {
        "match": found,
        "title": _title(sides, found["score"]),
        "preset": preset_title(found["preset"]),
        "teams": teams_words(found["players"], found["pool"].partition("-")[2] or "individual"),
    }
    body = record_json(match_id)
    if body is None:
        running = found["status"] == MatchStatus.PLAYING
        context["table"] = public_table_of(match_id) if running else None
        context["running"] = running
        return render(request, "games/_review_none.html", context)
    record: Json = orjson.loads(body)
    me = player_of(request)
    # the names of today: whoever left the site is not named again by an old record
    names = [seat["player"] for seat in found["seats"]]
    own = names.index(me.name) if me is not None and me.name in names else None
    started, finished = (
        datetime.fromisoformat(found[field]) for field in ("started_at", "finished_at")
    )
    context |= {
        "seats": found["seats"],
        "finished_at": finished,
        "minutes": round((finished - started).total_seconds() / 60),
        "ending": ENDINGS.get(found["ended_by"], lambda: "")(),
        "winners": [sides[side] for side in found["winners"] or ()],
        "deals": [_deal(deal, record["sides"], names) for deal in record["deals"]],
        "data": {
            "record": reverse("match_record", args=[match_id]),
            "seat": own,
            "names": names,
        },
    }
    return render(request, "games/match.html", context)


@require_safe
def match_record(request: HttpRequest, match_id: str) -> HttpResponse:
    """The record of a finished match as it was written, to download. It never changes."""
    found = record_with_tag(match_id)
    if found is None:
        raise Http404
    body, tag = found
    headers = {"ETag": f'"{tag}"', "Cache-Control": ASK_AGAIN}
    if f'"{tag}"' in request.headers.get("If-None-Match", "").replace("W/", "").split(", "):
        return HttpResponse(status=304, headers=headers)
    headers["Content-Disposition"] = f'attachment; filename="brisca-{match_id}.json"'
    return HttpResponse(body, content_type="application/json", headers=headers)


ENDINGS: Final = {
    "resigned": lambda: _("given up"),
    "abandoned": lambda: _("left unfinished"),
    "draw": lambda: _("drawn"),
}
"""Ends of a match that the score does not show."""
DEAL_ENDINGS: Final = {
    "claim": lambda: _("The rest went to the highest trumps."),
    "resigned": lambda: _("The deal was not played to its end."),
    "abandoned": lambda: _("The deal was not played to its end."),
}


def _title(sides: Sequence[Sequence[str]], score: Sequence[int]) -> str:
    """Who played, and how it ended: `Ana and Berta 3, Carles and David 1`."""
    return ", ".join(
        f"{get_text_list(list(names), _('and'))} {points}"
        for names, points in zip(sides, score, strict=True)
    )


def _deal(deal: Json, sides: Sequence[Sequence[int]], names: Sequence[str]) -> Json:
    """A deal as the page shows it: what was turned, what came of it, its moves."""
    return {
        "number": deal["number"],
        "dealer": names[deal["dealer"]],
        "trump": deal["trump"],
        "points": "–".join(str(points) for points in deal["points"]["sides"]),
        "ending": DEAL_ENDINGS.get(deal["ended_by"], lambda: "")(),
        "rows": _rows(deal, names),
        "sides": [
            {
                "names": [names[seat] for seat in side],
                "points": deal["points"]["sides"][index],
                "game_points": deal["game_points"][index],
            }
            for index, side in enumerate(sides)
        ],
    }


def _rows(deal: Json, names: Sequence[str]) -> list[Json]:
    """A row a trick, and one for everything else that happened, where it happened."""
    lines = _lines(deal, names)
    rows = lines.get(0, [])
    for trick in deal["tricks"]:
        rows = [*rows, _trick(trick, deal["number"], names), *lines.get(trick["number"], [])]
    return rows


def _trick(trick: Json, deal: int, names: Sequence[str]) -> Json:
    """A trick, its cards in the order of the seats."""
    cells: list[list[Json]] = [[] for _name in names]
    for at, play in enumerate(trick["plays"], 1):
        cells[play["seat"]].append(
            {
                "hash": f"d{deal}t{trick['number']}c{at}",
                "card": play["card"],
                "suit": play["card"][0],
                "rank": play["card"][1:],
                "arrastre": play.get("announce") == "arrastre",
                "leads": at == 1,
                "wins": play["seat"] == trick["winner"],
            }
        )
    winner = None if trick["winner"] is None else names[trick["winner"]]
    return {
        "number": trick["number"],
        "hash": f"d{deal}t{trick['number']}",
        "cells": cells,
        "winner": winner,
        "points": trick["points"],
    }


def _lines(deal: Json, names: Sequence[str]) -> dict[int, list[Json]]:
    """Number of the trick after whose row they stand -> actions that play no card.

    Their addresses are counted as in `static/js/review/timeline.js`.
    """
    found: dict[int, list[Json]] = {}
    size = max((len(trick["plays"]) for trick in deal["tricks"]), default=1)
    plays = count = 0
    for action in deal["actions"]:
        plays += action["type"] == "play"
        if action["type"] in SILENT:
            continue
        count += 1
        found.setdefault(-(-plays // size), []).append(
            {
                "hash": f"d{deal['number']}x{count}",
                "does": action["type"],
                "name": names[action["seat"]],
                "give": action.get("give"),
                "take": action.get("take"),
            }
        )
    return found


REVIEW_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/", match, name="match"),
    path("matches/<slug:match_id>/record.json", match_record, name="match_record"),
]
