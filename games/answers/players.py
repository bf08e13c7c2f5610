"""Players and teams."""

# Each shape is read as a table:
# fmt: off

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from games.answers.notation import Moment, OneOf, page
from games.models.people import PlayerKind

KINDS: Final = tuple(map(str, PlayerKind.values))
Kind: TypeAlias = Annotated[str, OneOf(KINDS)]

class Player(TypedDict):
    """Who sits at tables: a person or a bot."""
    name: str
    kind: Kind
    bot: Annotated[str | None, "Level of a house bot."]
    created_at: Moment

class Team(TypedDict):
    """Two or three who played together."""
    id: int
    name: str | None
    players: list[str]
    created_at: Moment

PlayerPage = page("PlayerPage", Player, "players")
TeamPage = page("TeamPage", Team, "teams")
