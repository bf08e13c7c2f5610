"""Random actions, legal and illegal, for checks of the engine."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from games.engine import (
    SUITS,
    Action,
    Answer,
    ArmExchange,
    Ask,
    Bid,
    Claim,
    Cut,
    Declare,
    Discard,
    Exchange,
    IllegalAction,
    Look,
    MatchState,
    Peek,
    PlayCard,
    Resign,
    Say,
    Sign,
    apply,
    leaks_to,
    legal_actions,
)
from games.engine.out_of_turn import claim_refusal

NON_ADVANCING_ACTIONS: Final = (ArmExchange, Peek, Look, Sign, Ask, Answer, Say)
"""Actions that do not advance the deal."""
OUT_OF_TURN_CHANCE: Final = 0.15
"""Probability that a seat acts out of turn."""
TALK_TEXT: Final = "I lead my best"


def choose(state: MatchState, rng: random.Random) -> Action:
    """Return a random action that the engine accepts, mostly of the seat to act, sometimes of another.

    Raises:
        IllegalAction: the engine refuses an action that it offers as legal.
    """
    seat = state.turn
    assert seat is not None
    if rng.random() < OUT_OF_TURN_CHANCE:
        other = rng.randrange(state.rules.players)
        actions = list(legal_actions(state, other))
        talk = _talk(state, other)
        rng.shuffle(actions)
        for action in [*talk, *_claims(state, other), *actions][
            : 3 if rng.random() < 0.1 else len(actions)
        ]:
            action = noticed(state, action, rng)
            if accepted(state, action):
                return action
    actions = list(legal_actions(state, seat))
    if rng.random() < 0.8:
        actions = [
            action for action in actions if not isinstance(action, NON_ADVANCING_ACTIONS)
        ] or actions
    while True:
        action = noticed(state, actions.pop(rng.randrange(len(actions))), rng)
        if accepted(state, action):
            return action


def _talk(state: MatchState, seat: int) -> list[Action]:
    """Return [an action of free talk] if the rules allow talk or only punish it, else []."""
    options = state.rules.ruleset.options
    open_to_all = options["talk.mode"] == "parlant" or options["talk.penalty"] != "none"
    return [Say(seat, TALK_TEXT)] if open_to_all and state.phase == "play" else []


def _claims(state: MatchState, seat: int) -> list[Action]:
    """Return [a claim of the rest, possibly false] if the rules allow one, else []."""
    heard = claim_refusal(state, seat) in (None, "claim_false")
    return [Claim(seat)] if heard else []


def noticed(state: MatchState, action: Action, rng: random.Random) -> Action:
    """Return a sign action with randomly chosen seats that notice it; others unchanged."""
    if not isinstance(action, Sign):
        return action
    chance = state.rules.option("talk.leak")
    leaked = tuple(seat for seat in leaks_to(state.rules, action.seat) if rng.random() < chance)
    return replace(action, leaked=leaked)


def accepted(state: MatchState, action: Action) -> bool:
    """Return True if the engine accepts a legal action, False for refused claims or talk.

    Raises:
        IllegalAction: another action is refused.
    """
    try:
        apply(state, action)
    except IllegalAction as error:
        if isinstance(action, Claim) and error.code == "claim_false":
            return False
        if isinstance(action, Say) and error.code in ("talk_too_much", "talk_not_allowed"):
            return False
        raise
    return True


def others(state: MatchState, seat: int, rng: random.Random) -> list[Action]:
    """Return random actions of a seat, legal and illegal ones, that the engine must judge.

    Left out are actions that are accepted though never offered: resigning, arming what is armed already,
    uncertain claims, free talk, bids above what can be made, and calls without a rank.
    """
    rules, deal = state.rules, state.deal
    cards = rng.sample(rules.deck, 4)
    other, rank = rng.randrange(-1, rules.players + 1), rng.randrange(14)
    talks = _talk(state, seat)
    armed = deal is not None and deal.armed[seat]
    return [
        *(PlayCard(seat, card) for card in cards),
        PlayCard(seat, cards[0], "arrastre"),
        *(Exchange(seat, card) for card in cards[:2]),
        *([] if armed else [ArmExchange(seat, True)]),
        *([] if _claims(state, seat) else [Claim(seat)]),
        Cut(seat, rng.randrange(60)),
        *([Resign(seat)] if len(rules.sides[0]) > 1 else []),
        Bid(seat),
        Bid(seat, rank=rank),
        Bid(seat, points=rng.randrange(171)),
        Bid(seat, rank=rank, points=rng.randrange(200)),
        Declare(seat, rng.choice(SUITS), rank),
        *([Declare(seat, rng.choice(SUITS))] if state.phase != "call" else []),
        Discard(seat, tuple(cards[:2])),
        Discard(seat, tuple(cards[:3])),
        Peek(seat, other),
        Look(seat, other),
        Sign(seat, rng.choice(("trump_ace", "brisca", "no_trump", "ask_low", "whistle"))),
        Ask(seat, other, rng.choice(("points", "brisca", "weather"))),
        Answer(seat, other, rng.random() < 0.5),
        *([] if talks else [Say(seat, TALK_TEXT)]),
    ]


def key(action: Action) -> object:
    """Return a key that is equal for equivalent actions: the order of discards does not matter."""
    if isinstance(action, Discard):
        return (action.seat, "discard", frozenset(action.cards))
    return action
