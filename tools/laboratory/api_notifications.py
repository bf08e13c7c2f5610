"""Notifications of the site of which the API's examples are: an invitation to each side."""

from __future__ import annotations

from accounts.models import User
from games.models import Player
from games.services.invitations import invite
from games.services.players import player_for
from games.services.tables import TableOptions, open_table

INVITED = "Elena"
"""Whom the program invites."""


def example_invitations(program: Player) -> tuple[dict[str, dict[str, str]], dict[str, object]]:
    """Return the ids in the paths of the operations on invitations, and their bodies, by operation."""
    host, _invited = (
        player_for(User.objects.create(username=name)) for name in ("Fermin", INVITED)
    )
    asking = open_table(
        host=host, chosen=TableOptions(preset="catalan", players=2, programs="casual")
    )
    asked = invite(table=asking, inviter=host, invited=program)
    own = open_table(
        host=program, chosen=TableOptions(preset="catalan", players=2, programs="casual")
    )
    paths = {"answer_seat_invitation": {"invitation": str(asked.pk)}}
    bodies: dict[str, object] = {
        "read_notifications": {"ids": [1]},
        "set_notification_settings": {
            "channels": {"invited": ["page", "push"], "followed": []},
            "quiet_from": 22,
            "quiet_to": 8,
            "time_zone": "Europe/Madrid",
            "mail_hour": 18,
            "mail_on": True,
        },
        "invite_to_seat": {"table": own.public_id, "player": INVITED},
        "answer_seat_invitation": {"accept": True},
    }
    return paths, bodies
