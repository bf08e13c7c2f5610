"""Invitations for the examples of the API: one to the program, and one from it."""

from __future__ import annotations

from accounts.models import User
from games.models import Player
from games.services.invitations import invite
from games.services.players import player_for
from games.services.tables import TableOptions, open_table

INVITED_NAME = "Elena"
"""Name of the player whom the program invites."""


def example_invitations(program: Player) -> tuple[dict[str, dict[str, str]], dict[str, object]]:
    """Create an invitation to the program, and a table to which the program may invite others.

    Returns, by operation, the path parameters, and the bodies of the requests.
    """
    host, _invited = (
        player_for(User.objects.create(username=name)) for name in ("Fermin", INVITED_NAME)
    )
    asking = open_table(
        host=host, chosen=TableOptions(preset="catalan", players=2, programs="casual")
    )
    invitation = invite(table=asking, inviter=host, invited=program)
    own_table = open_table(
        host=program, chosen=TableOptions(preset="catalan", players=2, programs="casual")
    )
    paths = {"answer_seat_invitation": {"invitation": str(invitation.pk)}}
    return paths, {"invite_to_seat": {"table": own_table.public_id, "player": INVITED_NAME}}
