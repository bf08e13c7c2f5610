"""Actions, events and views as JSON values, for messages, journal and records.

>>> action_from_json(0, {"type": "play", "card": "C4"})
PlayCard(seat=0, card='C4', announce=None)
>>> action_to_json(PlayCard(0, "O1", "arrastre"))
{'type': 'play', 'card': 'O1', 'announce': 'arrastre'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, assert_never

from games.engine import actions as asked
from games.engine import events as happened
from games.engine.actions import Action, OwnAction, PlayCard
from games.engine.cards import ALL_CARDS, SUITS
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.phases.feature import own_actions
from games.engine.results import ContractResult, DealResult, Extra
from games.engine.state import Trick
from games.engine.visibility import AuctionView, ContractView, PlayerView

Json = dict[str, Any]

_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "play": frozenset({"card", "announce"}),
    "exchange": frozenset({"give"}),
    "arm_exchange": frozenset({"on"}),
    "claim": frozenset(),
    "cut": frozenset({"at"}),
    "resign": frozenset(),
    "bid": frozenset({"bid"}),
    "declare": frozenset({"suit", "rank"}),
    "discard": frozenset({"cards"}),
    "peek": frozenset({"at"}),
    "look": frozenset({"at"}),
    "sign": frozenset({"sign"}),
    "ask": frozenset({"to", "question"}),
    "answer": frozenset({"to", "yes"}),
    "say": frozenset({"text"}),
}
PASS: Final = "pass"  # noqa: S105 - what is said in an auction
_LONGEST_TEXT: Final = 200
_BIGGEST: Final = 10**6


def action_kinds() -> tuple[str, ...]:
    """The types of action that a seat may ask for."""
    return (*_FIELDS, *(own.kind for own in own_actions()))


def action_from_json(seat: int, data: Any) -> Action:
    """The action that a seat asks for, from untrusted JSON.

    Raises IllegalAction `unknown_action` or `bad_action`. Host actions are not read here.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise IllegalAction("bad_action")
    kind = data["type"]
    own = _own_action(kind)
    fields = frozenset(own.fields) if own else _FIELDS.get(kind)
    if fields is None:
        raise IllegalAction("unknown_action")
    if not set(data) - {"type"} <= fields:
        raise IllegalAction("bad_action")
    if own is not None:
        return _read_own(own, seat, data)
    return _READERS[kind](seat, data)


def _read_own(own: type[OwnAction], seat: int, data: Json) -> Action:
    """An action that a phase brings along: all its fields, small plain values."""
    values = {name: data.get(name) for name in own.fields}
    if any(not isinstance(value, str | int) for value in values.values()):
        raise IllegalAction("bad_action")
    if any(isinstance(value, str) and len(value) > _LONGEST_TEXT for value in values.values()):
        raise IllegalAction("bad_action")
    return own(seat=seat, **values)  # type: ignore[call-arg]


def _own_action(kind: str) -> type[OwnAction] | None:
    return next((own for own in own_actions() if own.kind == kind), None)


def _read_play(seat: int, data: Json) -> Action:
    announce = data.get("announce")
    if announce is not None and announce != asked.ARRASTRE:
        raise IllegalAction("announce_not_allowed")
    return PlayCard(seat, _card(data.get("card")), announce)


def _read_bid(seat: int, data: Json) -> Action:
    bid = data.get("bid")
    if bid == PASS:
        return asked.Bid(seat)
    if not isinstance(bid, dict) or not bid or not set(bid) <= {"rank", "points"}:
        raise IllegalAction("bad_action")
    return asked.Bid(seat, **{name: _whole(value) for name, value in bid.items()})


def _read_declare(seat: int, data: Json) -> Action:
    suit, rank = data.get("suit"), data.get("rank")
    if not isinstance(suit, str) or suit not in SUITS:
        raise IllegalAction("bad_action")
    return asked.Declare(seat, suit, None if rank is None else _whole(rank))


def _read_discard(seat: int, data: Json) -> Action:
    cards = data.get("cards")
    if not isinstance(cards, list | tuple) or len(cards) > len(ALL_CARDS):
        raise IllegalAction("bad_action")
    return asked.Discard(seat, tuple(_card(card) for card in cards))


def _read_say(seat: int, data: Json) -> Action:
    text = data.get("text")
    if not isinstance(text, str) or len(text) > _LONGEST_TEXT:
        raise IllegalAction("bad_action")
    return asked.Say(seat, text)


_READERS: Final[Mapping[str, Callable[[int, Json], Action]]] = {
    "play": _read_play,
    "exchange": lambda seat, data: asked.Exchange(seat, _card(data.get("give"))),
    "arm_exchange": lambda seat, data: asked.ArmExchange(seat, _flag(data.get("on", True))),
    "claim": lambda seat, data: asked.Claim(seat),
    "cut": lambda seat, data: asked.Cut(seat, _whole(data.get("at"))),
    "resign": lambda seat, data: asked.Resign(seat),
    "bid": _read_bid,
    "declare": _read_declare,
    "discard": _read_discard,
    "peek": lambda seat, data: asked.Peek(seat, _whole(data.get("at"))),
    "look": lambda seat, data: asked.Look(seat, _whole(data.get("at"))),
    "sign": lambda seat, data: asked.Sign(seat, _name(data.get("sign"))),
    "ask": lambda seat, data: asked.Ask(seat, _whole(data.get("to")), _name(data.get("question"))),
    "answer": lambda seat, data: asked.Answer(seat, _whole(data.get("to")), _flag(data.get("yes"))),
    "say": _read_say,
}


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _BIGGEST:
        raise IllegalAction("bad_action")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise IllegalAction("bad_action")
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
        raise IllegalAction("bad_action")
    return value


def _card(value: Any) -> str:
    if not isinstance(value, str) or value not in ALL_CARDS:
        raise IllegalAction("bad_action")
    return value


def action_to_json(action: Action) -> Json:
    """The action as JSON, without its seat; a deal never says its deck."""
    match action:
        case PlayCard():
            data: Json = {"type": "play", "card": action.card}
            if action.announce is not None:
                data["announce"] = action.announce
            return data
        case asked.Exchange():
            return {"type": "exchange", "give": action.give}
        case asked.ArmExchange():
            return {"type": "arm_exchange", "on": action.on}
        case asked.Claim():
            return {"type": "claim"}
        case asked.Cut():
            return {"type": "cut", "at": action.at}
        case asked.Resign():
            return {"type": "resign"}
        case asked.DealCards():
            return {"type": "deal"}
        case asked.NextDeal():
            return {"type": "next_deal"}
        case asked.DrawDealer():
            return {"type": "draw_dealer", "cards": list(action.cards)}
        case asked.Bid():
            return {"type": "bid", "bid": bid_to_json(action)}
        case asked.Declare():
            return {"type": "declare", "suit": action.suit, **_given(rank=action.rank)}
        case asked.Discard():
            return {"type": "discard", "cards": list(action.cards)}
        case asked.Peek():
            return {"type": "peek", "at": action.at}
        case asked.Look():
            return {"type": "look", "at": action.at}
        case asked.Sign():
            leaked = list(action.leaked) or None
            return {"type": "sign", "sign": action.sign, **_given(leaked=leaked)}
        case asked.Ask():
            return {"type": "ask", "to": action.to, "question": action.question}
        case asked.Answer():
            return {"type": "answer", "to": action.to, "yes": action.yes}
        case asked.Say():
            return {"type": "say", "text": action.text}
        case OwnAction():
            return {
                "type": action.kind,
                **{name: getattr(action, name) for name in action.fields},
            }
    assert_never(action)


def bid_to_json(bid: asked.Bid) -> Any:
    """`"pass"`, or the rank and the points that are bid."""
    return PASS if bid.passes else _given(rank=bid.rank, points=bid.points)


def _given(**values: Any) -> Json:
    return {name: value for name, value in values.items() if value is not None}


def _said_bid(bid: asked.Bid) -> Json:
    return {"seat": bid.seat, "bid": bid_to_json(bid)}


def event_to_json(event: Event) -> Json:
    """A redacted event as JSON."""
    match event:
        case happened.DealStarted():
            return {"type": "deal_started", **event._asdict()}
        case happened.DeckCut():
            return {"type": "deck_cut", **event._asdict()}
        case happened.HandDealt():
            cards = None if event.cards is None else list(event.cards)
            return {"type": "hand_dealt", "seat": event.seat, "cards": cards, "count": event.size}
        case happened.TrumpTurned():
            return {"type": "trump_turned", **event._asdict()}
        case happened.CardPlayed():
            return {"type": "card_played", **event._asdict()}
        case happened.TrickTaken():
            return {"type": "trick_taken", **event._asdict()}
        case happened.CardDrawn():
            return {
                "type": "card_drawn",
                "seat": event.seat,
                "card": event.card,
                "turned": event.turned,
            }
        case happened.Exchanged():
            return {"type": "exchanged", **event._asdict()}
        case happened.ExchangeArmed():
            return {"type": "exchange_armed", **event._asdict()}
        case happened.Claimed():
            hands = [list(hand) for hand in event.hands]
            return {"type": "claimed", "seat": event.seat, "hands": hands}
        case happened.DealEnded():
            return {"type": "deal_ended", "result": result_to_json(event.result)}
        case happened.Resigned():
            return {"type": "resigned", "seat": event.seat}
        case happened.MatchEnded():
            return {
                "type": "match_ended",
                "winners": list(event.winners),
                "score": list(event.score),
                "ended_by": event.ended_by,
            }
        case happened.OwnEvent():
            data = asdict(event)  # type: ignore[call-overload]
            return {"type": event.kind, **data}
        case _:
            return _family_event(event)


def _family_event(event: Event) -> Json:
    """Events of the games beyond the base."""
    match event:
        case happened.DealerDrawn():
            draws = [
                [{"seat": seat, "card": card} for seat, card in drawn] for drawn in event.draws
            ]
            return {"type": "dealer_drawn", "draws": draws, "dealer": event.dealer}
        case happened.BidMade():
            return {"type": "bid_made", "seat": event.seat, "bid": bid_to_json(event.bid)}
        case happened.AuctionWon():
            return {"type": "auction_won", **_said_bid(event.bid), "target": event.target}
        case happened.TalonShown():
            return {"type": "talon_shown", "seat": event.seat, "cards": list(event.cards)}
        case happened.CardsDiscarded():
            cards = None if event.cards is None else list(event.cards)
            return {
                "type": "cards_discarded",
                "seat": event.seat,
                "count": event.size,
                "cards": cards,
            }
        case happened.Called():
            card = None if event.rank is None else f"{event.suit}{event.rank}"
            return {"type": "called", **event._asdict(), "card": card}
        case happened.PartnerRevealed():
            return {"type": "partner_revealed", **event._asdict()}
        case happened.MarriageShown():
            return {"type": "marriage_shown", **event._asdict()}
        case happened.ThreeKilled():
            return {"type": "three_killed", **event._asdict()}
        case happened.Peeked():
            return {"type": "peeked", **event._asdict(), "cards": list(event.cards)}
        case happened.Looked():
            return {"type": "looked", **event._asdict()}
        case happened.Signed():
            seen = list(event.seen_by)
            return {"type": "signed", "seat": event.seat, "sign": event.sign, "seen_by": seen}
        case happened.Asked():
            return {"type": "asked", **event._asdict()}
        case happened.Answered():
            return {"type": "answered", **event._asdict()}
        case happened.Said():
            return {"type": "said", **event._asdict()}
        case happened.Warned():
            return {"type": "warned", "seat": event.seat}
        case happened.Penalised():
            return {"type": "penalised", "seat": event.seat}
        case _:
            raise TypeError(f"no notation for {type(event).__name__}")


def result_to_json(result: DealResult) -> Json:
    """The result of a deal as JSON."""
    return {
        "deal": result.deal,
        "dealer": result.dealer,
        "trump": {"suit": result.trump_suit or None, "card": result.trump_card},
        "points": {"seats": list(result.seat_points), "sides": list(result.side_points)},
        "cards": list(result.side_cards),
        "game_points": list(result.game_points),
        "score": list(result.score),
        "ended_by": result.ended_by,
        "tie": result.tie,
        "extras": extras_to_json(result.extras),
        "totals": list(result.totals),
        "contract": contract_to_json(result.contract),
    }


def extras_to_json(extras: tuple[Extra, ...]) -> list[Json]:
    """Points beside those of the cards, as records have them."""
    return [asdict(extra) for extra in extras]


def contract_to_json(contract: ContractResult | None) -> Json | None:
    """How a contract came out, as records have it."""
    if contract is None:
        return None
    bid = _given(rank=contract.rank_bid, points=contract.points_bid)
    told: Json = {
        "caller": contract.caller,
        "partner": contract.partner,
        "bid": bid,
        "suit": contract.suit or None,
        "rank": contract.rank,
        "target": contract.target,
        "made": contract.made,
    }
    if contract.discards is not None:
        told |= {"declarer": contract.caller, "discards": list(contract.discards)}
    return told


def plays_to_json(plays: tuple[PlayCard, ...]) -> list[Json]:
    """The cards of a trick as JSON, in the order played."""
    return [{"seat": play.seat, "card": play.card, "announce": play.announce} for play in plays]


def _trick_to_json(trick: Trick) -> Json:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": plays_to_json(trick.plays),
        "winner": trick.winner,
        "points": trick.points,
    }


def view_to_json(view: PlayerView) -> Json:
    """A view as JSON: the truth that a client shows."""
    rules = view.rules
    trick = view.trick
    return {
        "seat": view.seat,
        "players": rules.players,
        "sides": [list(side) for side in rules.sides],
        "phase": view.phase,
        "deal": view.deal,
        "dealer": view.dealer,
        "eldest": view.eldest,
        "turn": view.turn,
        "trump": {"suit": view.trump, "card": view.trump_card} if view.trump else None,
        "turned": view.turned,
        "stock": view.stock,
        "hand": list(view.hand),
        "counts": list(view.counts),
        "hands": None
        if view.hands is None
        else [None if hand is None else list(hand) for hand in view.hands],
        "stock_cards": list(view.stock_cards),
        "trick": None
        if trick is None
        else {
            "number": trick.number,
            "leader": trick.leader,
            "plays": plays_to_json(trick.plays),
            "winning": trick.winning,
        },
        "last_trick": None if view.last_trick is None else _trick_to_json(view.last_trick),
        "tricks": list(view.tricks),
        "points": {"seats": list(view.seat_points), "sides": list(view.side_points)},
        "score": list(view.score),
        "target": rules.target,
        "unit": rules.ruleset.options["match.unit"],
        "armed": view.armed,
        "legal": [action_to_json(action) for action in view.legal],
        "auction": None if view.auction is None else _auction_to_json(view.auction),
        "contract": None if view.contract is None else _contract_view_to_json(view.contract),
        "marriages": [
            {**shown._asdict(), "side": rules.side_of[shown.seat]} for shown in view.marriages
        ],
        "looking": view.looking,
        "questions": [one._asdict() for one in view.questions],
        "signs": [asdict(one) for one in view.signs],
        "notes": dict(view.notes),
        "result": None if view.result is None else result_to_json(view.result),
        "winners": None if view.winners is None else list(view.winners),
        "ended_by": view.ended_by,
    }


def _auction_to_json(auction: AuctionView) -> Json:
    return {
        "kind": auction.kind,
        "bids": [_said_bid(bid) for bid in auction.bids],
        "high": None if auction.high is None else _said_bid(auction.high),
        "passed": list(auction.passed),
    }


def _contract_view_to_json(contract: ContractView) -> Json:
    return {
        "caller": contract.caller,
        "bid": bid_to_json(contract.bid),
        "target": contract.target,
        "suit": contract.suit,
        "rank": contract.rank,
        "card": contract.card,
        "partner": contract.partner,
        "alone": contract.alone,
        "revealed": contract.revealed,
        "talon": None if contract.talon is None else list(contract.talon),
        "discards": None if contract.discards is None else list(contract.discards),
    }
