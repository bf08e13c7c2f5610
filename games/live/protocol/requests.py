"""Every request that clients send over a socket: its type, its fields and their limits.

The annotations say it once: msgspec checks frames by them (`games.live.protocol.parsing`), and the
AsyncAPI document is made of them. `tag` is the `t` of a frame, `published` the name in the document
where it is not that of the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

from games.engine.json_annotations import Limits, Published, Ref
from games.record.variation import MAX_MOVES, PLACE_PATTERN

PROTO: Final = 1
"""Version of the protocol that `hello` names."""
MAX_BYTES: Final = 4096
"""Largest frame taken from a client, in bytes of UTF-8."""
MAX_NUMBER: Final = 2**31 - 1
LONGEST_LINE: Final = 140
"""Characters of a line of chat."""
MAX_PLACE_NUMBER: Final = 400
"""Of deals, of cards played in one, and of moves."""
COMMANDS: Final = (
    "sit", "stand", "agree", "add_bot", "remove_bot", "start", "next", "rematch", "take_back", "leave", "close",
    "kick", "ban", "unban", "hand_over", "vote",
)  # fmt: skip
COMMAND_FIELDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "sit": {"seat": None, "invite": None},
    "agree": {"on": True},
    "rematch": {"turn": False},
    "add_bot": {"seat": ..., "level": None},
    "remove_bot": {"seat": ...},
    "start": {"level": None},
    "kick": {"seat": ...},
    "ban": {"seat": ...},
    "unban": {"player": ...},
    "hand_over": {"seat": ...},
    "vote": {"seat": ..., "choice": ...},
}
"""The fields that a command uses, with what they are if left out; `...`: they must be there."""
ID_PATTERN: Final = "^[A-Za-z0-9_-]{8,64}$"
NO_NUL: Final = r"^[^\x00]*$"


def whole(pattern: str, max_length: int | None = None) -> Meta:
    """Return a msgspec limit: a text must match all of `pattern`, which ends in `$`.

    In Python `$` also matches before a line break at the end; in JSON Schema it does not.
    """
    exact = pattern.removesuffix("$") + r"\Z"
    return Meta(pattern=exact, max_length=max_length, extra_json_schema={"pattern": pattern})


Id: TypeAlias = Annotated[str, whole(ID_PATTERN)]
"""Chosen by the client; the same `id` again gets the same answer."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
PlaceNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_PLACE_NUMBER)]
MatchId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
DealNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_NUMBER)]


class Hello(Struct):
    """Client message: the first one, with the protocol's number and the last `seq` received."""

    tag: ClassVar = "hello"
    proto: Annotated[Number, Published(Literal[1])]
    last_seq: Number | None = field(default=None, name="have")


class Act(Struct):
    """Client message: an action in the match, chosen as of `base`; the same `id` acts only once.

    A move is refused (`base_behind`) if its seat has moved since `base`; a reply (`asked_since`) if
    the offer that stands was made since.
    """

    tag: ClassVar = "act"
    id: Id
    base: Number
    action: Annotated[dict[str, Any], Ref("Action")] = field(name="a")


class Do(Struct):
    """Client message: a command at the table; the fields that its `cmd` does not use are None."""

    tag: ClassVar = "do"
    id: Id
    cmd: Annotated[str, Limits(enum=COMMANDS)]
    seat: Number | None = None
    invite: Annotated[str, whole(NO_NUL, 64)] | None = None
    level: Annotated[str, whole(NO_NUL, 16)] | None = None
    on: bool | None = None
    turn: bool | None = None
    player: Annotated[str, whole(NO_NUL, 32)] | None = None
    choice: Annotated[str, whole(NO_NUL, 8)] | None = None


class Heartbeat(Struct):
    """Client message: a sign of life; the client has everything up to `have`."""

    tag: ClassVar = "p"
    last_seq: Number | None = field(default=None, name="have")


class Sync(Struct):
    """Client message: ask for what came after `have`."""

    tag: ClassVar = "sync"
    last_seq: Number | None = field(default=None, name="have")


class NonceCommit(Struct):
    """Client message: a seat's commit (hex) to its nonce for a coming deal; None: no nonce."""

    tag: ClassVar = "commit"
    published: ClassVar = "Promise"
    id: Id
    match: MatchId
    deal: DealNumber
    commit: Annotated[str, whole("^[0-9a-f]{64}$")] | None = None


class NonceReveal(Struct):
    """Client message: the nonce (hex) that a seat committed to, revealed after the cut."""

    tag: ClassVar = "nonce"
    published: ClassVar = "Show"
    id: Id
    match: MatchId
    deal: DealNumber
    nonce: Annotated[str, whole("^[0-9a-f]{32}$")]


class ProofFault(Struct):
    """Client message: report a proof as wrong (`bad`) or without one's nonce (`withheld`)."""

    tag: ClassVar = "check"
    published: ClassVar = "Fault"
    id: Id
    match: MatchId
    deal: DealNumber
    result: Literal["bad", "withheld"]
    why: Annotated[str, whole("^[a-z_]{1,24}$")]


class Chat(Struct):
    """Client message: a line for the chat, either a phrase by its name or free text."""

    tag: ClassVar = "chat"
    id: Id
    phrase: Annotated[str, whole(NO_NUL, 16)] | None = None
    text: Annotated[str, whole(NO_NUL, LONGEST_LINE)] | None = None

    def __post_init__(self) -> None:
        if (self.phrase is None) == (self.text is None):
            raise ValueError("either a phrase or own words")


class AskHint(Struct):
    """Client message: ask for the expert bot's advice; only at casual tables with bots alone."""

    tag: ClassVar = "hint"
    id: Id


class Lead(Struct):
    """Client message: take the lead in a review room (`on`), or give it up."""

    tag: ClassVar = "lead"
    id: Id
    on: bool


class Go(Struct):
    """Client message: as its leader, move a review room to a place (`d1t3c2`: deal, trick, card)."""

    tag: ClassVar = "go"
    id: Id
    at: Annotated[str, whole(PLACE_PATTERN)]


class Try(Struct):
    """Client message: try a line of moves from the place where `plays` cards of a deal were played.

    Each item of `line` is the index (from 0) of a move among the legal ones of its step.
    """

    tag: ClassVar = "try"
    id: Id
    deal: PlaceNumber
    plays: PlaceNumber
    line: Annotated[list[PlaceNumber], Meta(max_length=MAX_MOVES)]


ClientMessage: TypeAlias = (
    Hello | Act | Do | Heartbeat | Sync | NonceCommit | NonceReveal | ProofFault | Chat | AskHint
)
ReviewMessage: TypeAlias = Lead | Go | Try
"""What only the socket of a review room takes."""
CLIENT_TYPES: Final = tuple(
    kind.tag for kind in (*get_args(ClientMessage), *get_args(ReviewMessage))
)
