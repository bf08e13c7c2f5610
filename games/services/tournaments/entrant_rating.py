"""Ratings of entrants, by which equal scores are ranked and brackets are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from games.models import Rating, Tournament, TournamentEntrant, TournamentMember
from games.stats.pools import pool_name
from games.stats.ratings import START_MU, display

BATCH: Final = 200
"""Entrants written by one query."""


def note_ratings(*, entrants: Sequence[TournamentEntrant], tournament: Tournament) -> None:
    """Store the mean rating of the players of each entrant, and its status as it is.

    It takes the same few queries for however many there are.
    """
    pool = pool_name(tournament.players, tournament.ruleset.options)
    members = TournamentMember.objects.filter(
        entrant__in=[one.pk for one in entrants], left_at=None
    )
    players: dict[int, list[int]] = {}
    for entrant, player in members.values_list("entrant", "player"):
        players.setdefault(entrant, []).append(player)
    everybody = [player for found in players.values() for player in found]
    shown = dict(
        Rating.objects.filter(pool=pool, player__in=everybody).values_list("player", "display")
    )
    for one in entrants:
        own = players.get(one.pk, [])
        one.rating = fmean(shown.get(player, display(START_MU)) for player in own) if own else 0.0
    TournamentEntrant.objects.bulk_update(entrants, ["rating", "status"], batch_size=BATCH)
