"""Check that a viewer gets the same bytes from deals that differ only in cards hidden from it.

A deal is played at random for a while. For one viewer the cards that it cannot know change places; the
same actions are applied again. Every message to the viewer must be the same, as must their number and
every refusal of the viewer's own attempts.

In some pairs of deals the others also leave out their unseen actions: looks, exchanges armed, signs to
each other.

Actions of others may be impossible with the cards that they then hold (an obligation, a sign that must
be true, a claim): such a pair proves nothing. Nor does a pair in which an event reveals a hand: an armed
exchange, a marriage, a right or wrong claim.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine import (
    SUITS,
    Action,
    ArmExchange,
    Bid,
    Card,
    Claim,
    Cut,
    DealCards,
    Declare,
    Discard,
    Exchange,
    IllegalAction,
    Look,
    MatchState,
    Peek,
    PlayCard,
    Rules,
    Sign,
    apply,
    audience,
    cut_range,
    is_private,
    start,
)
from games.engine.events import Claimed, ClaimFailed, DealEnded, Exchanged, MarriageShown
from games.engine.phases.talk import GESTURES
from games.record.dealing import dealer_draw
from tests.support import invariants
from tests.support.invariants import InvariantError, KnownCards
from tests.support.random_actions import choose

REVEALING_EVENTS: Final = (Claimed, ClaimFailed, Exchanged, MarriageShown)
"""Events by which everybody learns of cards in a hand."""
PAIRS_A_VIEWER: Final = 3
"""Changed deals that are compared with a played deal for each viewer."""
QUIET_SHARE: Final = 0.4
"""Share of the pairs in which the others leave out their unseen actions."""
MAX_TRIES_A_PAIR: Final = 40
"""Pairs tried for each wanted pair that proves something, before giving up."""


class SecrecyError(InvariantError):
    """Error: a viewer learns something that is secret from it."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that was played at random, to its end or partly: rules, deck and actions."""

    rules: Rules
    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    """Actions from the cut on, without the deal itself."""
    end: MatchState
    known: KnownCards

    def viewers(self) -> tuple[int | None, ...]:
        """Return every seat, and None for a spectator."""
        return (*range(self.rules.players), None)


def play_on(rules: Rules, rng: random.Random) -> PlayedDeal:
    """Cut, deal, and play a new deal at random, mostly not to its end."""
    dealer, known = rng.randrange(rules.players), KnownCards(rules.players)
    state = start(rules, dealer=dealer)
    actions: list[Action] = []
    if state.phase == "draw_dealer":
        actions.append(dealer_draw(rules, rng.randbytes))
        state, events = apply(state, actions[-1])
        known.follow(state, events)
    actions.append(Cut(state.cutter, rng.choice(cut_range(rules))))
    state, _ = apply(state, actions[-1])
    deck = tuple(rng.sample(rules.deck, len(rules.deck)))
    state, events = apply(state, DealCards(deck))
    known.follow(state, events)
    steps = rng.randrange(2 * len(deck)) if rng.random() < 0.8 else 10**6
    while state.turn is not None and steps:
        actions.append(choose(state, rng))
        state, events = apply(state, actions[-1])
        known.follow(state, events)
        steps -= 1
    return PlayedDeal(rules, dealer, deck, tuple(actions), state, known)


def other_deck(played: PlayedDeal, seat: int | None, rng: random.Random) -> tuple[Card, ...]:
    """Return a deck in which the cards unknown to a viewer are in other places."""
    known = played.known.known_to(seat)
    unknown = [card for card in played.deck if card not in known]
    mixed = list(unknown)
    if (
        len(unknown) > 6 and rng.random() < 0.5
    ):  # few changes leave more of what others did possible
        first, second = rng.sample(range(len(unknown)), 2)
        mixed[first], mixed[second] = mixed[second], mixed[first]
    else:
        rng.shuffle(mixed)
    moved = iter(mixed)
    return tuple(card if card in known else next(moved) for card in played.deck)


@dataclass(slots=True)
class ViewerTranscript:
    """All messages that a viewer was sent during a deal."""

    state: MatchState
    messages: list[str] = field(default_factory=list)
    """Messages as JSON, as they are sent."""
    view: str = ""
    """The latest view as JSON."""
    revealed: list[object] = field(default_factory=list)
    """Events that reveal cards of hands."""


def transcript_of(
    played: PlayedDeal, deck: tuple[Card, ...], seat: int | None, *, quiet: bool = False
) -> ViewerTranscript | None:
    """Return everything that a viewer is sent when the same actions are applied to another deck.

    Returns None if the actions are impossible with that deck. Unseen actions of others are left out if
    their hands do not allow them, and with `quiet` always.

    Raises:
        SecrecyError: the viewer learns of an unseen action, or does not learn of one that it may see.
    """
    sent = ViewerTranscript(start(played.rules, dealer=played.dealer))
    moved = dict(zip(played.deck, deck, strict=True))
    eyes = [played.rules.partners(looker)[:1] for looker in range(played.rules.players)]
    for action in _with_deal(played, deck):
        if isinstance(action, Discard) and action.seat != seat:
            action = Discard(action.seat, tuple(moved[card] for card in action.cards))
        unseen = is_private(action) and not may_notice(played.rules, eyes, action, seat)
        if unseen and quiet:
            continue
        try:
            state, events = apply(sent.state, action)
        except IllegalAction:
            if unseen:
                continue
            return None
        if is_private(action) and unseen == (seat in audience(events, played.rules.players)):
            raise SecrecyError(f"viewer {seat} and {type(action).__name__}: seen by the wrong ones")
        if isinstance(action, Look):
            eyes[action.seat] = (action.at,)
        sent.state = state
        sent.revealed += [event for event in events if isinstance(event, REVEALING_EVENTS)]
        sent.revealed += [_shown_at_end(event) for event in events if isinstance(event, DealEnded)]
        message = invariants.message(state, () if unseen else events, seat)
        view = json.dumps(message["view"])
        if unseen and view != sent.view:
            raise SecrecyError(f"viewer {seat} sees {type(action).__name__} in its view")
        sent.view = view
        if not unseen:
            sent.messages.append(json.dumps(message))
    return sent


def may_notice(
    rules: Rules, eyes: Sequence[tuple[int, ...]], action: Action, seat: int | None
) -> bool:
    """Return True if a viewer may learn of a private action: its own, or a sign it can see.

    `eyes` has for each seat the seats that it looks at.
    """
    if seat is None or action.seat == seat:
        return seat is not None
    if not isinstance(action, Sign):
        return False
    if rules.option("talk.seen_by") == "gaze":
        return action.seat in eyes[seat]
    return seat in rules.partners(action.seat) or seat in action.leaked


def _with_deal(played: PlayedDeal, deck: tuple[Card, ...]) -> Iterator[Action]:
    """Yield the deal's actions, with the dealing of this deck inserted after the cut."""
    for action in played.actions:
        yield action
        if isinstance(action, Cut):
            yield DealCards(deck)


def _shown_at_end(event: DealEnded) -> object:
    """Return the facts that a deal's end reveals of a contract: partner, points made and discards."""
    contract = event.result.contract
    return contract and (contract.partner, contract.made, contract.discards)


def attempts(state: MatchState, seat: int) -> Iterator[Action]:
    """Yield actions with which a seat might try to learn secrets from refusals.

    Claims of partners that may be refused are left out: by rule their refusal shows whether the partner
    holds the missing cards.
    """
    for card in state.rules.deck:
        yield PlayCard(seat, card)
        yield Exchange(seat, card)
    yield ArmExchange(seat, True)
    yield Cut(seat, 20)
    yield from (Sign(seat, name) for name in GESTURES)
    yield from (Bid(seat, rank=rank) for rank in state.rules.order)
    yield Bid(seat, points=100)
    yield from (Declare(seat, suit, rank) for suit in SUITS for rank in (None, *state.rules.order))
    for other in range(state.rules.players):
        yield Peek(seat, other)
        yield Look(seat, other)
    if state.rules.false_claim_opens or not state.rules.partners(seat):
        yield Claim(seat)


def refusals(state: MatchState, seat: int) -> list[str]:
    """Return the refusal's text of each of `attempts`; "" for an accepted action."""
    codes = []
    for action in attempts(state, seat):
        try:
            apply(state, action)
            codes.append("")
        except IllegalAction as error:
            codes.append(str(error))
    return codes


def check_pair(
    played: PlayedDeal,
    played_transcript: ViewerTranscript,
    deck: tuple[Card, ...],
    seat: int | None,
    *,
    quiet: bool = False,
) -> bool:
    """Compare all that a viewer gets in two deals; return True if the pair was conclusive.

    With `quiet` the others leave out, in the second deal, the actions that the viewer may not see.

    Raises:
        SecrecyError: the viewer can tell the deals apart.
    """
    if deck == played.deck and not quiet:
        return False
    changed_transcript = transcript_of(played, deck, seat, quiet=quiet)
    if changed_transcript is None or played_transcript.revealed != changed_transcript.revealed:
        return False
    if len(played_transcript.messages) != len(changed_transcript.messages):
        raise SecrecyError(f"viewer {seat} gets another number of messages")
    for number, (message, changed_message) in enumerate(
        zip(played_transcript.messages, changed_transcript.messages, strict=True)
    ):
        if message != changed_message:
            raise SecrecyError(
                f"viewer {seat}: {_difference(message, changed_message)} tells, message {number}"
            )
    if seat is not None and refusals(played_transcript.state, seat) != refusals(
        changed_transcript.state, seat
    ):
        raise SecrecyError(f"viewer {seat} is refused otherwise in {played_transcript.state.phase}")
    return deck != played.deck


def _difference(one: str, other: str) -> str:
    """Return the part in which two messages (JSON) differ, without naming a card."""
    first, second = json.loads(one), json.loads(other)
    for name, value in first["view"].items():
        if second["view"].get(name) != value:
            return f"view.{name}"
    kinds = [event["type"] for event in first["events"]]
    return f"one of the events {kinds}"


def check_table(rules: Rules, rng: random.Random, pairs: int) -> tuple[int, int]:
    """Compare pairs of deals at a table; return the numbers of conclusive pairs and of all tried pairs.

    At least `pairs` are conclusive, unless hardly any can be.

    Raises:
        SecrecyError: a viewer can tell two deals apart.
    """
    done = tried = 0
    while done < pairs and tried < MAX_TRIES_A_PAIR * pairs:
        played = play_on(rules, rng)
        for seat in rng.sample(played.viewers(), 2):
            transcript = transcript_of(played, played.deck, seat)
            assert transcript is not None
            for _ in range(PAIRS_A_VIEWER):
                tried += 1
                deck, quiet = other_deck(played, seat, rng), rng.random() < QUIET_SHARE
                done += check_pair(played, transcript, deck, seat, quiet=quiet)
    return done, tried
