"""Notifications of clubs, one function for each occasion."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F
from django.urls import reverse

from games.clubs.models import Club, ClubMember
from games.clubs.rules.rights import Right
from games.models import NotificationKind, Player
from games.services.notifications import notify


def club_path(club: Club) -> str:
    """Return the URL path of a club's page."""
    return reverse("club", args=[club.handle])


def members_with(club: Club, right: Right) -> list[int]:
    """Return the row ids of a club's members who have a right in it."""
    rows = ClubMember.objects.annotate(has=F("rights").bitand(int(right))).filter(
        club=club, has__gt=0
    )
    return list(rows.values_list("player", flat=True))


def tell(
    *,
    club: Club,
    to: list[int],
    text: str,
    about: str,
    now: datetime,
    actor: Player | None = None,
    path: str = "",
    **data: str | int,
) -> None:
    """Notify these players (row ids), except `actor`, of an event in a club.

    `text` is a key of `notification_texts`, `data` fills its placeholders; nobody is told twice
    under the same `about`. `path` is the URL path to open, by default the club's.
    """
    notify(
        recipients=[player for player in to if actor is None or player != actor.pk],
        kind=NotificationKind.CLUB,
        text=text,
        key=f"club:{club.pk}:{about}",
        data={"club": club.name, "actor": actor.name if actor else "", **data},
        url=path or club_path(club),
        actor=actor,
        now=now,
    )
