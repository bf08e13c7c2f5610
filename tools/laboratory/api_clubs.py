"""Clubs of the site of which the API's examples are: one to enter, one that invites, one to leave."""

from __future__ import annotations

from accounts.models import User
from games.clubs.rights import ALL
from games.models import Club, ClubFigures, ClubInvitation, ClubMember, Player
from games.services.clubs.entering import join_club
from games.services.players import player_for

SEASON = 8107
"""Season of the ranking that is shown."""


def example_clubs(program: Player) -> dict[str, dict[str, str]]:
    """Return the handles in the paths of the operations on clubs, by operation."""
    owner = player_for(User.objects.create(username="Elvira"))
    shown = _club(owner, "el-siete", "El Siete")
    ClubFigures.objects.create(
        club=shown, season=SEASON, player=owner, matches=12, won=8, points=88
    )
    inviting = _club(owner, "la-sota", "La Sota")
    ClubInvitation.objects.create(club=inviting, player=program, inviter=owner)
    leaving = _club(owner, "las-cuarenta", "Las Cuarenta")
    join_club(club=leaving, player=program)
    own = {"club": shown.handle}
    return {
        **dict.fromkeys(("get_club", "list_club_members", "list_club_season", "enter_club"), own),
        "answer_club_invitation": {"club": inviting.handle},
        "leave_club": {"club": leaving.handle},
    }


def _club(owner: Player, handle: str, name: str) -> Club:
    """Return a club of one member, open to everybody."""
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
    ClubMember.objects.create(club=club, player=owner, role="owner", rights=ALL)
    return club
