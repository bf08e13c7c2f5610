"""Challenges of one club to another, which become a tournament of both once accepted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club, ClubChallenge
from games.clubs.models.events import ChallengeKind, ChallengeState
from games.clubs.rules.rights import Right
from games.clubs.services.access import require_right, write_log
from games.clubs.services.notifications import members_with, tell
from games.common.errors import ClubError
from games.models import Player
from games.tournaments.models import Tournament
from games.tournaments.models.tournaments import Format
from games.tournaments.services.creating import MAX_AHEAD, TournamentOptions, create_tournament

MAX_WAITING_CHALLENGES: Final = 5
"""Challenges of one club that may wait for answers."""
MIN_CHALLENGE_LEAD: Final = timedelta(minutes=30)
"""Time before the start until which a challenge may be proposed."""
CHALLENGE_ROUNDS: Final = 4
CHALLENGE_DEALS: Final = 4


def _lock_both(club: Club, rival: Club) -> tuple[Club, Club]:
    """Lock two clubs in the order of their ids. Raises ClubError `no_such_club`."""
    keys = (club.pk, rival.pk)
    rows = Club.objects.select_for_update(no_key=True).filter(pk__in=keys, dissolved_at=None)
    clubs = {row.pk: row for row in rows.order_by("pk")}
    if len(clubs) < len(set(keys)):
        raise ClubError("no_such_club")
    return clubs[club.pk], clubs[rival.pk]


@transaction.atomic
def challenge(
    *,
    club: Club,
    player: Player,
    rival: Club,
    kind: str,
    starts_at: datetime,
    now: datetime | None = None,
) -> ClubChallenge:
    """Send a challenge (`kind` of ChallengeKind) to another club; it locks both clubs.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `own_club`, `bad_kind`, `bad_start`,
            `already_challenged` or `too_many_challenges`.
    """
    now = now or timezone.now()
    if club.pk == rival.pk:
        raise ClubError("own_club")
    club, rival = _lock_both(club, rival)
    require_right(club, player, Right.EVENTS)
    if kind not in ChallengeKind.values:
        raise ClubError("bad_kind")
    if not now + MIN_CHALLENGE_LEAD <= starts_at <= now + MAX_AHEAD:
        raise ClubError("bad_start")
    waiting = ClubChallenge.objects.filter(club=club, state=ChallengeState.PROPOSED)
    if waiting.filter(rival=rival).exists():
        raise ClubError("already_challenged")
    if waiting.count() >= MAX_WAITING_CHALLENGES:
        raise ClubError("too_many_challenges")
    sent = ClubChallenge.objects.create(
        club=club, rival=rival, proposer=player, kind=kind, starts_at=starts_at, created_at=now
    )
    write_log(club=club, kind="challenge", actor=player, note=rival.name, now=now)
    tell(
        club=rival,
        to=members_with(rival, Right.EVENTS),
        text="club_challenge",
        about=f"challenge:{sent.pk}",
        actor=player,
        now=now,
        rival=club.name,
    )
    return sent


@transaction.atomic
def answer_challenge(
    *, challenge: ClubChallenge, player: Player, agree: bool, now: datetime | None = None
) -> Tournament | None:
    """Accept a challenge, which announces a tournament of both clubs, or refuse it.

    It returns the tournament, None if refused. It locks both clubs.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `challenge_over`, or `bad_start` where
            its time is over.
        TournamentError: a code of `create_tournament`.
        PausedError: the player who accepts has a pause.
    """
    now = now or timezone.now()
    club, rival = _lock_both(challenge.club, challenge.rival)
    require_right(rival, player, Right.EVENTS)
    open_challenge = _waiting(challenge)
    if agree:
        if open_challenge.starts_at <= now:
            raise ClubError("bad_start")
        open_challenge.tournament = _announce(open_challenge, club, rival, player, now)
    open_challenge.state = ChallengeState.ACCEPTED if agree else ChallengeState.REFUSED
    open_challenge.save(update_fields=["state", "tournament"])
    write_log(club=rival, kind="challenge", actor=player, note=club.name, now=now)
    tell(
        club=club,
        to=members_with(club, Right.EVENTS),
        text="club_challenge_accepted" if agree else "club_challenge_refused",
        about=f"challenge:{open_challenge.pk}:answer",
        actor=player,
        now=now,
        rival=rival.name,
    )
    return open_challenge.tournament


def _waiting(challenge: ClubChallenge) -> ClubChallenge:
    """Return a challenge if it awaits an answer; the caller has locked its clubs.

    Raises:
        ClubError: `challenge_over`.
    """
    row = ClubChallenge.objects.filter(pk=challenge.pk, state=ChallengeState.PROPOSED).first()
    if row is None:
        raise ClubError("challenge_over")
    return row


def _announce(
    challenge: ClubChallenge, club: Club, rival: Club, player: Player, now: datetime
) -> Tournament:
    """Announce the tournament of an accepted challenge; its organiser is the accepting player."""
    chosen = _options_of(challenge, club, rival)
    tournament = create_tournament(creator=player, chosen=chosen, publish=True, now=now)
    tournament.club, tournament.club_only = club, True
    tournament.save(update_fields=["club", "club_only"])
    return tournament


def _options_of(challenge: ClubChallenge, club: Club, rival: Club) -> TournamentOptions:
    """Return the settings of the tournament in which a challenge is played."""
    pairs = challenge.kind == ChallengeKind.PAIRS
    return TournamentOptions(
        name=f"{club.name[:28]} – {rival.name[:28]}",
        format=Format.SWISS,
        preset="ludoteka",
        players=4 if pairs else 2,
        members=2 if pairs else 1,
        options={"teams": "pairs"} if pairs else {},
        starts_at=challenge.starts_at,
        rounds=CHALLENGE_ROUNDS,
        deals=CHALLENGE_DEALS,
        visibility=Tournament.Visibility.LINK,
        clubs_apart=True,
    )


@transaction.atomic
def withdraw_challenge(
    *, challenge: ClubChallenge, player: Player, now: datetime | None = None
) -> None:
    """Withdraw a club's unanswered challenge; it locks both clubs.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `challenge_over`.
    """
    club, rival = _lock_both(challenge.club, challenge.rival)
    require_right(club, player, Right.EVENTS)
    open_challenge = _waiting(challenge)
    open_challenge.state = ChallengeState.WITHDRAWN
    open_challenge.save(update_fields=["state"])
    write_log(club=club, kind="challenge", actor=player, note=rival.name, now=now or timezone.now())
