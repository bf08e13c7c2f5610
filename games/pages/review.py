"""Views of the review of a finished match: every deal, trick and card."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any, Final, NamedTuple, TypeAlias

import orjson
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.analysis import ADDRESSED
from games.cardnames import card_name, card_rank, suit_name
from games.models import Player
from games.models.matches import MatchStatus
from games.own_side import sides_in_order
from games.pages.match_files import match_note, match_record
from games.pages.visitor import player_of
from games.pages.wording.analysis import analysis_context
from games.pages.wording.history import signed, signless
from games.pages.wording.ratings import unrated_words
from games.pages.wording.review import NO_BID, QUIET, ReviewFormatter
from games.record.boards import board_of
from games.record.record import DUPLICATE
from games.rules_text import preset_title, teams_words
from games.selectors.exercises import exercises_of_match
from games.selectors.matches import match_detail, record_json
from games.selectors.partner_likes import liked_partners
from games.selectors.review import held_back, notes_of, public_table_of, tournament_of_match
from games.selectors.social import reportable
from games.selectors.tables import match_faces
from games.stats.figures import deal_totals, extras_of

Json: TypeAlias = dict[str, Any]

SILENT: Final = ("play", "cut", "arm_exchange")
"""Actions without a line of their own among the moves."""
FEW_SIDES: Final = 2
"""Number of sides whose points have room beside each trick."""


@require_safe
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show the review of a match, or that it runs; of a held one redirect to where its result will be.

    Raises:
        Http404: there is no public match with this id.
    """
    found = match_detail(match_id)
    if found is None and held_back(match_id):
        tournament = tournament_of_match(match_id)
        return redirect("tournament", tournament) if tournament else redirect("daily")
    if found is None:
        raise Http404
    body = record_json(match_id)
    if body is None:
        return _without_record(request, match_id, found)
    viewer = _viewer_of(request, found)
    context = _frame(found, viewer) | _reviewed(found, viewer, orjson.loads(body))
    for name, view in (("picture", "match_picture"), ("address", "match")):
        context[name] = request.build_absolute_uri(reverse(view, args=[match_id]))
    return render(request, "games/match.html", context)


class ReviewViewer(NamedTuple):
    """The visitor of a review, and the match's seats in the order that this visitor sees."""

    player: Player | None
    own: int | None
    """Seat of the visitor in the match; None where the visitor did not play."""
    names: list[str]
    """Current names of the players by seat."""
    order: list[int]
    """Sides in the order in which they are shown."""

    def partners(self, found: Json) -> list[str]:
        """Return the names of the other players on the visitor's side; empty for who did not play."""
        if self.own is None:
            return []
        side = next(side for side in found["sides"] if self.own in side)
        return [self.names[seat] for seat in side if seat != self.own]

    def side_names(self, found: Json) -> list[list[str]]:
        """Return the names of the players on each side."""
        return [[self.names[seat] for seat in side] for side in found["sides"]]


def _viewer_of(request: HttpRequest, found: Json) -> ReviewViewer:
    """Return the visitor behind a request to a match (JSON of the API)."""
    me = player_of(request)
    names = [seat["player"] for seat in found["seats"]]
    own = names.index(me.name) if me is not None and me.name in names else None
    order = sides_in_order(found["sides"], own, winners=found["winners"] or ())
    return ReviewViewer(me, own, names, list(order))


def _without_record(request: HttpRequest, match_id: str, found: Json) -> HttpResponse:
    """Show that a match runs, with a link to its table, or that the match was abandoned."""
    running = found["status"] == MatchStatus.PLAYING
    context = _frame(found, _viewer_of(request, found))
    context["table"] = public_table_of(match_id) if running else None
    context["running"] = running
    return render(request, "games/_review_none.html", context)


def _frame(found: Json, viewer: ReviewViewer) -> Json:
    """Return the context of every page of a match: its title and rules."""
    return {
        "match": found,
        "title": _title(viewer.side_names(found), found["score"], viewer.order),
        "preset": preset_title(found["preset"]),
        "teams": teams_words(found["players"], _teams(found["sides"])),
    }


def _reviewed(found: Json, viewer: ReviewViewer, record: Json) -> Json:
    """Return the context of the review of a finished match."""
    started, finished = (
        datetime.fromisoformat(record[field]) for field in ("started_at", "finished_at")
    )
    formatter = ReviewFormatter(record, viewer.names)
    tiles = match_faces(viewer.names)
    sides = viewer.side_names(found)
    faces = "" if record["rules"]["deck.french"] == "off" else record["rules"]["deck.french"]
    return {
        "analysis": analysis_context(found, formatter, viewer.own),
        "seats": found["seats"],
        "reportable": reportable(viewer.player, viewer.names),
        "partners": liked_partners(viewer.player, viewer.partners(found)),
        "chosen_faces": dict(zip(viewer.names, tiles, strict=True)),
        "finished_at": finished,
        "minutes": round((finished - started).total_seconds() / 60),
        "ending": ENDINGS.get(found["ended_by"], lambda: "")(),
        "unrated": unrated_words(found["unrated_reason"]),
        "winners": [sides[side] for side in found["winners"] or ()],
        "faces": faces,
        "deals": _deals(formatter, viewer.order),
        "boards": _boards(record, viewer.names, viewer.order),
        "data": _script_data(found, viewer, tiles),
    }


def _script_data(found: Json, viewer: ReviewViewer, tiles: Sequence[str]) -> Json:
    """Return the initial data of the review's script: addresses, seats, exercises and notes."""
    match_id, me = found["id"], viewer.player
    return {
        "record": reverse("match_record", args=[match_id]),
        "analysis": reverse("api:analysis", args=[match_id]),
        "variation": reverse("match_variation", args=[match_id]),
        "seat": viewer.own,
        "shown": found["sides"][viewer.order[0]][0] if viewer.own is None else viewer.own,
        "names": viewer.names,
        "tiles": tiles,
        "exercises": _exercises(me, match_id),
        "notes": None if me is None else notes_of(me.pk, match_id),
        "notebook": reverse("match_note", args=[match_id]),
    }


ENDINGS: Final = {
    "resigned": lambda: _("given up"),
    "abandoned": lambda: _("called off"),
    "draw": lambda: _("drawn"),
    "agreed": lambda: _("drawn by agreement"),
}
"""Texts for ends of a match that its score does not show."""


def _teams(sides: Sequence[Sequence[int]]) -> str:
    """Return the value of the option `teams` by which these sides were formed."""
    return {1: "individual", 2: "pairs", 3: "threes"}[len(sides[0])]


def _exercises(me: Player | None, match_id: str) -> dict[str, str]:
    """Return the addresses of the visitor's own exercises of a match, by address of the play."""
    found = {} if me is None else exercises_of_match(me.pk, match_id)
    return {at: reverse("exercise", args=[pk]) for at, pk in found.items()}


def _title(sides: Sequence[Sequence[str]], score: Sequence[int], order: Sequence[int]) -> str:
    """Return players and score in the order of the sides: `Ana and Berta 3, Carles and David 1`."""
    last = _("and")
    return ", ".join(
        f"{get_text_list(list(sides[side]), last)} {signless(score[side])}" for side in order
    )


def _deals(formatter: ReviewFormatter, order: Sequence[int]) -> list[Json]:
    """Return all deals with the score after each, sides in this order."""
    found = []
    score = [0] * len(formatter.record["sides"])
    for deal in formatter.record["deals"]:
        score = [old + new for old, new in zip(score, deal["game_points"], strict=True)]
        told = _deal(deal, formatter, order)
        for shown, side in zip(told["sides"], order, strict=True):
            shown["score"] = signless(score[side])
        found.append(told)
    if found:
        found[0]["draw"] = formatter.draw()
    return found


def _boards(record: Json, names: Sequence[str], order: Sequence[int]) -> list[Json]:
    """Return each side's points for each deck of a duplicate match, by deal and in total."""
    boards = record.get(DUPLICATE, {}).get("boards", 0)
    found = []
    for board in range(1, boards + 1):
        deals = [deal for deal in record["deals"] if board_of(boards, deal["number"]) == board]
        points = [deal_totals(deal) for deal in deals]
        if len(deals) < len(record["sides"]):
            continue  # given up before it was turned
        sums = [sum(of_side) for of_side in zip(*points, strict=True)]
        best = max(sums)
        ahead = [side for side, total in enumerate(sums) if total == best]
        others = [total for total in sums if total < best]
        found.append(
            {
                "number": board,
                "deals": [
                    {"number": deal["number"], "points": _in_order(made, order)}
                    for deal, made in zip(deals, points, strict=True)
                ],
                "sums": _in_order(sums, order),
                "ahead": [names[seat] for side in ahead for seat in record["sides"][side]]
                if others
                else [],
                "by": best - max(others) if others else 0,
            }
        )
    return found


def _in_order(points: Sequence[int], order: Sequence[int]) -> str:
    """Return the points of the sides in this order: `71–49`."""
    return "–".join(str(points[side]) for side in order)


def _deal(deal: Json, formatter: ReviewFormatter, order: Sequence[int]) -> Json:
    """Return a deal as the page shows it: trump or contract, result, and moves."""
    names, contract = formatter.names, deal["contract"]
    trump = deal["trump"] or {"suit": None, "card": None}
    totals, sides = deal_totals(deal), formatter.record["sides"]
    sums = len(sides) == FEW_SIDES
    return {
        "number": deal["number"],
        "dealer": names[deal["dealer"]],
        "trump": trump["suit"],
        "trump_name": suit_name(trump["suit"], formatter.faces) if trump["suit"] else "",
        "turned": card_name(trump["card"], formatter.faces) if trump["card"] else "",
        "points": _short(deal, totals, order),
        "made": contract and contract["made"] >= contract["target"],
        "contract": formatter.contract(deal),
        "ending": formatter.ending(deal),
        "extras": [formatter.beside(one) for one in extras_of(deal)],
        "rows": _rows(deal, formatter, order),
        "sums": sums,
        "wide": len(names) + 1 + sums,
        "sides": [
            {
                "names": [names[seat] for seat in sides[side]],
                "points": totals[side],
                "gain": signed(deal["game_points"][side]),
                "lost": deal["game_points"][side] < 0,
            }
            for side in order
        ],
    }


def _short(deal: Json, totals: Sequence[int], order: Sequence[int]) -> str:
    """Return the result of a deal for its tab: `61–59`, or `65/61` of a contract."""
    contract = deal["contract"]
    if contract is not None:
        return f"{contract['made']}/{contract['target']}"
    return "–" if deal["ended_by"] == "all_passed" else _in_order(totals, order)


def _rows(deal: Json, formatter: ReviewFormatter, order: Sequence[int]) -> list[Json]:
    """Return a row for each trick and for every other action, in the order of the deal.

    A row of a trick has its points, and the sums of the sides after it in this order.
    """
    lines, sides = _lines(deal, formatter), formatter.record["sides"]
    rows = lines.get(0, [])
    sums = [0] * len(sides)
    for trick in deal["tricks"]:
        told = _trick(trick, deal["number"], formatter)
        if trick["winner"] is not None:
            taker = next(at for at, seats in enumerate(sides) if trick["winner"] in seats)
            sums[taker] += trick["points"]
            told["ours"] = taker == order[0]
        told["sums"] = "–".join(str(sums[side]) for side in order)
        rows = [*rows, told, *lines.get(trick["number"], [])]
    return rows


def _cell(play: Json, address: str, faces: str, *, leads: bool, wins: bool) -> Json:
    """Return a card of a trick with its words; `address` is its part of the page's address."""
    return {
        "hash": address,
        "card": play["card"],
        "suit": play["card"][0],
        "rank": card_rank(play["card"], faces),
        "name": card_name(play["card"], faces),
        "arrastre": play.get("announce") == "arrastre",
        "leads": leads,
        "wins": wins,
    }


def _trick(trick: Json, deal: int, formatter: ReviewFormatter) -> Json:
    """Return a trick as a row, with its cards in the order of the seats."""
    names, row = formatter.names, f"d{deal}t{trick['number']}"
    cells: list[list[Json]] = [[] for _name in names]
    for at, play in enumerate(trick["plays"], 1):
        wins = play["seat"] == trick["winner"]
        cell = _cell(play, f"{row}c{at}", formatter.faces, leads=at == 1, wins=wins)
        cells[play["seat"]].append(cell)
    winner = None if trick["winner"] is None else names[trick["winner"]]
    return {
        "number": trick["number"],
        "hash": row,
        "cells": cells,
        "winner": winner,
        "points": trick["points"],
        "dark": trick["trump"] is None,
    }


def _lines(deal: Json, formatter: ReviewFormatter) -> dict[int, list[Json]]:
    """Return the actions that play no card, by number of the trick after whose row they stand.

    Consecutive bids share a row, with the result of the auction. Addresses are counted as in
    `static/js/review/layout.js`.
    """
    found: dict[int, list[Json]] = {}
    ends = list(accumulate(len(trick["plays"]) for trick in deal["tricks"]))
    plays = 0
    counts = Counter[str]()
    for action in deal["actions"]:
        kind = action["type"]
        plays += kind == "play"
        if kind in SILENT:
            continue
        letter = "a" if kind in ADDRESSED else "x"
        counts[letter] += 1
        rows = found.setdefault(bisect_left(ends, plays) + 1 if plays else 0, [])
        line = {"hash": f"d{deal['number']}{letter}{counts[letter]}", "does": kind}
        if kind == "bid":
            _bid(rows, line, action, formatter)
        else:
            sign = action["sign"] if kind == "sign" else ""
            line |= {"text": formatter.action(action, deal), "quiet": kind in QUIET, "sign": sign}
            rows.append(line)
    for rows in found.values():
        for row in rows:
            if "bids" in row:
                row["outcome"] = formatter.outcome(deal)
    return found


def _bid(rows: list[Json], line: Json, action: Json, formatter: ReviewFormatter) -> None:
    """Add a bid to the row of bids, opening the row with the first bid."""
    if not rows or "bids" not in rows[-1]:
        rows.append({"does": "bids", "bids": []})
    told = {"name": formatter.names[action["seat"]], "bid": formatter.bid(action["bid"])}
    rows[-1]["bids"].append({**line, **told, "passed": action["bid"] == NO_BID})


REVIEW_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/", match, name="match"),
    path("matches/<slug:match_id>/note/", match_note, name="match_note"),
    path("matches/<slug:match_id>/record.json", match_record, name="match_record"),
]
