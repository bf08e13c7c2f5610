"""Ways out of a club: leaving, being removed, and being kept out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from games.clubs.models import (
    Club,
    ClubBan,
    ClubChallenge,
    ClubInvitation,
    ClubLog,
    ClubMember,
    ClubPost,
    ClubRequest,
)
from games.clubs.models.clubs import ClubRole
from games.clubs.rules.rights import Right
from games.clubs.services.access import (
    lock_club,
    lock_player,
    member_of,
    remove,
    require_above,
    require_right,
    write_log,
)
from games.clubs.services.notifications import tell
from games.clubs.services.succession import pass_ownership
from games.common.errors import ClubError
from games.conduct.chat_filter import is_bad
from games.models import Player
from games.services.chat import tidy

MAX_REMOVED_A_WINDOW: Final = 10
"""Members that one player may remove within REMOVAL_WINDOW."""
REMOVAL_WINDOW: Final = timedelta(minutes=2)
MAX_REMOVED_A_DAY: Final = 50
"""Members that one player may remove in 24 hours."""
MAX_REASON: Final = 140
"""Characters of the reason of a ban."""


@transaction.atomic
def leave_club(*, club: Club, player: Player, now: datetime | None = None) -> None:
    """Remove a player from a club at their own wish; an owner cannot leave.

    It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member` or `owner_stays`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    member = member_of(club, player)
    if member.role == ClubRole.OWNER:
        raise ClubError("owner_stays")
    remove(member=member, kind="left", actor=player, now=now)


@transaction.atomic
def kick(*, club: Club, officer: Player, player: Player, now: datetime | None = None) -> None:
    """Remove a member with a lower role; a match that they play goes on. It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `not_above`, or `too_many_removed`
            beyond 10 in 2 minutes or 50 a day.
    """
    now = now or timezone.now()
    club = lock_club(club)
    acting = require_right(club, officer, Right.KICK)
    member = member_of(club, player)
    require_above(acting, member)
    _require_pace(officer, now)
    remove(member=member, kind="kicked", actor=officer, now=now)
    _tell_removed(club, player, now)


def _require_pace(officer: Player, now: datetime) -> None:
    """Raise an error for a member who removes too many others in a short time."""
    lock_player(officer)  # the limit counts in all clubs
    removed = ClubLog.objects.filter(actor=officer, kind__in=("kicked", "banned"))
    for span, most in (
        (REMOVAL_WINDOW, MAX_REMOVED_A_WINDOW),
        (timedelta(days=1), MAX_REMOVED_A_DAY),
    ):
        if removed.filter(at__gt=now - span).count() >= most:
            raise ClubError("too_many_removed")


def _tell_removed(club: Club, player: Player, now: datetime) -> None:
    """Notify a player that they are no longer a member of a club."""
    tell(
        club=club,
        to=[player.pk],
        text="club_removed",
        about=f"removed:{now.timestamp():.0f}",
        now=now,
    )


@transaction.atomic
def ban(
    *, club: Club, officer: Player, player: Player, reason: str = "", now: datetime | None = None
) -> None:
    """Ban a player from a club, and remove them; a match that they play goes on.

    It locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `not_above`, `already_banned`,
            `bad_words` or `too_many_removed`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    acting = require_right(club, officer, Right.BAN)
    words = tidy(reason, MAX_REASON + 1)
    if len(words) > MAX_REASON or is_bad(words):
        raise ClubError("bad_words")
    member = ClubMember.objects.filter(club=club, player=player).first()
    if member is not None:
        member.club = club
        require_above(acting, member)
    if ClubBan.objects.filter(club=club, player=player).exists():
        raise ClubError("already_banned")
    _require_pace(officer, now)
    ClubBan.objects.create(club=club, player=player, by=officer, reason=words, created_at=now)
    ClubRequest.objects.filter(club=club, player=player).delete()
    waiting = ClubInvitation.objects.filter(club=club, player=player, answered_at=None)
    waiting.update(answered_at=now)  # the row stays, as it counts for the limit of a day
    if member is not None:
        remove(member=member, kind="banned", actor=officer, now=now)
        _tell_removed(club, player, now)
    else:
        write_log(club=club, kind="banned", actor=officer, player=player, now=now)


@transaction.atomic
def unban(*, club: Club, officer: Player, player: Player, now: datetime | None = None) -> None:
    """Lift a player's ban from a club; it locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right` or `not_banned`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    require_right(club, officer, Right.BAN)
    if not ClubBan.objects.filter(club=club, player=player).delete()[0]:
        raise ClubError("not_banned")
    write_log(club=club, kind="unbanned", actor=officer, player=player, now=now)


@transaction.atomic
def leave_all_clubs(*, user_id: int, now: datetime | None = None) -> None:
    """Remove a deleted account's player from all clubs, and pass on the clubs they own.

    The clubs are locked in the order of their ids, then the player, so that nobody lets the player
    in meanwhile. What the player has written in clubs is deleted.
    """
    now = now or timezone.now()
    player = Player.objects.filter(user=user_id).first()
    if player is None:
        return
    joined = ClubMember.objects.filter(player=player).values("club")
    locked = Club.objects.select_for_update(no_key=True).filter(pk__in=joined).order_by("pk")
    clubs = {club.pk: club for club in locked}
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    members = ClubMember.objects.filter(player=player).select_related("club", "player")
    for member in members.order_by("club"):
        member.club = clubs.get(member.club_id, member.club)
        owned = member.role == ClubRole.OWNER
        remove(member=member, kind="left", actor=player, now=now)
        if owned:
            pass_ownership(club=member.club, now=now)
    for model in (ClubRequest, ClubInvitation, ClubBan):
        model._default_manager.filter(player=player).delete()
    ClubInvitation.objects.filter(inviter=player).delete()
    ClubPost.objects.filter(author=player).delete()
    ClubChallenge.objects.filter(proposer=player).update(proposer=None)
