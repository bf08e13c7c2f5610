"""The one place where secrets are kept: what a viewer may see, listed field by field.

A view is built from nothing by naming what may be shown; there is no list of what to hide. Live
messages, pages, API, bots and watchers all get what `view_for` and `redact` give them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.engine import events as happened
from games.engine import state as states
from games.engine.actions import Action, PlayCard
from games.engine.cards import Card, Suit
from games.engine.events import Event
from games.engine.match import legal_actions
from games.engine.phases.play import trick_winner
from games.engine.results import DealResult
from games.engine.rules import Rules
from games.engine.scoring import by_side
from games.engine.state import DealState, MatchState, Trick


@dataclass(frozen=True, slots=True)
class TrickView:
    """The trick in progress."""

    number: int
    leader: int
    plays: tuple[PlayCard, ...]
    winning: int | None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """All that one viewer may know of a match; `seat` None is a stranger who watches."""

    seat: int | None
    rules: Rules
    phase: str
    deal: int
    dealer: int
    eldest: int
    turn: int | None
    trump: Suit | None
    trump_card: Card | None
    turned: Card | None
    stock: int
    """Cards left to draw, the turned card included."""
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...] | None
    """Everybody's cards where they lie open."""
    trick: TrickView | None
    last_trick: Trick | None
    tricks: tuple[int, ...]
    seat_points: tuple[int, ...]
    side_points: tuple[int, ...]
    score: tuple[int, ...]
    armed: bool
    legal: tuple[Action, ...]
    result: DealResult | None
    winners: tuple[int, ...] | None
    ended_by: str | None


def view_for(state: MatchState, seat: int | None) -> PlayerView:
    """What this seat, or with None a stranger, may see of a match."""
    rules, deal = state.rules, state.deal
    nothing = (0,) * rules.players
    over = state.phase in (states.DEAL_OVER, states.MATCH_OVER)
    return PlayerView(
        seat=seat,
        rules=rules,
        phase=state.phase,
        deal=state.number,
        dealer=state.dealer,
        eldest=state.eldest,
        turn=state.turn,
        trump=deal.trump if deal else None,
        trump_card=deal.trump_card if deal else None,
        turned=deal.turned if deal else None,
        stock=deal.stock_left if deal else 0,
        hand=deal.hands[seat] if deal and seat is not None else (),
        counts=tuple(len(hand) for hand in deal.hands) if deal else nothing,
        hands=None,
        trick=_trick_view(rules, deal) if deal and state.phase == states.PLAY else None,
        last_trick=deal.tricks[-1] if deal and deal.tricks else None,
        tricks=deal.tricks_won if deal else nothing,
        seat_points=deal.points if deal else nothing,
        side_points=by_side(rules, deal.points) if deal else (0,) * len(rules.sides),
        score=state.score,
        armed=bool(deal and seat is not None and deal.armed[seat]),
        legal=legal_actions(state, seat) if seat is not None else (),
        result=state.results[-1] if over and state.results else None,
        winners=state.winners,
        ended_by=state.ended_by,
    )


def _trick_view(rules: Rules, deal: DealState) -> TrickView:
    winning = trick_winner(rules, deal.trump, deal.plays)[0] if deal.plays else None
    return TrickView(len(deal.tricks) + 1, deal.leader, deal.plays, winning)


def redact(event: Event, seat: int | None) -> Event | None:
    """The event as this viewer may know it; None where it may not know of it at all."""
    match event:
        case happened.HandDealt():
            return event if event.seat == seat else event._replace(cards=None)
        case happened.CardDrawn():
            return event if event.turned or event.seat == seat else event._replace(card=None)
        case happened.ExchangeArmed():
            return event if event.seat == seat else None
        case (
            happened.DealStarted()
            | happened.DeckCut()
            | happened.TrumpTurned()
            | happened.CardPlayed()
            | happened.TrickTaken()
            | happened.Exchanged()
            | happened.Claimed()
            | happened.DealEnded()
            | happened.Resigned()
            | happened.MatchEnded()
        ):
            return event
    assert_never(event)
