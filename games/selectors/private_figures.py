"""Privacy of the figures of players and teams.

A player may keep their figures private: then ratings, rates, counters and places are shown to the
player alone. The figures of a team with such a member are shown to its members alone. Finished
matches are no figures and stay public.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from games.models import TeamPlayer


def of_private_team(team: str) -> Exists:
    """Return a query condition that the figures of a row's team (field `team`) are private.

    The condition is evaluated for each row that is read, so that a page of a ranking does not read
    the members of all teams.
    """
    return Exists(TeamPlayer.objects.filter(team=OuterRef(team), player__figures_private=True))


def is_private_team(team: int) -> bool:
    """Return whether a member of a team (an id) keeps their figures private."""
    return TeamPlayer.objects.filter(team=team, player__figures_private=True).exists()
