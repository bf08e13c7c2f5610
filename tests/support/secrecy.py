"""Check that deals which differ only in hidden cards give a viewer the same bytes.

A deal is played at random for a while. For one viewer the cards that it cannot know change places;
the same actions are applied again, and every message to the viewer must be the same, their number
too, and every refusal of its own attempts.

In some pairs the others also leave out what they did unseen: looks, exchanges armed, signs to each
other.

Actions of others may be impossible with the cards that they hold then (an obligation, a sign that
must be true, a claim): such a pair proves nothing. Nor does a pair in which an event reveals a
hand: an armed exchange, a marriage, a claim that is right or wrong.
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
from tools.laboratory import invariants
from tools.laboratory.invariants import InvariantError, KnownCards
from tools.laboratory.random_actions import choose

TELLING: Final = (Claimed, ClaimFailed, Exchanged, MarriageShown)
"""Events by which everybody learns of cards in a hand."""
TRIED: Final = 3
"""Other deals tried for each viewer of a played one."""
QUIET: Final = 0.4
"""Share of the pairs in which others leave out what they did unseen."""
HOPELESS: Final = 40
"""Pairs tried for each pair that is wanted, before giving up."""


class SecrecyError(InvariantError):
    """A viewer learns something that it may not know."""


@dataclass(frozen=True, slots=True)
class Played:
    """A deal as far as it was played."""

    rules: Rules
    dealer: int
    deck: tuple[Card, ...]
    actions: tuple[Action, ...]
    """Actions from the cut on, without the deal itself."""
    end: MatchState
    known: KnownCards

    def viewers(self) -> tuple[int | None, ...]:
        """Return every seat, and None for a watcher."""
        return (*range(self.rules.players), None)


def play_on(rules: Rules, rng: random.Random) -> Played:
    """Cut, deal, and play at random, until the deal is over or earlier."""
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
    return Played(rules, dealer, deck, tuple(actions), state, known)


def other_deck(played: Played, seat: int | None, rng: random.Random) -> tuple[Card, ...]:
    """Return the deck with the cards that this viewer cannot know in other places."""
    known = played.known.known_to(seat)
    unknown = [card for card in played.deck if card not in known]
    mixed = list(unknown)
    if (
        len(unknown) > 6 and rng.random() < 0.5
    ):  # few changes leave more of what others did possible
        one, other = rng.sample(range(len(unknown)), 2)
        mixed[one], mixed[other] = mixed[other], mixed[one]
    else:
        rng.shuffle(mixed)
    moved = iter(mixed)
    return tuple(card if card in known else next(moved) for card in played.deck)


@dataclass(slots=True)
class ViewerTranscript:
    """Everything that a viewer was sent of a deal."""

    state: MatchState
    messages: list[str] = field(default_factory=list)
    """Messages as JSON, as they are sent."""
    view: str = ""
    """The latest view as JSON."""
    revealed: list[object] = field(default_factory=list)
    """Events that reveal cards of hands."""


def transcript_of(
    played: Played, deck: tuple[Card, ...], seat: int | None, *, quiet: bool = False
) -> ViewerTranscript | None:
    """Return everything that a viewer is sent when the same is done with this deck.

    Returns None where the actions are impossible with the deck. Unseen actions of others are left
    out where their hands do not allow them, and with `quiet` always.

    Raises:
        SecrecyError: where the viewer learns of an unseen action, or not of one that it may see.
    """
    sent = ViewerTranscript(start(played.rules, dealer=played.dealer))
    moved = dict(zip(played.deck, deck, strict=True))
    eyes = [played.rules.partners(one)[:1] for one in range(played.rules.players)]
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
        sent.revealed += [one for one in events if isinstance(one, TELLING)]
        sent.revealed += [_shown_at_end(one) for one in events if isinstance(one, DealEnded)]
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
    """Return whether a viewer may learn of a private action: its own, or a sign that it can see.

    `eyes` has the seats at which each seat looks.
    """
    if seat is None or action.seat == seat:
        return seat is not None
    if not isinstance(action, Sign):
        return False
    if rules.option("talk.seen_by") == "gaze":
        return action.seat in eyes[seat]
    return seat in rules.partners(action.seat) or seat in action.leaked


def _with_deal(played: Played, deck: tuple[Card, ...]) -> Iterator[Action]:
    """Yield the actions, with the deal after the cut."""
    for action in played.actions:
        yield action
        if isinstance(action, Cut):
            yield DealCards(deck)


def _shown_at_end(event: DealEnded) -> object:
    """Return what the end of a deal reveals: partner, points made and discards of a contract."""
    contract = event.result.contract
    return contract and (contract.partner, contract.made, contract.discards)


def attempts(state: MatchState, seat: int) -> Iterator[Action]:
    """Yield actions that a seat might try in order to learn from the refusals.

    Claims of partners that may be refused are left out: their refusal tells by rule whether the
    partner holds what is missing (row 17).
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
    """Return the refusal's text of each attempt; "" where the action is accepted."""
    codes = []
    for action in attempts(state, seat):
        try:
            apply(state, action)
            codes.append("")
        except IllegalAction as error:
            codes.append(str(error))
    return codes


def check_pair(
    played: Played,
    here: ViewerTranscript,
    deck: tuple[Card, ...],
    seat: int | None,
    *,
    quiet: bool = False,
) -> bool:
    """Return whether a pair of deals proves anything, after comparing all that the viewer gets.

    With `quiet` the others do nothing in the second deal that the viewer may not see.

    Raises:
        SecrecyError: where the viewer can tell the deals apart.
    """
    if deck == played.deck and not quiet:
        return False
    there = transcript_of(played, deck, seat, quiet=quiet)
    if there is None or here.revealed != there.revealed:
        return False
    if len(here.messages) != len(there.messages):
        raise SecrecyError(f"viewer {seat} gets another number of messages")
    for number, (one, other) in enumerate(zip(here.messages, there.messages, strict=True)):
        if one != other:
            raise SecrecyError(f"viewer {seat}: {_difference(one, other)} tells, message {number}")
    if seat is not None and refusals(here.state, seat) != refusals(there.state, seat):
        raise SecrecyError(f"viewer {seat} is refused otherwise in {here.state.phase}")
    return deck != played.deck


def _difference(one: str, other: str) -> str:
    """Return where two messages differ, without naming a card."""
    first, second = json.loads(one), json.loads(other)
    for name, value in first["view"].items():
        if second["view"].get(name) != value:
            return f"view.{name}"
    kinds = [event["type"] for event in first["events"]]
    return f"one of the events {kinds}"


def check_table(rules: Rules, rng: random.Random, pairs: int) -> tuple[int, int]:
    """Compare pairs of deals at this table; return how many proved something, and how many tried.

    At least `pairs` prove something, fewer where hardly any can.

    Raises:
        SecrecyError: where the viewer can tell two deals apart.
    """
    done = tried = 0
    while done < pairs and tried < HOPELESS * pairs:
        played = play_on(rules, rng)
        for seat in rng.sample(played.viewers(), 2):
            here = transcript_of(played, played.deck, seat)
            assert here is not None
            for _ in range(TRIED):
                tried += 1
                deck, quiet = other_deck(played, seat, rng), rng.random() < QUIET
                done += check_pair(played, here, deck, seat, quiet=quiet)
    return done, tried
