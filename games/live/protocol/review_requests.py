"""What goes over the socket of a review room, beside what all sockets say.

>>> parse_review('{"t":"go","id":"a1b2c3d4","at":"d1t3c2"}')
Go(id='a1b2c3d4', at='d1t3c2')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import orjson

from games.live.protocol.messages import ClientMessage, Json, ProtocolError
from games.live.protocol.parsing import parse
from games.record.variation import LONGEST, PLACE

MAX_PLACE_NUMBER: Final = 400
"""Of deals, of cards played in one, and of moves."""
_PLACE: Final = re.compile(PLACE, re.ASCII)
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_OWN: Final = ("lead", "go", "try")


@dataclass(frozen=True, slots=True)
class Lead:
    """Take the lead in a review room, or give it up."""

    id: str
    on: bool


@dataclass(frozen=True, slots=True)
class Go:
    """Who leads has gone to this place, and shows no line any more."""

    id: str
    at: str


@dataclass(frozen=True, slots=True)
class Try:
    """Where other cards lead: after so many cards of a deal, by the number of each move."""

    id: str
    deal: int
    plays: int
    line: list[int]


ReviewMessage: TypeAlias = Lead | Go | Try


def parse_review(text: str) -> ClientMessage | ReviewMessage:
    """The message in a frame; ProtocolError with a code for anything else."""
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError("bad_message") from error
    if not isinstance(data, dict) or data.get("t") not in _OWN:
        return parse(text)
    message_id = data.get("id")
    if not isinstance(message_id, str) or not _ID.fullmatch(message_id):
        raise ProtocolError("bad_id")
    match data["t"]:
        case "lead":
            if not isinstance(data.get("on"), bool):
                raise ProtocolError("bad_message", message_id)
            return Lead(message_id, data["on"])
        case "go":
            at = data.get("at")
            if not isinstance(at, str) or not _PLACE.fullmatch(at):
                raise ProtocolError("bad_message", message_id)
            return Go(message_id, at)
        case _:
            return _try(data, message_id)


def _try(data: Json, message_id: str) -> Try:
    line = data.get("line")
    if not isinstance(line, list) or len(line) > LONGEST:
        raise ProtocolError("bad_message", message_id)
    numbers = [data.get("deal"), data.get("plays"), *line]
    if not all(_is_small(number) for number in numbers):
        raise ProtocolError("bad_message", message_id)
    return Try(message_id, data["deal"], data["plays"], line)


def _is_small(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_PLACE_NUMBER
