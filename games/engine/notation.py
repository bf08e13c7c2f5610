"""Actions, events and views as JSON values, for messages, journal and records.

>>> action_from_json(0, {"type": "play", "card": "C4"})
PlayCard(seat=0, card='C4', announce=None)
>>> action_to_json(PlayCard(0, "O1", "arrastre"))
{'type': 'play', 'card': 'O1', 'announce': 'arrastre'}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, assert_never

from games.engine import actions as asked
from games.engine import events as happened
from games.engine.actions import Action, PlayCard
from games.engine.cards import ALL_CARDS
from games.engine.errors import IllegalAction
from games.engine.events import Event
from games.engine.results import DealResult
from games.engine.state import Trick
from games.engine.visibility import PlayerView

Json = dict[str, Any]

_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "play": frozenset({"card", "announce"}),
    "exchange": frozenset({"give"}),
    "arm_exchange": frozenset({"on"}),
    "claim": frozenset(),
    "cut": frozenset({"at"}),
    "resign": frozenset(),
}


def action_from_json(seat: int, data: Any) -> Action:
    """The action that a seat asks for, from untrusted JSON.

    Raises IllegalAction `unknown_action` or `bad_action`. Host actions are not read here.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise IllegalAction("bad_action")
    kind = data["type"]
    if kind not in _FIELDS:
        raise IllegalAction("unknown_action")
    if not set(data) - {"type"} <= _FIELDS[kind]:
        raise IllegalAction("bad_action")
    match kind:
        case "play":
            announce = data.get("announce")
            if announce is not None and announce != asked.ARRASTRE:
                raise IllegalAction("announce_not_allowed")
            return PlayCard(seat, _card(data.get("card")), announce)
        case "exchange":
            return asked.Exchange(seat, _card(data.get("give")))
        case "arm_exchange":
            on = data.get("on", True)
            if not isinstance(on, bool):
                raise IllegalAction("bad_action")
            return asked.ArmExchange(seat, on)
        case "claim":
            return asked.Claim(seat)
        case "cut":
            at = data.get("at")
            if not isinstance(at, int) or isinstance(at, bool):
                raise IllegalAction("bad_action")
            return asked.Cut(seat, at)
        case _:
            return asked.Resign(seat)


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
    assert_never(action)


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
            return {"type": "card_drawn", **event._asdict()}
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
    assert_never(event)


def result_to_json(result: DealResult) -> Json:
    """The result of a deal as JSON."""
    return {
        "deal": result.deal,
        "dealer": result.dealer,
        "trump": {"suit": result.trump_suit, "card": result.trump_card},
        "points": {"seats": list(result.seat_points), "sides": list(result.side_points)},
        "cards": list(result.side_cards),
        "game_points": list(result.game_points),
        "score": list(result.score),
        "ended_by": result.ended_by,
        "tie": result.tie,
        "extras": [],
    }


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
        "hands": None if view.hands is None else [list(hand) for hand in view.hands],
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
        "result": None if view.result is None else result_to_json(view.result),
        "winners": None if view.winners is None else list(view.winners),
        "ended_by": view.ended_by,
    }
