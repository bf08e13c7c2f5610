"""Invariants that hold at every moment of every match; tests and `random_play` check them.

`KnownCards` follows a match from outside and works out which cards each viewer may know, independently
of the engine's `view_for`: cards that lay open, that were shown to the viewer, or that it has held.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from games.engine import (
    Card,
    DealResult,
    DealState,
    Event,
    MatchState,
    event_to_json,
    is_turn,
    legal_actions,
    redact,
    view_for,
    view_to_json,
)
from games.engine.events import (
    Called,
    CardDrawn,
    CardPlayed,
    CardsDiscarded,
    Claimed,
    ClaimFailed,
    DealEnded,
    DealerDrawn,
    Exchanged,
    HandDealt,
    MarriageShown,
    Peeked,
    Said,
    TalonShown,
    TrumpTurned,
)
from games.engine.phases.talk import named_cards

_CARD_CODE: Final = re.compile(r'"([OCEB]\d{1,2})"')
WATCHER: Final = None
"""The viewer without a seat."""


class InvariantError(AssertionError):
    """Error: an invariant of matches (such as each card in one place) does not hold."""


# -- cards and points ------------------------------------------------------------------------


def cards_in_play(state: MatchState) -> list[Card]:
    """Return every card of the deal except those that a claim took without playing them."""
    deal = state.deal
    if deal is None:
        return []
    cards = [card for hand in deal.hands for card in hand]
    cards += deal.stock[deal.drawn :]
    cards += [deal.turned] if deal.turned else []
    cards += [play.card for play in deal.plays]
    cards += [play.card for trick in deal.tricks for play in trick.plays]
    return cards + laid_aside(deal)


def laid_aside(deal: DealState) -> list[Card]:
    """Return the talon until a seat takes it, and then the cards that the seat discarded."""
    special = deal.special
    if special is None:
        return []
    contract = special.contract
    return list(special.talon if contract is None else contract.discards)


def check_cards(state: MatchState) -> None:
    """Check that every card is in exactly one place, and that points taken and left add up to the pack's.

    Raises:
        InvariantError: a card is missing or doubled, or the points do not add up.
    """
    deal, rules = state.deal, state.rules
    if deal is None:
        return
    cards = cards_in_play(state)
    result = latest_result(state)
    if len(set(cards)) != len(cards):
        raise InvariantError("a card is in two places")
    if (result is None or result.ended_by != "claim") and set(cards) != set(rules.deck):
        raise InvariantError("a card is missing")
    taken_cards = {play.card for trick in deal.tricks for play in trick.plays}
    if result is not None:  # cards put away count for their owner only at the end
        taken_cards.update(laid_aside(deal) if deal.special and deal.special.contract else ())
    unseen = sum(rules.points[card] for card in cards if card not in taken_cards)
    if sum(deal.points) + unseen != rules.deck_points:
        raise InvariantError(f"the points do not add to {rules.deck_points}")
    if result is not None and result.seat_points != deal.points:
        raise InvariantError("the result has other points than the deal")


def latest_result(state: MatchState) -> DealResult | None:
    """Return the result of the current deal; None while it is being played."""
    result = state.results[-1] if state.results else None
    return result if result is not None and result.deal == state.number else None


def check_result(state: MatchState) -> None:
    """Check that a counted deal adds up: sides to seats, extras to totals, game points to the score.

    Raises:
        InvariantError: some of these figures do not add up.
    """
    result, rules = latest_result(state), state.rules
    if result is None:
        return
    sides = [sum(result.seat_points[seat] for seat in side) for side in rules.sides]
    if sides != list(result.side_points):
        raise InvariantError("the points of the sides are not those of their seats")
    for extra in result.extras:
        sides[extra.side] += extra.points
    if sides != list(result.totals):
        raise InvariantError("the totals are not points and extras")
    for side in range(len(rules.sides)):
        if result.score[side] != sum(deal.game_points[side] for deal in state.results):
            raise InvariantError("the score is not what the deals gave")
    is_complete = result.ended_by in ("played_out", "claim")
    if is_complete and sum(result.side_points) != rules.deck_points:
        raise InvariantError("not all points were taken")
    if is_complete and sum(result.side_cards) + rules.talon != len(rules.deck):
        raise InvariantError("not all cards were taken")
    _check_contract(state, result)


def _check_contract(state: MatchState, result: DealResult) -> None:
    rules, contract = state.rules, result.contract
    if contract is None:
        return
    won, points = contract.made >= contract.target, result.game_points
    if rules.talon:
        is_paid_right = points[contract.caller] > 0 if won else sum(points) == contract.target
    elif rules.option("chiamata.scoring") == "gingo":
        is_paid_right = (points[contract.caller] > 0) == won
    else:
        is_paid_right = sum(points) == 0 and (points[contract.caller] > 0) == won
    if not is_paid_right:
        raise InvariantError("the contract is paid wrongly")


def check_draws(state: MatchState, events: Sequence[Event]) -> None:
    """Check that seats draw cards in turn, beginning with the seat that the rules name.

    That is the seat that took the trick; with drawing by seat it is the eldest, except in the last round.

    Raises:
        InvariantError: a seat draws out of its turn.
    """
    drawing_seats = [event.seat for event in events if isinstance(event, CardDrawn)]
    deal, players = state.deal, state.rules.players
    if not drawing_seats or deal is None:
        return
    by_seat = state.rules.option("deal.draw") == "by_seat" and deal.stock_left > 0
    first = state.dealer + 1 if by_seat else deal.tricks[-1].winner or 0
    if drawing_seats != [(first + at) % players for at in range(len(drawing_seats))]:
        raise InvariantError("cards are drawn out of turn")


def check_turn(state: MatchState) -> None:
    """Check that the seat to act has a legal action, and that no seat is to act while the host is.

    Raises:
        InvariantError: one of these does not hold.
    """
    if (is_turn(state.phase) or state.phase == "cut") != (state.turn is not None):
        raise InvariantError(f"in {state.phase} it is the turn of {state.turn}")
    if state.turn is None:
        return
    if not legal_actions(state, state.turn):
        raise InvariantError(f"nothing is legal in {state.phase} for who is to act")
    deal = state.deal
    if deal is not None and state.phase != "cut" and deal.turn != state.turn:
        raise InvariantError("deal and match differ in whose turn it is")


# -- what each viewer may know ---------------------------------------------------------------


class KnownCards:
    """The cards that each viewer may know in the running deal, from the events that it was shown."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.public: set[Card] = set()
        self.held: list[set[Card]] = [set() for _ in range(players)]
        """Cards that a seat has held, or was shown alone."""
        self.named: set[Card] = set()
        """Cards that were named in the open, without showing which seat holds them."""

    def known_to(self, seat: int | None) -> set[Card]:
        """Return the cards that a viewer has been able to see in the deal; None is a spectator."""
        return self.public | (self.held[seat] if seat is not None else set())

    def follow(self, state: MatchState, events: Sequence[Event]) -> None:
        """Update the known cards after an action that led to this state, with its events."""
        if state.deal is None:
            self.public, self.named = set(), set()
            self.held = [set() for _ in range(self.players)]
            self._shown(state, events)
            return
        self._shown(state, events)
        open_stock = state.rules.option("open_stock")
        stock = state.deal.stock[state.deal.drawn :]
        self.public.update({"top": stock[:1], "all": stock}.get(open_stock, ()))
        for seat, hand in enumerate(state.deal.hands):
            self.held[seat].update(hand)
            if state.rules.open_hands:
                self.public.update(hand)

    def _shown(self, state: MatchState, events: Sequence[Event]) -> None:
        king, knight, _ = state.rules.figures
        for event in events:
            match event:
                case CardPlayed():
                    self.public.add(event.card)
                case TrumpTurned():
                    self.public.update({event.card} if event.card else ())
                case Exchanged():
                    self.public |= {event.give, event.take}
                case Claimed():
                    self.public.update(card for hand in event.hands for card in hand)
                case ClaimFailed():
                    self.public.update(event.cards)
                case HandDealt() if event.open and event.cards is not None:
                    self.public.update(event.cards)
                case CardDrawn() if (event.open or event.turned) and event.card is not None:
                    self.public.add(event.card)
                case DealerDrawn():
                    self.named.update(card for drawn in event.draws for _, card in drawn)
                case TalonShown():
                    self.public.update(event.cards)
                case CardsDiscarded() if event.cards is not None:
                    self.held[event.seat].update(event.cards)
                case Called() if event.rank is not None:
                    self.named.add(f"{event.suit}{event.rank}")
                case Said():
                    self.named.update(named_cards(state.rules, event.text))
                case MarriageShown():
                    self.public |= {f"{event.suit}{king}", f"{event.suit}{knight}"}
                case Peeked():
                    self.held[event.seat].update(event.cards)
                case DealEnded() if event.result.contract is not None:
                    self.public.update(event.result.contract.discards or ())
                case _:
                    pass

    def check(self, state: MatchState, events: Sequence[Event]) -> int:
        """Check that no viewer is sent a card that it may not know; return the number of views checked.

        Raises:
            InvariantError: a viewer is sent such a card.
        """
        for seat in (*range(self.players), WATCHER):
            sent = cards_sent(state, events, seat)
            if not sent <= self.known_to(seat) | self.named:
                raise InvariantError(f"viewer {seat} is told of a card it may not know")
        return self.players + 1


def cards_sent(state: MatchState, events: Sequence[Event], seat: int | None) -> set[Card]:
    """Return all card codes in the message that a viewer is sent."""
    return set(_CARD_CODE.findall(json.dumps(message(state, events, seat))))


def message(state: MatchState, events: Sequence[Event], seat: int | None) -> dict[str, Any]:
    """Return the message that a viewer is sent after an action: its view, and the events that it may see."""
    visible_events = [redact(event, seat) for event in events]
    return {
        "view": view_to_json(view_for(state, seat)),
        "events": [event_to_json(event) for event in visible_events if event is not None],
    }
