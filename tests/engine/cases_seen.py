"""What is legal in a worked case that was run, and who sees what."""

from __future__ import annotations

import json
from typing import Any, Final

from games.engine import (
    Answer,
    Bid,
    Declare,
    Event,
    Peek,
    PlayCard,
    Sign,
    apply,
    legal_actions,
    redact,
    view_for,
    view_to_json,
)
from games.engine.events import Asked, Signed, TalonShown
from games.engine.legality import playable
from games.engine.phases.talk import GESTURES
from games.engine.state import AUCTION, CALL, CUT, DISCARD, PLAY
from tests.engine.cases_found import Found, asked_seat, deal_of, last, per_seat, same_cards, viewer
from tests.engine.cases_playing import Run
from tests.engine.cases_reading import UnknownWordError

UNKNOWN: Final = "unknown"


# -- what is legal ---------------------------------------------------------------------------


def legal_of(run: Run, seat: int, expected: Any) -> Any:
    """Cards, bids or calls that a seat may choose from."""
    state = run.state
    deal = deal_of(run)
    if state.phase == PLAY and deal.turn != seat and deal.hands[seat]:
        return same_cards(playable(run.rules, deal, seat), expected)
    actions = legal_actions(state, seat)
    if state.phase == AUCTION:
        bids = [_plain_bid(one) for one in actions if isinstance(one, Bid)]
        return same_cards(bids, expected)
    if state.phase == CALL:
        return same_cards(_calls(run, seat, expected), expected)
    plays = [one.card for one in actions if isinstance(one, PlayCard) and one.announce is None]
    return same_cards(plays, expected)


def _plain_bid(bid: Bid) -> Any:
    if bid.passes:
        return "pass"
    if bid.rank is not None and bid.points is not None:
        return {"rank": bid.rank, "points": bid.points}
    return bid.points if bid.rank is None else bid.rank


def _calls(run: Run, seat: int, expected: Any) -> list[str]:
    """What may be called: cards, suits where the case names suits; of its trump if it has one."""
    some = expected[0] if isinstance(expected, list) and expected else expected
    suits = isinstance(some, str) and len(some) == 1
    trump = run.setup.get("trump")
    calls = [
        one.suit if suits or one.rank is None else f"{one.suit}{one.rank}"
        for one in legal_actions(run.state, seat)
        if isinstance(one, Declare) and (trump is None or one.suit == trump)
    ]
    return list(dict.fromkeys(calls))


def _only_legal(run: Run, expected: Any) -> Any:
    legal = legal_of(run, asked_seat(run), [expected])
    return legal[0] if len(legal) == 1 else legal


MUST: Final = {
    CALL: ("call", "declare", "declare_suit", "declare_trump", "name_suit", "name_trump",
           "call_card"),
    DISCARD: ("discard", "discard_two"),
    AUCTION: ("bid", "bid_or_pass"),
    PLAY: ("play", "lead"),
    CUT: ("cut",),
}  # fmt: skip


def _must(run: Run, expected: Any) -> Any:
    names = MUST.get(run.state.phase, (run.state.phase,))
    return expected if expected in names else names[0]


# -- what is seen ----------------------------------------------------------------------------


def told_to(run: Run) -> list[int]:
    """Who learns all of what the latest action brought about, the one who made it among them."""
    return [
        seat
        for seat in range(run.rules.players)
        if any(_learns(event, redact(event, seat)) for event in run.latest)
    ]


def _learns(event: Event, seen: Event | None) -> bool:
    """Whether somebody who gets this of an event is told the cards in it too."""
    hidden = [
        getattr(event, name, None) is not None and getattr(seen, name, None) is None
        for name in ("card", "cards")
    ]
    return seen is not None and not any(hidden)


def _delivered(run: Run, expected: Any) -> Any:
    return same_cards([seat for seat in told_to(run) if seat != run.seat], expected)


def _sees(run: Run, expected: list[Any], *, wanted: bool) -> Any:
    """Seats whose hands the viewer sees, or may look at; or cards it is shown."""
    seat = viewer(run)
    found = []
    for one in expected:
        if isinstance(one, str):
            text = json.dumps(view_to_json(view_for(run.state, seat)))
            seen = f'"{one}"' in text
        else:
            seen = _sees_hand(run, one) is not False
        found += [one] if seen == wanted else []
    return found


def _sees_hand(run: Run, at: int) -> Any:
    """The hand of a seat as the viewer sees it, or may by looking; False where it does not."""
    seat, state = viewer(run), run.state
    if seat is not None and Peek(seat, at) in legal_actions(state, seat):
        state, _ = apply(state, Peek(seat, at))
    view = view_for(state, seat)
    if at == seat:
        return list(view.hand)
    shown = view.hands[at] if view.hands else None
    return False if shown is None else list(shown)


def sees_hand_of(run: Run, at: int, expected: Any) -> Any:
    found = _sees_hand(run, at)
    return same_cards(found, expected) if isinstance(expected, list) and found else bool(found)


def _sees_stock(run: Run, expected: Any) -> Any:
    shown, left = view_for(run.state, viewer(run)).stock_cards, deal_of(run)
    if isinstance(expected, list):
        return list(shown)
    closed = len(left.stock) - left.drawn
    names = {0: "none", 1: "top", closed: "all"}
    return names.get(len(shown)) if isinstance(expected, str) else bool(shown)


def _part(known: Any, expected: Any) -> Any:
    if known is None and expected == UNKNOWN:
        return UNKNOWN
    return same_cards(known, expected) if isinstance(known, list) else known


def view_of(run: Run, seat: int | None, expected: dict[str, Any]) -> dict[str, Any]:
    """Parts of a view, the partner `unknown` where the viewer cannot know him."""
    view = view_to_json(view_for(run.state, seat))
    contract = view["contract"] or {}
    parts: dict[str, Any] = {**view, **contract}
    other = Run(run.case, run.rules, run.state, list(run.events), seat=seat)
    found: dict[str, Any] = {}
    for key, value in expected.items():
        if key == "trump":
            found[key] = view["trump"]["suit"] if view["trump"] else None
        elif key in SEEN:
            found[key] = SEEN[key](other, value)
        elif key == "points":
            found[key] = per_seat(view["points"]["seats"], value)
        elif key in parts:
            found[key] = _part(parts[key], value)
        else:
            raise UnknownWordError(f"{run.case['id']}: a view has no {key!r}")
    return found


def _signed(run: Run, expected: Any) -> Any:
    signed = last(run, Signed)
    gesture = None if signed is None else GESTURES[signed.sign]
    longer = gesture is not None and str(expected).startswith(f"{gesture}_")
    return expected if longer else gesture


def _shown_to(run: Run, expected: Any) -> Any:
    """Who saw the talon, beside the one who took it."""
    shown = last(run, TalonShown)
    seats = [seat for seat in range(run.rules.players) if redact(shown, seat) is not None]
    return same_cards([seat for seat in seats if seat != shown.seat], expected)


def _hidden_from(run: Run, expected: Any) -> Any:
    told = told_to(run)
    return same_cards([seat for seat in range(run.rules.players) if seat not in told], expected)


def _true_answer(run: Run, expected: Any) -> Any:
    """What the partner may answer to the latest question."""
    asked = last(run, Asked)
    answers = [one.yes for one in legal_actions(run.state, asked.to) if isinstance(one, Answer)]
    found = answers[0] if len(answers) == 1 else answers
    return {True: "yes", False: "no"}[found] if isinstance(expected, str) else found


def _signs(run: Run, expected: Any) -> Any:
    actions = legal_actions(run.state, asked_seat(run))
    return same_cards([one.sign for one in actions if isinstance(one, Sign)], expected)


SEEN: Final[dict[str, Found]] = {
    "legal": lambda run, like: legal_of(run, asked_seat(run), like),
    "legal_cards": lambda run, like: legal_of(run, asked_seat(run), like),
    "only_legal": _only_legal,
    "must": _must,
    "must_discard": lambda run, _: run.rules.talon if run.state.phase == DISCARD else 0,
    "sees": lambda run, like: _sees(run, like, wanted=True),
    "not_sees": lambda run, like: _sees(run, like, wanted=False),
    "sees_stock": _sees_stock,
    "delivered_to": _delivered,
    "visible_to": lambda run, like: same_cards(told_to(run), like),
    "heard_by": lambda run, like: same_cards(told_to(run), like),
    "gesture": _signed,
    "signs": _signs,
    "answer": _true_answer,
    "hidden_from": _hidden_from,
    "secret_from": _hidden_from,
    "legal_bids": lambda run, like: legal_of(run, asked_seat(run), like),
    "legal_calls": lambda run, like: legal_of(run, asked_seat(run), like),
    "legal_contains": lambda run, like: [
        one for one in like if one in legal_of(run, asked_seat(run), None)
    ],
    "not_legal": lambda run, like: [
        one for one in like if one not in legal_of(run, asked_seat(run), None)
    ],
    "partner_public": lambda run, _: view_of(run, None, {"partner": None})["partner"],
    "shown_to": _shown_to,
}
SEEN_BY_SEAT: Final = (
    (r"view_of_(\d+)", view_of),
    (r"sees_hand_of_(\d+)", sees_hand_of),
    (r"legal_(?:\w+_)?of_(\d+)", legal_of),
)
