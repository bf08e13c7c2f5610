"""Players and teams."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from games.answers.notation import Moment, page
from games.engine.json_annotations import Limits
from games.models.people import PlayerKind

KINDS: Final = tuple(map(str, PlayerKind.values))
Kind: TypeAlias = Annotated[str, Limits(enum=KINDS)]

class Player(TypedDict):
    """A player: a person or a bot."""
    name: str
    kind: Kind
    bot: Annotated[str | None, "Level of a house bot."]
    created_at: Moment

class MemberTeam(TypedDict):
    """A partnership of a player."""
    id: Annotated[int, "Of the team."]
    name: str | None
    players: list[str]

class Team(MemberTeam):
    """A team: two or three who played together."""
    created_at: Moment

PlayerPage = page("PlayerPage", Player, "players")
TeamPage = page("TeamPage", Team, "teams")
