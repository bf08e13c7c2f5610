"""Every message of the table socket and the lobby socket, in and out.

Text frames of JSON, tagged by `t`. `games.live.protocol.parsing` turns a frame into a message or refuses it
with a code; the messages that go out hold JSON values only, so encoding them cannot fail.

>>> encode(Ack("a1b2c3d4", 4))
b'{"t":"ack","id":"a1b2c3d4","seq":4}'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, TypeAlias

import orjson
from orjson import Fragment

from games.live.protocol.review_messages import ReviewLine, ReviewNews

Json: TypeAlias = dict[str, Any]
Encoded: TypeAlias = bytes
"""JSON already: a message, or part of one, which several messages may have."""

PROTO: Final = 1
"""Version of the protocol that `hello` names."""
MAX_BYTES: Final = 4096
"""Largest frame taken from a client, in bytes of UTF-8."""
MAX_NUMBER: Final = 2**31 - 1
LONGEST_LINE: Final = 140
"""Characters of a line of chat."""

CLIENT_TYPES: Final = (
    "hello", "act", "do", "p", "sync", "commit", "nonce", "check", "chat", "hint", "lead", "go",
    "try",
)  # fmt: skip
SERVER_TYPES: Final = (
    "table", "state", "fair", "chat", "hint", "ack", "nak", "p", "bye", "tables", "room", "line",
)  # fmt: skip
COMMANDS: Final = (
    "sit", "stand", "agree", "add_bot", "remove_bot", "start", "next", "rematch", "take_back", "close",
)  # fmt: skip
CODES: Final = (
    "bad_message",
    "too_large",
    "unknown_type",
    "bad_id",
    "id_reused",
    "base_ahead",
    "not_seated",
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
    "no_programs",
    "no_duplicate",
    "bad_boards",
    "somebody_leads",
    "not_leading",
    "no_such_move",
    "missing_scope",
    "too_many_tables",
    "not_enough_chips",
    "chips_missing",
    "no_such_table",
    "no_such_seat",
    "no_such_bot",
    "too_early",
    "too_late",
    "not_as_committed",
    "not_welcome",
    "chat_nothing",
    "chat_unknown",
    "chat_account",
    "chat_not_now",
    "chat_silenced",
    "chat_too_fast",
    "chat_again",
    "hint_off",
    "hint_not_now",
    "take_back_not_now",
    "internal",
)
"""Refusals beside those of the engine."""

FAULTS: Final = ("bad", "withheld")
"""What a browser may report of a proof: it fails, or leaves out what the browser has given."""


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
    turn: bool | None = None


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


@dataclass(frozen=True, slots=True)
class Chat:
    """Something to say at the table: a phrase by its name, or own words; never both."""

    id: str
    phrase: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class AskHint:
    """Which card would the expert play, and why? At casual tables where all others are bots."""

    id: str


ClientMessage: TypeAlias = (
    Hello | Act | Do | Heartbeat | Sync | Promise | Show | Fault | Chat | AskHint
)


# -- from the server -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableNews:
    """Everything about a table outside the deal, as this member may know it."""

    table: Json


@dataclass(frozen=True, slots=True)
class State:
    """The match as this viewer may see it; `events` led to it, `fresh` asks not to animate.

    `may` are actions beside those of the rules, open to who plays with bots alone."""

    match: str
    seq: int
    view: Encoded
    events: Encoded
    clock: Encoded
    may: list[str]
    fresh: bool


@dataclass(frozen=True, slots=True)
class Fair:
    """What everybody may know of the making of a deal: commits once it is sealed, all at its end.

    `rules` is the hash of the rules that the commits cover; `cut_in_ms` what is left to the cutter.
    `dealer` is how the first dealer is drawn, with its seed once that is done.
    """

    match: str
    deal: int
    rules: str
    server_commit: str | None
    client_commits: list[str | None] | None
    cut_in_ms: int | None
    block: Json | None
    dealer: Json | None = None


@dataclass(frozen=True, slots=True)
class ChatNews:
    """What was said, the oldest first; `fresh`: all that there is to read, not what came just now."""

    lines: list[Json]
    fresh: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """The expert's card as of `seq`, from what the seat sees: `why` is for programs, `text` in words.

    `cards` are all that can be played, each with the points it is expected to be behind.
    """

    id: str
    seq: int
    card: str
    why: str
    points: int
    text: str
    cards: list[Json]


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


ServerMessage: TypeAlias = (
    TableNews
    | State
    | Fair
    | ChatNews
    | Hint
    | Ack
    | Nak
    | Pong
    | Bye
    | Tables
    | ReviewNews
    | ReviewLine
)

TAGS: Final[Mapping[type, str]] = {
    TableNews: "table",
    State: "state",
    Fair: "fair",
    ChatNews: "chat",
    Hint: "hint",
    Ack: "ack",
    Nak: "nak",
    Pong: "p",
    Bye: "bye",
    Tables: "tables",
    ReviewNews: "room",
    ReviewLine: "line",
}
_NAMES: Final = {"in_ms": "in"}
_OPTIONS: Final = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
_FIELDS: Final = {kind: tuple(field.name for field in fields(kind)) for kind in TAGS}


def part(data: Json | None) -> Encoded:
    """A part of a message."""
    return orjson.dumps(data, option=_OPTIONS)


def encode(message: ServerMessage) -> Encoded:
    """The frame of a message. Dataclasses and tuples inside are not encoded: no state slips out."""
    data: Json = {"t": TAGS[type(message)]}
    for name in _FIELDS[type(message)]:
        if (value := getattr(message, name)) is not None or name != "seq":
            data[_NAMES.get(name, name)] = Fragment(value) if type(value) is bytes else value
    return orjson.dumps(data, option=_OPTIONS)


def lasting(frame: Encoded) -> Encoded:
    """The same for who keeps it: the encoder's bytes hold all of the buffer that they were made in,
    4 KiB for a word and 32 KiB for 5."""
    return bytes(memoryview(frame))


class StateFrames:
    """The frames of one `State` for its viewers, as `encode` would make them.

    Four are made for each card: what they share is put together once. `view` is that part of the
    view which is the same for all.
    """

    def __init__(self, match: str, seq: int, view: Encoded, clock: Encoded) -> None:
        self._begins = b'{"t":"state","match":"%b","seq":%d,"view":%b' % (
            match.encode(),
            seq,
            view[:-1],
        )
        self._ends = b'],"clock":%b,"may":' % clock
        self._fresh = (b',"fresh":false}', b',"fresh":true}')

    def frame(self, own: Encoded, events: list[Encoded], may: list[str], fresh: bool) -> Encoded:
        """The frame of a viewer; `own` is the rest of the view, which is not empty."""
        told = b",".join(events)
        ends = (self._ends, orjson.dumps(may), self._fresh[fresh])
        return b"".join((self._begins, b",", own[1:], b',"events":[', told, *ends))
