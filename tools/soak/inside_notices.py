"""Questions of the measurement of notices to the site's database (`tools.soak.inside`)."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
AT_ONCE = 1000
"""Rows of one insertion."""


def club_of(*, people: int) -> int:
    """Store a club of so many people with accounts; return its row id."""
    from django.contrib.auth import get_user_model

    from games.models import Club, ClubMember, Player

    model = get_user_model()
    names = [f"member{number}" for number in range(people)]
    users = model.objects.bulk_create(
        (model(username=name, name_key=name, name_skeleton=name) for name in names),
        batch_size=AT_ONCE,
    )
    players = Player.objects.bulk_create(
        (Player(user=user, name=user.username) for user in users), batch_size=AT_ONCE
    )
    club = Club.objects.create(
        handle="crowd", look="crowd", name="Crowd", emblem="O7", member_count=people, size=people
    )
    ClubMember.objects.bulk_create(
        (ClubMember(club=club, player=player) for player in players), batch_size=AT_ONCE
    )
    return club.pk


def notice(*, club: int, key: str) -> None:
    """Tell all members of a club something, as a request does."""
    from django.db import transaction

    from games.services.notifications import notify_group

    with transaction.atomic():
        notify_group(
            audience="club", about=club, kind="club_news", text="followed", key=key,
            data={"actor": "Ana"},
        )  # fmt: skip


def notice_told(*, key: str) -> bool:
    """Return whether everybody has been told of the latest notice with this key."""
    from games.models import NotificationBatch

    return NotificationBatch.objects.filter(key=key, done_at__isnull=False).exists()


def notice_count(*, key: str) -> int:
    """Return how many people have the notice with this key."""
    from games.models import Notification

    return Notification.objects.filter(key=key).count()
