"""A position of an exercise or a puzzle in words: seats, contract, bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.common.card_names import card_name, suit_name
from games.common.first_letters import lower_first
from games.puzzles.answers.exercises import Asked, PlacedTrick, Position, PositionContract
from games.puzzles.answers.puzzles import PuzzlePosition
from games.puzzles.rules import PASS, RAISE
from games.rules_text import preset_title, rank_name

Json: TypeAlias = dict[str, Any]


def position_context(position: Position) -> Json:
    """Return the template context of an exercise's position: suits, cards and seats in words."""
    places = places_of(position)
    faces = position["faces"]
    return {
        **position,
        "faces": "" if faces == "off" else faces,
        "asked": _asked_context(position),
        "preset_title": preset_title(position["preset"]),
        "trump_name": suit_name(position["trump"], faces) if position["trump"] else "",
        "contract": _contract(position, places),
        "open_hands": [
            {"who": places[hand["place"]], "hand": hand["hand"]} for hand in position["open_hands"]
        ],
        "own_points": position["points"][0],
        "their_points": ", ".join(map(str, position["points"][1:])),
        "trick": [
            {"who": places[play["place"]], "card": play["card"]} for play in position["trick"]
        ],
        "tricks": tricks_context(position, position["tricks"]),
    }


def _asked_context(position: Position) -> Json | None:
    """Return the exercise's question on an exchange, with answers; None if a card is to play."""
    asked = position["asked"]
    if asked is None:
        return None
    return {
        "question": _("You have won the trick and hold %(give)s. Do you exchange it for %(take)s?")
        % _exchanged(position, asked),
        "options": [
            {"code": code, "name": option_words(position, code)} for code in position["legal"]
        ],
    }


def option_words(position: Position, code: str) -> str:
    """Return a choice (its code) in an exercise in words: a card, or to exchange or keep."""
    asked = position["asked"]
    if asked is None:
        return card_name(code, position["faces"])
    words = _("Exchange: %(give)s for %(take)s") if code == EXCHANGE else _("Keep %(give)s")
    return words % _exchanged(position, asked)


def _exchanged(position: Position, asked: Asked) -> dict[str, str]:
    """Return the names of the two cards of an exchange, for use within a sentence."""
    cards = {"give": asked["give"], "take": asked["take"]}
    return {name: lower_first(card_name(card, position["faces"])) for name, card in cards.items()}


def tricks_context(position: Position, tricks: Sequence[PlacedTrick]) -> list[Json]:
    """Return the tricks before a position as dicts, with their cards and seats in words."""
    places, faces = places_of(position), position["faces"]
    return [
        {
            "plays": [
                {"who": places[play["place"]], "name": card_name(play["card"], faces)}
                for play in trick["plays"]
            ],
            "winner": "" if trick["winner"] is None else places[trick["winner"]],
            "points": trick["points"],
        }
        for trick in tricks
    ]


def _contract(position: Position, places: Sequence[str]) -> str:
    """Return a sentence about the contract, as far as the seat knows it; "" without one."""
    contract = position["contract"]
    if contract is None:
        return ""
    values = {"caller": places[contract["caller"]], "target": contract["target"]}
    if contract["card"] is None:
        words = (
            _("You play for %(target)s points, alone.")
            if contract["caller"] == 0
            else _("%(caller)s plays for %(target)s points, alone.")
        )
        return capfirst(words % values)
    values["card"] = lower_first(card_name(contract["card"], position["faces"]))
    words = (
        _("You called %(card)s and play for %(target)s points.")
        if contract["caller"] == 0
        else _("%(caller)s called %(card)s and plays for %(target)s points.")
    ) % values
    return f"{capfirst(words)} {_partner(contract, places)}"


def _partner(contract: PositionContract, places: Sequence[str]) -> str:
    """Return a sentence about the caller's partner, as far as the seat to play knows."""
    if contract["alone"]:
        return _("Nobody is partner: the caller has the card.")
    if contract["partner"] is None:
        return _("Nobody has shown the card yet.")
    if contract["partner"] == 0:
        return _("You are the partner.")
    return _("The partner is %(who)s.") % {"who": places[contract["partner"]]}


def places_of(position: Position) -> Sequence[str]:
    """Return the name of each seat ("you", "partner", ...), counted from the player's own."""
    players, partners = position["players"], position["partners"]
    if position["contract"] is not None:
        others = [_("player %(n)s") % {"n": place} for place in range(1, players)]
        return [_("you"), *others]
    if players == 2:
        return [_("you"), _("opponent")]
    return [
        _("you")
        if place == 0
        else _("partner %(n)s") % {"n": place}
        if place in partners and len(partners) > 1
        else _("partner")
        if place in partners
        else _opponent(place, players, partners)
        for place in range(players)
    ]


def _opponent(place: int, players: int, partners: Sequence[int]) -> str:
    """Return the name of an opponent's seat: by its side, or at large tables by its order."""
    if players > 4:
        number = sum(1 for other in range(1, place + 1) if other not in partners)
        return _("opponent %(n)s") % {"n": number}
    if place == 1:
        return _("opponent on your right")
    if place == players - 1:
        return _("opponent on your left")
    return _("opponent across")


def puzzle_context(position: PuzzlePosition) -> Json:
    """Return the template context of a puzzle's position, with its bids and choices."""
    places, faces = places_of(position), position["faces"]
    context = position_context(position)
    if position["asks"] != "card":
        # a contract without a card would read as one played alone
        context["contract"] = ""
    return {
        **context,
        "bidding": position["asks"] != "card",
        "bids": [
            {"who": places[bid["place"]], "words": _bid_words(bid["rank"], faces)}
            for bid in position["auction"]
        ],
        "answers": [
            {
                "code": code,
                "words": choice_words(position, code),
                "is_card": code not in (PASS, RAISE),
            }
            for code in position["choices"]
        ],
    }


def choice_words(position: PuzzlePosition, code: str) -> str:
    """Return a choice in a rated puzzle in words, by its code: a card's name, or a bid."""
    if code == PASS:
        return _("Pass")
    if code == RAISE:
        return _bid_words(position["bid"], position["faces"])
    return card_name(code, position["faces"])


def _bid_words(rank: int | None, faces: str) -> str:
    """Return a bid in words, by its rank; None is a pass."""
    if rank is None:
        return _("Pass")
    return capfirst(rank_name(rank, faces))
