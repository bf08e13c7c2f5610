"""Partners look at each other's first cards, until the first card is led (rows 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.actions import Action, Peek
from games.engine.errors import IllegalAction
from games.engine.events import Peeked
from games.engine.phases.feature import Feature, Step, special_of, with_special
from games.engine.rules import Rules
from games.engine.state import PLAY, DealState, MatchState


def peek(state: MatchState, action: Peek) -> Step:
    """Apply a look: show a seat its partner's cards; only that seat learns of the look.

    Raises:
        IllegalAction: the rules allow no looks, it is too late, or the other seat is no partner.
    """
    deal, rules = state.deal, state.rules
    if not allowed(rules):
        raise IllegalAction("peek_off")
    if deal is None or state.phase != PLAY or not window_open(deal):
        raise IllegalAction("peek_not_now")
    if action.at not in rules.partners(action.seat):
        raise IllegalAction("peek_not_partner")
    peeks = special_of(deal).peeks
    if (action.seat, action.at) in peeks:
        raise IllegalAction("peek_not_now")
    state = with_special(state, peeks=(*peeks, (action.seat, action.at)))
    return state, (Peeked(action.seat, action.at, deal.hands[action.at]),)


def allowed(rules: Rules) -> bool:
    """Return whether these rules let partners look at each other's first cards."""
    return bool(rules.option("peek.at_deal"))


def window_open(deal: DealState) -> bool:
    """Return whether partners may still look, as no card of the deal has been led."""
    return not deal.plays and not deal.tricks


def _legal(state: MatchState, deal: DealState, seat: int) -> Iterator[Action]:
    if state.phase == PLAY and window_open(deal):
        peeks = special_of(deal).peeks
        for other in state.rules.partners(seat):
            if (seat, other) not in peeks:
                yield Peek(seat, other)


FEATURE: Final = Feature(name="peek", applies=allowed, handlers={Peek: peek}, legal=_legal)
