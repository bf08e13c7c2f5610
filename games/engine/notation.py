"""Actions, events and views as JSON values, for messages, journal and records.

>>> action_to_json(PlayCard(0, "O1", "arrastre"))
{'type': 'play', 'card': 'O1', 'announce': 'arrastre'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from games.engine import actions as asked
from games.engine import events as happened
from games.engine import json_types as shapes
from games.engine.action_types import BidJson
from games.engine.actions import Action, OwnAction, PlayCard
from games.engine.end_of_deal import OverView
from games.engine.events import Event
from games.engine.json_decoding import PASS
from games.engine.json_types import Json
from games.engine.results import ContractResult, DealResult, Extra
from games.engine.rules import Rules
from games.engine.state import Marriage, Trick
from games.engine.visibility import (
    AuctionView,
    ContractView,
    OpenView,
    OwnView,
    PlayerView,
    TrickView,
)


def action_to_json(action: Action) -> Json:
    """Return the action as JSON, without its seat; the deck of a `DealCards` is left out.

    >>> action_to_json(asked.Declare(2, "O"))
    {'type': 'declare', 'suit': 'O'}

    Raises:
        TypeError: the action's class has no JSON.
    """
    write = _ACTIONS.get(type(action))
    if write is not None:
        return write(action)
    if isinstance(action, OwnAction):
        fields = {name: getattr(action, name) for name in action.fields}
        return {"type": action.kind, **fields}
    raise TypeError(f"no notation for {type(action).__name__}")


def bid_to_json(bid: asked.Bid) -> BidJson:
    """Return the JSON of a bid: `"pass"`, or an object of its `rank` and `points`, if not None.

    >>> bid_to_json(asked.Bid(0)), bid_to_json(asked.Bid(0, points=70))
    ('pass', {'points': 70})
    """
    return PASS if bid.passes else _given(rank=bid.rank, points=bid.points)


def _given(**values: Any) -> Json:
    return {name: value for name, value in values.items() if value is not None}


def _said_bid(bid: asked.Bid) -> shapes.SeatBidJson:
    return {"seat": bid.seat, "bid": bid_to_json(bid)}


_ACTIONS: Final[Mapping[type, Callable[[Any], Json]]] = {
    PlayCard: lambda it: {"type": "play", "card": it.card, **_given(announce=it.announce)},
    asked.Exchange: lambda it: {"type": "exchange", "give": it.give},
    asked.ArmExchange: lambda it: {"type": "arm_exchange", "on": it.on},
    asked.Claim: lambda it: {"type": "claim"},
    asked.Cut: lambda it: {"type": "cut", "at": it.at},
    asked.Resign: lambda it: {"type": "resign", **_given(alone=it.alone or None)},
    asked.Offer: lambda it: {"type": "offer", "what": it.what},
    asked.Reply: lambda it: {"type": "reply", "what": it.what, "yes": it.yes},
    asked.Resume: lambda it: {"type": "resume"},
    asked.DealCards: lambda it: {"type": "deal"},
    asked.NextDeal: lambda it: {"type": "next_deal"},
    asked.DrawDealer: lambda it: {"type": "draw_dealer", "cards": list(it.cards)},
    asked.Bid: lambda it: {"type": "bid", "bid": bid_to_json(it)},
    asked.Declare: lambda it: {"type": "declare", "suit": it.suit, **_given(rank=it.rank)},
    asked.Discard: lambda it: {"type": "discard", "cards": list(it.cards)},
    asked.Peek: lambda it: {"type": "peek", "at": it.at},
    asked.Look: lambda it: {"type": "look", "at": it.at},
    asked.Sign: lambda it: {
        "type": "sign", "sign": it.sign, **_given(leaked=list(it.leaked) or None),
    },
    asked.Ask: lambda it: {"type": "ask", "to": it.to, "question": it.question},
    asked.Answer: lambda it: {"type": "answer", "to": it.to, "yes": it.yes},
    asked.Say: lambda it: {"type": "say", "text": it.text},
}  # fmt: skip


def event_to_json(event: Event) -> Json:
    """Return the JSON of an event, which must have been redacted for its receiver.

    >>> event_to_json(happened.TrickTaken(seat=1, number=4, points=14))
    {'type': 'trick_taken', 'seat': 1, 'number': 4, 'points': 14}

    Raises:
        TypeError: the event's class has no JSON.
    """
    kind = type(event)
    if kind in _PLAIN_EVENTS:
        fields: Json = event._asdict()  # type: ignore[union-attr]  # those in the table are tuples
        return {"type": _PLAIN_EVENTS[kind], **{name: _listed(fields[name]) for name in fields}}
    if kind in _EVENTS:
        return _EVENTS[kind](event)
    if isinstance(event, happened.OwnEvent):
        return {"type": event.kind, **asdict(event)}  # type: ignore[call-overload]  # a dataclass
    raise TypeError(f"no notation for {kind.__name__}")


def _listed(value: Any) -> Any:
    """Return a value with lists in place of its tuples, at every depth."""
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


_PLAIN_EVENTS: Final[Mapping[type, str]] = {
    happened.DealStarted: "deal_started",
    happened.DeckCut: "deck_cut",
    happened.TrumpTurned: "trump_turned",
    happened.CardPlayed: "card_played",
    happened.TrickTaken: "trick_taken",
    happened.Exchanged: "exchanged",
    happened.ExchangeArmed: "exchange_armed",
    happened.Claimed: "claimed",
    happened.ClaimFailed: "claim_failed",
    happened.Resigned: "resigned",
    happened.Offered: "offered",
    happened.Replied: "replied",
    happened.Paused: "paused",
    happened.Resumed: "resumed",
    happened.MatchEnded: "match_ended",
    happened.TalonShown: "talon_shown",
    happened.PartnerRevealed: "partner_revealed",
    happened.MarriageShown: "marriage_shown",
    happened.ThreeKilled: "three_killed",
    happened.Peeked: "peeked",
    happened.Looked: "looked",
    happened.Asked: "asked",
    happened.Answered: "answered",
    happened.Said: "said",
    happened.Warned: "warned",
    happened.Penalised: "penalised",
}
"""Event -> type, of the events that are written field by field."""


def _draws_to_json(event: happened.DealerDrawn) -> Json:
    draws = [[{"seat": seat, "card": card} for seat, card in drawn] for drawn in event.draws]
    return {"type": "dealer_drawn", "draws": draws, "dealer": event.dealer}


def _called_to_json(event: happened.Called) -> Json:
    card = None if event.rank is None else f"{event.suit}{event.rank}"
    return {"type": "called", **event._asdict(), "card": card}


_EVENTS: Final[Mapping[type, Callable[[Any], Json]]] = {
    happened.HandDealt: lambda it: {
        "type": "hand_dealt", "seat": it.seat, "cards": _listed(it.cards), "count": it.size,
    },
    happened.CardDrawn: lambda it: {
        "type": "card_drawn", "seat": it.seat, "card": it.card, "turned": it.turned,
    },
    happened.DealEnded: lambda it: {"type": "deal_ended", "result": result_to_json(it.result)},
    happened.DealerDrawn: _draws_to_json,
    happened.BidMade: lambda it: {
        "type": "bid_made", "seat": it.seat, "bid": bid_to_json(it.bid),
    },
    happened.AuctionWon: lambda it: {
        "type": "auction_won", **_said_bid(it.bid), "target": it.target,
    },
    happened.CardsDiscarded: lambda it: {
        "type": "cards_discarded", "seat": it.seat, "count": it.size, "cards": _listed(it.cards),
    },
    happened.Called: _called_to_json,
    happened.Signed: lambda it: {
        "type": "signed", "seat": it.seat, "sign": it.sign, "seen_by": list(it.seen_by),
    },
}  # fmt: skip


def result_to_json(result: DealResult) -> shapes.DealResultJson:
    """Return the JSON object of a deal's result: points, game points, score and how it ended."""
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


def extras_to_json(extras: tuple[Extra, ...]) -> list[shapes.ExtraJson]:
    """Return the JSON list of extra points (marriages, last trick), as records hold it."""
    return [asdict(extra) for extra in extras]


def contract_to_json(contract: ContractResult | None) -> shapes.ContractResultJson | None:
    """Return the JSON of a contract's result, as records have it; None without a contract."""
    if contract is None:
        return None
    bid = _given(rank=contract.rank_bid, points=contract.points_bid)
    contract_json: shapes.ContractResultJson = {
        "caller": contract.caller,
        "partner": contract.partner,
        "bid": bid,
        "suit": contract.suit or None,
        "rank": contract.rank,
        "target": contract.target,
        "made": contract.made,
    }
    if contract.discards is not None:
        contract_json["declarer"] = contract.caller
        contract_json["discards"] = list(contract.discards)
    return contract_json


def plays_to_json(plays: tuple[PlayCard, ...]) -> list[shapes.PlayJson]:
    """Return the cards of a trick as JSON, in the order played."""
    return [{"seat": play.seat, "card": play.card, "announce": play.announce} for play in plays]


def _trick_to_json(trick: Trick) -> shapes.TakenTrickJson:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": plays_to_json(trick.plays),
        "winner": trick.winner,
        "points": trick.points,
    }


def view_to_json(view: PlayerView) -> shapes.ViewJson:
    """Return the JSON of all that one viewer may know of a match, as clients get it."""
    return {**open_to_json(view), **own_to_json(view)}


def open_to_json(view: PlayerView | OpenView) -> shapes.OpenViewJson:
    """Return the JSON of the part of a view that is the same for every viewer."""
    rules, last_trick = view.rules, view.last_trick
    return {
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
        "counts": list(view.counts),
        "stock_cards": list(view.stock_cards),
        "trick": None if view.trick is None else _open_trick_to_json(view.trick),
        "last_trick": None if last_trick is None else _trick_to_json(last_trick),
        "tricks": list(view.tricks),
        "points": {"seats": list(view.seat_points), "sides": list(view.side_points)},
        "score": list(view.score),
        "target": rules.target,
        "unit": rules.ruleset.options["match.unit"],
        "auction": None if view.auction is None else _auction_to_json(view.auction),
        "marriages": [_marriage_to_json(rules, shown) for shown in view.marriages],
        "questions": [question._asdict() for question in view.questions],
        "offer": None if view.offer is None else view.offer._asdict(),
        "paused": view.paused,
        "result": None if view.result is None else result_to_json(view.result),
        "winners": None if view.winners is None else list(view.winners),
        "ended_by": view.ended_by,
        "over": None if view.over is None else _over_to_json(view.over),
    }


def _open_trick_to_json(trick: TrickView) -> shapes.TrickJson:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": plays_to_json(trick.plays),
        "winning": trick.winning,
    }


def _marriage_to_json(rules: Rules, shown: Marriage) -> shapes.MarriageJson:
    return {
        "seat": shown.seat,
        "suit": shown.suit,
        "points": shown.points,
        "side": rules.side_of[shown.seat],
    }


def _over_to_json(over: OverView) -> shapes.OverJson:
    """Return the JSON of a view's part `over`: briscas taken, and at a match's end all results."""
    return {
        "briscas": None if over.briscas is None else [list(cards) for cards in over.briscas],
        "results": [
            {
                "deal": result.deal,
                "points": list(result.totals or result.side_points),
                "game_points": list(result.game_points),
                "ended_by": result.ended_by,
            }
            for result in over.results
        ],
    }


def own_to_json(view: PlayerView | OwnView) -> shapes.OwnViewJson:
    """Return the JSON of the part of a view that depends on the viewer.

    >>> from games.engine import build_ruleset, own_view, start, view_for
    >>> state = start(build_ruleset("ludoteka", players=2).rules, dealer=0)
    >>> anybody = view_to_json(view_for(state, None))
    >>> {**anybody, **own_to_json(own_view(state, 1))} == view_to_json(view_for(state, 1))
    True
    """
    return {
        "seat": view.seat,
        "hand": list(view.hand),
        "hands": None
        if view.hands is None
        else [None if hand is None else list(hand) for hand in view.hands],
        "armed": view.armed,
        "legal": [action_to_json(action) for action in view.legal],
        "may_offer": list(view.may_offer),
        "claim": None
        if view.claim is None
        else {"certain": view.claim.certain, "opens": view.claim.opens},
        "contract": None if view.contract is None else _contract_view_to_json(view.contract),
        "looking": view.looking,
        "signs": [
            {"seat": sign.seat, "sign": sign.sign, "trick": sign.trick} for sign in view.signs
        ],
        "notes": dict(view.notes),
    }


def _auction_to_json(auction: AuctionView) -> shapes.AuctionJson:
    return {
        "kind": auction.kind,
        "bids": [_said_bid(bid) for bid in auction.bids],
        "high": None if auction.high is None else _said_bid(auction.high),
        "passed": list(auction.passed),
    }


def _contract_view_to_json(contract: ContractView) -> shapes.ContractJson:
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
