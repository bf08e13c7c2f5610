"""Who may see the figures of a player or of a team.

A player may keep their figures private: then ratings, rates, counters and places are shown to the
player alone. The figures of a team with such a member are shown to its members alone. Finished
matches are no figures and stay public.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from games.models import Player, TeamPlayer


def may_see_figures(player: int, viewer: int | None) -> bool:
    """Return whether a viewer may see a player's figures; both are player ids, None a stranger."""
    return player == viewer or not Player.objects.filter(pk=player, figures_private=True).exists()


def private_teams() -> QuerySet[TeamPlayer, Any]:
    """Return a subquery of the ids of the teams whose figures are private."""
    return TeamPlayer.objects.filter(player__figures_private=True).order_by().values("team")


def is_private_team(team: int) -> bool:
    """Return whether a member of a team (an id) keeps their figures private."""
    return TeamPlayer.objects.filter(team=team, player__figures_private=True).exists()
