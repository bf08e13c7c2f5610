"""Decks that the tables of an event share."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.common.ports import Port
from games.models import Match
from games.record.fairness import Block


class EventDeckSource(NamedTuple):
    """The event (row id) and round whose decks a match plays, with the seed key of its bots."""

    event: int
    round: int
    dice: bytes


class EventDecks:
    """Interface to events (such as tournaments) whose tables share decks; default: no events."""

    def is_event_match(self, match: Match) -> bool:
        """Return whether a match is a game of an event, such as a tournament."""
        return False

    def source_of(self, match: Match) -> EventDeckSource | None:
        """Return the shared decks that a match plays; None where it has decks of its own."""
        return None

    def proof(self, event: int, round_number: int, deal: int) -> Block:
        """Return the proof of the deck of a deal of a round of an event (row id).

        Raises:
            LookupError: there is no such deck.
        """
        raise LookupError(f"event {event} has no decks")


event_decks: Final = Port(EventDecks)
