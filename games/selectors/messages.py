"""Reads of messages between people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.answers import messages as answers
from games.models import Block, Conversation, Follow, Message, Player
from games.models.people import PlayerKind
from games.record.record import rfc3339
from games.selectors.keyset import Key, Page, read_page

Json: TypeAlias = dict[str, Any]
SHOWN: Final = 50
"""Maximum number of messages on a page."""
LISTED: Final = 100
"""Maximum number of conversations of one player that are listed."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a player's list of conversations: the other one, and the latest message."""

    other: Player
    text: str
    """Of the latest message that the player may see."""
    own: bool
    """Whether the player wrote that message."""
    bad: bool
    at: datetime
    unread: int


def pair_of(one: Player, other: Player) -> tuple[int, int]:
    """Return the row ids of two players as a conversation has them, the lower first."""
    return min(one.pk, other.pk), max(one.pk, other.pk)


def may_write(author: Player, recipient: Player) -> bool:
    """Return whether two people with accounts follow each other, and neither blocks the other."""
    people = (author, recipient)
    if any(one.kind != PlayerKind.HUMAN or one.user_id is None for one in people):
        return False
    both = [one.pk for one in people]
    follows = Follow.objects.filter(follower__in=both, followed__in=both).count()
    return follows == 2 and not Block.objects.filter(blocker__in=both, blocked__in=both).exists()


def writable(player: Player) -> frozenset[int]:
    """Return the row ids of the people to whom a player may write."""
    if player.kind != PlayerKind.HUMAN or player.user_id is None:
        return frozenset()
    mutual = Player.objects.filter(
        followers__follower=player, following__followed=player, kind=PlayerKind.HUMAN
    ).exclude(user=None)
    away = Block.objects.filter(Q(blocker=player) | Q(blocked=player))
    apart = {one for pair in away.values_list("blocker", "blocked") for one in pair}
    return frozenset(mutual.values_list("pk", flat=True)) - apart


def conversations_of(player: Player) -> list[Listed]:
    """Return the conversations of a player, the latest first, at most LISTED.

    Those with people whom the player blocks are left out.
    """
    seen = _seen_by(player).filter(conversation=OuterRef("pk")).order_by("-pk")
    rows = (
        _conversations(player)
        .annotate(
            unread=Count("messages", filter=_unread(player)),
            latest=Subquery(seen.values("pk")[:1]),
        )
        .exclude(latest=None)
        .select_related("first", "second")
        .order_by("-last_at", "-pk")[:LISTED]
    )
    found = list(rows)
    latest = Message.objects.in_bulk([row.latest for row in found])
    return [
        Listed(
            other=row.second if row.first_id == player.pk else row.first,
            text=latest[row.latest].text,
            own=latest[row.latest].author_id == player.pk,
            bad=latest[row.latest].bad,
            at=latest[row.latest].created_at,
            unread=row.unread,
        )
        for row in found
    ]


def unread_messages(player: Player) -> int:
    """Return the number of messages that a player has not read."""
    own = _conversations(player).values("pk")
    return Message.objects.filter(_unread(player, ""), conversation__in=own).count()


def messages_between(player: Player, other: Player, before: int | None = None) -> list[Message]:
    """Return the latest messages of two players that the first may see, oldest first.

    At most SHOWN, and with `before` only those with a lower row id than that.
    """
    found = _between(player, other)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(reversed(found.order_by("-pk")[:SHOWN]))


def message_to(player: Player, message: int) -> Message | None:
    """Return a message (row id) that somebody wrote to a player; None where there is none."""
    found = Message.objects.filter(pk=message, hidden=False).exclude(author=player)
    own = found.filter(Q(conversation__first=player) | Q(conversation__second=player))
    return own.select_related("author").first()


def conversations_json(player: Player) -> list[answers.Conversation]:
    """Return the conversations of a player as the API shows them."""
    allowed = writable(player)
    return [
        {
            "player": row.other.name,
            "last": row.text,
            "own": row.own,
            "at": rfc3339(row.at),
            "unread": row.unread,
            "open": row.other.pk in allowed,
        }
        for row in conversations_of(player)
    ]


def messages_page(
    player: Player, other: Player, *, cursor: str | None = None, limit: int = SHOWN
) -> Page[answers.Message]:
    """Return a page of the messages of two players that the first may see, the latest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = _between(player, other).values("id", "author", "text", "created_at", "read_at")
    page = read_page(rows, (Key("id", int),), cursor, limit)
    found: list[answers.Message] = [
        {
            "id": row["id"],
            "own": row["author"] == player.pk,
            "text": row["text"],
            "at": rfc3339(row["created_at"]),
        }
        for row in page.rows
    ]
    return Page(found, page.next, page.seen)


def messages_data(player: Player) -> list[Json]:
    """Return all messages from and to a player, for the download of their data."""
    rows = (
        _seen_by(player)
        .filter(Q(conversation__first=player) | Q(conversation__second=player))
        .order_by("pk")
        .values_list(
            "author__name", "conversation__first__name", "conversation__second__name",
            "text", "created_at",
        )
    )  # fmt: skip
    return [
        {"from": author, "to": second if author == first else first, "text": text, "at": at}
        for author, first, second, text, at in rows
    ]


def _conversations(player: Player) -> QuerySet[Conversation]:
    """Return the conversations of a player, but with those whom the player blocks."""
    away = Block.objects.filter(blocker=player).values("blocked")
    of_first = Q(first=player) & ~Q(second__in=away)
    of_second = Q(second=player) & ~Q(first__in=away)
    return Conversation.objects.filter(of_first | of_second)


def _unread(player: Player, path: str = "messages__") -> Q:
    """Return the condition of a message that a player has not read, reached by `path`."""
    return Q(**{f"{path}read_at": None, f"{path}hidden": False}) & ~Q(**{f"{path}author": player})


def _seen_by(player: Player) -> QuerySet[Message]:
    """Return the messages that a player may see, if they belong to the player's conversations."""
    return Message.objects.filter(Q(hidden=False) | Q(author=player))


def _between(player: Player, other: Player) -> QuerySet[Message]:
    """Return the messages of two players that the first may see."""
    first, second = pair_of(player, other)
    return _seen_by(player).filter(conversation__first=first, conversation__second=second)
