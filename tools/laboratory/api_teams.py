"""Teams for the examples of the API: founded ones, and a proposal."""

from __future__ import annotations

from accounts.models import User
from games.models import Player, Team
from games.services.players import player_for
from games.services.tables import TableOptions, open_table
from games.services.teams import answer_proposal, propose_team

PARTNER_NAME = "Aitor"
"""Name of the player whom the program asks to found a team."""


def example_teams(program: Player) -> dict[str, dict[str, str]]:
    """Create teams for the API's examples; return path parameters of each operation on teams.

    Raises:
        RuntimeError: the teams are not founded.
    """
    partners = [
        player_for(User.objects.create(username=name))
        for name in (PARTNER_NAME, "Berta", "Carmen", "Dani")
    ]
    _asked, changed, dissolved, asking = partners
    proposal = propose_team(founder=asking, partners=[program], name="Bastos")
    return {
        "change_team": {"team": str(_founded(program, changed).pk)},
        "dissolve_team": {"team": str(_founded(program, dissolved).pk)},
        "answer_team_proposal": {"proposal": str(proposal.pk)},
    }


def example_team_seat(program: Player) -> tuple[dict[str, str], dict[str, int]]:
    """Return the path parameters and the body of the request that seats a team at a table.

    Raises:
        RuntimeError: the team is not founded.
    """
    host, partner = (player_for(User.objects.create(username=name)) for name in ("Hermes", "Gema"))
    chosen = TableOptions(preset="catalan", players=4, programs="casual")
    table = open_table(host=host, chosen=chosen)
    return {"table": table.public_id}, {"team": _founded(program, partner).pk}


def _founded(program: Player, partner: Player) -> Team:
    """Return a team that these two players have founded."""
    proposal = propose_team(founder=program, partners=[partner])
    team = answer_proposal(proposal=proposal, player=partner, agree=True)
    if team is None:
        raise RuntimeError("the team is not founded")
    return team
