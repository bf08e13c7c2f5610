"""From the frame of a client to a message, or to a refusal with a code.

Fields are read by the annotations of the message's type. Fields of other names are not looked at.

>>> parse('{"t":"p","have":12}')
Heartbeat(last_seq=12)
>>> parse('{"t":"act","id":"a1b2c3d4","base":3,"a":{"type":"claim"}}')
Act(id='a1b2c3d4', base=3, action={'type': 'claim'})
>>> parse_review('{"t":"go","id":"a1b2c3d4","at":"d1t3c2"}')
Go(id='a1b2c3d4', at='d1t3c2')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Annotated, Any, Final, TypeAlias, get_args, get_origin, get_type_hints

import orjson

from games.engine.json_annotations import Limits, metadata_of, wire_name
from games.live.protocol.messages import ProtocolError
from games.live.protocol.requests import (
    COMMAND_FIELDS,
    COMMANDS,
    ClientMessage,
    Do,
    Id,
    ReviewMessage,
)

Json: TypeAlias = dict[str, Any]
Check: TypeAlias = Callable[[Any], bool]
Reader: TypeAlias = Callable[[Json], Any]


def parse(text: str) -> ClientMessage:
    """Read a frame of a table's or the lobby's socket.

    Raises ProtocolError with a code for everything that is no message.
    """
    message: ClientMessage = _parse(text, _TABLE)
    return message


def parse_review(text: str) -> ClientMessage | ReviewMessage:
    """Read a frame of a review room's socket, which takes what a table's does and more.

    Raises ProtocolError with a code for everything that is no message.
    """
    message: ClientMessage | ReviewMessage = _parse(text, _REVIEW)
    return message


def _parse(text: str, readers: Mapping[str, Reader]) -> Any:
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError("bad_message") from error
    tag = data.get("t") if type(data) is dict else None
    if type(tag) is not str:
        raise ProtocolError("bad_message")
    reader = readers.get(tag)
    if reader is None:
        known = data.get("id")
        raise ProtocolError("unknown_type", known if _is_id(known) else None)
    return reader(data)


# -- readers, made of the annotations of the types ---------------------------------------------------


def _check_of(annotation: Any) -> Check:
    """Make the check of the values of an annotation; KeyError where it lacks a limit."""
    limits: dict[str, Any] = {}
    for one in metadata_of(annotation):
        if isinstance(one, Limits):
            limits |= one.keywords
    kind = annotation.__origin__ if get_origin(annotation) is Annotated else annotation
    origin, inner = get_origin(kind), get_args(kind)
    if "enum" in limits:
        return tuple(limits["enum"]).__contains__
    if kind is str:
        return _text_check(limits)
    if kind is int:
        low, high = limits["minimum"], limits["maximum"]
        return lambda value: type(value) is int and low <= value <= high
    if origin is list:
        check, most = _check_of(inner[0]), limits["maxItems"]
        return lambda value: type(value) is list and len(value) <= most and all(map(check, value))
    if type(None) in inner:
        check = _check_of(inner[0])
        return lambda value: value is None or check(value)
    plain = origin or kind
    return lambda value: type(value) is plain


def _text_check(limits: Mapping[str, Any]) -> Check:
    matches = re.compile(limits.get("pattern", "(?s:.*)"), re.ASCII).fullmatch
    if not limits.keys() - {"pattern"}:
        return lambda value: type(value) is str and matches(value) is not None
    shortest, longest = limits.get("minLength", 0), limits["maxLength"]
    return lambda value: (
        type(value) is str and shortest <= len(value) <= longest and matches(value) is not None
    )


def _checks_of(kind: type) -> list[tuple[str, Check]]:
    """List the fields of a type by their names in messages, without `id`, with their checks."""
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind) if field.name != "id"]
    return [(wire_name(name, hints[name]), _check_of(hints[name])) for name in names]


def _reader_of(kind: type) -> Reader:
    """Make the reader of a type of request: it takes a frame's object, or raises ProtocolError."""
    checks = _checks_of(kind)
    has_id = any(field.name == "id" for field in fields(kind))

    def read(data: Json) -> Any:
        message_id = _id_of(data) if has_id else None
        values = [message_id] if has_id else []
        for name, check in checks:
            value = data.get(name)
            if not check(value):
                raise ProtocolError("bad_message", message_id)
            values.append(value)
        try:
            return kind(*values)
        except ValueError as error:
            raise ProtocolError("bad_message", message_id) from error

    return read


_is_id: Final = _check_of(Id)


def _id_of(data: Json) -> str:
    value = data.get("id")
    if isinstance(value, str) and _is_id(value):
        return value
    raise ProtocolError("bad_id")


_checks_of_do: Final = dict(_checks_of(Do))


def _read_do(data: Json) -> Do:
    """Read a command with the fields that it uses; of the others `seat` alone is looked at."""
    message_id = _id_of(data)
    cmd = data.get("cmd")
    if cmd not in COMMANDS:
        raise ProtocolError("unknown_type", message_id)
    if not _checks_of_do["seat"](data.get("seat")):
        raise ProtocolError("bad_message", message_id)
    used: dict[str, Any] = {}
    for name, default in COMMAND_FIELDS.get(cmd, {}).items():
        value = used[name] = data.get(name, default)
        if not _checks_of_do[name](value) or (value is None and default is not None):
            raise ProtocolError("bad_message", message_id)
    return Do(message_id, cmd, **used)


_TABLE: Final[Mapping[str, Reader]] = {
    **{kind.tag: _reader_of(kind) for kind in get_args(ClientMessage)},
    Do.tag: _read_do,
}
_REVIEW: Final = {**_TABLE, **{kind.tag: _reader_of(kind) for kind in get_args(ReviewMessage)}}
