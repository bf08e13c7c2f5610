"""The ownership of clubs passed on by rule, where the owner is gone or idle."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.clubs.models import Club, ClubMember
from games.clubs.models.clubs import ClubRole
from games.clubs.rules.rights import ALL_RIGHTS, DEFAULT_RIGHTS
from games.clubs.services.access import write_log
from games.clubs.services.founding import end_club
from games.clubs.services.notifications import tell
from games.models import Seat
from games.models.people import PlayerKind

OWNER_IDLE_AFTER: Final = timedelta(days=60)
"""Time without a match or a step in the club after which an owner is replaced."""
HEIR_ROLES: Final = (ClubRole.ADMIN, ClubRole.OFFICER, ClubRole.MEMBER)
"""Roles in the order in which they inherit."""


def last_active(member: ClubMember) -> datetime:
    """Return the time of a member's last action in the club, or end of a match anywhere."""
    seats = Seat.objects.filter(player=member.player_id, finished_at__isnull=False)
    played = seats.aggregate(last=Max("finished_at"))["last"]
    return max(member.last_active, played) if played else member.last_active


def pass_ownership(*, club: Club, now: datetime) -> ClubMember | None:
    """Give a locked club without owner a new one: its oldest active admin, if any.

    Else it is the oldest active officer, else member. Where nobody is active the oldest of the
    highest role has it; without people it dissolves. Return the new owner; None if it was
    dissolved.
    """
    people = ClubMember.objects.filter(club=club, player__kind=PlayerKind.HUMAN)
    members = list(people.select_related("player"))
    members.sort(
        key=lambda member: (HEIR_ROLES.index(ClubRole(member.role)), member.joined_at, member.pk)
    )
    heir = next(
        (member for member in members if last_active(member) > now - OWNER_IDLE_AFTER), None
    )
    heir = heir or next(iter(members), None)
    if heir is None:
        end_club(club=club, actor=None, now=now)
        return None
    heir.role, heir.rights = ClubRole.OWNER, ALL_RIGHTS
    heir.save(update_fields=["role", "rights"])
    write_log(club=club, kind="owner", actor=None, player=heir.player, now=now)
    tell(
        club=club,
        to=[heir.player_id],
        text="club_owner",
        about=f"owner:{heir.pk}:{now.timestamp():.0f}",
        now=now,
    )
    return heir


def pass_idle_owners(*, now: datetime | None = None) -> int:
    """Replace club owners idle for 60 days if other members are active; return how many.

    It is safe to run again, and by several processes at once.
    """
    now = now or timezone.now()
    idle = ClubMember.objects.filter(role=ClubRole.OWNER, last_active__lt=now - OWNER_IDLE_AFTER)
    clubs = list(idle.order_by("club").values_list("club", flat=True))
    return sum(_replace_idle(club, now) for club in clubs)


@transaction.atomic
def _replace_idle(key: int, now: datetime) -> bool:
    """Replace a club's (row id) owner if still idle; return True if replaced."""
    clubs = Club.objects.select_for_update(no_key=True)
    club = clubs.filter(pk=key, dissolved_at=None).first()
    owner = ClubMember.objects.filter(club=key, role=ClubRole.OWNER).first()
    if club is None or owner is None or last_active(owner) > now - OWNER_IDLE_AFTER:
        return False
    people = ClubMember.objects.filter(club=club, player__kind=PlayerKind.HUMAN)
    others = people.exclude(pk=owner.pk)
    if not any(last_active(member) > now - OWNER_IDLE_AFTER for member in others):
        return False
    owner.role, owner.rights = ClubRole.MEMBER, DEFAULT_RIGHTS["member"]
    owner.save(update_fields=["role", "rights"])
    pass_ownership(club=club, now=now)
    return True
