"""Ways into a club: joining an open one, and asking to be let in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.clubs.models import Club, ClubBan, ClubMember, ClubRequest
from games.clubs.models.clubs import ClubEntry
from games.clubs.rules.rights import Right
from games.clubs.services.access import (
    admit,
    lock_club,
    lock_player,
    require_account,
    require_right,
)
from games.clubs.services.notifications import members_with, tell
from games.common.errors import ClubError
from games.conduct.chat_filter import has_link, is_bad
from games.models import Player
from games.services.chat import tidy

MAX_MESSAGE: Final = 280
"""Characters of the message of a request."""
MAX_REQUESTS: Final = 10
"""Requests of one player that may wait for answers."""
ASK_AGAIN_AFTER: Final = timedelta(days=7)
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
    """Store a player's request to join a club; it locks the club and the player.

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
    request = ClubRequest.objects.create(club=club, player=player, message=words, created_at=now)
    tell(
        club=club,
        to=members_with(club, Right.REQUESTS),
        text="club_request",
        about=f"request:{player.pk}:{now:%Y%m%d}",  # once a day, however often it is taken back
        actor=player,
        path=reverse("club_members", args=[club.handle]),
        now=now,
    )
    return request


def _require_may_ask(club: Club, player: Player, now: datetime) -> None:
    """Raise an error if a player may not ask to join; delete an old refused request.

    Members, the banned, and those who have asked may not.
    """
    if ClubMember.objects.filter(club=club, player=player).exists():
        raise ClubError("already_member")
    if ClubBan.objects.filter(club=club, player=player).exists():
        raise ClubError("banned")
    before = ClubRequest.objects.filter(club=club, player=player).first()
    if before is not None and before.refused_at is None:
        raise ClubError("already_asked")
    if before is not None and before.refused_at is not None:
        if before.refused_at > now - ASK_AGAIN_AFTER:
            raise ClubError("asked_lately")
        before.delete()
    if ClubRequest.objects.filter(player=player, refused_at=None).count() >= MAX_REQUESTS:
        raise ClubError("too_many_requests")


@transaction.atomic
def answer_request(
    *, club: Club, officer: Player, player: Player, agree: bool, now: datetime | None = None
) -> None:
    """Accept or refuse a player's request to join a club; it locks the club and the player.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `no_request`, or a code of
            `access.admit`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, officer, Right.REQUESTS)
    request = ClubRequest.objects.filter(club=club, player=player, refused_at=None).first()
    if request is None:
        raise ClubError("no_request")
    if agree:
        admit(club=club, player=player, actor=officer, now=now)
    else:
        request.refused_at = now
        request.save(update_fields=["refused_at"])
    tell(
        club=club,
        to=[player.pk],
        text="club_welcome" if agree else "club_refused",
        about=f"answer:{request.pk}",
        now=now,
    )


@transaction.atomic
def withdraw_request(*, club: Club, player: Player) -> None:
    """Withdraw a player's open request to join a club; it locks the club.

    Raises:
        ClubError: `no_such_club` or `no_request`.
    """
    club = lock_club(club)
    waiting = ClubRequest.objects.filter(club=club, player=player, refused_at=None)
    if not waiting.delete()[0]:
        raise ClubError("no_request")
