"""Take the last tricks without playing them (rules, row 17)."""

from __future__ import annotations

from games.engine.actions import Claim
from games.engine.errors import IllegalAction
from games.engine.events import Claimed, ClaimFailed, Event
from games.engine.out_of_turn import claim_refusal
from games.engine.phases.feature import Step, special_of, with_special
from games.engine.phases.settle import Ending, add_at, settle
from games.engine.state import MatchState


def claim(state: MatchState, action: Claim) -> Step:
    """Apply a claim: the seat's side takes all remaining cards if it holds the highest trumps left.

    A false claim lays the claimer's hand open where the rules say so, and is refused elsewhere.

    Raises:
        IllegalAction: a claim is not open to this seat now, or is false.
    """
    refusal, deal, rules = claim_refusal(state, action.seat), state.deal, state.rules
    if refusal == "claim_false" and rules.false_claim_opens and deal is not None:
        shown = (*special_of(deal).shown, action.seat)
        failed = ClaimFailed(action.seat, deal.hands[action.seat])
        return with_special(state, shown=shown), (failed,)
    if refusal is not None or deal is None:
        raise IllegalAction(refusal or "claim_not_now")
    rest = tuple(card for hand in deal.hands for card in hand)
    new = deal.replace(
        hands=((),) * rules.players,
        points=add_at(deal.points, action.seat, sum(rules.points[card] for card in rest)),
    )
    events: list[Event] = [Claimed(action.seat, deal.hands)]
    return settle(state.replace(deal=new), Ending("claim", claimed=(action.seat, rest)), events)
