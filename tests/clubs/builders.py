"""Clubs for the tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.clubs.models import Club, ClubMember
from games.clubs.rules.rights import ALL_RIGHTS, DEFAULT_RIGHTS
from games.clubs.services import founding
from games.clubs.services.founding import ClubOptions
from games.models import Player
from tests.support.people import player_with_account

NOW = datetime(2026, 11, 24, 18, tzinfo=UTC)
OLD = NOW - timedelta(days=100)


def longtime_player(name: str, *, joined: datetime = OLD) -> Player:
    """Return a new player whose account is by default old enough to found a club."""
    return player_with_account(name, joined=joined)


def club_of(owner: Player, handle: str = "el-siete", **fields: object) -> Club:
    """A club without the conditions of founding one."""
    fields = {"name": "El Siete", "emblem": "O7", "entry": "open", **fields}
    club = Club.objects.create(
        handle=handle, look=handle, member_count=1, size=1, created_at=OLD, **fields
    )
    founding._write_tails(club)
    ClubMember.objects.create(
        club=club, player=owner, role="owner", rights=ALL_RIGHTS, joined_at=OLD, last_active=NOW
    )
    return club


def member(club: Club, player: Player, role: str = "member", **fields: object) -> ClubMember:
    """A member of a club with a role and its usual rights."""
    Club.objects.filter(pk=club.pk).update(
        member_count=club.members.count() + 1, size=club.members.count() + 1
    )
    fields = {"joined_at": OLD, "last_active": NOW, "rights": DEFAULT_RIGHTS[role], **fields}
    return ClubMember.objects.create(club=club, player=player, role=role, **fields)


OPTIONS = ClubOptions(name="El Siete", description="Los miércoles", entry="open")
