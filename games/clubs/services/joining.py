"""Ways into a club: joining an open one, and asking to be let in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.clubs.rights import Right
from games.conduct.chat_filter import has_link, is_bad
from games.models import Club, ClubBan, ClubMember, ClubRequest, Player
from games.models.clubs import ClubEntry
from games.services.chat import tidy
from games.services.clubs.access import (
    admit,
    lock_club,
    lock_player,
    require_account,
    require_right,
)
from games.services.clubs.telling import members_with, tell
from games.services.errors import ClubError

MAX_MESSAGE: Final = 280
"""Characters of the message of a request."""
MAX_REQUESTS: Final = 10
"""Requests of one player that may wait for answers."""
ASK_AGAIN: Final = timedelta(days=7)
"""Time after a refusal until the player may ask again."""


@transaction.atomic
def join_club(*, club: Club, player: Player, now: datetime | None = None) -> ClubMember:
    """Make a player a member of an open club; it locks the club and the player.

    Raises:
        ClubError: `no_such_club`, `not_open`, or a code of `access.admit`.
    """
    club = lock_club(club)
    if club.entry != ClubEntry.OPEN:
        raise ClubError("not_open")
    return admit(club=club, player=player, now=now or timezone.now())


@transaction.atomic
def ask_to_join(
    *, club: Club, player: Player, message: str = "", now: datetime | None = None
) -> ClubRequest:
    """Ask a club to let a player in; it locks the club and the player.

    Raises:
        ClubError: `no_such_club`, `not_on_request`, `registered_only`, `already_member`,
            `banned`, `already_asked`, `asked_lately`, `too_many_requests` or `bad_words`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    if club.entry != ClubEntry.REQUEST:
        raise ClubError("not_on_request")
    player = lock_player(player)
    require_account(player)
    _require_may_ask(club, player, now)
    words = tidy(message, MAX_MESSAGE + 1)
    if len(words) > MAX_MESSAGE or is_bad(words) or has_link(words):
        raise ClubError("bad_words")
    found = ClubRequest.objects.create(club=club, player=player, message=words, created_at=now)
    tell(
        club=club,
        to=members_with(club, Right.REQUESTS),
        text="club_request",
        about=f"request:{player.pk}:{now:%Y%m%d}",  # once a day, however often it is taken back
        actor=player,
        path=reverse("club_members", args=[club.handle]),
        now=now,
    )
    return found


def _require_may_ask(club: Club, player: Player, now: datetime) -> None:
    """Refuse members, the banned, and those who have asked; an old refusal is forgotten."""
    if ClubMember.objects.filter(club=club, player=player).exists():
        raise ClubError("already_member")
    if ClubBan.objects.filter(club=club, player=player).exists():
        raise ClubError("banned")
    before = ClubRequest.objects.filter(club=club, player=player).first()
    if before is not None and before.refused_at is None:
        raise ClubError("already_asked")
    if before is not None and before.refused_at is not None:
        if before.refused_at > now - ASK_AGAIN:
            raise ClubError("asked_lately")
        before.delete()
    if ClubRequest.objects.filter(player=player, refused_at=None).count() >= MAX_REQUESTS:
        raise ClubError("too_many_requests")


@transaction.atomic
def answer_request(
    *, club: Club, officer: Player, player: Player, agree: bool, now: datetime | None = None
) -> None:
    """Let a player who has asked into the club, or refuse; it locks the club and the player.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `no_request`, or a code of
            `access.admit`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, officer, Right.REQUESTS)
    found = ClubRequest.objects.filter(club=club, player=player, refused_at=None).first()
    if found is None:
        raise ClubError("no_request")
    if agree:
        admit(club=club, player=player, actor=officer, now=now)
    else:
        found.refused_at = now
        found.save(update_fields=["refused_at"])
    tell(
        club=club,
        to=[player.pk],
        text="club_welcome" if agree else "club_refused",
        about=f"answer:{found.pk}",
        now=now,
    )


@transaction.atomic
def withdraw_request(*, club: Club, player: Player) -> None:
    """Take back a player's open request to join a club; it locks the club.

    Raises:
        ClubError: `no_such_club` or `no_request`.
    """
    club = lock_club(club)
    waiting = ClubRequest.objects.filter(club=club, player=player, refused_at=None)
    if not waiting.delete()[0]:
        raise ClubError("no_request")
