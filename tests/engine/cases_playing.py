"""A worked case while it runs, and what needs a whole deal or a trick to be played."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from games.engine import (
    Action,
    Bid,
    Cut,
    DealCards,
    Event,
    IllegalAction,
    MatchState,
    NextDeal,
    PlayCard,
    Rules,
    apply,
    legal_actions,
)
from games.engine.events import CardDrawn, Exchanged
from games.engine.phases.auction import auction_of
from games.engine.phases.play import trick_winner
from games.engine.state import AUCTION, DEAL_OVER, MATCH_OVER
from tests.engine.cases_reading import Case
from tests.engine.cases_setup import opening


@dataclass
class Run:
    """A case while it runs: the state it came to and all that happened."""

    case: Case
    rules: Rules
    state: MatchState
    events: list[Event] = field(default_factory=list)
    latest: tuple[Event, ...] = ()
    """What happened by the latest action."""
    accepted: list[bool] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    seat: int | None = None
    """The seat that acted last, or that the case asks about."""
    first_seat: int | None = None
    done_after: int | None = None
    """The trick after which an exchange was made."""
    before_draw: bool = False

    @property
    def setup(self) -> dict[str, Any]:
        """What the case sets up."""
        return dict(self.case["setup"])

    def expects(self, key: str) -> Any:
        """What the case expects under this name; None where it does not care."""
        return (self.case["expect"] or {}).get(key)

    def take(self, action: Action) -> tuple[Event, ...]:
        """Apply an action. Raises IllegalAction where it is refused."""
        self.state, events = apply(self.state, action)
        self.latest = events
        self.events += events
        return events

    def attempt(self, make: Callable[[], Action]) -> None:
        """Apply what the case asks for, and note whether it was taken."""
        try:
            self.take(make())
            self.accepted.append(True)
        except IllegalAction as refusal:
            self.accepted.append(False)
            self.refusals.append(refusal.code)


def whole_deal(run: Run) -> tuple[Event, ...]:
    """Play a deal from the cut to its end, each seat the first thing it may."""
    rng, start = random.Random(7), len(run.events)
    if run.state.phase == DEAL_OVER:
        run.take(NextDeal())
    if run.state.phase != "cut":
        run.state = opening(run.case, run.rules)
    run.take(Cut(run.state.cutter, 10))
    run.take(DealCards(tuple(rng.sample(run.rules.deck, len(run.rules.deck)))))
    while run.state.phase not in (DEAL_OVER, MATCH_OVER):
        run.take(_plain(run.state))
    return tuple(run.events[start:])


def _plain(state: MatchState) -> Action:
    seat, deal = state.turn, state.deal
    assert seat is not None
    assert deal is not None
    actions = legal_actions(state, seat)
    if state.phase == AUCTION and auction_of(deal).high is not None:
        return Bid(seat)
    plays = [one for one in actions if isinstance(one, PlayCard)]
    return plays[0] if plays else actions[0]


def win_trick(run: Run, action: dict[str, Any]) -> None:
    """Play a trick that this seat takes; seats whose hand the case gives keep the exchange card."""
    rules, deal = run.rules, run.state.deal
    assert deal is not None
    given = set(run.setup.get("hands") or {})
    pair = rules.exchange_pair[deal.trump]
    seats = rules.seats_from(deal.turn)
    hidden = [*deal.stock[deal.drawn :]]
    choices = [
        [card for card in deal.hands[seat] if card not in pair] + ([] if seat in given else hidden)
        for seat in seats
    ]
    for cards in product(*choices):
        plays = tuple(PlayCard(seat, card) for seat, card in zip(seats, cards, strict=True))
        if len(set(cards)) == len(cards) and (
            trick_winner(rules, deal.trump, plays)[0] == action["seat"]
        ):
            break
    else:
        raise AssertionError(f"no trick found that seat {action['seat']} takes")
    hands = list(deal.hands)
    for play in plays:  # a card that is still in the stock changes places with one in the hand
        if play.card in hidden:
            put, *rest = hands[play.seat]
            hidden[hidden.index(play.card)] = put
            hands[play.seat] = (play.card, *rest)
    deal = deal.replace(hands=tuple(hands), stock=tuple(hidden), drawn=0)
    run.state = run.state.replace(deal=deal)
    for play in plays:
        events = run.take(play)
        kinds = [type(event) for event in events]
        if Exchanged in kinds and run.done_after is None:
            run.done_after = action.get("trick")
            run.before_draw = CardDrawn not in kinds or (
                kinds.index(Exchanged) < kinds.index(CardDrawn)
            )
