"""Every message of the table socket and the lobby socket, in and out.

Text frames of JSON, tagged by `t`. `parse` turns a frame into a message or refuses it with a code;
the messages that go out hold JSON values only, so encoding them cannot fail.

>>> parse('{"t":"p","have":12}')
Heartbeat(have=12)
>>> parse('{"t":"act","id":"a1b2c3d4","base":3,"a":{"type":"claim"}}')
Act(id='a1b2c3d4', base=3, action={'type': 'claim'})
>>> encode(Ack("a1b2c3d4", 4))
'{"t":"ack","id":"a1b2c3d4","seq":4}'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

import orjson

Json: TypeAlias = dict[str, Any]

PROTO: Final = 1
"""Version of the protocol that `hello` names."""
MAX_BYTES: Final = 4096
"""Largest frame taken from a client, in bytes of UTF-8."""
MAX_NUMBER: Final = 2**31 - 1

CLIENT_TYPES: Final = ("hello", "act", "do", "p", "sync", "commit", "nonce", "check")
SERVER_TYPES: Final = ("table", "state", "fair", "ack", "nak", "p", "bye", "tables")
COMMANDS: Final = (
    "sit",
    "stand",
    "agree",
    "add_bot",
    "remove_bot",
    "start",
    "next",
    "rematch",
    "take_back",
    "close",
)
CODES: Final = (
    "bad_message",
    "too_large",
    "unknown_type",
    "bad_id",
    "id_reused",
    "base_ahead",
    "not_seated",
    "not_your_seat",
    "no_match",
    "seat_taken",
    "table_full",
    "already_seated",
    "not_host",
    "not_waiting",
    "not_agreed",
    "forbidden",
    "rate_limited",
    "wrong_proto",
    "too_many_tables",
    "no_such_table",
    "no_such_seat",
    "no_such_bot",
    "too_early",
    "too_late",
    "not_as_committed",
    "internal",
)
"""Refusals beside those of the engine."""

FAULTS: Final = ("bad", "withheld")
"""What a browser may report of a proof: it fails, or leaves out what the browser has given."""

_COMMIT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NONCE: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_WHY: Final = re.compile(r"[a-z_]{1,24}", re.ASCII)
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)


class Closing:
    """Close codes. Under Daphne an application can send 1000 and 3000 to 4999 only."""

    NORMAL: Final = 1000
    LOGGED_OUT: Final = 4001
    FORBIDDEN: Final = 4003
    NO_TABLE: Final = 4004
    RATE: Final = 4008
    TOO_BIG: Final = 4009
    RELOAD: Final = 4010
    ERROR: Final = 4011
    RESTART: Final = 4012


class ProtocolError(ValueError):
    """A frame that is refused; `code` is one of `CODES`, `id` that of the message if it had one."""

    def __init__(self, code: str, message_id: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.id = message_id


# -- from the client -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: the client's protocol and the last `seq` it has."""

    proto: int
    have: int | None


@dataclass(frozen=True, slots=True)
class Act:
    """An action in the match, as of `base`. The same `id` again gets the same answer."""

    id: str
    base: int
    action: Json


@dataclass(frozen=True, slots=True)
class Do:
    """A command at the table; the fields that its `cmd` does not use are None."""

    id: str
    cmd: str
    seat: int | None = None
    invite: str | None = None
    level: str | None = None
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Still here, with all up to `have`."""

    have: int | None


@dataclass(frozen=True, slots=True)
class Sync:
    """Send what came after `have`."""

    have: int | None


@dataclass(frozen=True, slots=True)
class Promise:
    """A seat's commit to its nonce for a deal to come, hex; None: it has none to give."""

    id: str
    match: str
    deal: int
    commit: str | None


@dataclass(frozen=True, slots=True)
class Show:
    """The nonce that a seat committed to, hex; after the cut."""

    id: str
    match: str
    deal: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A browser found a proof wrong (`bad`) or its own nonce left out (`withheld`)."""

    id: str
    match: str
    deal: int
    result: str
    why: str


ClientMessage: TypeAlias = Hello | Act | Do | Heartbeat | Sync | Promise | Show | Fault


def parse(text: str) -> ClientMessage:
    """The message in a frame; ProtocolError with a code for anything else."""
    try:
        data = orjson.loads(text)
    except (orjson.JSONDecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError("bad_message") from error
    if not isinstance(data, dict):
        raise ProtocolError("bad_message")
    kind = data.get("t")
    if not isinstance(kind, str):
        raise ProtocolError("bad_message")
    match kind:
        case "act":
            message_id = _id(data)
            action = data.get("a")
            if not isinstance(action, dict):
                raise ProtocolError("bad_message", message_id)
            return Act(message_id, _number(data, "base", message_id), action)
        case "p":
            return Heartbeat(_maybe_number(data, "have"))
        case "do":
            return _parse_do(data)
        case "hello":
            return Hello(_number(data, "proto", None), _maybe_number(data, "have"))
        case "sync":
            return Sync(_maybe_number(data, "have"))
        case "commit" | "nonce" | "check":
            return _parse_fair(kind, data)
        case _:
            raise ProtocolError("unknown_type", _readable_id(data))


def _parse_do(data: Json) -> Do:
    message_id = _id(data)
    cmd = data.get("cmd")
    if cmd not in COMMANDS:
        raise ProtocolError("unknown_type", message_id)
    seat = _maybe_number(data, "seat", message_id)
    match cmd:
        case "sit":
            return Do(message_id, cmd, seat=seat, invite=_text(data, "invite", 64, message_id))
        case "agree":
            on = data.get("on", True)
            if not isinstance(on, bool):
                raise ProtocolError("bad_message", message_id)
            return Do(message_id, cmd, on=on)
        case "add_bot" | "remove_bot":
            if seat is None:
                raise ProtocolError("bad_message", message_id)
            level = _text(data, "level", 16, message_id) if cmd == "add_bot" else None
            return Do(message_id, cmd, seat=seat, level=level)
        case _:
            return Do(message_id, cmd)


def _parse_fair(kind: str, data: Json) -> Promise | Show | Fault:
    message_id = _id(data)
    match, deal = data.get("match"), _number(data, "deal", message_id)
    if not isinstance(match, str) or not 0 < len(match) <= 32 or deal < 1:
        raise ProtocolError("bad_message", message_id)
    if kind == "commit":
        commit = data.get("commit")
        if commit is not None:
            commit = _pattern(_COMMIT, commit, message_id)
        return Promise(message_id, match, deal, commit)
    if kind == "nonce":
        return Show(message_id, match, deal, _pattern(_NONCE, data.get("nonce"), message_id))
    result = data.get("result")
    if result not in FAULTS:
        raise ProtocolError("bad_message", message_id)
    return Fault(message_id, match, deal, result, _pattern(_WHY, data.get("why"), message_id))


def _pattern(pattern: re.Pattern[str], value: Any, message_id: str) -> str:
    if isinstance(value, str) and pattern.fullmatch(value):
        return value
    raise ProtocolError("bad_message", message_id)


def _readable_id(data: Json) -> str | None:
    value = data.get("id")
    return value if isinstance(value, str) and _ID.fullmatch(value) else None


def _id(data: Json) -> str:
    value = _readable_id(data)
    if value is None:
        raise ProtocolError("bad_id")
    return value


def _maybe_number(data: Json, name: str, message_id: str | None = None) -> int | None:
    return None if data.get(name) is None else _number(data, name, message_id)


def _number(data: Json, name: str, message_id: str | None) -> int:
    value = data.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER:
        return value
    raise ProtocolError("bad_message", message_id)


def _text(data: Json, name: str, longest: int, message_id: str) -> str | None:
    value = data.get(name)
    if value is None or (isinstance(value, str) and len(value) <= longest):
        return value
    raise ProtocolError("bad_message", message_id)


# -- from the server -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableNews:
    """Everything about a table outside the deal, as this member may know it."""

    table: Json


@dataclass(frozen=True, slots=True)
class State:
    """The match as this viewer may see it; `events` led to it, `fresh` asks not to animate."""

    match: str
    seq: int
    view: Json
    events: list[Json]
    clock: Json | None
    fresh: bool


@dataclass(frozen=True, slots=True)
class Fair:
    """What everybody may know of the making of a deal: commits once it is sealed, all at its end.

    `rules` is the hash of the rules that the commits cover; `cut_in_ms` what is left to the cutter.
    """

    match: str
    deal: int
    rules: str
    server_commit: str | None
    client_commits: list[str | None] | None
    cut_in_ms: int | None
    block: Json | None


@dataclass(frozen=True, slots=True)
class Ack:
    """Done and durable; `seq` only for actions in the match."""

    id: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Nak:
    """Refused: the code for programs, the message for people."""

    id: str | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a heartbeat."""

    seq: int | None


@dataclass(frozen=True, slots=True)
class Bye:
    """The socket will close; come back after `in_ms` where that makes sense."""

    code: str
    in_ms: int


@dataclass(frozen=True, slots=True)
class Tables:
    """What the lobby shows."""

    tables: list[Json]
    online: int
    playing: int


ServerMessage: TypeAlias = TableNews | State | Fair | Ack | Nak | Pong | Bye | Tables

_TAGS: Final[Mapping[type, str]] = {
    TableNews: "table",
    State: "state",
    Fair: "fair",
    Ack: "ack",
    Nak: "nak",
    Pong: "p",
    Bye: "bye",
    Tables: "tables",
}
_NAMES: Final = {"in_ms": "in"}
_OPTIONS: Final = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS


def encode(message: ServerMessage) -> str:
    """The frame of a message. Dataclasses and tuples inside are not encoded: no state slips out."""
    data: Json = {"t": _TAGS[type(message)]}
    for field in fields(message):
        value = getattr(message, field.name)
        if field.name != "seq" or value is not None:
            data[_NAMES.get(field.name, field.name)] = value
    return orjson.dumps(data, option=_OPTIONS).decode()
