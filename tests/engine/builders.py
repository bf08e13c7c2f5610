"""States written as text: `deal_state("trump E turned E12 | O1 C3 B7 | E7 O4 C5")`."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from games.engine import (
    Action,
    Bid,
    Cut,
    DealCards,
    DealState,
    Event,
    IllegalAction,
    MatchState,
    PlayCard,
    Rules,
    apply,
    build_ruleset,
    legal_actions,
    start,
)


def rules_for(preset: str = "ludoteka", players: int = 2, **options: object) -> Rules:
    """Rules of a preset; options with `__` for the dot."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    return build_ruleset(preset, players, named).rules


def dealt(rules: Rules, hands: str, turned: str, stock: str = "", dealer: int | None = None):
    """A match whose first deal gives these hands (from seat 0, split by `|`) and turned card.

    `stock` names the first cards to be drawn; the rest of the pack follows in its own order. The
    dealer is the last seat unless told, so that seat 0 is the eldest.
    """
    dealer = rules.players - 1 if dealer is None else dealer
    by_seat = [part.split() for part in hands.split("|")]
    order = [(dealer + 1 + i) % rules.players for i in range(rules.players)]
    deck = [by_seat[seat][row] for row in range(rules.hand_size) for seat in order]
    deck += [turned, *stock.split()]
    deck += [card for card in rules.deck if card not in deck]
    state: MatchState = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(tuple(deck)))
    return state


def opened(
    rules: Rules, hands: str = "", *, dealer: int | None = None, talon: str = "", stock: str = ""
) -> MatchState:
    """A match whose first deal gives these cards, hands made whole with cards that are not named.

    For games in which no card is turned; `dealer` as in `dealt`.
    """
    dealer = rules.players - 1 if dealer is None else dealer
    given = [part.split() for part in hands.split("|")] if hands else []
    given += [[] for _ in range(rules.players - len(given))]
    named = {card for hand in given for card in hand} | {*talon.split(), *stock.split()}
    spare = [card for card in rules.deck if card not in named]
    for hand in given:
        while len(hand) < rules.hand_size:
            hand.append(spare.pop(0))
    order = [(dealer + 1 + i) % rules.players for i in range(rules.players)]
    deck = [given[seat][row] for row in range(rules.hand_size) for seat in order]
    deck += [*stock.split(), *spare, *talon.split()]
    state: MatchState = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(tuple(deck)))
    return state


def bought(state: MatchState, bid: Bid) -> MatchState:
    """The auction won with this bid, all others passing."""
    while state.phase == "auction":
        assert state.turn is not None
        state, _ = apply(state, bid if state.turn == bid.seat else Bid(state.turn))
    return state


def after(state: MatchState, *actions: Action) -> MatchState:
    """The state after these actions."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def happened(state: MatchState, *actions: Action) -> list[Event]:
    """What these actions bring about."""
    events: list[Event] = []
    for action in actions:
        state, more = apply(state, action)
        events += more
    return events


def refused(state: MatchState, action: Action) -> str:
    """The code with which an action is refused; the state must stay as it was."""
    before = spelled(state)
    with pytest.raises(IllegalAction) as refusal:
        apply(state, action)
    assert spelled(state) == before
    return refusal.value.code


def spelled(state: MatchState) -> str:
    """All of a state in words, its secrets too."""

    def plain(value: object) -> object:
        if isinstance(value, MatchState | DealState):
            return [plain(getattr(value, field.name)) for field in fields(value)]
        return [plain(item) for item in value] if isinstance(value, tuple) else value

    return repr(plain(state))


def play_out(state: MatchState, rng: random.Random) -> MatchState:
    """The deal played to its end with cards at random."""
    while state.phase == "play":
        assert state.turn is not None
        plays = [one for one in legal_actions(state, state.turn) if isinstance(one, PlayCard)]
        state, _ = apply(state, rng.choice(plays))
    return state
