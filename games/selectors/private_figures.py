"""Who may see the figures of a player or of a team.

A player may keep their figures private: then ratings, rates, counters and places are shown to the
player alone. The figures of a team with such a member are shown to its members alone. Finished
matches are no figures and stay public.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef

from brisca_site.replica import is_reading_from_replica
from games.models import Player, TeamPlayer


def may_see_figures(player: int, viewer: int | None) -> bool:
    """Return whether a viewer may see a player's figures; both are player ids, None a stranger."""
    return player == viewer or not Player.objects.filter(pk=player, figures_private=True).exists()


def of_private_team(team: str) -> Exists:
    """Return the condition that the figures of a row's team (the field `team`) are private.

    It is asked for each row that is looked at, so that a page of a ranking does not read the members
    of all teams there are.
    """
    return Exists(TeamPlayer.objects.filter(team=OuterRef(team), player__figures_private=True))


def is_private_team(team: int) -> bool:
    """Return whether a member of a team (an id) keeps their figures private."""
    return TeamPlayer.objects.filter(team=team, player__figures_private=True).exists()


def players_private_since(players: Collection[int]) -> frozenset[int]:
    """Return which of these players (ids), read from the replica, keep figures private by now.

    The list was filtered by what the replica knew; who may see what is for the primary to say. A
    list of the primary needs no second look: there is none then, and no query.
    """
    if not is_reading_from_replica():
        return frozenset()
    private = Player.objects.filter(pk__in=players, figures_private=True)
    return frozenset(private.values_list("pk", flat=True))


def teams_private_since(teams: Collection[int]) -> frozenset[int]:
    """Return those of the teams (ids) of a list from the replica whose figures are private by now."""
    if not is_reading_from_replica():
        return frozenset()
    private = TeamPlayer.objects.filter(team__in=teams, player__figures_private=True)
    return frozenset(private.values_list("team", flat=True))
