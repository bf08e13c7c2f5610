"""Clubs for the examples of the API: one to enter, one that invites, one to leave."""

from __future__ import annotations

from accounts.models import User
from games.clubs.models import Club, ClubFigures, ClubInvitation, ClubMember
from games.clubs.rules.rights import ALL_RIGHTS
from games.clubs.services.joining import join_club
from games.models import Player
from games.services.players import player_for

RANKING_SEASON = 8107
"""Season of the ranking in the examples."""


def example_clubs(program: Player) -> dict[str, dict[str, str]]:
    """Create clubs for the API's examples; return path parameters of each operation on clubs.

    `program` is the player of the program that makes the requests.
    """
    owner = player_for(User.objects.create(username="Elvira"))
    example_club = _club(owner, "el-siete", "El Siete")
    ClubFigures.objects.create(
        club=example_club, season=RANKING_SEASON, player=owner, matches=12, won=8, points=88
    )
    inviting = _club(owner, "la-sota", "La Sota")
    ClubInvitation.objects.create(club=inviting, player=program, inviter=owner)
    leaving = _club(owner, "las-cuarenta", "Las Cuarenta")
    join_club(club=leaving, player=program)
    own = {"club": example_club.handle}
    return {
        **dict.fromkeys(("get_club", "list_club_members", "list_club_season", "enter_club"), own),
        "answer_club_invitation": {"club": inviting.handle},
        "leave_club": {"club": leaving.handle},
    }


def _club(owner: Player, handle: str, name: str) -> Club:
    """Return a new club of one member that everybody may enter."""
    club = Club.objects.create(
        handle=handle,
        look=handle.replace("-", ""),
        name=name,
        description="We play on Wednesdays.",
        emblem="O7",
        entry="open",
        member_count=1,
        size=1,
    )
    ClubMember.objects.create(club=club, player=owner, role="owner", rights=ALL_RIGHTS)
    return club
