"""Cut, deal and turned card (rules, 1.3)."""

from __future__ import annotations

from typing import Final

from games.engine import state as states
from games.engine.actions import HOST, Cut, DealCards
from games.engine.errors import IllegalAction
from games.engine.events import DeckCut, Event, HandDealt, TrumpTurned
from games.engine.rules import Rules
from games.engine.state import SEAL, DealState, MatchState, make_tuple

SMALLEST_PACKET: Final = 4
"""Cards in the smallest packet of a cut (Fournier; rules, 1.3)."""


def cut_range(rules: Rules) -> range:
    """Where the deck may be cut: cards from the top."""
    return range(SMALLEST_PACKET, len(rules.deck) - SMALLEST_PACKET + 1)


def cut(state: MatchState, action: Cut) -> tuple[MatchState, tuple[Event, ...]]:
    """The cutter cuts; the host deals next."""
    if state.phase != states.CUT:
        raise IllegalAction("not_in_phase")
    if action.seat != state.cutter:
        raise IllegalAction("not_your_turn")
    if action.at not in cut_range(state.rules):
        raise IllegalAction("cut_out_of_range")
    _, rules, _, number, dealer, _, deal, score, results, winners, ended_by, _ = state
    after = make_tuple(
        MatchState,
        (SEAL, rules, states.DEAL, number, dealer, action.at, deal, score, results, winners,
         ended_by, None),
    )  # fmt: skip
    return after, (DeckCut(action.seat, action.at),)


def deal(state: MatchState, action: DealCards) -> tuple[MatchState, tuple[Event, ...]]:
    """Three cards each, one by one from the eldest; the next is turned and drawn last."""
    if action.seat != HOST or state.phase != states.DEAL:
        raise IllegalAction("not_in_phase")
    _, rules, _, number, dealer, cut, _, score, results, winners, ended_by, _ = state
    deck = action.deck
    if len(deck) != len(rules.deck) or rules.pack != set(deck):
        raise IllegalAction("bad_deck")
    players, dealt = rules.players, rules.players * rules.hand_size
    eldest = state.eldest
    hands = [deck[(seat - eldest) % players : dealt : players] for seat in range(players)]
    turned = deck[dealt]
    nothing = (0,) * players
    new: DealState = make_tuple(
        DealState,
        (
            SEAL,
            turned[0],
            turned,
            turned,
            deck[dealt + 1 :],
            0,
            tuple(hands),
            eldest,
            eldest,
            (),
            False,
            (),
            nothing,
            nothing,
            rules.nobody,
            0,
        ),
    )
    size = rules.hand_size
    events: list[Event] = [
        make_tuple(HandDealt, (seat, hands[seat], size)) for seat in rules.seats_from(eldest)
    ]
    events.append(TrumpTurned(turned[0], turned))
    after = make_tuple(
        MatchState,
        (SEAL, rules, states.PLAY, number, dealer, cut, new, score, results, winners,
         ended_by, eldest),
    )  # fmt: skip
    return after, tuple(events)
