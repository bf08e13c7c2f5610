"""Swap the seven or the two of trumps for the turned card (rules, rows 1 to 6)."""

from __future__ import annotations

from typing import TypeVar

from games.engine.actions import ArmExchange, Exchange
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events import Event, ExchangeArmed, Exchanged
from games.engine.out_of_turn import exchange_cards, exchange_closed, exchange_refusal, may_arm
from games.engine.phases.feature import Step
from games.engine.state import DRAW, PLAY, DealState, MatchState

T = TypeVar("T")


def exchange(state: MatchState, action: Exchange) -> Step:
    """Apply an exchange: swap the seven or two of trumps in a seat's hand for the turned card.

    Raises:
        IllegalAction: the exchange is not open to this seat, this card or at this moment.
    """
    refusal = exchange_refusal(state, action.seat, action.give)
    if refusal is not None or state.deal is None:
        raise IllegalAction(refusal or "not_in_phase")
    deal, events = state.deal.copy(), list[Event]()
    _swap(deal, action.seat, action.give, events)
    return state.replace(deal=deal), tuple(events)


def arm_exchange(state: MatchState, action: ArmExchange) -> Step:
    """Apply a seat's request to exchange the turned card once that is legal, or its withdrawal.

    Raises:
        IllegalAction: no card is being played, or asking can come to nothing.
    """
    deal, seat = state.deal, action.seat
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    if action.on and not may_arm(state, seat):
        if not state.rules.armable:
            raise IllegalAction("exchange_off")
        closed = exchange_closed(state.phase, state.rules, deal)
        raise IllegalAction("exchange_closed" if closed else "exchange_not_yours")
    deal = deal.replace(armed=replaced_at(deal.armed, seat, action.on))
    return state.replace(deal=deal), (ExchangeArmed(seat, action.on),)


def exchange_armed(state: MatchState, deal: DealState, events: list[Event]) -> None:
    """Carry out the exchange that the winner of a trick asked for ahead, if it is legal now.

    Changes `deal` in place: the trick is taken, and nobody has drawn.
    """
    seat = deal.turn
    window = state.replace(phase=DRAW, deal=deal, turn=None)
    for card in exchange_cards(state.rules, deal, seat):
        if exchange_refusal(window, seat, card) is None:
            _swap(deal, seat, card, events)
            deal.armed = replaced_at(deal.armed, seat, False)
            return


def _swap(deal: DealState, seat: int, give: Card, events: list[Event]) -> None:
    """Put the card `give` under the stock and the turned card into the seat's hand; change `deal`.

    Raises:
        IllegalAction: no card lies under the stock.
    """
    take = deal.turned
    if take is None:
        raise IllegalAction("exchange_closed")
    hand = tuple(take if card == give else card for card in deal.hands[seat])
    deal.hands = replaced_at(deal.hands, seat, hand)
    deal.turned = give
    events.append(Exchanged(seat, give, take))


def replaced_at(items: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """Return a tuple of values by seat, with the value of this seat replaced."""
    return (*items[:seat], value, *items[seat + 1 :])
