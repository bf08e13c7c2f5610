"""What a viewer may hear of what happened: each kind of event, field by field.

Beside `games.engine.visibility`, which says what a viewer may see of how things stand, this is the
one place where secrets are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from games.engine import events as happened
from games.engine.events import Event


def redact(event: Event, seat: int | None) -> Event | None:
    """The event as this viewer may know it; None where it may not know of it at all."""
    match event:
        case happened.HandDealt():
            return event if event.open or event.seat == seat else event._replace(cards=None)
        case happened.CardDrawn():
            seen = event.turned or event.open or event.seat == seat
            return event if seen else event._replace(card=None)
        case happened.ExchangeArmed() | happened.Peeked() | happened.Looked():
            return event if event.seat == seat else None
        case happened.CardsDiscarded():
            return event if event.seat == seat else event._replace(cards=None)
        case happened.Signed():
            return _sign_seen(event, seat)
        case (
            happened.DealStarted()
            | happened.DeckCut()
            | happened.TrumpTurned()
            | happened.CardPlayed()
            | happened.TrickTaken()
            | happened.Exchanged()
            | happened.Claimed()
            | happened.ClaimFailed()
            | happened.DealEnded()
            | happened.Resigned()
            | happened.Offered()
            | happened.Replied()
            | happened.Paused()
            | happened.Resumed()
            | happened.MatchEnded()
            | happened.DealerDrawn()
            | happened.BidMade()
            | happened.AuctionWon()
            | happened.TalonShown()
            | happened.Called()
            | happened.PartnerRevealed()
            | happened.MarriageShown()
            | happened.ThreeKilled()
            | happened.Asked()
            | happened.Answered()
            | happened.Said()
            | happened.Warned()
            | happened.Penalised()
        ):
            return event
        case happened.OwnEvent():
            return event.for_viewer(seat)
    assert_never(event)


def _sign_seen(event: happened.Signed, seat: int | None) -> happened.Signed | None:
    """A sign as who made it, or who saw it, knows it; nobody is told who else saw it."""
    if seat is None:
        return None
    if seat == event.seat:
        return event._replace(seen_by=event.told)
    return event._replace(seen_by=(seat,)) if seat in event.seen_by else None


def audience(events: Iterable[Event], players: int) -> frozenset[int]:
    """The seats that may know of something among these events."""
    told = list(events)
    return frozenset(
        seat for seat in range(players) if any(redact(event, seat) is not None for event in told)
    )
