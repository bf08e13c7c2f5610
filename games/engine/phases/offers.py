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
    """Make an offer to the others; the seat that offers agrees to it itself.

    Raises:
        IllegalAction: there is no such offer, or it is not open to this seat now.
    """
    if action.what not in MATTERS:
        raise IllegalAction("bad_action")
    refusal = offer_refusal(state, action.seat, action.what)
    if refusal is not None:
        raise IllegalAction(refusal)
    accord = state.accord or NOTHING
    made = OpenOffer(action.seat, action.what, (action.seat,), _moment(state))
    asked = (*accord.asked, (action.seat, action.what))
    after = state.replace(accord=accord._replace(offer=made, asked=asked))
    return after, (Offered(action.seat, action.what),)


def reply(state: MatchState, action: Reply) -> Step:
    """Apply a seat's answer to the open offer; the seat that made it may take it back by refusing.

    Raises:
        IllegalAction: `nothing_offered`, nothing of the kind waits for this seat.
    """
    accord, made = state.accord, open_offer(state)
    if accord is None or made is None or made.what != action.what:
        raise IllegalAction("nothing_offered")
    rules, seat = state.rules, action.seat
    own = seat == made.seat and not action.yes
    if not own and seat not in waited_for(rules, made):
        raise IllegalAction("nothing_offered")
    told = Replied(seat, made.what, action.yes)
    if not action.yes:
        return state.replace(accord=accord._replace(offer=None)), (told,)
    made = made._replace(agreed=(*made.agreed, seat))
    if waited_for(rules, made):
        return state.replace(accord=accord._replace(offer=made)), (told,)
    state = state.replace(accord=accord._replace(offer=None))
    after, events = _concluded(state, made)
    return after, (told, *events)


def _concluded(state: MatchState, made: OpenOffer) -> Step:
    """Return the state and events after all have agreed to an offer."""
    accord = state.accord or NOTHING
    if made.what == PAUSE:
        return state.replace(accord=accord._replace(paused=made.seat)), (Paused(made.seat),)
    events: list[Event] = []
    winners: tuple[int, ...] = ()
    ended_by = AGREED
    if made.what == RESIGN:
        own, ended_by = state.rules.side_of[made.seat], "resigned"
        winners = tuple(side for side in range(len(state.rules.sides)) if side != own)
        events.append(Resigned(made.seat))
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
    """Return the code of the reason why this seat may not offer this now; None if it may."""
    return _no_time(state) or _not_this(state, seat, what)


def may_offer(state: MatchState, seat: int) -> tuple[str, ...]:
    """Return the kinds of offer that this seat may make now."""
    if _no_time(state) is not None:
        return ()
    return tuple([what for what in MATTERS if _not_this(state, seat, what) is None])


def _no_time(state: MatchState) -> str | None:
    """Return why no seat may offer anything now; None if seats may."""
    phase, accord = state.phase, state.accord
    if phase == states.MATCH_OVER:
        return "match_over"
    if accord is not None and accord.paused is not None:
        return "paused"
    if not (is_turn(phase) or phase == states.DEAL_OVER) or state.deal is None:
        return "not_in_phase"
    return None


def _not_this(state: MatchState, seat: int, what: str) -> str | None:
    """Return why this seat may not offer this, at a time when offers are possible."""
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
    """Return whether this seat has partners with whom it may give the match to one other side."""
    return len(rules.sides) == 2 and len(rules.sides[rules.side_of[seat]]) > 1


def open_offer(state: MatchState) -> OpenOffer | None:
    """Return the offer that waits for answers; None if there is none or it has lapsed."""
    made = state.accord.offer if state.accord is not None else None
    return made if made is not None and made.made_at == _moment(state) else None


def waited_for(rules: Rules, made: OpenOffer) -> tuple[int, ...]:
    """Return the seats that have still to answer this offer."""
    own = rules.sides[rules.side_of[made.seat]] if made.what == RESIGN else range(rules.players)
    return tuple(seat for seat in own if seat not in made.agreed)


def _moment(state: MatchState) -> tuple[int, bool]:
    """Return the current trick, with which an open offer lapses."""
    tricks = len(state.deal.tricks) if state.deal is not None else 0
    return tricks, state.phase in (states.DEAL_OVER, states.MATCH_OVER)
