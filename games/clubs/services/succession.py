"""The ownership of clubs passed on by rule, where the owner is gone or idle."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.clubs.rights import ALL, USUAL
from games.models import Club, ClubMember, Seat
from games.models.clubs import ClubRole
from games.models.people import PlayerKind
from games.services.clubs.access import write_log
from games.services.clubs.founding import end_club
from games.services.clubs.telling import tell

IDLE: Final = timedelta(days=60)
"""Time without a match or a step in the club after which an owner is replaced."""
HEIRS: Final = (ClubRole.ADMIN, ClubRole.OFFICER, ClubRole.MEMBER)
"""Roles in the order in which they inherit."""


def last_active(member: ClubMember) -> datetime:
    """Return the time at which a member last acted in the club, or ended a match anywhere."""
    seats = Seat.objects.filter(player=member.player_id, finished_at__isnull=False)
    played = seats.aggregate(last=Max("finished_at"))["last"]
    return max(member.last_active, played) if played else member.last_active


def pass_ownership(*, club: Club, now: datetime) -> ClubMember | None:
    """Make a member the owner of a locked club that has none: its oldest active admin, if any.

    Else it is the oldest active officer, else member. Where nobody is active the oldest of the
    highest role has it; without people it dissolves. Return the new owner; None if it was
    dissolved.
    """
    people = ClubMember.objects.filter(club=club, player__kind=PlayerKind.HUMAN)
    members = list(people.select_related("player"))
    members.sort(key=lambda one: (HEIRS.index(ClubRole(one.role)), one.joined_at, one.pk))
    heir = next((one for one in members if last_active(one) > now - IDLE), None)
    heir = heir or next(iter(members), None)
    if heir is None:
        end_club(club=club, actor=None, now=now)
        return None
    heir.role, heir.rights = ClubRole.OWNER, ALL
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
    """Replace owners of clubs who were idle for 60 days, where somebody is active; return how many.

    It is safe to run again, and by several processes at once.
    """
    now = now or timezone.now()
    idle = ClubMember.objects.filter(role=ClubRole.OWNER, last_active__lt=now - IDLE)
    clubs = list(idle.order_by("club").values_list("club", flat=True))
    return sum(_replace_idle(club, now) for club in clubs)


@transaction.atomic
def _replace_idle(key: int, now: datetime) -> bool:
    """Replace the owner of a club (row id) if still idle; return whether that was done."""
    clubs = Club.objects.select_for_update(no_key=True)
    club = clubs.filter(pk=key, dissolved_at=None).first()
    owner = ClubMember.objects.filter(club=key, role=ClubRole.OWNER).first()
    if club is None or owner is None or last_active(owner) > now - IDLE:
        return False
    people = ClubMember.objects.filter(club=club, player__kind=PlayerKind.HUMAN)
    others = people.exclude(pk=owner.pk)
    if not any(last_active(one) > now - IDLE for one in others):
        return False
    owner.role, owner.rights = ClubRole.MEMBER, USUAL["member"]
    owner.save(update_fields=["role", "rights"])
    pass_ownership(club=club, now=now)
    return True
