"""The visibility of a match: which parts a viewer may see, listed field by field.

A view is built from nothing by naming what may be shown; there is no list of what to hide. Live
messages, pages, API, bots and watchers all get what `view_for` gives them, and `redact` of
`games.engine.redaction` for what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from games.engine import state as states
from games.engine.actions import Action, Bid, PlayCard
from games.engine.cards import Card, Suit
from games.engine.end_of_deal import OverView, over_view
from games.engine.json_annotations import Count, Limits, SeatNumber
from games.engine.match import legal_actions
from games.engine.out_of_turn import ClaimStanding, claim_standing
from games.engine.phases.auction import passed
from games.engine.phases.feature import features_of
from games.engine.phases.offers import MATTERS, may_offer, open_offer, waited_for
from games.engine.phases.peek import window_open
from games.engine.phases.play import trick_winner
from games.engine.phases.talk import gazes
from games.engine.results import DealResult
from games.engine.rules import Rules
from games.engine.scoring import by_side
from games.engine.state import (
    Contract,
    DealState,
    Marriage,
    MatchState,
    Question,
    Special,
    Statement,
    Trick,
)


class TrickView(NamedTuple):
    """View: the trick in progress, number from 1; `winning` is the seat that would take it now."""

    number: int
    leader: int
    plays: tuple[PlayCard, ...]
    winning: int | None


@dataclass(frozen=True, slots=True)
class AuctionView:
    """View: the auction, all of it public."""

    kind: str
    bids: tuple[Bid, ...]
    high: Bid | None
    passed: tuple[bool, ...]
    """Whether each seat has passed."""


@dataclass(frozen=True, slots=True)
class ContractView:
    """View: the contract of the auction's winner, as one viewer may know it."""

    caller: SeatNumber
    bid: Bid
    target: Count
    suit: Suit | None
    rank: Count | None
    card: Card | None
    """The called card."""
    partner: SeatNumber | None
    """The partner if this viewer knows it: it was shown, is the viewer, or the caller is alone."""
    alone: bool | None
    """Whether the caller plays alone; None where this viewer cannot know."""
    revealed: bool
    talon: tuple[Card, ...] | None
    discards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class SignView:
    """A sign that the viewer made or saw, and in which trick (from 1); not who else saw it."""

    seat: SeatNumber
    sign: str
    trick: Count


class OfferView(NamedTuple):
    """View: the open offer (draw, pause, resignation) of a seat, all of it public."""

    seat: SeatNumber
    what: Annotated[str, Limits(enum=MATTERS)]
    agreed: tuple[int, ...]
    waits_for: tuple[int, ...]
    """The seats that have not answered yet."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    """View: all that one viewer may know of a match; `seat` is None for a spectator."""

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
    hands: tuple[tuple[Card, ...] | None, ...] | None
    """Other hands that are open to the viewer, by seat; None if no other is."""
    stock_cards: tuple[Card, ...]
    """The cards of the stock that are open, in drawing order."""
    trick: TrickView | None
    last_trick: Trick | None
    tricks: tuple[int, ...]
    seat_points: tuple[int, ...]
    side_points: tuple[int, ...]
    score: tuple[int, ...]
    armed: bool
    legal: tuple[Action, ...]
    auction: AuctionView | None
    contract: ContractView | None
    marriages: tuple[Marriage, ...]
    looking: int | None
    """The seat at which this viewer looks, if that matters."""
    questions: tuple[Question, ...]
    signs: tuple[SignView, ...]
    """The signs of this deal that the viewer knows, in order."""
    statements: tuple[Statement, ...]
    """Statements of seats about their hands in this deal, in order; not part of the JSON view."""
    played: tuple[Card, ...]
    """Cards of the tricks that are over, all of which lay open; not kept in the base game."""
    history: tuple[Trick, ...]
    """The tricks of this deal that are over, for who remembers them: bots do, pages do not show
    them."""
    notes: Mapping[str, Any]
    """Name of a feature -> what it shows of its own state."""
    result: DealResult | None
    winners: tuple[int, ...] | None
    ended_by: str | None
    may_offer: tuple[str, ...] = ()
    """What this viewer may offer to the others now."""
    offer: OfferView | None = None
    """The open offer, until it is answered or has lapsed."""
    paused: int | None = None
    """The seat that asked for the pause, while the match is paused."""
    over: OverView | None = None
    """The summary of the deal or match, once it is over."""
    claim: ClaimStanding | None = None
    """The standing of the viewer's claim by what it can see; None where it may make none."""


class OwnView(NamedTuple):
    """View: the part that depends on the viewer, with the fields of `PlayerView`."""

    seat: int | None
    hand: tuple[Card, ...]
    hands: tuple[tuple[Card, ...] | None, ...] | None
    armed: bool
    legal: tuple[Action, ...]
    contract: ContractView | None
    looking: int | None
    signs: tuple[SignView, ...]
    notes: Mapping[str, Any]
    may_offer: tuple[str, ...]
    claim: ClaimStanding | None = None


class OpenView(NamedTuple):
    """The part of a view that is the same for every viewer, with the fields of `PlayerView`."""

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
    counts: tuple[int, ...]
    stock_cards: tuple[Card, ...]
    trick: TrickView | None
    last_trick: Trick | None
    tricks: tuple[int, ...]
    seat_points: tuple[int, ...]
    side_points: tuple[int, ...]
    score: tuple[int, ...]
    auction: AuctionView | None
    marriages: tuple[Marriage, ...]
    questions: tuple[Question, ...]
    statements: tuple[Statement, ...]
    played: tuple[Card, ...]
    history: tuple[Trick, ...]
    offer: OfferView | None
    paused: int | None
    result: DealResult | None
    winners: tuple[int, ...] | None
    ended_by: str | None
    over: OverView | None


_TABLE = (states.PLAY, states.CALL)
"""Phases in which a trick lies, or is to be led."""
_NO_NOTES: Mapping[str, Any] = MappingProxyType({})


def own_view(state: MatchState, seat: int | None) -> OwnView:
    """Return the part of `view_for` that depends on the viewer.

    With a view of the same state for another viewer, this part makes the whole view.
    """
    deal = state.deal
    hand: tuple[Card, ...] = ()
    armed = False
    if deal is not None and seat is not None:
        hand, armed = deal.hands[seat], deal.armed[seat]
    legal = legal_actions(state, seat) if seat is not None else ()
    offers = may_offer(state, seat) if seat is not None else ()
    special = deal.special if deal else None
    hands = _hands(state, deal, seat) if deal else None
    if deal is None or special is None:
        return OwnView(seat, hand, hands, armed, legal, None, None, (), _NO_NOTES, offers)
    over = state.phase in (states.DEAL_OVER, states.MATCH_OVER)
    return OwnView(
        seat=seat,
        hand=hand,
        hands=hands,
        armed=armed,
        legal=legal,
        contract=_contract(special.contract, special, seat, over=over),
        looking=special.gaze[seat] if seat is not None and gazes(state.rules) else None,
        signs=_signs(special, seat),
        notes=_notes(state, deal, seat),
        may_offer=offers,
        claim=claim_standing(state, seat) if seat is not None and not state.paused else None,
    )


def view_for(state: MatchState, seat: int | None) -> PlayerView:
    """Return all that this seat, or with None a stranger, may know of a match."""
    return PlayerView(**open_view(state)._asdict(), **own_view(state, seat)._asdict())


def open_view(state: MatchState) -> OpenView:
    """Return the part of `view_for` that is the same for every viewer."""
    rules, phase, deal, accord = state.rules, state.phase, state.deal, state.accord
    special = deal.special if deal else None
    nothing = (0,) * rules.players
    over = phase in (states.DEAL_OVER, states.MATCH_OVER)
    return OpenView(
        rules=rules,
        phase=phase,
        deal=state.number,
        dealer=state.dealer,
        eldest=state.eldest,
        turn=state.turn,
        trump=(deal.trump or None) if deal else None,
        trump_card=deal.trump_card if deal else None,
        turned=deal.turned if deal else None,
        stock=deal.stock_left if deal else 0,
        counts=tuple(map(len, deal.hands)) if deal else nothing,
        stock_cards=_stock_cards(rules, deal) if deal else (),
        trick=_trick_view(rules, deal) if deal and phase in _TABLE else None,
        last_trick=deal.tricks[-1] if deal and deal.tricks else None,
        tricks=deal.tricks_won if deal else nothing,
        seat_points=deal.points if deal else nothing,
        side_points=by_side(rules, deal.points) if deal else (0,) * len(rules.sides),
        score=state.score,
        auction=_auction(rules, special) if special else None,
        marriages=special.marriages if special else (),
        questions=special.questions if special else (),
        statements=special.statements if special else (),
        played=_played(deal) if deal and special else (),
        history=deal.tricks if deal else (),
        offer=_offer(state) if accord is not None else None,
        paused=accord.paused if accord is not None else None,
        result=state.results[-1] if over and len(state.results) == state.number else None,
        winners=state.winners,
        ended_by=state.ended_by,
        over=over_view(state) if over else None,
    )


def _offer(state: MatchState) -> OfferView | None:
    offer = open_offer(state)
    if offer is None:
        return None
    return OfferView(offer.seat, offer.what, offer.agreed, waited_for(state.rules, offer))


def _trick_view(rules: Rules, deal: DealState) -> TrickView:
    winning = trick_winner(rules, deal.trump, deal.plays)[0] if deal.plays else None
    return TrickView(len(deal.tricks) + 1, deal.leader, deal.plays, winning)


def _hands(
    state: MatchState, deal: DealState, seat: int | None
) -> tuple[tuple[Card, ...] | None, ...] | None:
    """Return a tuple of all hands, None for each that is not open to a viewer; None if none is.

    All see every hand where the rules say so, and the hand of a false claimer. A seat that has
    looked sees its partner's, until the first card is led.
    """
    special = deal.special
    if state.rules.open_hands:
        return deal.hands
    if special is None:
        return None
    open_seats = set(special.shown)
    if seat is not None and state.phase == states.PLAY and window_open(deal):
        open_seats |= {at for viewer, at in special.peeks if viewer == seat}
    if not open_seats:
        return None
    return tuple(
        hand if at == seat or at in open_seats else None for at, hand in enumerate(deal.hands)
    )


def _stock_cards(rules: Rules, deal: DealState) -> tuple[Card, ...]:
    """Return the cards that an open stock shows: its top card, or all that is to be drawn."""
    shown = rules.ruleset.options["open_stock"]
    left = deal.stock[deal.drawn :] if shown != "none" else ()
    return left[:1] if shown == "top" else left


def _auction(rules: Rules, special: Special) -> AuctionView | None:
    auction = special.auction
    if auction is None:
        return None
    out = passed(auction)
    return AuctionView(
        kind=rules.ruleset.options["auction.kind"],
        bids=auction.bids,
        high=auction.high,
        passed=tuple(seat in out for seat in range(rules.players)),
    )


def _signs(special: Special, seat: int | None) -> tuple[SignView, ...]:
    """Return the signs of this deal that the viewer made, and those of others that it saw."""
    return tuple(
        SignView(sign.seat, sign.sign, sign.trick)
        for sign in special.signs
        if seat is not None and (seat == sign.seat or seat in sign.seen_by)
    )


def _played(deal: DealState) -> tuple[Card, ...]:
    return tuple([play.card for trick in deal.tricks for play in trick.plays])


def _contract(
    contract: Contract | None, special: Special, seat: int | None, *, over: bool
) -> ContractView | None:
    """Return the deal's contract as this viewer may know it; None without a contract.

    All know the partner once revealed; before, only the partner itself, and a caller without one.
    """
    if contract is None:
        return None
    caller, partner, own = contract.caller, contract.partner, seat == contract.caller
    known = over or contract.revealed or (seat is not None and seat == partner)
    alone: bool | None = None
    if partner is not None and (known or own):
        alone = partner == caller
    return ContractView(
        caller=caller,
        bid=contract.bid,
        target=contract.target,
        suit=contract.suit or None,
        rank=contract.rank,
        card=contract.card,
        partner=partner if known else None,
        alone=alone,
        revealed=contract.revealed,
        talon=special.talon or None,
        discards=contract.discards if contract.discards and (over or own) else None,
    )


def _notes(state: MatchState, deal: DealState, seat: int | None) -> dict[str, Any]:
    return {
        feature.name: feature.view(state, deal, seat)
        for feature in features_of(state.rules).every
        if feature.view is not None
    }
