"""Players and teams."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias, TypedDict

from games.common.notation import Moment, page
from games.engine.json_annotations import Limits
from games.models.people import PlayerKind

KINDS: Final = tuple(map(str, PlayerKind.values))
Kind: TypeAlias = Annotated[str, Limits(enum=KINDS)]

class Player(TypedDict):
    """API answer: a player, who is a person or a bot."""
    name: str
    kind: Kind
    bot: Annotated[str | None, "Level of a house bot."]
    created_at: Moment

class MemberTeam(TypedDict):
    """Part of API answers: a team that a player is in."""
    id: Annotated[int, "Of the team."]
    name: str | None
    players: list[str]

class Team(MemberTeam):
    """API answer: a team, two or three who played together or founded it."""
    face: Annotated[str, "Its tile; empty where it has chosen none."]
    signs: Annotated[list[str], "Signs that it declares to make."]
    created_at: Moment
    founded_at: Annotated[Moment | None, "null: its players have not founded it, or dissolved it."]

class TeamProposal(TypedDict):
    """Part of API answers: a proposal to found a team, until all have agreed or one has refused."""
    id: int
    founder: str
    name: str
    players: list[str]
    created_at: Moment

class OwnTeams(TypedDict):
    """API answer: the account's founded teams, and the proposals that wait for answers."""
    teams: list[Team]
    asked: Annotated[list[TeamProposal], "That wait for the account's own answer."]
    waiting: Annotated[list[TeamProposal], "To which it has agreed."]

PlayerPage = page("PlayerPage", Player, "players")
TeamPage = page("TeamPage", Team, "teams")
