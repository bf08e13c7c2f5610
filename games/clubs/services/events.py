"""Tournaments of a club."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games.clubs.models import Club
from games.clubs.rules.rights import Right
from games.clubs.services.access import lock_club, require_right
from games.models import Player
from games.tournaments.models import Tournament
from games.tournaments.services.creating import TournamentOptions, create_tournament


@transaction.atomic
def create_club_tournament(
    *,
    club: Club,
    creator: Player,
    chosen: TournamentOptions,
    members_only: bool,
    publish: bool = True,
    now: datetime | None = None,
) -> Tournament:
    """Create a tournament held by a club; it locks the club, and then the creator.

    With `members_only` nobody else finds it or enters.

    Raises:
        ClubError: `no_such_club`, `not_member` or `no_right`.
        RulesetError: the rules cannot be played.
        TournamentError: a code of `create_tournament`.
        PausedError: the organiser has a pause and the tournament is public.
    """
    club = lock_club(club)
    require_right(club, creator, Right.EVENTS)
    if members_only:
        chosen = replace(chosen, visibility=Tournament.Visibility.LINK)
    tournament = create_tournament(creator=creator, chosen=chosen, publish=publish, now=now)
    tournament.club, tournament.club_only = club, members_only
    Tournament.objects.filter(pk=tournament.pk).update(club=club, club_only=members_only)
    return tournament
