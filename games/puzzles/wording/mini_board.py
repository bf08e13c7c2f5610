"""The small board of a puzzle: what lies on the table, and the hand as buttons or with its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from django.urls import reverse
from django.utils.translation import ngettext

from games.common.card_names import card_name, suit_name
from games.pages.wording.analysis import digits_of
from games.pages.wording.history import MINUS, number
from games.puzzles.models import Puzzle
from games.puzzles.wording.positions import places_of
from games.puzzles.wording.reasons import explanation_of, question_of, title_of

Json: TypeAlias = dict[str, Any]


def mini_board_context(puzzle: Puzzle, answer: str = "") -> Json:
    """Return the context of `games/puzzles/_mini_board.html` for a puzzle that asks for a card.

    `answer` is the card that the reader has chosen before; "" shows the question, without anything
    of the solution.
    """
    position = puzzle.position
    places = places_of(position)
    board: Json = {
        "id": puzzle.public_id,
        "action": reverse("rated_puzzle", args=[puzzle.public_id]),
        "faces": "" if position["faces"] == "off" else position["faces"],
        "trump": position["trump"],
        "trump_name": suit_name(position["trump"], position["faces"]) if position["trump"] else "",
        "turned": position["turned"] if position["stock"] else "",
        "stock_words": stock_words(position),
        "pack_label": pack_label(position),
        "trick": [
            {"who": places[play["place"]], "card": play["card"]} for play in position["trick"]
        ],
        "question": question_of(position),
        "answered": bool(answer),
        "cards": hand_buttons(position),
    }
    return board | _answered(puzzle, answer) if answer else board


def hand_buttons(position: Mapping[str, Any]) -> list[Json]:
    """Return the cards of a position's hand as buttons: code, name, and whether each may be played."""
    return [
        {
            "code": code,
            "name": card_name(code, position["faces"]),
            "legal": code in position["legal"],
        }
        for code in position["hand"]
    ]


def _answered(puzzle: Puzzle, answer: str) -> Json:
    """Return the part of a small board that tells the solution, for a reader who has answered."""
    position, solution = puzzle.position, puzzle.solution
    best = solution["best"]
    values = values_of(solution["choices"], "choice", solution["unit"])
    return {
        "right": answer == best,
        "title": title_of(position, puzzle.theme, best, answer),
        "reason": explanation_of(position, puzzle.theme, best, answer),
        "cards": [
            {
                "code": code,
                "name": card_name(code, position["faces"]),
                "value": values.get(code, ""),
                "best": code == best,
                "wrong": code == answer != best,
            }
            for code in position["hand"]
        ],
    }


def values_of(choices: list[Json], key: str, unit: str) -> dict[str, str]:
    """Return code -> worth of each choice in words: points more or less than the best other one."""
    return {
        choice[key]: signed_points(worth, unit)
        for choice, worth in zip(choices, worths(choices), strict=True)
    }


def worths(choices: list[Json]) -> list[float]:
    """Return for each choice the points by which it is ahead of the best of the others."""
    points = [float(choice["points"]) for choice in choices]
    return [
        own - max([*points[:index], *points[index + 1 :]], default=own)
        for index, own in enumerate(points)
    ]


def signed_points(points: float, unit: str) -> str:
    """Return points with a sign; nothing that is no difference has one."""
    words = number(abs(points), digits_of(points, unit))
    if words == number(0, digits_of(points, unit)):
        return words
    return f"+{words}" if points > 0 else f"{MINUS}{words}"


def stock_words(position: Mapping[str, Any]) -> str:
    """Return the number of cards left to draw, in words; "" without any."""
    stock = position["stock"]
    return ngettext("%(n)s card left", "%(n)s cards left", stock) % {"n": stock} if stock else ""


def pack_label(position: Mapping[str, Any]) -> str:
    """Return the stock and its turned card in words; "" without a stock."""
    stock, turned = position["stock"], position["turned"]
    if not stock or not turned:
        return ""
    words = ngettext(
        "%(n)s card in the stock, turned up: %(card)s",
        "%(n)s cards in the stock, turned up: %(card)s",
        stock,
    )
    return words % {"n": stock, "card": card_name(turned, position["faces"])}
