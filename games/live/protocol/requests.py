"""Every request that clients send over a socket: its type, its fields and their limits.

The annotations say it once: `games.live.protocol.parsing` reads frames by them, and the AsyncAPI
document is made of them. `tag` is the `t` of a frame, `published` the name in the document where
it is not that of the class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, get_args

from games.engine.json_annotations import Limits, Published, Ref, WireName
from games.record.variation import LONGEST, PLACE

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
    "sit", "stand", "agree", "add_bot", "remove_bot", "start", "next", "rematch", "take_back", "close",
)  # fmt: skip
COMMAND_FIELDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "sit": {"seat": None, "invite": None},
    "agree": {"on": True},
    "rematch": {"turn": False},
    "add_bot": {"seat": ..., "level": None},
    "remove_bot": {"seat": ...},
    "start": {"level": None},
}
"""The fields that a command uses, with what they are if left out; `...`: they must be there."""
FAULTS: Final = ("bad", "withheld")
"""What a browser may report of a proof: it fails, or leaves out what the browser has given."""
NO_NUL: Final = r"^[^\x00]*$"

Id: TypeAlias = Annotated[str, Limits(pattern="^[A-Za-z0-9_-]{8,64}$")]
"""Chosen by the client; the same `id` again gets the same answer."""
Number: TypeAlias = Annotated[int, Limits(minimum=0, maximum=MAX_NUMBER)]
PlaceNumber: TypeAlias = Annotated[int, Limits(minimum=0, maximum=MAX_PLACE_NUMBER)]
LastSeq: TypeAlias = Annotated[Number | None, WireName("have")]
"""The latest `seq` that the client has."""
MatchId: TypeAlias = Annotated[str, Limits(minLength=1, maxLength=32)]
DealNumber: TypeAlias = Annotated[int, Limits(minimum=1, maximum=MAX_NUMBER)]


@dataclass(slots=True)
class Hello:
    """The first message: the client's protocol and the last `seq` it has."""

    tag: ClassVar = "hello"
    proto: Annotated[Number, Published(Literal[1])]
    last_seq: LastSeq = None


@dataclass(slots=True)
class Act:
    """An action in the match, as of `base`. The same `id` again gets the same answer."""

    tag: ClassVar = "act"
    id: Id
    base: Number
    action: Annotated[dict[str, Any], Ref("Action"), WireName("a")]


@dataclass(slots=True)
class Do:
    """A command at the table; the fields that its `cmd` does not use are None."""

    tag: ClassVar = "do"
    id: Id
    cmd: Annotated[str, Limits(enum=COMMANDS)]
    seat: Number | None = None
    invite: Annotated[str, Limits(maxLength=64, pattern=NO_NUL)] | None = None
    level: Annotated[str, Limits(maxLength=16, pattern=NO_NUL)] | None = None
    on: bool | None = None
    turn: bool | None = None


@dataclass(slots=True)
class Heartbeat:
    """Still here, with all up to `have`."""

    tag: ClassVar = "p"
    last_seq: LastSeq = None


@dataclass(slots=True)
class Sync:
    """Send what came after `have`."""

    tag: ClassVar = "sync"
    last_seq: LastSeq = None


@dataclass(slots=True)
class NonceCommit:
    """A seat's commit to its nonce for a deal to come, hex; None: it has none to give."""

    tag: ClassVar = "commit"
    published: ClassVar = "Promise"
    id: Id
    match: MatchId
    deal: DealNumber
    commit: Annotated[str, Limits(pattern="^[0-9a-f]{64}$")] | None = None


@dataclass(slots=True)
class NonceReveal:
    """The nonce that a seat committed to, hex; after the cut."""

    tag: ClassVar = "nonce"
    published: ClassVar = "Show"
    id: Id
    match: MatchId
    deal: DealNumber
    nonce: Annotated[str, Limits(pattern="^[0-9a-f]{32}$")]


@dataclass(slots=True)
class ProofFault:
    """A browser found a proof wrong (`bad`) or its own nonce left out (`withheld`)."""

    tag: ClassVar = "check"
    published: ClassVar = "Fault"
    id: Id
    match: MatchId
    deal: DealNumber
    result: Annotated[str, Limits(enum=FAULTS)]
    why: Annotated[str, Limits(pattern="^[a-z_]{1,24}$")]


@dataclass(slots=True)
class Chat:
    """Something to say at the table: a phrase by its name, or own words; never both."""

    tag: ClassVar = "chat"
    id: Id
    phrase: Annotated[str, Limits(maxLength=16, pattern=NO_NUL)] | None = None
    text: Annotated[str, Limits(maxLength=LONGEST_LINE, pattern=NO_NUL)] | None = None

    def __post_init__(self) -> None:
        if (self.phrase is None) == (self.text is None):
            raise ValueError("either a phrase or own words")


@dataclass(slots=True)
class AskHint:
    """Which card would the expert play, and why? At casual tables where all others are bots."""

    tag: ClassVar = "hint"
    id: Id


@dataclass(slots=True)
class Lead:
    """Take the lead in a review room, or give it up."""

    tag: ClassVar = "lead"
    id: Id
    on: bool


@dataclass(slots=True)
class Go:
    """Who leads has gone to this place, and shows no line any more."""

    tag: ClassVar = "go"
    id: Id
    at: Annotated[str, Limits(pattern=PLACE)]


@dataclass(slots=True)
class Try:
    """Where other cards lead: after so many cards of a deal, by the number of each move."""

    tag: ClassVar = "try"
    id: Id
    deal: PlaceNumber
    plays: PlaceNumber
    line: Annotated[list[PlaceNumber], Limits(maxItems=LONGEST)]


ClientMessage: TypeAlias = (
    Hello | Act | Do | Heartbeat | Sync | NonceCommit | NonceReveal | ProofFault | Chat | AskHint
)
ReviewMessage: TypeAlias = Lead | Go | Try
"""What only the socket of a review room takes."""
CLIENT_TYPES: Final = tuple(
    kind.tag for kind in (*get_args(ClientMessage), *get_args(ReviewMessage))
)
