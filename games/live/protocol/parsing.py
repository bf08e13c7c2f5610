"""Parsing of a client's frame into a message, or a refusal with a code.

orjson reads the frame, as it takes exact JSON with finite numbers only, and msgspec checks the
fields by the annotations of the message's type. Fields of other names are not looked at.

>>> parse('{"t":"p","have":12}')
Heartbeat(last_seq=12)
>>> parse('{"t":"act","id":"a1b2c3d4","base":3,"a":{"type":"claim"}}')
Act(id='a1b2c3d4', base=3, action={'type': 'claim'})
>>> parse_review('{"t":"go","id":"a1b2c3d4","at":"d1t3c2"}')
Go(id='a1b2c3d4', at='d1t3c2')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, get_args

import orjson
from msgspec import Struct, ValidationError, convert

from games.live.protocol.messages import ProtocolError
from games.live.protocol.requests import (
    COMMAND_FIELDS,
    COMMANDS,
    ID_PATTERN,
    ClientMessage,
    Do,
    ReviewMessage,
)

Json: TypeAlias = dict[str, Any]
Types: TypeAlias = Mapping[str, type[Struct]]

_matches_id: Final = re.compile(ID_PATTERN).fullmatch
_TABLE_MESSAGES: Final[Types] = {kind.tag: kind for kind in get_args(ClientMessage)}
_REVIEW_MESSAGES: Final[Types] = {
    **_TABLE_MESSAGES,
    **{kind.tag: kind for kind in get_args(ReviewMessage)},
}


def parse(text: str) -> ClientMessage:
    """Parse a frame that came over the socket of a table or of the lobby.

    Raises ProtocolError with a code for everything that is no message.
    """
    message: ClientMessage = _parse(text, _TABLE_MESSAGES)
    return message


def parse_review(text: str) -> ClientMessage | ReviewMessage:
    """Parse a frame that came over the socket of a review room, which takes a table's messages too.

    Raises ProtocolError with a code for everything that is no message.
    """
    message: ClientMessage | ReviewMessage = _parse(text, _REVIEW_MESSAGES)
    return message


def id_of_frame(text: str) -> str | None:
    """Return the id of the message in a frame that is refused unread; None if it has none.

    >>> id_of_frame('{"t":"act","id":"a1b2c3d4","base":3}')
    'a1b2c3d4'
    """
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError):
        return None
    return _id_of(data) if type(data) is dict else None


def _parse(text: str, types: Types) -> Any:
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError("bad_message") from error
    tag = data.get("t") if type(data) is dict else None
    if type(tag) is not str:
        raise ProtocolError("bad_message")
    kind = types.get(tag)
    if kind is None:
        raise ProtocolError("unknown_type", _id_of(data))
    try:
        return _read_do(data) if kind is Do else convert(data, kind)
    except ValidationError as error:
        raise _refusal(data, kind) from error


def _read_do(data: Json) -> Do:
    """Read a command with the fields that it uses; of the others `seat` alone is looked at.

    Raises ValidationError for what is no command, or lacks a field that the command needs.
    """
    cmd = data.get("cmd")
    if cmd not in COMMANDS:
        raise ValidationError("no command")
    used = COMMAND_FIELDS.get(cmd, {})
    fields = {"id": data.get("id"), "cmd": cmd, "seat": data.get("seat")}
    for name, default in used.items():
        fields[name] = data.get(name, default)
        if fields[name] is None and default is not None:
            raise ValidationError("null for a field that the command needs")
    do = convert(fields, Do)
    if "seat" not in used:
        do.seat = None
    return do


def _refusal(data: Json, kind: type[Struct]) -> ProtocolError:
    """Return the refusal for msgspec's error about the fields of a request."""
    if "id" not in kind.__struct_fields__:
        return ProtocolError("bad_message")
    message_id = _id_of(data)
    if message_id is None:
        return ProtocolError("bad_id")
    is_unknown = kind is Do and data.get("cmd") not in COMMANDS
    return ProtocolError("unknown_type" if is_unknown else "bad_message", message_id)


def _id_of(data: Json) -> str | None:
    """Return the `id` of a frame where it is one."""
    value = data.get("id")
    return value if isinstance(value, str) and _matches_id(value) else None
