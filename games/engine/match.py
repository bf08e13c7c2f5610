"""The interface of the engine: start a match, ask what is legal, apply an action.

>>> from games.engine import build_ruleset, Cut, DealCards
>>> rules = build_ruleset("ludoteka", players=2).rules
>>> state = start(rules, dealer=0)
>>> state, events = apply(state, Cut(seat=1, at=17))
>>> state, events = apply(state, DealCards(rules.deck))
>>> state.turn, [action.card for action in legal_actions(state, 1)]
(1, ['O1', 'O3', 'O5'])
>>> state, events = apply(state, legal_actions(state, 1)[0])
>>> events
(CardPlayed(seat=1, card='O1', announce=None),)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from games.engine import state as states
from games.engine.actions import (
    ARRASTRE,
    Action,
    ArmExchange,
    Claim,
    Cut,
    DealCards,
    DrawDealer,
    Exchange,
    NextDeal,
    Offer,
    PlayCard,
    Reply,
    Resign,
    Resume,
)
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.legality import playable, trump_ace
from games.engine.out_of_turn import (
    claim_standing,
    exchange_cards,
    exchange_refusal,
    may_arm,
)
from games.engine.phases import claim, exchange, offers, settle, setup
from games.engine.phases.feature import features_of, installed
from games.engine.phases.play import play as play_card
from games.engine.rules import Rules
from games.engine.state import PLAY, SEAL, DealState, MatchState, is_turn

Step = tuple[MatchState, tuple[Event, ...]]


def start(rules: Rules, *, dealer: int, drawn: bool = True) -> MatchState:
    """Return the state of a new match: seat `dealer` (from 0) deals first; the cutter is to act.

    If the rules draw cards for the dealer, or not `drawn` (a lot is still to come), `dealer` says
    nothing and the phase is `draw_dealer`; after the lot the match is to be started again.

    >>> from games.engine import build_ruleset
    >>> state = start(build_ruleset("ludoteka", players=4).rules, dealer=2)
    >>> state.phase, state.turn, state.score
    ('cut', 1, (0, 0))

    Raises:
        ValueError: there is no seat of that number.
    """
    if dealer not in range(rules.players):
        raise ValueError(f"no seat {dealer} among {rules.players}")
    waits = rules.high_card or not drawn
    return MatchState(
        seal=SEAL,
        rules=rules,
        phase=states.DRAW_DEALER if waits else states.CUT,
        number=1,
        dealer=dealer,
        cut=None,
        deal=None,
        score=(0,) * len(rules.sides),
        results=(),
        winners=None,
        ended_by=None,
        turn=None if waits else (dealer - 1) % rules.players,
    )


_HANDLERS: Final[Mapping[type, Callable[[MatchState, Any], Step]]] = MappingProxyType(
    {
        Exchange: exchange.exchange,
        ArmExchange: exchange.arm_exchange,
        Claim: claim.claim,
        Cut: setup.cut,
        DrawDealer: setup.draw_dealer,
        DealCards: setup.deal,
        NextDeal: settle.next_deal,
        Resign: settle.resign,
        Offer: offers.offer,
        Reply: offers.reply,
        Resume: offers.resume,
    }
)


def _of_feature(kind: type) -> Callable[[MatchState, Any], Step] | None:
    return next(
        (feature.handlers[kind] for feature in installed() if kind in feature.handlers), None
    )


def apply(state: MatchState, action: Action) -> Step:
    """Return the state after an action, and the events that it caused; `state` itself is unchanged.

    >>> from games.engine import build_ruleset, Cut
    >>> state = start(build_ruleset("ludoteka", players=2).rules, dealer=0)
    >>> after, events = apply(state, Cut(seat=1, at=17))
    >>> events, after.phase, state.phase
    ((DeckCut(seat=1, at=17),), 'deal', 'cut')
    >>> apply(state, Cut(seat=0, at=17))
    Traceback (most recent call last):
        ...
    games.engine.errors.IllegalAction: not_your_turn: another seat is to act

    Raises:
        IllegalAction: the rules refuse the action; `code` says why.
    """
    if type(action) is PlayCard:
        return play_card(state, action)
    handler = _HANDLERS.get(type(action)) or _of_feature(type(action))
    if handler is None:
        raise IllegalAction("unknown_action")
    if state.phase == states.MATCH_OVER:
        raise IllegalAction("match_over")
    if state.paused and not isinstance(action, Resume | Resign):
        raise IllegalAction("paused")
    return handler(state, action)


def legal_actions(state: MatchState, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat, plays first; none if it may not act, as in a pause.

    `apply` accepts each of them. A claim is listed only if the seat can be certain that it is
    right: a partner's hidden hand may hold what is missing (see `claim_standing`).

    >>> from games.engine import build_ruleset
    >>> state = start(build_ruleset("ludoteka", players=2).rules, dealer=0)
    >>> legal_actions(state, 1)[0], legal_actions(state, 0)
    (Cut(seat=1, at=4), ())
    """
    deal = state.deal
    if state.accord is not None and state.paused:
        return ()
    if state.phase == PLAY and deal is not None:
        rules, hand = state.rules, deal.hands[seat]
        window = deal.turned is not None and not rules.exchangers[deal.trump].isdisjoint(hand)
        if deal.special is not None:
            return _with_announcements(state, deal, seat, window)
        plays: tuple[Action, ...] = ()
        if deal.turn == seat:
            plain = rules.plays[seat]
            if len(hand) == 3:  # nearly always, and then it is quicker by name
                first, second, third = hand
                plays = (plain[first], plain[second], plain[third])
            else:
                plays = tuple(map(plain.__getitem__, hand))
        return (*plays, *_exchanges(state, deal, seat)) if window else plays
    if state.phase == states.CUT and seat == state.cutter:
        return tuple(Cut(seat, at) for at in setup.cut_range(state.rules))
    if deal is not None and deal.special is not None and is_turn(state.phase):
        return _of_features(state, deal, seat)
    return ()


def _of_features(state: MatchState, deal: DealState, seat: int) -> tuple[Action, ...]:
    return tuple(
        action for legal in features_of(state.rules).legal for action in legal(state, deal, seat)
    )


def _with_announcements(
    state: MatchState, deal: DealState, seat: int, window: bool
) -> tuple[Action, ...]:
    """Return a seat's legal actions under rules with obligations, claims or optional parts.

    `window`: whether the turned card may possibly be exchanged now.
    """
    rules = state.rules
    actions: list[Action] = []
    if deal.turn == seat:
        plain = rules.plays[seat]
        cards = playable(rules, deal, seat)
        actions += map(plain.__getitem__, cards)
        if rules.arrastre and (ace := trump_ace(rules, deal)) in cards:
            actions.append(PlayCard(seat, ace, ARRASTRE))
    if window:
        actions += _exchanges(state, deal, seat)
    if rules.claim and (standing := claim_standing(state, seat)) and standing.certain:
        actions.append(Claim(seat))
    if deal.special is not None:
        actions += _of_features(state, deal, seat)
    return tuple(actions)


def _exchanges(state: MatchState, deal: DealState, seat: int) -> list[Action]:
    actions: list[Action] = []
    if state.rules.exchange_any_time:
        actions += [
            Exchange(seat, card)
            for card in exchange_cards(state.rules, deal, seat)
            if exchange_refusal(state, seat, card) is None
        ]
    if deal.armed[seat]:
        actions.append(state.rules.arms[seat][False])
    elif may_arm(state, seat):
        actions.append(state.rules.arms[seat][True])
    return actions
