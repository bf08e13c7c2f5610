"""The moves of a finished match as its review shows them: deals, tricks, cards and boards."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final, TypeAlias

from games.analysis import ADDRESSED_ACTIONS
from games.common.card_names import card_name, card_rank, suit_name
from games.pages.wording.history import signed, signless
from games.pages.wording.review import NO_BID, PRIVATE_ACTIONS, ReviewFormatter
from games.record.boards import board_of
from games.record.record import DUPLICATE
from games.stats.figures import deal_totals, extras_of

Json: TypeAlias = dict[str, Any]

SILENT_ACTIONS: Final = ("play", "cut", "arm_exchange")
"""Actions without a line of their own among the moves."""
FEW_SIDES: Final = 2
"""Number of sides whose points have room beside each trick."""


def deals_of(formatter: ReviewFormatter, order: Sequence[int]) -> list[Json]:
    """Return, for a match's review, a dict for each deal with its moves and the score after it.

    `order` holds the indices of the sides in the order in which they are shown.
    """
    deal_rows = []
    score = [0] * len(formatter.record["sides"])
    for deal in formatter.record["deals"]:
        score = [old + new for old, new in zip(score, deal["game_points"], strict=True)]
        deal_row = _deal(deal, formatter, order)
        for shown, side in zip(deal_row["sides"], order, strict=True):
            shown["score"] = signless(score[side])
        deal_rows.append(deal_row)
    if deal_rows:
        deal_rows[0]["draw"] = formatter.draw()
    return deal_rows


def boards_of(record: Json, names: Sequence[str], order: Sequence[int]) -> list[Json]:
    """Return the card points of each side in each deck that was dealt to every side.

    `names` are those of the players by seat; `order` holds the indices of the sides as shown.
    """
    board_count = record.get(DUPLICATE, {}).get("boards", 0)
    board_rows = []
    for board in range(1, board_count + 1):
        deals = [deal for deal in record["deals"] if board_of(board_count, deal["number"]) == board]
        points = [deal_totals(deal) for deal in deals]
        if len(deals) < len(record["sides"]):
            continue  # given up before it was turned
        sums = [sum(of_side) for of_side in zip(*points, strict=True)]
        best = max(sums)
        ahead = [side for side, total in enumerate(sums) if total == best]
        others = [total for total in sums if total < best]
        board_rows.append(
            {
                "number": board,
                "deals": [
                    {"number": deal["number"], "points": _in_order(deal_points, order)}
                    for deal, deal_points in zip(deals, points, strict=True)
                ],
                "sums": _in_order(sums, order),
                "ahead": [names[seat] for side in ahead for seat in record["sides"][side]]
                if others
                else [],
                "by": best - max(others) if others else 0,
            }
        )
    return board_rows


def _in_order(points: Sequence[int], order: Sequence[int]) -> str:
    """Return the points of the sides in display order as text: `71–49`."""
    return "–".join(str(points[side]) for side in order)


def _deal(deal: Json, formatter: ReviewFormatter, order: Sequence[int]) -> Json:
    """Return a deal as a dict for the review: trump or contract, result, and moves."""
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
        "extras": [formatter.beside(extra) for extra in extras_of(deal)],
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
    """Return a deal's result as the label of its tab: `61–59`, or `65/61` of a contract."""
    contract = deal["contract"]
    if contract is not None:
        return f"{contract['made']}/{contract['target']}"
    return "–" if deal["ended_by"] == "all_passed" else _in_order(totals, order)


def _rows(deal: Json, formatter: ReviewFormatter, order: Sequence[int]) -> list[Json]:
    """Return a row for each trick and each other action of a deal, in order of play.

    A row of a trick has its points, and the sums of the sides after it in this order.
    """
    lines, sides = _lines(deal, formatter), formatter.record["sides"]
    rows = lines.get(0, [])
    sums = [0] * len(sides)
    for trick in deal["tricks"]:
        row = _trick(trick, deal["number"], formatter)
        if trick["winner"] is not None:
            taker = next(at for at, seats in enumerate(sides) if trick["winner"] in seats)
            sums[taker] += trick["points"]
            row["ours"] = taker == order[0]
        row["sums"] = "–".join(str(sums[side]) for side in order)
        rows = [*rows, row, *lines.get(trick["number"], [])]
    return rows


def _cell(play: Json, address: str, faces: str, *, leads: bool, wins: bool) -> Json:
    """Return a card of a trick as a dict for the review; `address` names its place in URLs."""
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
    """Return a deal's other actions (no card played) by number of the trick they follow.

    Consecutive bids share a row, with the result of the auction. Addresses are counted as in
    `static/js/review/layout.js`.
    """
    rows_by_trick: dict[int, list[Json]] = {}
    ends = list(accumulate(len(trick["plays"]) for trick in deal["tricks"]))
    plays = 0
    counts = Counter[str]()
    for action in deal["actions"]:
        kind = action["type"]
        plays += kind == "play"
        if kind in SILENT_ACTIONS:
            continue
        letter = "a" if kind in ADDRESSED_ACTIONS else "x"
        counts[letter] += 1
        rows = rows_by_trick.setdefault(bisect_left(ends, plays) + 1 if plays else 0, [])
        line = {"hash": f"d{deal['number']}{letter}{counts[letter]}", "does": kind}
        if kind == "bid":
            _bid(rows, line, action, formatter)
        else:
            sign = action["sign"] if kind == "sign" else ""
            line |= {
                "text": formatter.action(action, deal),
                "quiet": kind in PRIVATE_ACTIONS,
                "sign": sign,
            }
            rows.append(line)
    for rows in rows_by_trick.values():
        for row in rows:
            if "bids" in row:
                row["outcome"] = formatter.outcome(deal)
    return rows_by_trick


def _bid(rows: list[Json], line: Json, action: Json, formatter: ReviewFormatter) -> None:
    """Add a bid to the last row of bids, or begin such a row with it."""
    if not rows or "bids" not in rows[-1]:
        rows.append({"does": "bids", "bids": []})
    texts = {"name": formatter.names[action["seat"]], "bid": formatter.bid(action["bid"])}
    rows[-1]["bids"].append({**line, **texts, "passed": action["bid"] == NO_BID})
