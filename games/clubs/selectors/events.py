"""Reads of the events of clubs: who may enter, for which club, and what challenges wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Case, Count, Q, QuerySet, Value, When

from games.clubs.models import Club, ClubChallenge, ClubMember
from games.clubs.models.events import ChallengeKind, ChallengeState
from games.models import Player
from games.tournaments.models import Tournament, TournamentEntrant, TournamentMember
from games.tournaments.models.tournaments import ENTERED, LISTED, TournamentStatus
from games.tournaments.selectors.event_clubs import EventClub, EventClubs
from games.tournaments.selectors.tournaments import called_off_lately, with_counts

COUNTED_ENTRANTS: Final[Mapping[str, int]] = {ChallengeKind.PLAYERS: 4, ChallengeKind.PAIRS: 3}
"""Kind of a challenge -> number of a club's best entrants whose points count."""
TONIGHT: Final = timedelta(hours=12)
"""Time before an event from which it is tonight's."""
MAX_SHOWN_EVENTS: Final = 20
"""Maximum number of events, and of challenges, of a club that are read."""


def clubs_of_event(tournament: Tournament) -> list[int]:
    """Return the row ids of the clubs of a tournament: none, its own, or the two of a challenge."""
    if tournament.club_id is None:
        return []
    rival = ClubChallenge.objects.filter(tournament=tournament).values_list("rival", flat=True)
    return [tournament.club_id, *rival]


class ClubsOfEvents(EventClubs):
    """Answers to the platform's questions about clubs that hold tournaments."""

    def is_member(self, tournament: Tournament, player: Player) -> bool:
        """Return True if a player is a member of a club that holds this tournament."""
        clubs = clubs_of_event(tournament)
        return ClubMember.objects.filter(club__in=clubs, player=player).exists()

    def clubs_holding(self, tournament: Tournament) -> list[EventClub]:
        """Return the clubs of a tournament by name: none, its own, or the two of a challenge."""
        clubs = Club.objects.filter(pk__in=clubs_of_event(tournament)).order_by("name")
        return [EventClub(club.name, club.handle) for club in clubs]

    def common_club(self, tournament: Tournament, players: Sequence[int]) -> int | None:
        """Return the row id of the club of which all these players (row ids) are members, or None.

        At a challenge it is one of its two clubs. Of several it is the one they joined first.
        """
        rows = ClubMember.objects.filter(player__in=players)
        clubs = clubs_of_event(tournament)
        if len(clubs) > 1:
            rows = rows.filter(club__in=clubs)
        common = rows.values("club").annotate(n=Count("pk")).filter(n=len(players)).values("club")
        first = rows.filter(club__in=common).order_by("joined_at", "pk")
        return first.values_list("club", flat=True).first()


class TonightsEvent(NamedTuple):
    """An event that a club holds tonight, for the page that proposes it."""

    club: str
    """Name of the club."""
    club_event: str
    """Public id of the event."""
    is_partners_club: bool
    """True if the player is no member, and a partner is."""


def tonights_event(
    player: Player, partners: Sequence[Player], now: datetime
) -> TonightsEvent | None:
    """Return the next event within TONIGHT of a club of a player, or else of one of the partners.

    Of a partner's club only what everybody may see is told: its members, and public events.
    """
    rows = ClubMember.objects.filter(
        Q(player=player)
        | Q(
            player__in=partners,
            club__members_visible=True,
            club__tournaments__visibility=Tournament.Visibility.PUBLIC,
            club__tournaments__club_only=False,
        ),
        club__dissolved_at=None,
        club__tournaments__status__in=(TournamentStatus.OPEN, TournamentStatus.CHECKIN),
        club__tournaments__starts_at__gt=now,
        club__tournaments__starts_at__lte=now + TONIGHT,
    ).annotate(is_partners=Case(When(player=player, then=Value(0)), default=Value(1)))
    row = (
        rows.order_by("is_partners", "club__tournaments__starts_at", "pk")
        .values_list("club__name", "club__tournaments__public_id", "is_partners")
        .first()
    )
    return None if row is None else TonightsEvent(row[0], row[1], bool(row[2]))


def club_events(club: Club, *, member: bool) -> list[Tournament]:
    """Return a club's coming events with their counts, earliest first; private ones for members."""
    rows = with_counts(_events_of(club, member=member).filter(status__in=LISTED))
    return list(rows.order_by("starts_at", "pk")[:MAX_SHOWN_EVENTS])


def people_entered(event: Tournament, limit: int) -> list[str]:
    """Return the names of at most `limit` players who have entered an event, in order of entering."""
    rows = TournamentMember.objects.filter(
        tournament=event, entrant__status__in=ENTERED, left_at=None, agreed=True
    )
    return list(
        rows.order_by("entrant__number", "index").values_list("player__name", flat=True)[:limit]
    )


def past_club_events(club: Club, *, member: bool) -> list[Tournament]:
    """Return a club's finished events with their counts, latest first; private ones for members."""
    finished = _events_of(club, member=member).filter(status=TournamentStatus.FINISHED)
    rows = with_counts(finished)
    return list(rows.order_by("-finished_at", "-pk")[:MAX_SHOWN_EVENTS])


def club_events_called_off(club: Club, now: datetime) -> list[Tournament]:
    """Return a club's recently cancelled events; see `called_off_lately`."""
    return list(called_off_lately(now).filter(_held_by(club))[:MAX_SHOWN_EVENTS])


def _events_of(club: Club, *, member: bool) -> QuerySet[Tournament]:
    """Return a query of the tournaments that a club holds; private ones only for members."""
    rows = Tournament.objects.filter(_held_by(club))
    return rows if member else rows.filter(visibility=Tournament.Visibility.PUBLIC)


def _held_by(club: Club) -> Q:
    """Return the query condition that a club holds a tournament, alone or by a challenge."""
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
    """A finished match of two clubs as one of them sees it: rival, points of each, time."""

    tournament: Tournament
    rival: Club
    own: float
    """Points of the club's best entrants."""
    other: float
    at: datetime

    @property
    def won(self) -> bool | None:
        """Return True if the club has won, False if it has lost, None for a draw."""
        return None if self.own == self.other else self.own > self.other


def club_matches(club: Club) -> list[ClubMatch]:
    """Return a club's latest finished matches against other clubs, latest first."""
    both = Q(club=club) | Q(rival=club)
    rows = (
        ClubChallenge.objects.filter(both, tournament__status=TournamentStatus.FINISHED)
        .select_related("club", "rival", "tournament")
        .order_by("-tournament__finished_at", "-pk")[:MAX_SHOWN_EVENTS]
    )
    scores = _club_scores([row.tournament_id for row in rows if row.tournament_id is not None])
    return [_club_match(row, club, scores) for row in rows]


def _club_match(
    challenge: ClubChallenge, club: Club, scores: Mapping[tuple[int, int], Sequence[float]]
) -> ClubMatch:
    """Return a finished match from the side of a club; `scores` are those of `_club_scores`."""
    tournament = challenge.tournament
    assert tournament is not None
    assert tournament.finished_at is not None
    rival = challenge.rival if challenge.club_id == club.pk else challenge.club
    most = COUNTED_ENTRANTS[challenge.kind]
    own, other = (
        sum(scores.get((tournament.pk, club_id), [])[:most]) for club_id in (club.pk, rival.pk)
    )
    return ClubMatch(tournament, rival, own, other, tournament.finished_at)


def _club_scores(tournaments: Sequence[int]) -> dict[tuple[int, int], list[float]]:
    """Return (tournament, club) row ids -> the points of the club's entrants, best first."""
    rows = TournamentEntrant.objects.filter(
        tournament__in=tournaments, score__isnull=False, club__isnull=False
    )
    scores: dict[tuple[int, int], list[float]] = {}
    for entrant in rows.order_by("-score"):
        scores.setdefault((entrant.tournament_id, entrant.club or 0), []).append(
            entrant.score or 0.0
        )
    return scores
