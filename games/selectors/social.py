"""Reads of follows and blocks, of players' whereabouts, and of chat."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from brisca_site.prepared_queries import prepared
from games.models import Block, ChatLine, Follow, Player, Seat, Table
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.clubs.tables import is_closed, members_among, open_to_all

Json = dict[str, Any]
SHOWN: Final = 60
"""Maximum number of chat lines shown to a visitor of a table."""
SHOWN_FOR: Final = timedelta(hours=12)
"""Age up to which chat lines are shown."""
RECENT: Final = 12
"""Maximum number of recent opponents and partners that are listed."""


@dataclass(frozen=True, slots=True)
class Between:
    """Relation of one player to another: whether the first follows or blocks the second."""

    follows: bool = False
    blocks: bool = False


def between(viewer: Player | None, other: Player) -> Between:
    """Return the viewer's relation to another player."""
    if viewer is None or viewer.pk == other.pk:
        return Between()
    pair = viewer.pk, other.pk
    return Between(follows=bool(_follows(*pair)), blocks=bool(_blocks(*pair)))


@prepared
def _follows(follower: int, followed: int) -> QuerySet[Follow, int]:
    """Return the row of a player who follows another, both given by row ids."""
    return Follow.objects.filter(follower=follower, followed=followed).values_list("pk", flat=True)


@prepared
def _blocks(blocker: int, blocked: int) -> QuerySet[Block, int]:
    """Return the row of a player who blocks another, both given by row ids."""
    return Block.objects.filter(blocker=blocker, blocked=blocked).values_list("pk", flat=True)


def blockers_of(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return player (row id) -> ids of those who block them, for each of these players."""
    rows = Block.objects.filter(blocked__in=players).values_list("blocked_id", "blocker_id")
    found: dict[int, set[int]] = {player: set() for player in players}
    for blocked, blocker in rows if players else ():
        found[blocked].add(blocker)
    return {player: frozenset(blockers) for player, blockers in found.items()}


def blocked_either_way(player_id: int) -> frozenset[int]:
    """Return the row ids of those whom a player blocks or who block the player."""
    return all_apart([player_id])[player_id]


def all_apart(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return player (row id) -> ids of those whom they block or who block them, for each given."""
    found: dict[int, set[int]] = {player: set() for player in players}
    for one, other in _blocks_of(players):
        for player, away in ((one, other), (other, one)):
            if player in found:
                found[player].add(away)
    return {player: frozenset(away) for player, away in found.items()}


@prepared
def _blocks_of(players: Collection[int]) -> QuerySet[Block, tuple[int, int]]:
    """Return (blocker, blocked) for each block by one of these players (row ids) or of one of them."""
    pairs = Block.objects.filter(Q(blocker__id__in=players) | Q(blocked__id__in=players))
    return pairs.values_list("blocker_id", "blocked_id")


def line_json(line: ChatLine) -> Json:
    """Return a chat line as the members of its table receive it."""
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
    """Return whether any chat line of a table (public id) is stored."""
    return ChatLine.objects.filter(table__public_id=table_id).exists()


def chat_lines(table_id: str, viewer: int | None, *, seated: bool, playing: bool) -> list[ChatLine]:
    """Return the latest chat lines of a table that a viewer (a player id) may read, oldest first.

    While a match runs, players do not see the lines of spectators. Nobody sees the lines of those
    whom they block, nor hidden lines of others.
    """
    since = timezone.now() - SHOWN_FOR
    nobody = 0  # no row has it
    found = _latest_lines(table_id, since, viewer or nobody, among_players=seated and playing)
    return found[::-1]


@prepared
def _latest_lines(
    table_id: str, since: datetime, viewer: int, *, among_players: bool
) -> QuerySet[ChatLine]:
    """Return the latest chat lines of a table since a moment that a viewer may read, newest first.

    `viewer` is a row id. Those of spectators are left out `among_players`.
    """
    lines = ChatLine.objects.filter(table__public_id=table_id, at__gt=since)
    if among_players:
        lines = lines.filter(room=ChatLine.Room.TABLE)
    lines = lines.filter(Q(hidden=False) | Q(player=viewer))
    lines = lines.exclude(player__blocked_by__blocker_id=viewer)
    return lines.select_related("player").order_by("-pk")[:SHOWN]


def lines_at(table: Table, viewer: Player, count: int = 30) -> list[ChatLine]:
    """Return the latest lines of a table's chat that a player may report, oldest first.

    While a match runs, somebody without a seat sees the lines of spectators alone: those of players
    may be ahead of what a spectator is shown.
    """
    seated = table.seats.filter(player=viewer).exists()
    playing = table.status == TableStatus.PLAYING
    shown = table.visibility == Table.Visibility.PUBLIC
    if shown and is_closed(table):
        shown = bool(members_among(table, [viewer]))
    if not shown and not seated:
        return []
    lines = chat_lines(table.public_id, viewer.pk, seated=seated, playing=playing)
    if playing and not seated:
        lines = [line for line in lines if line.room == ChatLine.Room.WATCHERS]
    return lines[-count:]


def one_line(line_id: int) -> ChatLine | None:
    """Return a chat line by its id; None where there is none."""
    return ChatLine.objects.select_related("player").filter(pk=line_id).first()


def followed(viewer: Player) -> list[Player]:
    """Return the players whom the viewer follows, by name."""
    return _followed_by(viewer.pk)


@prepared
def _followed_by(player: int) -> QuerySet[Player]:
    """Return the players whom a player (row id) follows, by name."""
    return Player.objects.filter(followers__follower=player).order_by("name")


def blocked(viewer: Player) -> list[Player]:
    """Return the players whom the viewer blocks, by name."""
    return list(Player.objects.filter(blocked_by__blocker=viewer).order_by("name"))


def met_lately(viewer: Player, count: int = RECENT) -> list[Player]:
    """Return people from the viewer's latest matches, latest first, at most `count`.

    House bots, deleted accounts and people in a block with the viewer are left out.
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
    """Return player (row id) -> {"url", "playing"} of the table where they sit, for a viewer.

    Only public tables are given that are not for a club alone, and running ones only where anybody
    may watch.
    """
    rows = Table.objects.filter(
        Q(status=TableStatus.WAITING) | Q(status=TableStatus.PLAYING, watch=Table.Watch.ANYONE),
        visibility=Table.Visibility.PUBLIC,
        seats__player__in=[player.pk for player in players],
        seats__substitute="",
    )
    tables = (
        open_to_all(rows)
        .order_by("updated_at")
        .values_list("public_id", "status", "seats__player_id")
    )
    away = blocked_either_way(viewer.pk)
    return {
        player: {"url": f"/t/{public_id}/", "playing": status == TableStatus.PLAYING}
        for public_id, status, player in tables
        if player not in away
    }


def reportable(viewer: Player | None, names: Collection[str]) -> frozenset[str]:
    """Return which of these players (names) the viewer may report: people with an account.

    Strangers and guests may report nobody, and nobody themselves.
    """
    if viewer is None or viewer.kind == PlayerKind.GUEST:
        return frozenset()
    return frozenset(_people_named(names)) - {viewer.name}


@prepared
def _people_named(names: Collection[str]) -> QuerySet[Player, str]:
    """Return which of these names are those of people with an account."""
    people = Player.objects.filter(name__in=names, user__isnull=False)
    return people.exclude(kind=PlayerKind.BOT).values_list("name", flat=True)


def is_person(player: Player) -> bool:
    """Return whether a player can be talked to and followed: no bot, no deleted account."""
    return player.kind != PlayerKind.BOT and player.user_id is not None
