"""Actions, events and views as JSON values, for messages, journal and records.

>>> action_to_json(PlayCard(0, "O1", "arrastre"))
{'type': 'play', 'card': 'O1', 'announce': 'arrastre'}
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, assert_never

from games.engine import actions as asked
from games.engine import events as happened
from games.engine import json_types as shapes
from games.engine.actions import Action, OwnAction, PlayCard
from games.engine.events import Event
from games.engine.json_decoding import PASS
from games.engine.json_types import Json
from games.engine.over_view import OverView
from games.engine.results import ContractResult, DealResult, Extra
from games.engine.state import Trick
from games.engine.visibility import (
    AuctionView,
    ContractView,
    OpenView,
    OwnView,
    PlayerView,
)


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
            return {"type": "resign", **_given(alone=action.alone or None)}
        case asked.Offer():
            return {"type": "offer", "what": action.what}
        case asked.Reply():
            return {"type": "reply", "what": action.what, "yes": action.yes}
        case asked.Resume():
            return {"type": "resume"}
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


def bid_to_json(bid: asked.Bid) -> shapes.BidJson:
    """`"pass"`, or the rank and the points that are bid."""
    return PASS if bid.passes else _given(rank=bid.rank, points=bid.points)


def _given(**values: Any) -> Json:
    return {name: value for name, value in values.items() if value is not None}


def _said_bid(bid: asked.Bid) -> shapes.SeatBidJson:
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
        case happened.ClaimFailed():
            return {"type": "claim_failed", "seat": event.seat, "cards": list(event.cards)}
        case happened.DealEnded():
            return {"type": "deal_ended", "result": result_to_json(event.result)}
        case happened.Resigned():
            return {"type": "resigned", "seat": event.seat}
        case happened.Offered():
            return {"type": "offered", **event._asdict()}
        case happened.Replied():
            return {"type": "replied", **event._asdict()}
        case happened.Paused():
            return {"type": "paused", "seat": event.seat}
        case happened.Resumed():
            return {"type": "resumed", "seat": event.seat}
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


def result_to_json(result: DealResult) -> shapes.DealResultJson:
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


def extras_to_json(extras: tuple[Extra, ...]) -> list[shapes.ExtraJson]:
    """Points beside those of the cards, as records have them."""
    return [asdict(extra) for extra in extras]


def contract_to_json(contract: ContractResult | None) -> shapes.ContractResultJson | None:
    """How a contract came out, as records have it."""
    if contract is None:
        return None
    bid = _given(rank=contract.rank_bid, points=contract.points_bid)
    told: shapes.ContractResultJson = {
        "caller": contract.caller,
        "partner": contract.partner,
        "bid": bid,
        "suit": contract.suit or None,
        "rank": contract.rank,
        "target": contract.target,
        "made": contract.made,
    }
    if contract.discards is not None:
        told["declarer"] = contract.caller
        told["discards"] = list(contract.discards)
    return told


def plays_to_json(plays: tuple[PlayCard, ...]) -> list[shapes.PlayJson]:
    """The cards of a trick as JSON, in the order played."""
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
    """A view as JSON: the truth that a client shows."""
    return {**open_to_json(view), **own_to_json(view)}


def open_to_json(view: PlayerView | OpenView) -> shapes.OpenViewJson:
    """What of `view_to_json` is the same for everybody."""
    rules = view.rules
    trick = view.trick
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
        "auction": None if view.auction is None else _auction_to_json(view.auction),
        "marriages": [
            {
                "seat": shown.seat,
                "suit": shown.suit,
                "points": shown.points,
                "side": rules.side_of[shown.seat],
            }
            for shown in view.marriages
        ],
        "questions": [one._asdict() for one in view.questions],
        "offer": None if view.offer is None else view.offer._asdict(),
        "paused": view.paused,
        "result": None if view.result is None else result_to_json(view.result),
        "winners": None if view.winners is None else list(view.winners),
        "ended_by": view.ended_by,
        "over": None if view.over is None else _over_to_json(view.over),
    }


def _over_to_json(over: OverView) -> shapes.OverJson:
    """Write what a view tells at the end of a deal or match alone."""
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
    """What of `view_to_json` depends on who looks; the rest is the same for everybody.

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
        "signs": [{"seat": one.seat, "sign": one.sign, "trick": one.trick} for one in view.signs],
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
