"""Agreements beside the cards: to call the match a draw, to give up, to pause.

One offer is open at a time; it lapses when the trick, or the deal, it was made in is over. A seat
asks for the same thing once a deal. All seats must agree to a draw or a pause, all partners to
giving up; one who says no ends the offer. All of it is public: an offer that only partners heard
would tell them something.
"""

from __future__ import annotations

from typing import Final

from games.engine import state as states
from games.engine.actions import Offer, Reply, Resume
from games.engine.errors import IllegalAction
from games.engine.events import Event, MatchEnded, Offered, Paused, Replied, Resigned, Resumed
from games.engine.rules import Rules
from games.engine.state import Accord, MatchState, OpenOffer, is_turn

Step = tuple[MatchState, tuple[Event, ...]]

DRAW: Final = "draw"
RESIGN: Final = "resign"
PAUSE: Final = "pause"
MATTERS: Final = (DRAW, RESIGN, PAUSE)
"""Kinds of offer, in the order in which views list them."""
AGREED: Final = "agreed"
"""Reason of the end of a match that was drawn by agreement."""
NOTHING: Final = Accord()


def offer(state: MatchState, action: Offer) -> Step:
    """Apply a seat's offer (draw, pause, resignation) to the others; the seat itself agrees to it.

    Raises:
        IllegalAction: the kind of offer is unknown, or not open to this seat now.
    """
    if action.what not in MATTERS:
        raise IllegalAction("bad_action")
    refusal = offer_refusal(state, action.seat, action.what)
    if refusal is not None:
        raise IllegalAction(refusal)
    accord = state.accord or NOTHING
    new_offer = OpenOffer(action.seat, action.what, (action.seat,), _moment(state))
    asked = (*accord.asked, (action.seat, action.what))
    after = state.replace(accord=accord._replace(offer=new_offer, asked=asked))
    return after, (Offered(action.seat, action.what),)


def reply(state: MatchState, action: Reply) -> Step:
    """Apply a seat's answer to the open offer; the seat that made it may take it back by refusing.

    Raises:
        IllegalAction: `nothing_offered`, no offer of this kind waits for this seat.
    """
    accord, current = state.accord, open_offer(state)
    if accord is None or current is None or current.what != action.what:
        raise IllegalAction("nothing_offered")
    rules, seat = state.rules, action.seat
    own = seat == current.seat and not action.yes
    if not own and seat not in waited_for(rules, current):
        raise IllegalAction("nothing_offered")
    event = Replied(seat, current.what, action.yes)
    if not action.yes:
        return state.replace(accord=accord._replace(offer=None)), (event,)
    current = current._replace(agreed=(*current.agreed, seat))
    if waited_for(rules, current):
        return state.replace(accord=accord._replace(offer=current)), (event,)
    state = state.replace(accord=accord._replace(offer=None))
    after, events = _concluded(state, current)
    return after, (event, *events)


def _concluded(state: MatchState, current: OpenOffer) -> Step:
    """Return state and events after all have agreed to an offer (draw, pause, resignation)."""
    accord = state.accord or NOTHING
    if current.what == PAUSE:
        return state.replace(accord=accord._replace(paused=current.seat)), (Paused(current.seat),)
    events: list[Event] = []
    winners: tuple[int, ...] = ()
    ended_by = AGREED
    if current.what == RESIGN:
        own, ended_by = state.rules.side_of[current.seat], "resigned"
        winners = tuple(side for side in range(len(state.rules.sides)) if side != own)
        events.append(Resigned(current.seat))
    events.append(MatchEnded(winners, state.score, ended_by))
    over = state.replace(
        phase=states.MATCH_OVER, winners=winners, ended_by=ended_by, turn=None, accord=None
    )
    return over, tuple(events)


def resume(state: MatchState, action: Resume) -> Step:
    """Resume the match after a pause, which any seat may do.

    Raises:
        IllegalAction: `not_paused`, the match does not pause.
    """
    if state.accord is None or state.accord.paused is None:
        raise IllegalAction("not_paused")
    return state.replace(accord=state.accord._replace(paused=None)), (Resumed(action.seat),)


def offer_refusal(state: MatchState, seat: int, what: str) -> str | None:
    """Return the code of the reason why a seat may not make this offer now; None if it may."""
    return _no_time(state) or _not_this(state, seat, what)


def may_offer(state: MatchState, seat: int) -> tuple[str, ...]:
    """Return the kinds of offer that this seat may make now."""
    if _no_time(state) is not None:
        return ()
    return tuple([what for what in MATTERS if _not_this(state, seat, what) is None])


def _no_time(state: MatchState) -> str | None:
    """Return the code of the reason why no seat may make any offer now; None if seats may."""
    phase, accord = state.phase, state.accord
    if phase == states.MATCH_OVER:
        return "match_over"
    if accord is not None and accord.paused is not None:
        return "paused"
    if not (is_turn(phase) or phase == states.DEAL_OVER) or state.deal is None:
        return "not_in_phase"
    return None


def _not_this(state: MatchState, seat: int, what: str) -> str | None:
    """Return the code of the reason why this seat may not make this offer; None if it may."""
    deal, accord = state.deal, state.accord
    if what == RESIGN and not may_resign_together(state.rules, seat):
        return "resign_not_allowed"
    if what == DRAW and state.number == 1 and (deal is None or not deal.tricks):
        return "draw_too_early"
    if accord is None:
        return None
    if open_offer(state) is not None:
        return "offer_open"
    return "offered_already" if (seat, what) in accord.asked else None


def may_resign_together(rules: Rules, seat: int) -> bool:
    """Return whether this seat has partners and one other side, to which they may resign."""
    return len(rules.sides) == 2 and len(rules.sides[rules.side_of[seat]]) > 1


def open_offer(state: MatchState) -> OpenOffer | None:
    """Return the offer that waits for answers; None if there is none or it has lapsed."""
    latest = state.accord.offer if state.accord is not None else None
    return latest if latest is not None and latest.made_at == _moment(state) else None


def waited_for(rules: Rules, current: OpenOffer) -> tuple[int, ...]:
    """Return the seats that have still to answer this offer."""
    own = (
        rules.sides[rules.side_of[current.seat]] if current.what == RESIGN else range(rules.players)
    )
    return tuple(seat for seat in own if seat not in current.agreed)


def _moment(state: MatchState) -> tuple[int, bool]:
    """Return a key of the current trick; an open offer lapses when the key changes."""
    tricks = len(state.deal.tricks) if state.deal is not None else 0
    return tricks, state.phase in (states.DEAL_OVER, states.MATCH_OVER)
