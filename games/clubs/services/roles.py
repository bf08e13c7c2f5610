"""Roles and rights of the members of a club, given by those above them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club, ClubMember
from games.clubs.models.clubs import ClubRole
from games.clubs.rules.rights import (
    ALL_RIGHTS,
    DEFAULT_RIGHTS,
    MAX_MEMBERS_BY_ROLE,
    Right,
    given_rights,
    may_give_role,
)
from games.clubs.services.access import (
    lock_club,
    lock_player,
    member_of,
    require_above,
    require_person,
    require_right,
    write_log,
)
from games.clubs.services.founding import require_few_owned
from games.clubs.services.notifications import tell
from games.common.errors import ClubError
from games.models import Player


@transaction.atomic
def set_role(
    *, club: Club, officer: Player, player: Player, role: str, now: datetime | None = None
) -> None:
    """Give a member another role, below the officer's own, with its default rights; locks the club.

    Nobody gives a right that they do not have.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `not_above`, `bad_role`, `people_only`
            for a program, or `role_full` beyond 3 admins and 6 officers.
    """
    now = now or timezone.now()
    club = lock_club(club)
    acting = require_right(club, officer, Right.ROLES)
    member = member_of(club, player)
    if role not in ClubRole.values or role == ClubRole.OWNER:
        raise ClubError("bad_role")
    if not may_give_role(acting.role, member.role, role):
        raise ClubError("not_above")
    if member.role == role:
        return
    if role != ClubRole.MEMBER:
        require_person(player)
    if (
        role in MAX_MEMBERS_BY_ROLE
        and ClubMember.objects.filter(club=club, role=role).count() >= MAX_MEMBERS_BY_ROLE[role]
    ):
        raise ClubError("role_full")
    member.role, member.rights = role, DEFAULT_RIGHTS[role] & acting.rights
    member.save(update_fields=["role", "rights"])
    write_log(club=club, kind="role", actor=officer, player=player, note=role, now=now)
    tell(
        club=club,
        to=[player.pk],
        text=f"club_role_{role}",
        about=f"role:{player.pk}:{now.timestamp():.0f}",
        actor=officer,
        now=now,
    )


@transaction.atomic
def set_rights(
    *, club: Club, officer: Player, player: Player, rights: int, now: datetime | None = None
) -> None:
    """Set a lower member's rights (bits of `Right`), of those that the officer has; locks the club.

    Raises:
        ClubError: `no_such_club`, `not_member`, `no_right`, `not_above`, `people_only` or
            `bad_rights`.
    """
    now = now or timezone.now()
    club = lock_club(club)
    acting = require_right(club, officer, Right.ROLES)
    member = member_of(club, player)
    require_above(acting, member)
    require_person(player)
    if not 0 <= rights <= ALL_RIGHTS:
        raise ClubError("bad_rights")
    new_rights = given_rights(acting.rights, member.rights, rights)
    if new_rights == member.rights:
        return
    member.rights = new_rights
    member.save(update_fields=["rights"])
    write_log(club=club, kind="rights", actor=officer, player=player, now=now)


@transaction.atomic
def hand_over(*, club: Club, owner: Player, player: Player, now: datetime | None = None) -> None:
    """Make another member the owner; the owner becomes an admin, where there is a place for one.

    It locks the club and the new owner.

    Raises:
        ClubError: `no_such_club`, `not_member`, `not_owner`, `bad_role` for oneself, `people_only`,
            or `too_many_owned` for somebody who owns two clubs.
    """
    now = now or timezone.now()
    club = lock_club(club)
    acting = member_of(club, owner)
    if acting.role != ClubRole.OWNER:
        raise ClubError("not_owner")
    if owner.pk == player.pk:
        raise ClubError("bad_role")
    member = member_of(club, player)
    require_person(player)
    require_few_owned(lock_player(player))
    admins = ClubMember.objects.filter(club=club, role=ClubRole.ADMIN).exclude(pk=member.pk)
    acting.role = (
        ClubRole.ADMIN if admins.count() < MAX_MEMBERS_BY_ROLE["admin"] else ClubRole.MEMBER
    )
    acting.rights = DEFAULT_RIGHTS[acting.role]
    acting.save(update_fields=["role", "rights"])
    member.role, member.rights = ClubRole.OWNER, ALL_RIGHTS
    member.save(update_fields=["role", "rights"])
    write_log(club=club, kind="owner", actor=owner, player=player, now=now)
    tell(
        club=club,
        to=[player.pk],
        text="club_owner",
        about=f"owner:{member.pk}:{now.timestamp():.0f}",
        now=now,
    )
