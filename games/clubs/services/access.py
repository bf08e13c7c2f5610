"""Locks, membership and rights, which all steps of clubs begin with."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from games.clubs.models import (
    Club,
    ClubBan,
    ClubFigures,
    ClubInvitation,
    ClubLink,
    ClubLog,
    ClubMember,
    ClubRequest,
)
from games.clubs.rules.rights import DEFAULT_RIGHTS, Right, is_above
from games.common.errors import ClubError
from games.models import Player
from games.models.people import PlayerKind

MAX_JOINED: Final = 50
"""Clubs of which one player may be a member."""
MAX_JOINED_NEW: Final = 15
"""Clubs of which a player with a new account may be a member."""
NEW_ACCOUNT: Final = timedelta(days=7)
"""Age below which an account is new."""


def lock_club(club: Club | int) -> Club:
    """Lock a club (or its row id) that is not dissolved until the transaction ends; return its row.

    Rows that name the club do not wait for it: the end of a match locks figures of the club, and
    then adds such rows.

    Raises:
        ClubError: `no_such_club`.
    """
    key = club if isinstance(club, int) else club.pk
    clubs = Club.objects.select_for_update(no_key=True)
    row = clubs.filter(pk=key, dissolved_at=None).first()
    if row is None:
        raise ClubError("no_such_club")
    return row


def lock_player(player: Player) -> Player:
    """Lock a player until the transaction ends, after the club was locked; return the row.

    Raises:
        ClubError: `no_such_player` where the account has been deleted meanwhile.
    """
    row = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if row is None or (row.user_id is None and not row.bot):
        raise ClubError("no_such_player")
    return row


def member_of(club: Club, player: Player) -> ClubMember:
    """Return a player's membership of a locked club.

    Raises:
        ClubError: `not_member`.
    """
    membership = ClubMember.objects.filter(club=club, player=player).first()
    if membership is None:
        raise ClubError("not_member")
    membership.club, membership.player = club, player
    return membership


def require_right(club: Club, player: Player, right: Right) -> ClubMember:
    """Return a player's membership of a locked club, checked to include a right.

    Raises:
        ClubError: `not_member` or `no_right`.
    """
    member = member_of(club, player)
    if not member.rights & right:
        raise ClubError("no_right")
    return member


def require_above(member: ClubMember, other: ClubMember) -> None:
    """Raise an error unless a member's role is higher than another member's.

    Raises:
        ClubError: `not_above`.
    """
    if not is_above(member.role, other.role):
        raise ClubError("not_above")


def require_account(player: Player) -> None:
    """Raise an error for guests and the site's own bots.

    Raises:
        ClubError: `registered_only`.
    """
    if player.kind == PlayerKind.GUEST or player.bot or player.user_id is None:
        raise ClubError("registered_only")


def require_person(player: Player) -> None:
    """Raise an error for anybody but people with an account, who alone may run a club.

    Raises:
        ClubError: `registered_only`, or `people_only` for a program.
    """
    require_account(player)
    if player.kind != PlayerKind.HUMAN:
        raise ClubError("people_only")


def account_age(player: Player, now: datetime) -> timedelta:
    """Return the time since a player's account was registered; zero without an account."""
    user = player.user
    return now - (player.registered_at or user.date_joined) if user is not None else timedelta()


def admit(*, club: Club, player: Player, now: datetime, actor: Player | None = None) -> ClubMember:
    """Make a player a member of a locked club; close the player's requests and invitations to it.

    Raises:
        ClubError: `registered_only`, `already_member`, `banned` or `too_many_clubs`.
    """
    player = lock_player(player)
    require_account(player)
    _require_may_join(club, player, now)
    member = ClubMember.objects.create(
        club=club, player=player, rights=DEFAULT_RIGHTS["member"], joined_at=now, last_active=now
    )
    count_members(club, 1)
    ClubRequest.objects.filter(club=club, player=player).delete()
    ClubInvitation.objects.filter(club=club, player=player, answered_at=None).update(
        answered_at=now
    )
    ClubFigures.objects.filter(club=club, player=player).update(listed=True)
    write_log(club=club, kind="joined", actor=actor or player, player=player, now=now)
    return member


def _require_may_join(club: Club, player: Player, now: datetime) -> None:
    """Raise an error for a locked player who is in the club, banned, or in too many clubs.

    Raises:
        ClubError: `already_member`, `banned` or `too_many_clubs`.
    """
    if ClubMember.objects.filter(club=club, player=player).exists():
        raise ClubError("already_member")
    if ClubBan.objects.filter(club=club, player=player).exists():
        raise ClubError("banned")
    most = MAX_JOINED_NEW if account_age(player, now) < NEW_ACCOUNT else MAX_JOINED
    if ClubMember.objects.filter(player=player).count() >= most:
        raise ClubError("too_many_clubs")


def count_members(club: Club, more: int) -> None:
    """Add `more` (negative: fewer) to the stored number of members of a locked club."""
    club.member_count += more
    club.size = club.member_count if club.members_visible else 0
    club.save(update_fields=["member_count", "size"])


def remove(*, member: ClubMember, kind: str, actor: Player | None, now: datetime) -> None:
    """Remove a member from a locked club, and log the removal (`kind` of ClubLogKind).

    A match that the member plays at a table of the club goes on; the seat is kept until it ends.
    The figures are locked before the member, as the end of a match locks them. Links to the club
    that the member has made end, so that nobody comes back by one.
    """
    club = member.club
    ClubFigures.objects.filter(club=club, player=member.player_id).update(listed=False)
    ClubLink.objects.filter(club=club, creator=member.player_id, revoked_at=None).update(
        revoked_at=now
    )
    member.delete()
    count_members(club, -1)
    write_log(club=club, kind=kind, actor=actor, player=member.player, now=now)


def write_log(
    *,
    club: Club,
    kind: str,
    actor: Player | None,
    now: datetime,
    player: Player | None = None,
    note: str = "",
) -> None:
    """Append an entry to a club's log (`kind` of ClubLogKind); the actor counts as active.

    `actor` is who did it (None: the site), `player` whom it concerns, if that is somebody else.
    """
    other = None if player is not None and actor is not None and player.pk == actor.pk else player
    ClubLog.objects.create(club=club, kind=kind, actor=actor, player=other, note=note[:60], at=now)
    if actor is not None:
        ClubMember.objects.filter(club=club, player=actor).update(last_active=now)
