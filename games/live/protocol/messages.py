"""Every message that the server sends over a socket: its type, its fields, and how it is written.

Text frames of JSON, tagged by `t`. Messages hold JSON values only, so encoding them cannot fail.
The AsyncAPI document is made of the annotations; `games.live.protocol.requests` has what comes in.

>>> encode(Ack("a1b2c3d4", 4))
b'{"t":"ack","id":"a1b2c3d4","seq":4}'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Final, TypeAlias, TypedDict, get_args, get_type_hints

import orjson
from orjson import Fragment

from games.bots.evaluation.advice import REASONS
from games.engine import Card
from games.engine.json_annotations import Limits, Published, Ref, WireName, wire_name

Json: TypeAlias = dict[str, Any]
Encoded: TypeAlias = bytes
"""JSON already: a message, or part of one, which several messages may have."""

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
    "paused_player",
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
    "banned",
    "rating_range",
    "members_only",
    "bad_range",
    "nobody_there",
    "no_vote",
    "bad_choice",
    "chat_nothing",
    "chat_unknown",
    "chat_account",
    "chat_not_now",
    "chat_silenced",
    "chat_too_fast",
    "chat_again",
    "chat_new",
    "chat_link",
    "hint_off",
    "hint_not_now",
    "take_back_not_now",
    "not_in_tournament",
    "internal",
)
"""Refusals beside those of the engine."""


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


@dataclass(frozen=True, slots=True)
class TableNews:
    """Everything about a table outside the deal, as this member may know it."""

    tag: ClassVar = "table"
    table: Annotated[Json, Ref("Table")]


@dataclass(frozen=True, slots=True)
class State:
    """The match as this viewer may see it; `events` led to it, `fresh` asks not to animate.

    `may` are actions beside those of the rules, open to who plays with bots alone."""

    tag: ClassVar = "state"
    match: str
    seq: int
    view: Annotated[Encoded, Ref("View")]
    events: Annotated[Encoded, Published(list[Annotated[Json, Ref("Event")]])]
    clock: Annotated[Encoded, Published(Annotated[Json, Ref("Clock")] | None)]
    may: list[str]
    fresh: bool


@dataclass(frozen=True, slots=True)
class Fair:
    """What everybody may know of the making of a deal: commits once it is sealed, all at its end.

    `rules` is the hash of the rules that the commits cover; `cut_in_ms` what is left to the cutter.
    `dealer` is how the first dealer is drawn, with its seed once that is done.
    """

    tag: ClassVar = "fair"
    match: str
    deal: int
    rules: str
    server_commit: str | None
    client_commits: list[str | None] | None
    cut_in_ms: int | None
    block: Annotated[Json, Ref("Proof")] | None
    dealer: Annotated[Json, Ref("DealerDraw")] | None


@dataclass(frozen=True, slots=True)
class ChatNews:
    """What was said, the oldest first; `fresh`: all that there is to read, not what came just now."""

    tag: ClassVar = "chat"
    lines: list[Annotated[Json, Ref("ChatLine")]]
    fresh: bool


class PlayableCard(TypedDict):
    """A card that can be played."""

    card: Card
    behind: Annotated[float, "Value less than the best, in card points: points and winning count."]


@dataclass(frozen=True, slots=True)
class Hint:
    """The expert's card as of `seq`, from what the seat sees: `why` is for programs, `text` in words.

    `cards` are all that can be played, each with the points it is expected to be behind.
    """

    tag: ClassVar = "hint"
    id: str
    seq: int
    card: Card
    why: Annotated[str, Limits(enum=REASONS)]
    points: int
    text: str
    cards: list[PlayableCard]


@dataclass(frozen=True, slots=True)
class Ack:
    """Done and durable; `seq` only for actions in the match."""

    tag: ClassVar = "ack"
    id: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Nak:
    """Refused: the code for programs, the message for people."""

    tag: ClassVar = "nak"
    id: str | None
    code: Annotated[str, "Stable, for programs."]
    message: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a heartbeat."""

    tag: ClassVar = "p"
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """The socket will close; come back after `in_ms` where that makes sense."""

    tag: ClassVar = "bye"
    code: str
    in_ms: Annotated[int, WireName("in")]


@dataclass(frozen=True, slots=True)
class Tables:
    """What the lobby shows."""

    tag: ClassVar = "tables"
    tables: list[Annotated[Json, Ref("LobbyTable")]]
    online: int
    playing: int


@dataclass(frozen=True, slots=True)
class Unread:
    """How many notifications the visitor has not read."""

    tag: ClassVar = "unread"
    unread: int


@dataclass(frozen=True, slots=True)
class ReviewNews:
    """How it stands in a review room: who leads, where they are, whether they try a line."""

    tag: ClassVar = "room"
    match: str
    people: int
    leader: str | None
    leads: bool
    at: str | None
    trying: bool


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """Where other cards lead from a place of a finished match, with all cards open."""

    tag: ClassVar = "line"
    who: str
    shown: bool
    """Who leads shows it to all."""
    deal: int
    plays: int
    line: list[int]
    view: Annotated[Json, Ref("Variation")]


ServerMessage: TypeAlias = (
    TableNews | State | Fair | ChatNews | Hint | Ack | Nak | Pong | Bye | Tables
    | Unread
    | ReviewNews | ReviewLine
)  # fmt: skip
SERVER_TYPES: Final = tuple(kind.tag for kind in get_args(ServerMessage))

_OPTIONS: Final = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS


def _sent_fields(kind: type) -> tuple[tuple[str, str, bool], ...]:
    """List each field's name, that in messages, and whether it is left out where it is None."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (field.name, wire_name(field.name, hints[field.name]), field.default is None)
        for field in fields(kind)
    )


_FIELDS: Final = {kind: _sent_fields(kind) for kind in get_args(ServerMessage)}


def encode_part(data: Mapping[str, Any] | None) -> Encoded:
    """Encode a part of a message, or null."""
    return orjson.dumps(data, option=_OPTIONS)


def encode(message: ServerMessage) -> Encoded:
    """Write the frame of a message. Dataclasses and tuples inside are not encoded: no state slips out."""
    data: Json = {"t": message.tag}
    for name, sent_as, is_optional in _FIELDS[type(message)]:
        value = getattr(message, name)
        if value is not None or not is_optional:
            data[sent_as] = Fragment(value) if type(value) is bytes else value
    return orjson.dumps(data, option=_OPTIONS)


def trimmed_copy(frame: Encoded) -> Encoded:
    """Copy a frame that is to be kept, without the rest of the buffer that it was encoded in.

    The encoder's own bytes hold all of that buffer: 4 KiB for a word, 32 KiB for 5 KiB of text.
    """
    return bytes(memoryview(frame))


class StateFrames:
    """Writes the frames of one `State` for its viewers, as `encode` would.

    Each card needs one for every seat: what they share is put together once. `view` is that part
    of the view which is the same for all, as JSON of an object.
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
        """Write the frame of a viewer; `own` is the rest of the view, an object that is not empty."""
        joined = b",".join(events)
        ends = (self._ends, orjson.dumps(may), self._fresh[fresh])
        return b"".join((self._begins, b",", own[1:], b',"events":[', joined, *ends))
