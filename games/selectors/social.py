"""Reads of follows and blocks, of players' whereabouts, and of chat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Block, ChatLine, Follow, Player, Seat, Table, TableSeat
from games.models.people import PlayerKind
from games.models.tables import TableStatus
from games.selectors.free_words import CHAT_OFF, reads_words
from games.selectors.table_access import table_access

Json = dict[str, Any]
MAX_CHAT_LINES: Final = 60
"""Maximum number of chat lines shown to a visitor of a table."""
MAX_CHAT_AGE: Final = timedelta(hours=12)
"""Age up to which chat lines are shown."""
MAX_MET_LATELY: Final = 12
"""Maximum number of recent opponents and partners that are listed."""


@dataclass(frozen=True, slots=True)
class Between:
    """Relation of one player to another: whether the first follows or blocks the second."""

    follows: bool = False
    blocks: bool = False
    mutual: bool = False
    """True if both follow each other."""
    has_block: bool = False
    """True if either of them blocks the other; never tell the viewer that the other one does."""
    is_silent: bool = False
    """True if either of them has turned the chat off."""


def between(viewer: Player | None, other: Player) -> Between:
    """Return the viewer's relation to another player: follows and blocks in both directions."""
    if viewer is None or viewer.pk == other.pk:
        return Between()
    conditions = (
        Exists(Follow.objects.filter(follower=viewer, followed=other)),
        Exists(Follow.objects.filter(follower=other, followed=viewer)),
        Exists(Block.objects.filter(blocker=viewer, blocked=other)),
        Exists(Block.objects.filter(blocker=other, blocked=viewer)),
        Exists(Player.objects.filter(CHAT_OFF, pk__in=(viewer.pk, other.pk))),
    )
    row = Player.objects.filter(pk=other.pk).values_list(*conditions).first()
    follows, is_followed, blocks, is_blocked, is_silent = row or (False,) * len(conditions)
    return Between(
        follows=follows,
        blocks=blocks,
        mutual=follows and is_followed,
        has_block=blocks or is_blocked,
        is_silent=is_silent,
    )


def blockers_of(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return player (row id) -> ids of those who block the player, for each of these players."""
    rows = Block.objects.filter(blocked__in=players).values_list("blocked_id", "blocker_id")
    blockers_by_player: dict[int, set[int]] = {player: set() for player in players}
    for blocked, blocker in rows if players else ():
        blockers_by_player[blocked].add(blocker)
    return {player: frozenset(blockers) for player, blockers in blockers_by_player.items()}


def blocked_either_way(player_id: int) -> frozenset[int]:
    """Return the row ids of players who block this player or are blocked by them."""
    return all_apart([player_id])[player_id]


def all_apart(players: Collection[int]) -> dict[int, frozenset[int]]:
    """Return player (row id) -> ids of players who block them or are blocked by them."""
    away_from: dict[int, set[int]] = {player: set() for player in players}
    pairs = Block.objects.filter(Q(blocker__in=players) | Q(blocked__in=players))
    for blocker, blocked in pairs.values_list("blocker_id", "blocked_id"):
        for player, away in ((blocker, blocked), (blocked, blocker)):
            if player in away_from:
                away_from[player].add(away)
    return {player: frozenset(away) for player, away in away_from.items()}


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


def chat_lines(
    table_id: str, viewer: int | None, *, seated: bool, playing: bool, words: bool = True
) -> list[ChatLine]:
    """Return the latest chat lines of a table that a viewer (a player id) may read, oldest first.

    While a match runs, players do not see the lines of spectators. Viewers do not see lines of
    players whom they block, nor hidden lines of others. Without `words` they see phrases and
    reactions alone.
    """
    lines = ChatLine.objects.filter(table__public_id=table_id, at__gt=timezone.now() - MAX_CHAT_AGE)
    if seated and playing:
        lines = lines.filter(room=ChatLine.Room.TABLE)
    if not words:
        lines = lines.filter(text="")
    if viewer is None:
        lines = lines.filter(hidden=False)
    else:
        lines = lines.filter(Q(hidden=False) | Q(player=viewer))
        lines = lines.exclude(player__blocked_by__blocker_id=viewer)
    return list(lines.select_related("player").order_by("-pk")[:MAX_CHAT_LINES])[::-1]


def lines_at(table: Table, viewer: Player, count: int = 30) -> list[ChatLine]:
    """Return the latest lines of a table's chat that a player may report, oldest first.

    While a match runs, somebody without a seat sees the lines of spectators alone: those of players
    may be ahead of what a spectator is shown.
    """
    seated = table.seats.filter(player=viewer).exists()
    playing = table.status == TableStatus.PLAYING
    shown = table.visibility == Table.Visibility.PUBLIC
    access = table_access()
    if shown and access.is_closed(table):
        shown = bool(access.members_among(table, [viewer]))
    if not shown and not seated:
        return []
    words = reads_words(viewer)
    lines = chat_lines(table.public_id, viewer.pk, seated=seated, playing=playing, words=words)
    if playing and not seated:
        lines = [line for line in lines if line.room == ChatLine.Room.WATCHERS]
    return lines[-count:]


def chat_line_by_id(line_id: int) -> ChatLine | None:
    """Return a chat line (row) by its id; None where there is none."""
    return ChatLine.objects.select_related("player").filter(pk=line_id).first()


def followed(viewer: Player) -> list[Player]:
    """Return a query of the players whom the viewer follows, ordered by name."""
    return list(Player.objects.filter(followers__follower=viewer).order_by("name"))


def follows_back(viewer: Player, players: Iterable[Player]) -> frozenset[int]:
    """Return the row ids of those of these players who follow the viewer."""
    rows = Follow.objects.filter(followed=viewer, follower__in=[player.pk for player in players])
    return frozenset(rows.values_list("follower", flat=True))


def blocked(viewer: Player) -> list[Player]:
    """Return a query of the players whom the viewer blocks, ordered by name."""
    return list(Player.objects.filter(blocked_by__blocker=viewer).order_by("name"))


def met_lately(viewer: Player, count: int = MAX_MET_LATELY) -> list[Player]:
    """Return people from the viewer's latest matches, latest first, at most `count`.

    House bots, deleted accounts and people who block the viewer, or are blocked, are left out.
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
    people: dict[int, Player] = {}
    for seat in rows:
        people.setdefault(seat.player.pk, seat.player)
    return list(people.values())[:count]


def seats_are_shown() -> Q:
    """Return a query condition on tables: others may know who sits at a seat.

    The table is public and not for a club alone, anybody may watch it if it plays, and no bot plays
    for the player.
    """
    is_open = Q(status=TableStatus.WAITING) | Q(
        status=TableStatus.PLAYING, watch=Table.Watch.ANYONE
    )
    is_public = Q(visibility=Table.Visibility.PUBLIC) & table_access().open_to_all()
    return is_open & is_public & Q(seats__substitute="")


def tables_of(
    players: Iterable[Player],
    viewer: Player,
    away: frozenset[int] | None = None,
    *,
    own_match: bool = False,
) -> dict[int, Json]:
    """Return player (row id) -> {"url", "playing"} of the table where they sit, for a viewer.

    `away` are the row ids of those in a block with the viewer, by `blocked_either_way`, of whom
    nothing is told; None: read them here. Only tables are given where anybody may know who sits
    (`seats_are_shown`). With `own_match`, those in the viewer's own running match are
    {"with_you": True}.
    """
    own_seat = TableSeat.objects.filter(table=OuterRef("pk"), player=viewer)
    shown = seats_are_shown()
    if own_match:
        shown = Q(status=TableStatus.PLAYING, has_viewer=True) | shown
    rows = Table.objects.annotate(has_viewer=Exists(own_seat)).filter(
        shown, seats__player__in=[player.pk for player in players]
    )
    blocked = blocked_either_way(viewer.pk) if away is None else away
    places: dict[int, Json] = {}
    fields = ("public_id", "status", "has_viewer", "seats__player_id")
    for public_id, status, has_viewer, player in rows.order_by("updated_at").values_list(*fields):
        is_playing = status == TableStatus.PLAYING
        if own_match and has_viewer and is_playing:
            places[player] = {"with_you": True}
        elif player not in blocked and "with_you" not in places.get(player, ()):
            places[player] = {"url": f"/t/{public_id}/", "playing": is_playing}
    return places


def places_of(
    followed: Sequence[Player],
    viewer: Player,
    in_lobby: Callable[[Collection[int]], Collection[int]],
    away: frozenset[int],
    *,
    met: Sequence[Player] = (),
    own_match: bool = False,
) -> dict[int, Json]:
    """Return player (row id) -> their place as `tables_of` returns it, or {"in_lobby": True}.

    `in_lobby` returns which of these accounts (row ids) are in the lobby. Only people whom the
    viewer follows are told to be there, not those only `met`; nothing is told of those `away`.
    """
    places = tables_of([*followed, *met], viewer, away, own_match=own_match)
    users = {
        player.user_id: player.pk
        for player in followed
        if player.user_id is not None and player.pk not in away
    }
    users_in_lobby = in_lobby(set(users)) if users else ()
    for user, player_id in users.items():
        if user in users_in_lobby:
            places.setdefault(player_id, {"in_lobby": True})
    return places


def reportable(viewer: Player | None, names: Collection[str]) -> frozenset[str]:
    """Return the names of those of these players whom the viewer may report: people with accounts.

    Strangers and guests may report nobody, and nobody themselves.
    """
    if viewer is None or viewer.kind == PlayerKind.GUEST:
        return frozenset()
    people = Player.objects.filter(name__in=names, user__isnull=False)
    people = people.exclude(kind=PlayerKind.BOT)
    return frozenset(people.values_list("name", flat=True)) - {viewer.name}


def is_person(player: Player) -> bool:
    """Return whether a player can be written to and followed: no bot and no deleted account."""
    return player.kind != PlayerKind.BOT and player.user_id is not None
