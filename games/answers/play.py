"""Types of the answers about a key's account and about a table that a program opened."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from accounts.models import Scope as Scopes
from games.answers.players import Kind
from games.common.notation import Moment
from games.engine.json_annotations import Limits

SCOPES: Final = tuple(map(str, Scopes.values))
Scope: TypeAlias = Annotated[str, Limits(enum=SCOPES)]

class Key(TypedDict):
    """Part of API answers: the API key of the request: its scopes (permissions) and its expiry."""
    name: str
    scopes: Annotated[list[Scope], "Asked for."]
    good_for: Annotated[list[Scope], "Of them, those that an account of this kind may use."]
    expires_at: Moment | None

class Account(TypedDict):
    """API answer: the account that the request's key belongs to, and the key."""
    name: str
    kind: Kind
    program: Annotated[bool, "Whether the account is a program's."]
    key: Key

class Opened(TypedDict):
    """API answer: the table that was opened, or at which a team sat down."""
    table: Annotated[str, "Its id."]
