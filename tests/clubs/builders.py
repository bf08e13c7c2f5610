"""Clubs for the tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model

from games.clubs.rights import ALL, USUAL
from games.models import Club, ClubMember, Player
from games.services.clubs import founding
from games.services.clubs.founding import ClubOptions
from games.services.players import player_for

NOW = datetime(2026, 11, 24, 18, tzinfo=UTC)
OLD = NOW - timedelta(days=100)


def somebody(name: str, *, joined: datetime = OLD) -> Player:
    """A person with an account, by default an old one."""
    user = get_user_model().objects.create_user(name, password="secret-words")
    get_user_model().objects.filter(pk=user.pk).update(date_joined=joined)
    player = player_for(user)
    Player.objects.filter(pk=player.pk).update(registered_at=joined)
    return Player.objects.get(pk=player.pk)


def club_of(owner: Player, handle: str = "el-siete", **fields: object) -> Club:
    """A club without the conditions of founding one."""
    fields = {"name": "El Siete", "emblem": "O7", "entry": "open", **fields}
    club = Club.objects.create(
        handle=handle, look=handle, member_count=1, size=1, created_at=OLD, **fields
    )
    founding._write_tails(club)
    ClubMember.objects.create(
        club=club, player=owner, role="owner", rights=ALL, joined_at=OLD, last_active=NOW
    )
    return club


def member(club: Club, player: Player, role: str = "member", **fields: object) -> ClubMember:
    """A member of a club with a role and its usual rights."""
    Club.objects.filter(pk=club.pk).update(
        member_count=club.members.count() + 1, size=club.members.count() + 1
    )
    fields = {"joined_at": OLD, "last_active": NOW, "rights": USUAL[role], **fields}
    return ClubMember.objects.create(club=club, player=player, role=role, **fields)


OPTIONS = ClubOptions(name="El Siete", description="Los miércoles", entry="open")
