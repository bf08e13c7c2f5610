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

REFUSAL_CODES: Final = (
    "bad_message",
    "too_large",
    "unknown_type",
    "bad_id",
    "id_reused",
    "base_ahead",
    "base_behind",
    "asked_since",
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
    "chat_off",
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
    """Close codes of WebSockets. Under Daphne an application sends 1000 and 3000 to 4999 only."""

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
    """Refusal of a frame that is no message.

    `code` is one of `REFUSAL_CODES`; `id` is the message's idempotency key, None if it had none.
    """

    def __init__(self, code: str, message_id: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.id = message_id


@dataclass(frozen=True, slots=True)
class TableNews:
    """Server message: the whole table but its deal, as this viewer may know it."""

    tag: ClassVar = "table"
    table: Annotated[Json, Ref("Table")]


@dataclass(frozen=True, slots=True)
class State:
    """Server message: the match at `seq` as this viewer may see it, with the events that led to it.

    `fresh` asks not to animate. `may` are actions beside those of the rules, open to a player whose
    opponents and partners are all bots.
    """

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
    """Server message: the public part of a deal's proof: commits once sealed, all of it at the end.

    `rules` is the hash of the rules that the commits cover; `cut_in_ms` the milliseconds left to
    cut. `dealer` is the draw of the first dealer, with its seed once that is done.
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
    """Server message: lines of the chat, the oldest first; with `fresh` all that can be read."""

    tag: ClassVar = "chat"
    lines: list[Annotated[Json, Ref("ChatLine")]]
    fresh: bool


class PlayableCard(TypedDict):
    """JSON object: a card that the seat may play, and its estimated loss against the best one."""

    card: Card
    behind: Annotated[
        float, "Value less than the best, by which cards are ranked: points and winning count."
    ]
    points_less: Annotated[float, "Card points less than with the best card; below 0: more."]
    win_less: Annotated[float, "Chance to win the deal, from 0 to 1, less than with the best card."]


@dataclass(frozen=True, slots=True)
class Hint:
    """Server message: the card that the expert bot advises as of `seq`, from what the seat may see.

    `why` names the reason for programs, `text` says it in words. `points` are those of the trick
    with the card; `cards` are all legal cards.
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
    """Server message: a client's message is done and durable; `seq` for match actions only."""

    tag: ClassVar = "ack"
    id: str
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Nak:
    """Server message: a client's message was refused and changed nothing."""

    tag: ClassVar = "nak"
    id: str | None
    code: Annotated[str, "Stable, for programs."]
    message: str


@dataclass(frozen=True, slots=True)
class Pong:
    """Server message: the answer to a heartbeat, with the latest `seq` of the match if any.

    A client that waits for an answer, as while the database is away, is sent one each second.
    """

    tag: ClassVar = "p"
    seq: int | None = None


@dataclass(frozen=True, slots=True)
class Bye:
    """Server message: the socket will close; reconnect after `in_ms` milliseconds, if at all."""

    tag: ClassVar = "bye"
    code: str
    in_ms: Annotated[int, WireName("in")]


@dataclass(frozen=True, slots=True)
class Tables:
    """Server message: the lobby's open tables; numbers of people online and of running matches."""

    tag: ClassVar = "tables"
    tables: list[Annotated[Json, Ref("LobbyTable")]]
    online: int
    playing: int


@dataclass(frozen=True, slots=True)
class Unread:
    """Server message: the number of notifications that the visitor has not read."""

    tag: ClassVar = "unread"
    unread: int


@dataclass(frozen=True, slots=True)
class ReviewNews:
    """Server message: the state of a review room: who leads, at which place, if a line is shown."""

    tag: ClassVar = "room"
    match: str
    people: int
    leader: str | None
    leads: bool
    at: str | None
    trying: bool


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """Server message: the open position after a tried line of moves in a finished match.

    The line begins where `plays` cards of deal number `deal` (from 1) had been played; each item of
    `line` is the index (from 0) of a move in the `legal` list of the position before it.
    """

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
    """Return a part of a message, or null for None, as JSON."""
    return orjson.dumps(data, option=_OPTIONS)


def encode(message: ServerMessage) -> Encoded:
    """Return a message to a client as the JSON text of one frame.

    Dataclasses and named tuples inside it are refused, so that no state of a match slips out.

    Raises:
        TypeError: where it holds such an object.
    """
    data: Json = {"t": message.tag}
    for name, sent_as, is_optional in _FIELDS[type(message)]:
        value = getattr(message, name)
        if value is not None or not is_optional:
            data[sent_as] = Fragment(value) if type(value) is bytes else value
    return orjson.dumps(data, option=_OPTIONS)


def trimmed_copy(frame: Encoded) -> Encoded:
    """Return a copy of a frame for keeping, without the unused rest of the encoder's buffer.

    The encoder's own bytes hold all of that buffer: 4 KiB for a word, 32 KiB for 5 KiB of text.
    """
    return bytes(memoryview(frame))


class StateFrames:
    """Writer of the frames of one `State` message for several viewers, equal to those of `encode`.

    Each card needs one for every seat: what they share is put together once. `view` is that part of
    the view which is the same for all, as JSON of an object.
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
        """Return one viewer's frame; `own` is its part of the view, as JSON of an object."""
        joined = b",".join(events)
        ends = (self._ends, orjson.dumps(may), self._fresh[fresh])
        return b"".join((self._begins, b",", own[1:], b',"events":[', joined, *ends))
