"""The decoding of seats' actions from untrusted JSON.

>>> action_from_json(0, {"type": "play", "card": "C4"})
PlayCard(seat=0, card='C4', announce=None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.engine import actions as asked
from games.engine.action_types import ACTIONS
from games.engine.actions import Action, OwnAction, PlayCard
from games.engine.cards import ALL_CARDS, SUITS
from games.engine.errors import IllegalAction
from games.engine.phases.feature import own_actions

Json = dict[str, Any]

_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    kind: frozenset(fields) for kind, (_about, fields) in ACTIONS.items()
}
PASS: Final = "pass"  # noqa: S105 - what is said in an auction
_LONGEST_TEXT: Final = 200
_BIGGEST: Final = 10**6


def action_kinds() -> tuple[str, ...]:
    """Return the JSON types ("play", "bid", ...) of the actions that a seat may ask for."""
    return (*_FIELDS, *(own.kind for own in own_actions()))


def action_from_json(seat: int, data: Any) -> Action:
    """Return the action that untrusted JSON asks for this seat; refuse dealing and the like.

    >>> action_from_json(1, {"type": "exchange", "give": "B7"})
    Exchange(seat=1, give='B7')

    Raises:
        IllegalAction: `unknown_action`, `bad_action` or `announce_not_allowed`.
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
    """Return an action that an optional part of the rules defines, with small plain values."""
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
    "offer": lambda seat, data: asked.Offer(seat, _name(data.get("what"))),
    "reply": lambda seat, data: asked.Reply(seat, _name(data.get("what")), _flag(data.get("yes"))),
    "resume": lambda seat, data: asked.Resume(seat),
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
