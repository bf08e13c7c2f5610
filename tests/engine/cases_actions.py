"""Does what a worked case asks for, through the engine, and remembers what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from games.engine import (
    ARRASTRE,
    Action,
    Answer,
    ArmExchange,
    Ask,
    Bid,
    Claim,
    Cut,
    DealCards,
    Declare,
    Discard,
    DrawDealer,
    Event,
    Exchange,
    IllegalAction,
    Look,
    NextDeal,
    Peek,
    PlayCard,
    Resign,
    Rules,
    Say,
    Sign,
    action_from_json,
    legal_actions,
)
from games.engine.legality import trump_ace
from games.engine.phases.auction import auction_of, passed
from games.engine.phases.play import draw_round
from games.engine.state import AUCTION, CALL, DISCARD, DRAW, PLAY
from tests.engine.cases_auction import bid_of, bidding, caller_of, naming
from tests.engine.cases_playing import Run, whole_deal, win_trick
from tests.engine.cases_reading import Case, UnknownWordError, called_card
from tests.engine.cases_setup import mid_deal, opening

ACTION_KEYS: Final = frozenset(
    {"seat", "play", "announce", "exchange", "arm_exchange", "claim", "event", "trick", "peek",
     "look", "signal", "sign", "chat", "say", "ask", "answer", "to", "bid", "call", "declare",
     "discard", "marriage", "cut", "resign", "draw", "reveal_partner", "reveal", "points"}
)  # fmt: skip


QUESTIONS: Final = {
    "punts": "points", "tens_punts": "points", "tens punts?": "points",
    "triomf": "brisca", "trump": "brisca", "tens_brisca": "brisca", "tens brisca?": "brisca",
}  # fmt: skip


def begin(case: Case, rules: Rules) -> Run:
    """The state of the case, and its plays laid on the table."""
    kind = _kind_of_first(case["action"])
    if kind in ("cut", "deal"):
        return Run(case, rules, opening(case, rules).replace(phase="cut"))
    run = Run(case, rules, mid_deal(case, rules))
    if rules.auction and not case["plays"]:
        setup = case["setup"]
        unsaid = caller_of(setup) is None and "trump" not in setup
        if kind in ("bid", "start_play", "take_talon", "win_auction", "legal_bids") or unsaid:
            run.state = bidding(run.state)
        elif kind in ("call", "declare"):
            run.state = naming(run.state)
        elif kind == "discard":
            run.state = bidding(run.state)
            win_auction(run)
    _bids_before(run)
    lay(run)
    if case["action"] and all(run.accepted):
        run.accepted.clear()  # what the case expects to be taken is its actions
    return run


def _bids_before(run: Run) -> None:
    """The bids that the case tells of, and seats that are out."""
    for one in run.setup.get("bids") or []:
        said = one if isinstance(one, dict) else {"seat": one[0], "bid": one[1]}
        _others_pass(run, said["seat"])
        run.take(_bid(run, said["seat"], said["bid"]))
    high = run.setup.get("high")
    if high is not None:
        said = {key: value for key, value in high.items() if key != "seat"}
        _others_pass(run, high["seat"])
        run.take(_bid(run, high["seat"], said))
    for seat in run.setup.get("passed") or []:
        if seat not in passed(auction_of(run.state.deal)):
            run.take(Bid(seat))


def _kind_of_first(action: Any) -> str | None:
    first = action[0] if isinstance(action, list) and action else action
    if isinstance(first, str):
        return "legal_bids" if first.startswith("legal_bids_of_") else first
    kinds = ("bid", "call", "declare", "discard", "cut")
    return next((kind for kind in kinds if kind in first), None) if first else None


def lay(run: Run) -> None:
    """Play `cards_played` cards and the plays of the case.

    An announcement goes with the trump ace, or else with the last card.
    """
    for _ in range(run.setup.get("cards_played", 0)):
        seat = run.state.turn
        assert seat is not None
        run.take(next(one for one in legal_actions(run.state, seat) if isinstance(one, PlayCard)))
    plays, said = run.case["plays"], run.case.get("announce")
    ace = trump_ace(run.rules, run.state.deal) if run.state.deal else ""
    aloud = next((at for at, play in enumerate(plays) if play[1] == ace), len(plays) - 1)
    for index, (seat, card, *aside) in enumerate(plays):
        announce = aside[0] if aside else said if index == aloud else None
        run.seat = seat
        run.attempt(lambda seat=seat, card=card, announce=announce: PlayCard(seat, card, announce))
        if not run.accepted[-1] and index < len(plays) - 1:
            raise AssertionError(f"{run.case['id']}: {card} is refused ({run.refusals[-1]})")


# -- actions by name -------------------------------------------------------------------------


def perform(run: Run, action: Any) -> None:
    """Do one thing that the case asks for; UnknownWordError where it has no meaning."""
    if isinstance(action, dict):
        _asked(run, action)
        return
    for pattern in (r"legal_\w+_of_(\d+)", r"view_of_(\d+)"):
        found = re.fullmatch(pattern, action)
        if found:
            run.seat = int(found[1])
            return
    found = re.fullmatch(r"(\w+)_deals", action)
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    if found and found[1] in numbers:
        for _ in range(numbers.index(found[1])):
            whole_deal(run)
        return
    if action not in _NAMED:
        raise UnknownWordError(f"{run.case['id']}: no meaning for the action {action!r}")
    _NAMED[action](run)


def _next_deal(run: Run) -> None:
    run.take(NextDeal())


def _deal(run: Run) -> None:
    """Cut and deal a pack in its own order."""
    run.take(Cut(run.state.cutter, len(run.rules.deck) // 2))
    run.take(DealCards(run.rules.deck))


def _draw(run: Run) -> None:
    """Everybody draws, as after a trick."""
    deal = run.state.deal
    assert deal is not None
    deal, events = deal.copy(), list[Event]()
    draw_round(run.rules, deal, run.state.eldest, events)
    run.state = run.state.replace(deal=deal, phase=PLAY, turn=deal.turn)
    run.events += events
    run.latest = tuple(events)


def _start_play(run: Run) -> None:
    """From the first bid to the first lead."""
    win_auction(run)
    setup, deal = run.setup, run.state.deal
    assert deal is not None
    caller = caller_of(setup)
    assert caller is not None
    if run.state.phase == DISCARD:
        cards = setup.get("discards") or deal.hands[caller][-run.rules.talon :]
        run.take(Discard(caller, tuple(cards)))
    if run.state.phase == CALL:
        suit, rank = called_card(setup.get("call", setup.get("trump", "O")))
        run.take(Declare(caller, suit, rank))


def win_auction(run: Run) -> None:
    """The caller of the case bids what he is to make, and the others pass."""
    bid = bid_of(run.setup, run.rules)
    while run.state.phase == AUCTION:
        seat = run.state.turn
        assert seat is not None
        run.take(bid if seat == bid.seat else Bid(seat))


def _draw_dealer(run: Run) -> None:
    """Cards drawn for the deal: `draws` is a map or list by seat, or a list of such rounds."""
    draws = run.setup["draws"]
    rounds = draws if isinstance(draws, list) and not isinstance(draws[0], str) else [draws]
    cards = [
        card
        for one in rounds
        for card in ([one[seat] for seat in sorted(one)] if isinstance(one, dict) else one)
    ]
    run.state = run.state.replace(phase="draw_dealer", deal=None)
    run.take(DrawDealer(tuple(cards)))


_NAMED: Final[dict[str, Callable[[Run], None]]] = {
    "next_deal": _next_deal,
    "deal": _deal,
    "draw": _draw,
    "start_play": _start_play,
    "take_talon": win_auction,
    "win_auction": win_auction,
    "draw_dealer": _draw_dealer,
    "play_deal": lambda run: (whole_deal(run), None)[1],
    "public_view": lambda run: setattr(run, "seat", None),
    "create_table": lambda run: None,
}


# -- actions of a seat -----------------------------------------------------------------------


def _asked(run: Run, action: dict[str, Any]) -> None:
    unknown = set(action) - ACTION_KEYS
    if unknown:
        raise UnknownWordError(f"{run.case['id']}: no meaning for the action {sorted(unknown)}")
    seat = int(action["seat"])
    run.seat = seat
    run.first_seat = seat if run.first_seat is None else run.first_seat
    if action.get("event") == "trick_won":
        win_trick(run, action)
        return
    if "event" in action:
        raise UnknownWordError(f"{run.case['id']}: no meaning for the event {action['event']!r}")
    if "play" in action:
        _to_move(run, seat)
    if "bid" in action and _wanted(run):
        _others_pass(run, seat)
    if "peek" in action and not isinstance(action["peek"], int):
        for at in run.rules.partners(seat):
            run.attempt(lambda at=at: Peek(seat, at))
        return
    if "draw" in action:
        assert run.state.phase == DRAW
        _draw(run)
        return
    run.attempt(lambda: _made(run, seat, action))


def _made(run: Run, seat: int, action: dict[str, Any]) -> Action:
    """The action of the engine. IllegalAction where it knows nothing of the kind."""
    readers: dict[str, Callable[[Any], Action]] = {
        "play": lambda card: PlayCard(seat, card, action.get("announce")),
        "exchange": lambda card: Exchange(seat, card),
        "arm_exchange": lambda on: ArmExchange(seat, on),
        "claim": lambda _: Claim(seat),
        "peek": lambda at: Peek(seat, at),
        "look": lambda at: Look(seat, at),
        "signal": lambda sign: Sign(seat, sign),
        "sign": lambda sign: Sign(seat, sign),
        "chat": lambda text: Say(seat, text),
        "say": lambda text: Say(seat, text),
        "ask": lambda what: Ask(
            seat, action.get("to", _partner(run, seat)), QUESTIONS.get(what, what)
        ),
        "answer": lambda yes: Answer(seat, action.get("to", _partner(run, seat)), _yes(yes)),
        "bid": lambda bid: _bid(run, seat, bid),
        "call": lambda said: Declare(seat, *called_card(said)),
        "declare": lambda said: Declare(seat, *called_card(said)),
        "marriage": lambda suit: Declare(seat, suit),
        "discard": lambda cards: Discard(seat, tuple(cards)),
        "cut": lambda at: Cut(seat, at),
        "resign": lambda _: Resign(seat),
        "reveal_partner": lambda _: action_from_json(seat, {"type": "reveal_partner"}),
        "reveal": lambda _: action_from_json(seat, {"type": "reveal"}),
    }
    kind = next((name for name in readers if name in action), None)
    if kind is not None:
        return readers[kind](action[kind])
    if action.get("announce") == ARRASTRE:
        raise IllegalAction("announce_not_allowed")  # nothing to announce without a card
    raise UnknownWordError(f"{run.case['id']}: no meaning for the action {action!r}")


def _partner(run: Run, seat: int) -> int:
    partners = run.rules.partners(seat)
    return partners[0] if partners else (seat + 1) % run.rules.players


def _yes(said: Any) -> bool:
    return said if isinstance(said, bool) else {"yes": True, "no": False}[said]


def _bid(run: Run, seat: int, said: Any) -> Bid:
    if said == "pass":
        return Bid(seat)
    if isinstance(said, dict):
        return Bid(seat, said.get("rank"), said.get("points"))
    points = run.rules.option("auction.kind") == "points"
    return Bid(seat, points=said) if points else Bid(seat, rank=said)


def _wanted(run: Run) -> bool:
    """Whether the case expects the next action to be taken."""
    expected = run.expects("ok")
    return (
        bool(expected[len(run.accepted)]) if isinstance(expected, list) else expected is not False
    )


def _others_pass(run: Run, seat: int) -> None:
    """Seats of which a case says nothing between two bids have passed."""
    while run.state.phase == AUCTION and run.state.turn != seat:
        deal, turn = run.state.deal, run.state.turn
        assert deal is not None
        assert turn is not None
        high = auction_of(deal).high
        if seat in passed(auction_of(deal)) or (high is not None and high.seat == turn):
            return
        run.take(Bid(turn))


def _to_move(run: Run, seat: int) -> None:
    """Where a case lets a seat lead without saying whose turn it was, it is that seat's."""
    deal, said = run.state.deal, {"leader", "dealer", "mano"} & set(run.setup)
    if deal is None or deal.plays or run.state.phase != PLAY or said or run.case["plays"]:
        return
    run.state = run.state.replace(turn=seat, deal=deal.replace(leader=seat, turn=seat))
