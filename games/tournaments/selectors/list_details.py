"""Reads for the list of tournaments: a reader's friends and own places in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q

from games.models import Follow, Player
from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.models.tournaments import ENTERED


class OwnPlace(NamedTuple):
    """A player's place in a finished tournament."""

    place: int | None
    """From 1; None without a place, as after a withdrawal."""
    of: int
    """Number of entrants with a place."""


def friends_in(player: Player, tournaments: Iterable[Tournament]) -> dict[int, list[str]]:
    """Return tournament (row id) -> names of the players in it who follow each other with `player`.

    Names are in their order; tournaments without friends are left out.
    """
    follows = Follow.objects.filter(follower=player, followed=OuterRef("player"))
    is_followed = Follow.objects.filter(follower=OuterRef("player"), followed=player)
    rows = TournamentMember.objects.filter(
        Exists(follows),
        Exists(is_followed),
        tournament__in=[row.pk for row in tournaments],
        entrant__status__in=ENTERED,
        left_at=None,
        agreed=True,
    ).order_by("player__name")
    names: defaultdict[int, list[str]] = defaultdict(list)
    for tournament, name in rows.values_list("tournament", "player__name"):
        names[tournament].append(name)
    return dict(names)


def own_places(player: Player, tournaments: Iterable[Tournament]) -> dict[int, OwnPlace]:
    """Return tournament (row id) -> a player's place, for those that the player played."""
    rows = TournamentMember.objects.filter(
        player=player, tournament__in=[row.pk for row in tournaments], left_at=None, agreed=True
    ).annotate(
        ranked=Count("tournament__entrants", filter=Q(tournament__entrants__place__isnull=False))
    )
    return {
        tournament: OwnPlace(place, ranked)
        for tournament, place, ranked in rows.values_list("tournament", "entrant__place", "ranked")
    }
