"""Reads of the events of clubs: who may enter, for which club, and what challenges wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, Q, QuerySet

from games.models import (
    Club,
    ClubChallenge,
    ClubMember,
    Player,
    Tournament,
    TournamentEntrant,
)
from games.models.club_events import ChallengeKind, ChallengeState
from games.models.tournaments import LISTED, TournamentStatus
from games.selectors.tournaments import called_off_lately

COUNTED: Final[Mapping[str, int]] = {ChallengeKind.PLAYERS: 4, ChallengeKind.PAIRS: 3}
"""Kind of a challenge -> number of a club's best entrants whose points count."""
SHOWN: Final = 20
"""Maximum number of events, and of challenges, of a club that are read."""


def clubs_of_event(tournament: Tournament) -> list[int]:
    """Return the row ids of the clubs of a tournament: none, its own, or the two of a challenge."""
    if tournament.club_id is None:
        return []
    rival = ClubChallenge.objects.filter(tournament=tournament).values_list("rival", flat=True)
    return [tournament.club_id, *rival]


def clubs_holding(tournament: Tournament) -> list[Club]:
    """Return the clubs of a tournament: none, its own, or the two of a challenge."""
    return list(Club.objects.filter(pk__in=clubs_of_event(tournament)).order_by("name"))


def is_event_member(tournament: Tournament, player: Player) -> bool:
    """Return whether a player is a member of a club that holds this tournament."""
    clubs = clubs_of_event(tournament)
    return ClubMember.objects.filter(club__in=clubs, player=player).exists()


def found_by_club(tournament: Tournament, player: Player | None) -> bool:
    """Return whether a player may see a private tournament, as a member of a club that holds it."""
    if player is None or tournament.club_id is None:
        return False
    return is_event_member(tournament, player)


def common_club(tournament: Tournament, players: Sequence[int]) -> int | None:
    """Return the row id of the club of which all these players (row ids) are members, or None.

    At a challenge it is one of its two clubs. Of several it is the one to which they came first.
    """
    rows = ClubMember.objects.filter(player__in=players)
    clubs = clubs_of_event(tournament)
    if len(clubs) > 1:
        rows = rows.filter(club__in=clubs)
    common = rows.values("club").annotate(n=Count("pk")).filter(n=len(players)).values("club")
    first = rows.filter(club__in=common).order_by("joined_at", "pk")
    return first.values_list("club", flat=True).first()


def club_events(club: Club, *, member: bool) -> list[Tournament]:
    """Return the coming events of a club, the earliest first; private ones for members alone."""
    rows = _events_of(club, member=member).filter(status__in=LISTED)
    return list(rows.order_by("starts_at", "pk")[:SHOWN])


def past_club_events(club: Club, *, member: bool) -> list[Tournament]:
    """Return the finished events of a club, the latest first; private ones for members alone."""
    rows = _events_of(club, member=member).filter(status=TournamentStatus.FINISHED)
    return list(rows.order_by("-finished_at", "-pk")[:SHOWN])


def club_events_called_off(club: Club, now: datetime) -> list[Tournament]:
    """Return the events of a club that were called off, as `called_off_lately` has them."""
    return list(called_off_lately(now).filter(_held_by(club))[:SHOWN])


def _events_of(club: Club, *, member: bool) -> QuerySet[Tournament]:
    """Return the tournaments that a club holds; private ones for members alone."""
    rows = Tournament.objects.filter(_held_by(club))
    return rows if member else rows.filter(visibility=Tournament.Visibility.PUBLIC)


def _held_by(club: Club) -> Q:
    """Return the condition that a club holds a tournament, alone or after a challenge."""
    return Q(club=club) | Q(club_challenge__rival=club)


def waiting_challenges(club: Club) -> QuerySet[ClubChallenge]:
    """Return the unanswered challenges of and to a club, the latest first."""
    both = Q(club=club) | Q(rival=club)
    rows = ClubChallenge.objects.filter(both, state=ChallengeState.PROPOSED)
    return rows.select_related("club", "rival").order_by("-pk")


def challenge_or_none(challenge: str, club: Club) -> ClubChallenge | None:
    """Return the challenge with this public id of or to a club, or None."""
    if not challenge.isalnum():
        return None  # PostgreSQL takes no NUL
    rows = ClubChallenge.objects.select_related("club", "rival")
    return rows.filter(Q(club=club) | Q(rival=club), public_id=challenge).first()


@dataclass(frozen=True, slots=True)
class ClubMatch:
    """A finished match of two clubs, from the side of one of them: rival, points of each, time."""

    tournament: Tournament
    rival: Club
    own: float
    """Points of the club's best entrants."""
    other: float
    at: datetime

    @property
    def won(self) -> bool | None:
        """Return whether the club has won; None for a draw."""
        return None if self.own == self.other else self.own > self.other


def club_matches(club: Club) -> list[ClubMatch]:
    """Return the latest matches of a club against others that are over, the latest first."""
    both = Q(club=club) | Q(rival=club)
    rows = (
        ClubChallenge.objects.filter(both, tournament__status=TournamentStatus.FINISHED)
        .select_related("club", "rival", "tournament")
        .order_by("-tournament__finished_at", "-pk")[:SHOWN]
    )
    scores = _club_scores([row.tournament_id for row in rows if row.tournament_id is not None])
    found = []
    for row in rows:
        assert row.tournament is not None
        assert row.tournament.finished_at is not None
        rival = row.rival if row.club_id == club.pk else row.club
        most = COUNTED[row.kind]
        own, other = (
            sum(scores.get((row.tournament.pk, one), [])[:most]) for one in (club.pk, rival.pk)
        )
        found.append(ClubMatch(row.tournament, rival, own, other, row.tournament.finished_at))
    return found


def _club_scores(tournaments: Sequence[int]) -> dict[tuple[int, int], list[float]]:
    """Return the points of the entrants of clubs, the best first, by (tournament, club) row ids."""
    rows = TournamentEntrant.objects.filter(
        tournament__in=tournaments, score__isnull=False, club__isnull=False
    )
    found: dict[tuple[int, int], list[float]] = {}
    for one in rows.order_by("-score"):
        found.setdefault((one.tournament_id, one.club or 0), []).append(one.score or 0.0)
    return found
