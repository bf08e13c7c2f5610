"""Audiences of notifications of many: whose they are is written down, and read batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.db.models import Q, QuerySet

from games.models import ClubMember, NotificationKind, Player


def _followers(player: int) -> QuerySet[Player]:
    """Return those who are told that a player has opened a table.

    They are the followers whom the player follows too, and those whose own choice for this kind is
    not the default.
    """
    chose = Q(notification_settings__channels__has_key=NotificationKind.TABLE_OPENED.value)
    friends = Player.objects.filter(following__followed=player).filter(
        chose | Q(followers__follower=player)
    )
    return friends.distinct()


def _club_members(club: int) -> QuerySet[Player]:
    """Return the members of a club."""
    return Player.objects.filter(pk__in=ClubMember.objects.filter(club=club).values("player"))


AUDIENCES: Final[Mapping[str, Callable[[int], QuerySet[Player]]]] = {
    "club": _club_members,
    "followers": _followers,
}
"""Name of an audience -> the players in it, by the row id that it is about.

A process that does not know an audience leaves its notifications to others.
"""


def members_after(
    audience: str, about: int | None, after: int, count: int, left_out: int | None
) -> list[int]:
    """Return the next `count` players (row ids, rising) of an audience, after the row id `after`.

    `audience` is a key of AUDIENCES, `about` the row id of whose it is; `left_out` is a player.
    """
    members = AUDIENCES[audience](about or 0).filter(pk__gt=after)
    if left_out is not None:
        members = members.exclude(pk=left_out)
    return list(members.order_by("pk").values_list("pk", flat=True)[:count])
