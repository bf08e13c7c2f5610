"""Reads of messages between people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.answers import messages as answers
from games.common.keyset import Key, Page, read_page
from games.models import Block, Conversation, Message, Player
from games.models.people import PlayerKind
from games.record.record import rfc3339
from games.selectors.free_words import CHAT_OFF, reads_words
from games.selectors.social import Between, between, blocked_either_way

Json: TypeAlias = dict[str, Any]
MESSAGES_PER_PAGE: Final = 50
"""Maximum number of messages on a page."""
MAX_CONVERSATIONS: Final = 100
"""Maximum number of conversations of one player that are listed."""


@dataclass(frozen=True, slots=True)
class ConversationLine:
    """One line of a player's list of conversations: the other player, and the latest message."""

    other: Player
    text: str
    """Text of the latest message that the player may see."""
    own: bool
    """Whether the player wrote that message."""
    bad: bool
    at: datetime
    unread: int


def pair_of(player: Player, other: Player) -> tuple[int, int]:
    """Return two players' row ids as a conversation stores them: the lower first."""
    return min(player.pk, other.pk), max(player.pk, other.pk)


def may_write(author: Player, recipient: Player, relation: Between | None = None) -> bool:
    """Return whether two people may write to each other: mutual follows, no block, chat not off.

    `relation` is what `between` returns for the two; None: read it here.
    """
    people = (author, recipient)
    if any(person.kind != PlayerKind.HUMAN or person.user_id is None for person in people):
        return False
    relation = relation or between(author, recipient)
    return relation.mutual and not relation.has_block and not relation.is_silent


def writable(player: Player, away: frozenset[int] | None = None) -> frozenset[int]:
    """Return the row ids of the people to whom a player may write.

    `away` are those in a block with the player, by `blocked_either_way`; None: read them here.
    """
    if player.kind != PlayerKind.HUMAN or player.user_id is None:
        return frozenset()
    mutual = Player.objects.filter(
        followers__follower=player, following__followed=player, kind=PlayerKind.HUMAN
    ).exclude(user=None)
    if not reads_words(player):
        return frozenset()
    blocked = blocked_either_way(player.pk) if away is None else away
    silent = frozenset(mutual.filter(CHAT_OFF).values_list("pk", flat=True))
    return frozenset(mutual.values_list("pk", flat=True)) - blocked - silent


def conversations_of(player: Player) -> list[ConversationLine]:
    """Return the conversations of a player, the latest first, at most MAX_CONVERSATIONS.

    Those with people whom the player blocks are left out.
    """
    visible = _seen_by(player).filter(conversation=OuterRef("pk")).order_by("-pk")
    rows = (
        _conversations(player)
        .annotate(
            unread=Count("messages", filter=_unread(player)),
            latest=Subquery(visible.values("pk")[:1]),
        )
        .exclude(latest=None)
        .select_related("first", "second")
        .order_by("-last_at", "-pk")[:MAX_CONVERSATIONS]
    )
    conversations = list(rows)
    latest = Message.objects.in_bulk([row.latest for row in conversations])
    return [
        ConversationLine(
            other=row.second if row.first_id == player.pk else row.first,
            text=latest[row.latest].text,
            own=latest[row.latest].author_id == player.pk,
            bad=latest[row.latest].bad,
            at=latest[row.latest].created_at,
            unread=row.unread,
        )
        for row in conversations
    ]


def unread_messages(player: Player) -> int:
    """Return the number of messages to a player that the player has not read."""
    own = _conversations(player).values("pk")
    return Message.objects.filter(_unread(player, ""), conversation__in=own).count()


def messages_between(player: Player, other: Player, before: int | None = None) -> list[Message]:
    """Return the latest messages of two players that the first may see, oldest first.

    At most MESSAGES_PER_PAGE, and with `before` only those with a lower row id than that.
    """
    messages = _between(player, other)
    if before is not None:
        messages = messages.filter(pk__lt=before)
    return list(reversed(messages.order_by("-pk")[:MESSAGES_PER_PAGE]))


def message_to(player: Player, message: int) -> Message | None:
    """Return a message (row id) that another player wrote to this one; None if there is none."""
    messages = Message.objects.filter(pk=message, hidden=False).exclude(author=player)
    own = messages.filter(Q(conversation__first=player) | Q(conversation__second=player))
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
    player: Player, other: Player, *, cursor: str | None = None, limit: int = MESSAGES_PER_PAGE
) -> Page[answers.Message]:
    """Return a page of the messages of two players that the first may see, the latest first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = _between(player, other).values("id", "author", "text", "created_at", "read_at")
    page = read_page(rows, (Key("id", int),), cursor, limit)
    messages: list[answers.Message] = [
        {
            "id": row["id"],
            "own": row["author"] == player.pk,
            "text": row["text"],
            "at": rfc3339(row["created_at"]),
        }
        for row in page.rows
    ]
    return Page(messages, page.next, page.seen)


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
    """Return a query of a player's conversations, except with those whom the player blocks.

    A player who has turned the chat off sees none.
    """
    if not reads_words(player):
        return Conversation.objects.none()
    away = Block.objects.filter(blocker=player).values("blocked")
    of_first = Q(first=player) & ~Q(second__in=away)
    of_second = Q(second=player) & ~Q(first__in=away)
    return Conversation.objects.filter(of_first | of_second)


def _unread(player: Player, path: str = "messages__") -> Q:
    """Return the query condition of a message unread by a player, reached by the lookup `path`."""
    return Q(**{f"{path}read_at": None, f"{path}hidden": False}) & ~Q(**{f"{path}author": player})


def _seen_by(player: Player) -> QuerySet[Message]:
    """Return a query of the messages not hidden from a player, among all conversations."""
    return Message.objects.filter(Q(hidden=False) | Q(author=player))


def _between(player: Player, other: Player) -> QuerySet[Message]:
    """Return a query of the messages between two players that the first may see.

    A player who has turned the chat off sees none.
    """
    if not reads_words(player):
        return Message.objects.none()
    first, second = pair_of(player, other)
    return _seen_by(player).filter(conversation__first=first, conversation__second=second)
