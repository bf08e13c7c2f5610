"""Reads of the restrictions of players that moderators decided on."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Player, Restriction


def running_restrictions(*, now: datetime | None = None) -> QuerySet[Restriction]:
    """Return a query of moderators' restrictions of players in force at `now`."""
    moment = now or timezone.now()
    return Restriction.objects.filter(lifted_at=None, starts_at__lte=moment, ends_at__gt=moment)


def restricted_until(player: Player, kind: str, *, now: datetime | None = None) -> datetime | None:
    """Return the end of a player's restriction of this kind, or None without one."""
    running = running_restrictions(now=now).filter(player=player, kind=kind)
    return running.order_by("-ends_at").values_list("ends_at", flat=True).first()


def is_restricted(player: Player) -> bool:
    """Return whether a player is under any restriction by moderators now."""
    return running_restrictions().filter(player=player).exists()
