"""The board on which a puzzle or an exercise is answered, and what an answer shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.pages.wording.analysis import amount, digits_of, short_difference
from games.pages.wording.history import number, share
from games.puzzles.wording.mini_board import (
    hand_buttons,
    pack_label,
    signed_points,
    stock_words,
    worths,
)
from games.puzzles.wording.reasons import (
    explanation_of,
    facts_of,
    question_of,
    short_card,
    title_of,
)

Json: TypeAlias = dict[str, Any]

BAR_ZERO: Final = 40.0
"""Start of a bar, of 100 across: bars ahead of the others go right, the others left."""
BAR_RIGHT: Final = 56.0
"""Length of the longest bar to the right."""
BAR_LEFT: Final = 36.0
"""Length of the longest bar to the left."""
MIN_BAR: Final = 0.6
"""Length of a bar that would not be seen."""


def board_context(position: Mapping[str, Any], shown: Json, theme: str = "") -> Json:
    """Return the context of `games/puzzles/_board.html` before an answer.

    `shown` is the position in words, as `puzzle_context` or `position_context` return it.
    """
    asked = shown["asked"]
    return {
        **shown,
        "question": asked["question"] if asked else question_of(position),
        "turned": shown["turned"] if shown["stock"] else "",
        "pack_label": pack_label(position),
        "stock_words": stock_words(position),
        "cards": hand_buttons(position),
        "facts": facts_of(position, theme),
        "is_pair": position["players"] == 2,
    }


def answered_context(
    position: Mapping[str, Any],
    theme: str,
    judged: Json,
    names: Mapping[str, str],
) -> Json:
    """Return the context of an answer: title, price, reason, and each choice's worth with its bar.

    `judged` has `unit`, `best`, `chosen`, `right` and `cards`, the choices from the best, each with
    `code`, `points` and `win`. `names` has each choice in words.
    """
    unit, chosen = judged["unit"], judged["chosen"]
    best = chosen if judged["right"] else judged["best"]
    rows = _rows(judged, names)
    return {
        "right": judged["right"],
        "title": title_of(position, theme, best, chosen),
        "price": _price(position, judged, names),
        "reason": explanation_of(position, theme, best, chosen),
        "unit": unit,
        "cards": rows,
        "hand": _hand(position, rows),
    }


def _hand(position: Mapping[str, Any], rows: Sequence[Json]) -> list[Json]:
    """Return the choices that stand in place of the buttons: the hand, or bids and calls."""
    by_code = {row["code"]: row for row in rows}
    if position.get("asks", "card") != "card" or position["asked"] is not None:
        codes = position.get("choices") or position["legal"]
        return [by_code[code] for code in codes if code in by_code]
    return [by_code.get(code, {"code": code, "is_card": True}) for code in position["hand"]]


def _price(position: Mapping[str, Any], judged: Json, names: Mapping[str, str]) -> str:
    """Return the gain or the cost of an answer, as a line."""
    cards, unit = judged["cards"], judged["unit"]
    by_code = {card["code"]: card for card in cards}
    if judged["right"]:
        ahead = worths(cards)[0] if judged["chosen"] == judged["best"] else 0.0
        if ahead <= 0:
            return _("As good as any, as far as can be told")
        return _("Well played: %(amount)s more than the next best") % {
            "amount": amount(ahead, unit)
        }
    chosen = judged["chosen"]
    lost = by_code[judged["best"]]["points"] - by_code[chosen]["points"]
    is_card = chosen in position["hand"]
    name = short_card(position, chosen) if is_card else names[chosen]
    words = _("%(card)s costs %(amount)s") % {"card": name, "amount": amount(lost, unit)}
    return capfirst(words)


def _rows(judged: Json, names: Mapping[str, str]) -> list[Json]:
    """Return the choices as rows with their worth, bar, and figures for the table."""
    cards: Sequence[Json] = judged["cards"]
    unit, best, chosen = judged["unit"], judged["best"], judged["chosen"]
    amounts = worths(list(cards))
    most = max((abs(worth) for worth in amounts), default=0.0) or 1.0
    return [
        {
            "code": card["code"],
            "name": names[card["code"]],
            "is_card": card["code"][1:].isdecimal(),
            "value": signed_points(worth, unit),
            "bar": _bar(worth / most),
            "best": card["code"] == best,
            "chosen": card["code"] == chosen,
            "wrong": card["code"] == chosen and not judged["right"],
            "points": number(card["points"], digits_of(card["points"], unit)),
            "lost": short_difference(cards[0], card, unit),
            "win": "–" if card["win"] is None else share(card["win"]),
            "played": card.get("played", False),
        }
        for card, worth in zip(cards, amounts, strict=True)
    ]


def _bar(part: float) -> Json:
    """Return a bar's left end and width, of 100 across; `part` is from -1 to 1."""
    length = max(MIN_BAR, abs(part) * (BAR_RIGHT if part > 0 else BAR_LEFT))
    left = BAR_ZERO if part > 0 else BAR_ZERO - length
    return {"x": f"{left:.1f}", "width": f"{length:.1f}", "ahead": part > 0}
