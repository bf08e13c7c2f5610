"""Cut, deal and turned card (rules, 1.3)."""

from __future__ import annotations

from typing import Final

from games.engine import state as states
from games.engine.actions import HOST, Cut, DealCards, DrawDealer
from games.engine.cards import SUITS, Card, Suit
from games.engine.errors import IllegalAction
from games.engine.events import DealerDrawn, DeckCut, Event, HandDealt, TrumpTurned
from games.engine.phases.feature import features_of
from games.engine.rules import Rules
from games.engine.state import SEAL, DealState, MatchState, Special

SMALLEST_PACKET: Final = 4
"""Cards in the smallest packet of a cut (Fournier; rules, 1.3)."""


def cut_range(rules: Rules) -> range:
    """Return the numbers of cards from the top at which the deck may be cut."""
    return range(SMALLEST_PACKET, len(rules.deck) - SMALLEST_PACKET + 1)


def cut(state: MatchState, action: Cut) -> tuple[MatchState, tuple[Event, ...]]:
    """Apply a cut of the deck at the place that the cutter chose; the cards are to be dealt next.

    Raises:
        IllegalAction: no cut is due, another seat is to cut, or a packet would be too small.
    """
    if state.phase != states.CUT:
        raise IllegalAction("not_in_phase")
    if action.seat != state.cutter:
        raise IllegalAction("not_your_turn")
    if action.at not in cut_range(state.rules):
        raise IllegalAction("cut_out_of_range")
    after = state.replace(phase=states.DEAL, cut=action.at, turn=None)
    return after, (DeckCut(action.seat, action.at),)


def draw_dealer(state: MatchState, action: DrawDealer) -> tuple[MatchState, tuple[Event, ...]]:
    """Set the first dealer by the highest drawn card; seats that tie draw again (rules, 1.3).

    Raises:
        IllegalAction: no dealer is to be drawn, or these cards do not say who deals.
    """
    rules = state.rules
    if action.seat != HOST or state.phase != states.DRAW_DEALER or not rules.high_card:
        raise IllegalAction("not_in_phase")
    if len(set(action.cards)) != len(action.cards) or not rules.pack >= set(action.cards):
        raise IllegalAction("bad_deck")
    draws, dealer = highest_draws(rules, action.cards)
    state = state.replace(phase=states.CUT, dealer=dealer, turn=(dealer - 1) % rules.players)
    drawn: list[Event] = [DealerDrawn(draws, dealer)]
    return state, tuple(drawn)


def highest_draws(
    rules: Rules, cards: tuple[Card, ...]
) -> tuple[tuple[tuple[tuple[int, Card], ...], ...], int]:
    """Return the rounds, each of (seat, card), in which seats draw for the deal, and the dealer.

    Raises:
        IllegalAction: `bad_deck`, there are too few cards, or more than are drawn.
    """
    seats, left = list(range(rules.players)), list(cards)
    draws = []
    while len(seats) > 1:
        if len(left) < len(seats):
            raise IllegalAction("bad_deck")
        drawn = tuple((seat, left.pop(0)) for seat in seats)
        draws.append(drawn)
        best = max(rules.strengths[card] for _, card in drawn)
        seats = [seat for seat, card in drawn if rules.strengths[card] == best]
    if left:
        raise IllegalAction("bad_deck")
    return tuple(draws), seats[0]


def draws_decide(rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Return whether drawing exactly these cards decides who deals first."""
    try:
        highest_draws(rules, cards)
    except IllegalAction:
        return False
    return True


def deal(state: MatchState, action: DealCards) -> tuple[MatchState, tuple[Event, ...]]:
    """Apply the deal of a deck, card by card from the eldest; with a stock, each seat gets three.

    Without a stock all cards are dealt, the talon last. A turned card is drawn last.

    Raises:
        IllegalAction: no deal is due, it is not the host who deals, or the deck is not the pack.
    """
    if action.seat != HOST or state.phase != states.DEAL:
        raise IllegalAction("not_in_phase")
    rules, deck = state.rules, action.deck
    if len(deck) != len(rules.deck) or rules.pack != set(deck):
        raise IllegalAction("bad_deck")
    new, order = _dealt(rules, state, deck), rules.orders[state.dealer]
    events: list[Event] = [
        HandDealt(seat, new.hands[seat], rules.hand_size, rules.open_hands) for seat in order
    ]
    if new.trump:
        events.append(TrumpTurned(new.trump, new.turned))
    after = state.replace(phase=states.PLAY, deal=new, turn=new.turn)
    if features_of(rules).every:
        after = _begin(after, new, deck[len(deck) - rules.talon :], events)
    return after, tuple(events)


def _dealt(rules: Rules, state: MatchState, deck: tuple[Card, ...]) -> DealState:
    """Return a new deal's state: hands, turned card and stock of a deck; the eldest is to lead."""
    players, dealt = rules.players, rules.players * rules.hand_size
    order = rules.orders[state.dealer]
    hands: list[tuple[Card, ...]] = [()] * players
    for at, seat in enumerate(order):
        hands[seat] = deck[at:dealt:players]
    turned = deck[dealt] if rules.turns_card else None
    nothing = (0,) * players
    return DealState(
        seal=SEAL,
        trump=turned[0] if turned else _trump(rules, state.number),
        trump_card=turned,
        turned=turned,
        stock=deck[dealt + 1 :] if turned else deck[dealt : len(deck) - rules.talon],
        drawn=0,
        hands=tuple(hands),
        leader=order[0],
        turn=order[0],
        plays=(),
        pull=False,
        tricks=(),
        tricks_won=nothing,
        points=nothing,
        armed=rules.nobody,
        round_drawn=0,
        special=None,
    )


def _trump(rules: Rules, number: int) -> Suit:
    """Return the trump suit of a deal without a turned card: by rotation, or "" if unknown yet."""
    return SUITS[(number - 1) % len(SUITS)] if rules.option("trump.source") == "rotation" else ""


def _begin(
    state: MatchState, deal: DealState, talon: tuple[Card, ...], events: list[Event]
) -> MatchState:
    """Start the optional rules' parts of a new deal; some put a phase before the play (auction)."""
    rules = state.rules
    special = Special(SEAL, deal.hands, talon if rules.talon else ())
    for feature in features_of(rules).every:
        if feature.begin is not None:
            special = feature.begin(rules, deal, special)
    state = state.replace(deal=deal.replace(special=special))
    for feature in features_of(rules).every:
        if feature.dealt is not None:
            state = feature.dealt(state, events)
    return state
