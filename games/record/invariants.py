"""What holds at every moment of every match; tests and `random_play` check it.

`KnownCards` follows a match from outside and says which cards each viewer may know, by its own
reckoning and not by the engine's `view_for`: what lay open, and what the viewer itself held.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from games.engine import (
    DECK_POINTS,
    Card,
    Event,
    MatchState,
    event_to_json,
    redact,
    view_for,
    view_to_json,
)
from games.engine.events import CardPlayed, Claimed, Exchanged, TrumpTurned

_CODE: Final = re.compile(r'"([OCEB]\d{1,2})"')


class InvariantError(AssertionError):
    """Something that must always hold does not."""


def cards_in_play(state: MatchState) -> list[Card]:
    """Every card of the deal, wherever it is."""
    deal = state.deal
    if deal is None:
        return []
    cards = [card for hand in deal.hands for card in hand]
    cards += deal.stock[deal.drawn :]
    cards += [deal.turned] if deal.turned else []
    cards += [play.card for play in deal.plays]
    return cards + [play.card for trick in deal.tricks for play in trick.plays]


def check_cards(state: MatchState) -> None:
    """Every card is once somewhere, and the points taken and to be taken add to 120."""
    deal, rules = state.deal, state.rules
    if deal is None:
        return
    cards = cards_in_play(state)
    claimed = bool(state.results) and state.results[-1].ended_by == "claim"
    claimed = claimed and state.results[-1].deal == state.number
    if len(set(cards)) != len(cards):
        raise InvariantError("a card is in two places")
    if not claimed and set(cards) != set(rules.deck):
        raise InvariantError("a card is missing")
    taken = {play.card for trick in deal.tricks for play in trick.plays}
    unseen = sum(rules.points[card] for card in cards if card not in taken)
    if sum(deal.points) + unseen != DECK_POINTS:
        raise InvariantError("the points do not add to 120")
    if state.phase == "deal_over" and state.results[-1].seat_points != deal.points:
        raise InvariantError("the result has other points than the deal")


class KnownCards:
    """Which cards each viewer may know of the deal in progress; index -1 is a watcher."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.public: set[Card] = set()
        self.held: list[set[Card]] = [set() for _ in range(players)]

    def follow(self, state: MatchState, events: Sequence[Event]) -> None:
        """Take in what happened with an action that led to this state."""
        if state.deal is None:
            self.public.clear()
            self.held = [set() for _ in range(self.players)]
            return
        for event in events:
            match event:
                case CardPlayed():
                    self.public.add(event.card)
                case TrumpTurned() if event.card is not None:
                    self.public.add(event.card)
                case Exchanged():
                    self.public |= {event.give, event.take}
                case Claimed():
                    self.public.update(card for hand in event.hands for card in hand)
                case _:
                    pass
        for seat, hand in enumerate(state.deal.hands):
            self.held[seat].update(hand)

    def check(self, state: MatchState, events: Sequence[Event]) -> int:
        """Raises InvariantError where a viewer is told of a card it may not know.

        Gives the number of views checked.
        """
        for seat in (*range(self.players), None):
            allowed = self.public | (self.held[seat] if seat is not None else set())
            told = cards_told(state, events, seat)
            if not told <= allowed:
                raise InvariantError(f"viewer {seat} is told of a card it may not know")
        return self.players + 1


def cards_told(state: MatchState, events: Sequence[Event], seat: int | None) -> set[Card]:
    """All card codes in what a viewer gets sent."""
    return set(_CODE.findall(json.dumps(message(state, events, seat))))


def message(state: MatchState, events: Sequence[Event], seat: int | None) -> dict[str, Any]:
    """What a viewer gets sent after an action: its view, and the events as it may know them."""
    shown = [redact(event, seat) for event in events]
    return {
        "view": view_to_json(view_for(state, seat)),
        "events": [event_to_json(event) for event in shown if event is not None],
    }
