"""Who knows whom, who is here, and what was said."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from games.models import Block, ChatLine, Follow, Player, Seat, Table
from games.models.people import PlayerKind
from games.models.tables import TableStatus

Json = dict[str, Any]
SHOWN: Final = 60
"""Lines of chat that somebody who comes to a table is shown."""
SHOWN_FOR: Final = timedelta(hours=12)
RECENT: Final = 12
"""Players met lately that are listed."""


@dataclass(frozen=True, slots=True)
class Between:
    """What one player has to do with another."""

    follows: bool = False
    blocks: bool = False


def between(viewer: Player | None, other: Player) -> Between:
    """Return what the viewer has to do with another player."""
    if viewer is None or viewer.pk == other.pk:
        return Between()
    return Between(
        follows=Follow.objects.filter(follower=viewer, followed=other).exists(),
        blocks=Block.objects.filter(blocker=viewer, blocked=other).exists(),
    )


def blockers_of(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return who wants nothing to do with each of these players; ids."""
    rows = Block.objects.filter(blocked__in=players).values_list("blocked_id", "blocker_id")
    found: dict[int, set[int]] = {player: set() for player in players}
    for blocked, blocker in rows if players else ():
        found[blocked].add(blocker)
    return {player: frozenset(blockers) for player, blockers in found.items()}


def blocked_either_way(player_id: int) -> frozenset[int]:
    """Return whom this player blocks, and who blocks it; ids."""
    return all_apart([player_id])[player_id]


def all_apart(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return whom each of these players blocks, and who blocks them; ids."""
    pairs = Block.objects.filter(Q(blocker__in=players) | Q(blocked__in=players))
    found: dict[int, set[int]] = {player: set() for player in players}
    for one, other in pairs.values_list("blocker_id", "blocked_id") if players else ():
        for player, away in ((one, other), (other, one)):
            if player in found:
                found[player].add(away)
    return {player: frozenset(away) for player, away in found.items()}


def line_json(line: ChatLine) -> Json:
    """Return a line as members of the table are told it."""
    return {
        "id": line.pk,
        "at": line.at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "seat": line.seat,
        "player": line.player.name,
        "room": str(line.room),
        "phrase": line.phrase or None,
        "text": line.text or None,
    }


def has_spoken(table_id: str) -> bool:
    """Return whether anything was said at a table that is kept."""
    return ChatLine.objects.filter(table__public_id=table_id).exists()


def chat_lines(table_id: str, viewer: int | None, *, seated: bool, playing: bool) -> list[ChatLine]:
    """Return what was said lately at a table, the oldest first, as this viewer (id) may read it.

    While a match runs the players do not hear those who watch. Nobody reads whom they block.
    """
    lines = ChatLine.objects.filter(
        table__public_id=table_id, at__gt=timezone.now() - SHOWN_FOR
    ).select_related("player")
    if seated and playing:
        lines = lines.filter(room=ChatLine.Room.TABLE)
    if viewer is not None:
        lines = lines.exclude(player__blocked_by__blocker_id=viewer)
    return list(reversed(lines.order_by("-pk")[:SHOWN]))


def one_line(line_id: int) -> ChatLine | None:
    """Return a line by its id."""
    return ChatLine.objects.select_related("player").filter(pk=line_id).first()


def followed(viewer: Player) -> list[Player]:
    """Return whom the viewer follows, by name."""
    return list(Player.objects.filter(followers__follower=viewer).order_by("name"))


def blocked(viewer: Player) -> list[Player]:
    """Return whom the viewer blocks, by name."""
    return list(Player.objects.filter(blocked_by__blocker=viewer).order_by("name"))


def met_lately(viewer: Player, count: int = RECENT) -> list[Player]:
    """Return people with whom the viewer finished matches, the latest first.

    House bots and people who are blocked are left out.
    """
    own = Seat.objects.filter(player=viewer).order_by("-pk").values_list("match_id", flat=True)[:60]
    rows = (
        Seat.objects.filter(match_id__in=list(own), player__bot="")
        .exclude(player=viewer)
        .exclude(player_id__in=blocked_either_way(viewer.pk))
        .exclude(player__user=None)
        .select_related("player")
        .order_by("-match_id", "seat")
    )
    found: dict[int, Player] = {}
    for seat in rows:
        found.setdefault(seat.player.pk, seat.player)
    return list(found.values())[:count]


def tables_of(players: Iterable[Player], viewer: Player) -> dict[int, Json]:
    """Return where these players sit now, for a viewer who may go there: by player id.

    Only public tables, and running ones only where anybody may watch.
    """
    tables = (
        Table.objects.filter(
            Q(status=TableStatus.WAITING) | Q(status=TableStatus.PLAYING, watch=Table.Watch.ANYONE),
            visibility=Table.Visibility.PUBLIC,
            seats__player__in=[player.pk for player in players],
            seats__substitute="",
        )
        .order_by("updated_at")
        .values_list("public_id", "status", "seats__player_id")
    )
    away = blocked_either_way(viewer.pk)
    return {
        player: {"url": f"/t/{public_id}/", "playing": status == TableStatus.PLAYING}
        for public_id, status, player in tables
        if player not in away
    }


def is_person(player: Player) -> bool:
    """Return whether words and friendship can reach them: no bot, no deleted account."""
    return player.kind != PlayerKind.BOT and player.user_id is not None
