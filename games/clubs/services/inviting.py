"""Invitations of players to a club, and links by which people become members."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.clubs.models import Club, ClubBan, ClubInvitation, ClubLink, ClubMember
from games.clubs.rules.rights import Right
from games.clubs.services.access import (
    admit,
    lock_club,
    lock_player,
    require_account,
    require_right,
    write_log,
)
from games.clubs.services.notifications import tell
from games.common.errors import ClubError
from games.models import Block, Player

MAX_INVITATIONS_A_DAY: Final = 10
"""Invitations that one player may send in 24 hours, to all clubs together."""
MAX_LINK_USES: Final = 50
"""Uses that a link may have."""
MAX_LINKS: Final = 10
"""Links of a club that may be in force at a time."""
MAX_LINK_TIME: Final = timedelta(days=30)
"""Time for which a link may be in force."""


@transaction.atomic
def invite(
    *, club: Club, inviter: Player, player: Player, now: datetime | None = None
) -> ClubInvitation:
    """Invite a player to a club; it locks the club and the inviter.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `registered_only`, `already_member`,
            `banned`, `already_invited`, `not_welcome` where one has blocked the other, or
            `too_many_invitations`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, inviter, Right.REQUESTS)
    lock_player(inviter)
    require_account(player)
    _require_may_invite(club, inviter, player, now)
    invitation = ClubInvitation.objects.create(
        club=club, player=player, inviter=inviter, created_at=now
    )
    tell(
        club=club,
        to=[player.pk],
        text="club_invited",
        about=f"invitation:{invitation.pk}",
        actor=inviter,
        now=now,
    )
    return invitation


def _require_may_invite(club: Club, inviter: Player, player: Player, now: datetime) -> None:
    """Raise an error for an invitation that is pointless, unwelcome, or one too many."""
    if ClubMember.objects.filter(club=club, player=player).exists():
        raise ClubError("already_member")
    if ClubBan.objects.filter(club=club, player=player).exists():
        raise ClubError("banned")
    blocks = Q(blocker=inviter, blocked=player) | Q(blocker=player, blocked=inviter)
    if Block.objects.filter(blocks).exists():
        raise ClubError("not_welcome")
    if ClubInvitation.objects.filter(club=club, player=player, answered_at=None).exists():
        raise ClubError("already_invited")
    lately = ClubInvitation.objects.filter(inviter=inviter, created_at__gt=now - timedelta(days=1))
    if lately.count() >= MAX_INVITATIONS_A_DAY:
        raise ClubError("too_many_invitations")


@transaction.atomic
def answer_invitation(
    *, club: Club, player: Player, agree: bool, now: datetime | None = None
) -> None:
    """Accept a club's invitation for a player, who becomes a member, or refuse it.

    It locks the club and the player.

    Raises:
        ClubError: `no_such_club`, `not_invited`, or a code of `access.admit`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    invitation = ClubInvitation.objects.filter(club=club, player=player, answered_at=None).first()
    if invitation is None:
        raise ClubError("not_invited")
    if agree:
        admit(club=club, player=player, now=now)
        tell(
            club=club,
            to=[invitation.inviter_id],
            text="club_joined",
            about=f"joined:{invitation.pk}",
            actor=player,
            now=now,
        )
    else:
        invitation.answered_at = now
        invitation.save(update_fields=["answered_at"])


@transaction.atomic
def withdraw_invitation(
    *, club: Club, officer: Player, player: Player, now: datetime | None = None
) -> None:
    """Withdraw a player's unanswered invitation to a club; it locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `not_invited`.
    """
    club = lock_club(club)
    require_right(club, officer, Right.REQUESTS)
    waiting = ClubInvitation.objects.filter(club=club, player=player, answered_at=None)
    # the row stays, as it counts for the limit of a day
    if not waiting.update(answered_at=now or timezone.now()):
        raise ClubError("not_invited")


@transaction.atomic
def make_link(
    *, club: Club, player: Player, days: int, uses: int, now: datetime | None = None
) -> ClubLink:
    """Return a new link by which up to `uses` people join a club within `days` days.

    It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `bad_link` or `too_many_links`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, player, Right.REQUESTS)
    if not 1 <= uses <= MAX_LINK_USES or not timedelta(0) < timedelta(days=days) <= MAX_LINK_TIME:
        raise ClubError("bad_link")
    if links_in_force(club, now).count() >= MAX_LINKS:
        raise ClubError("too_many_links")
    link = ClubLink.objects.create(
        club=club,
        creator=player,
        created_at=now,
        expires_at=now + timedelta(days=days),
        max_uses=uses,
    )
    write_log(club=club, kind="link", actor=player, note=f"+{uses}", now=now)
    return link


def links_in_force(club: Club, now: datetime) -> QuerySet[ClubLink]:
    """Return a query of a club's links that are still valid."""
    return ClubLink.objects.filter(
        club=club, revoked_at=None, expires_at__gt=now, uses__lt=F("max_uses")
    ).order_by("pk")


@transaction.atomic
def use_link(*, token: str, player: Player, now: datetime | None = None) -> Club:
    """Make a player a member of the club of an invitation link (token); return the club.

    It locks the club and the player.

    Raises:
        ClubError: `link_over` where it has expired, is used up or revoked, or there is none; or a
            code of `access.admit`.
    """
    now = now or timezone.now()
    link = ClubLink.objects.filter(token=token).values("pk", "club").first()
    if link is None:
        raise ClubError("link_over")
    club = lock_club(link["club"])
    if not links_in_force(club, now).filter(pk=link["pk"]).exists():
        raise ClubError("link_over")
    admit(club=club, player=player, now=now)
    ClubLink.objects.filter(pk=link["pk"]).update(uses=F("uses") + 1)
    return club


@transaction.atomic
def revoke_link(*, club: Club, player: Player, link: int, now: datetime | None = None) -> None:
    """Revoke a club's invitation link (row id); repeating changes nothing. It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `link_over`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, player, Right.REQUESTS)
    row = ClubLink.objects.filter(club=club, pk=link).first()
    if row is None:
        raise ClubError("link_over")
    if row.revoked_at is None:
        row.revoked_at = now
        row.save(update_fields=["revoked_at"])
        write_log(club=club, kind="link", actor=player, note="-", now=now)
