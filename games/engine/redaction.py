"""Redaction of events: what a viewer may know of each kind, field by field.

Beside `games.engine.visibility`, which says what a viewer may see of how things stand, this is the
one place where secrets are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from games.engine import events as happened
from games.engine.cards import Card
from games.engine.events import Event


def redact(event: Event, seat: int | None) -> Event | None:
    """Return the event as this seat, or with None a stranger, may see it; None if it may not.

    >>> redact(happened.CardDrawn(seat=0, card="B5", turned=False), seat=1)
    CardDrawn(seat=0, card=None, turned=False, open=False)

    Raises:
        TypeError: no rule says who may know of an event of this kind.
    """
    kind = type(event)
    if kind in PUBLIC:
        return event
    if kind in REDACTED:
        return REDACTED[kind](event, seat)
    if isinstance(event, happened.OwnEvent):
        return event.for_viewer(seat)
    raise TypeError(f"nobody is told of {kind.__name__}")


def without_words(event: Event, deck: Collection[Card]) -> Event | None:
    """Return an event for a viewer who reads no free words; None if it is nothing but such words.

    What a seat says remains if it names cards of the deck alone, as that is part of the game.

    >>> without_words(happened.Said(seat=0, text="O1 C3"), deck=["O1", "C3"])
    Said(seat=0, text='O1 C3')
    >>> without_words(happened.Said(seat=0, text="hello"), deck=["O1", "C3"])
    """
    if isinstance(event, happened.Said) and not set(event.text.split()) <= set(deck):
        return None
    return event


PUBLIC: Final = frozenset(
    {
        happened.DealStarted,
        happened.DeckCut,
        happened.TrumpTurned,
        happened.CardPlayed,
        happened.TrickTaken,
        happened.Exchanged,
        happened.Claimed,
        happened.ClaimFailed,
        happened.DealEnded,
        happened.Resigned,
        happened.Offered,
        happened.Replied,
        happened.Paused,
        happened.Resumed,
        happened.MatchEnded,
        happened.DealerDrawn,
        happened.BidMade,
        happened.AuctionWon,
        happened.TalonShown,
        happened.Called,
        happened.PartnerRevealed,
        happened.MarriageShown,
        happened.ThreeKilled,
        happened.Asked,
        happened.Answered,
        happened.Said,
        happened.Warned,
        happened.Penalised,
    }
)
"""The events that every viewer may see completely."""


def _hand_seen(event: happened.HandDealt, seat: int | None) -> Event:
    return event if event.open or event.seat == seat else event._replace(cards=None)


def _draw_seen(event: happened.CardDrawn, seat: int | None) -> Event:
    visible = event.turned or event.open or event.seat == seat
    return event if visible else event._replace(card=None)


def _discard_seen(event: happened.CardsDiscarded, seat: int | None) -> Event:
    return event if event.seat == seat else event._replace(cards=None)


def _own_alone(event: Any, seat: int | None) -> Event | None:
    """Return the event for the seat that made it; None for any other viewer."""
    own: Event | None = event if event.seat == seat else None
    return own


def _sign_seen(event: happened.Signed, seat: int | None) -> happened.Signed | None:
    """Return a sign as its maker or a seat that saw it may know it, without who else saw it."""
    if seat is None:
        return None
    if seat == event.seat:
        return event._replace(seen_by=event.told)
    return event._replace(seen_by=(seat,)) if seat in event.seen_by else None


REDACTED: Final[Mapping[type, Callable[[Any, int | None], Event | None]]] = {
    happened.HandDealt: _hand_seen,
    happened.CardDrawn: _draw_seen,
    happened.CardsDiscarded: _discard_seen,
    happened.ExchangeArmed: _own_alone,
    happened.Peeked: _own_alone,
    happened.Looked: _own_alone,
    happened.Signed: _sign_seen,
}
"""Event with secrets -> function that returns what a viewer may see of it."""


def audience(events: Iterable[Event], players: int) -> frozenset[int]:
    """Return the seats that may see at least one of these events.

    Raises:
        TypeError: an event is of a kind without a rule about who may see it.
    """
    all_events = list(events)
    return frozenset(
        seat
        for seat in range(players)
        if any(redact(event, seat) is not None for event in all_events)
    )
