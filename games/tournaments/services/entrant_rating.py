"""Ratings of entrants, by which equal scores are ranked and brackets are drawn."""

from __future__ import annotations

from django.db.models import Avg, FloatField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Rating
from games.stats.pools import pool_name
from games.stats.ratings import START_MU, display
from games.tournaments.models import Tournament, TournamentEntrant, TournamentMember
from games.tournaments.models.tournaments import EntrantStatus


def start_playing(*, entrants: QuerySet[TournamentEntrant], tournament: Tournament) -> None:
    """Mark entrants as playing, and store each one's rating: the mean of its players'.

    It is one statement for however many there are; an entrant without players has 0.
    """
    pool = pool_name(tournament.players, tournament.ruleset.options)
    own = Rating.objects.filter(pool=pool, player=OuterRef("player"))
    members = (
        TournamentMember.objects.filter(entrant=OuterRef("pk"), left_at=None)
        .annotate(shown=Coalesce(Subquery(own.values("display")), display(START_MU)))
        .values("entrant")
        .annotate(mean=Avg("shown", output_field=FloatField()))
        .values("mean")
    )
    entrants.update(status=EntrantStatus.PLAYING, rating=Coalesce(Subquery(members), 0.0))
