"""Challenges of one club to another, which become a tournament of both once accepted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.clubs.rights import Right
from games.models import Club, ClubChallenge, Player, Tournament
from games.models.club_events import ChallengeKind, ChallengeState
from games.models.tournaments import Format
from games.services.clubs.access import require_right, write_log
from games.services.clubs.telling import members_with, tell
from games.services.errors import ClubError
from games.services.tournaments.creating import (
    MAX_AHEAD,
    TournamentOptions,
    create_tournament,
)

MAX_WAITING: Final = 5
"""Challenges of one club that may wait for answers."""
SOONEST: Final = timedelta(minutes=30)
"""Time before the start until which a challenge may be proposed."""
ROUNDS: Final = 4
DEALS: Final = 4


def _lock_both(club: Club, rival: Club) -> tuple[Club, Club]:
    """Lock two clubs in the order of their ids. Raises ClubError `no_such_club`."""
    keys = (club.pk, rival.pk)
    rows = Club.objects.select_for_update(no_key=True).filter(pk__in=keys, dissolved_at=None)
    found = {one.pk: one for one in rows.order_by("pk")}
    if len(found) < len(set(keys)):
        raise ClubError("no_such_club")
    return found[club.pk], found[rival.pk]


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
    if not now + SOONEST <= starts_at <= now + MAX_AHEAD:
        raise ClubError("bad_start")
    waiting = ClubChallenge.objects.filter(club=club, state=ChallengeState.PROPOSED)
    if waiting.filter(rival=rival).exists():
        raise ClubError("already_challenged")
    if waiting.count() >= MAX_WAITING:
        raise ClubError("too_many_challenges")
    found = ClubChallenge.objects.create(
        club=club, rival=rival, proposer=player, kind=kind, starts_at=starts_at, created_at=now
    )
    write_log(club=club, kind="challenge", actor=player, note=rival.name, now=now)
    tell(
        club=rival,
        to=members_with(rival, Right.EVENTS),
        text="club_challenge",
        about=f"challenge:{found.pk}",
        actor=player,
        now=now,
        rival=club.name,
    )
    return found


@transaction.atomic
def answer_challenge(
    *, challenge: ClubChallenge, player: Player, agree: bool, now: datetime | None = None
) -> Tournament | None:
    """Accept a challenge and return the tournament of both clubs that this announces, or refuse it.

    It locks both clubs.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `challenge_over`, or `bad_start` where
            its time is over.
        TournamentError: a code of `create_tournament`.
        PausedError: the player who accepts has a pause.
    """
    now = now or timezone.now()
    club, rival = _lock_both(challenge.club, challenge.rival)
    require_right(rival, player, Right.EVENTS)
    found = _waiting(challenge)
    if agree:
        if found.starts_at <= now:
            raise ClubError("bad_start")
        found.tournament = _announce(found, club, rival, player, now)
    found.state = ChallengeState.ACCEPTED if agree else ChallengeState.REFUSED
    found.save(update_fields=["state", "tournament"])
    write_log(club=rival, kind="challenge", actor=player, note=club.name, now=now)
    tell(
        club=club,
        to=members_with(club, Right.EVENTS),
        text="club_challenge_accepted" if agree else "club_challenge_refused",
        about=f"challenge:{found.pk}:answer",
        actor=player,
        now=now,
        rival=rival.name,
    )
    return found.tournament


def _waiting(challenge: ClubChallenge) -> ClubChallenge:
    """Return a challenge that waits for an answer; the caller has locked its clubs.

    Raises:
        ClubError: `challenge_over`.
    """
    found = ClubChallenge.objects.filter(pk=challenge.pk, state=ChallengeState.PROPOSED).first()
    if found is None:
        raise ClubError("challenge_over")
    return found


def _announce(
    found: ClubChallenge, club: Club, rival: Club, player: Player, now: datetime
) -> Tournament:
    """Announce the tournament of a challenge, whose organiser is who accepts it."""
    chosen = _options_of(found, club, rival)
    made = create_tournament(creator=player, chosen=chosen, publish=True, now=now)
    made.club, made.club_only = club, True
    made.save(update_fields=["club", "club_only"])
    return made


def _options_of(found: ClubChallenge, club: Club, rival: Club) -> TournamentOptions:
    """Return the choices of the tournament of a challenge."""
    pairs = found.kind == ChallengeKind.PAIRS
    return TournamentOptions(
        name=f"{club.name[:28]} – {rival.name[:28]}",
        format=Format.SWISS,
        preset="ludoteka",
        players=4 if pairs else 2,
        members=2 if pairs else 1,
        options={"teams": "pairs"} if pairs else {},
        starts_at=found.starts_at,
        rounds=ROUNDS,
        deals=DEALS,
        visibility=Tournament.Visibility.LINK,
        clubs_apart=True,
    )


@transaction.atomic
def withdraw_challenge(
    *, challenge: ClubChallenge, player: Player, now: datetime | None = None
) -> None:
    """Take a challenge back that waits for an answer; it locks both clubs.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `challenge_over`.
    """
    club, rival = _lock_both(challenge.club, challenge.rival)
    require_right(club, player, Right.EVENTS)
    found = _waiting(challenge)
    found.state = ChallengeState.WITHDRAWN
    found.save(update_fields=["state"])
    write_log(club=club, kind="challenge", actor=player, note=rival.name, now=now or timezone.now())
