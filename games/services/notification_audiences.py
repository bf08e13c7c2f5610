"""Audiences of notifications of many: whose they are is written down, and read batch by batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from django.db.models import Q, QuerySet

from games.models import NotificationKind, Player


def _followers(player: int) -> QuerySet[Player]:
    """Return the followers who are notified that a player has opened a table.

    They are the followers whom the player follows too, and those whose own choice for this kind is
    not the default.
    """
    chose = Q(notification_settings__channels__has_key=NotificationKind.TABLE_OPENED.value)
    friends = Player.objects.filter(following__followed=player).filter(
        chose | Q(followers__follower=player)
    )
    return friends.distinct()


Audience: TypeAlias = Callable[[int], QuerySet[Player]]
"""Function that returns the players of an audience, by the row id that the audience is about."""

AUDIENCES: Final[dict[str, Audience]] = {"followers": _followers}
"""Audiences by name; features add theirs with `add_audience`.

A process that does not know an audience leaves its notifications to others.
"""


def add_audience(name: str, players_of: Audience) -> None:
    """Register an audience (a query of players) by name, so that notifications can go to it."""
    AUDIENCES[name] = players_of


def members_after(
    audience: str, about: int | None, after: int, count: int, left_out: int | None
) -> list[int]:
    """Return the next `count` players (row ids, rising) of an audience, after the row id `after`.

    `audience` is a key of AUDIENCES, `about` the row id of the player or club whose audience it is,
    `left_out` the row id of a player to skip.
    """
    members = AUDIENCES[audience](about or 0).filter(pk__gt=after)
    if left_out is not None:
        members = members.exclude(pk=left_out)
    return list(members.order_by("pk").values_list("pk", flat=True)[:count])
