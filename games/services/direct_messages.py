"""Messages between two people who follow each other: sent, and marked as read.

Sending locks the rows of both players, in the order of their ids, so that the first messages of both
at the same moment make one conversation, and a block counts at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.common.errors import MessageError
from games.conduct.chat_filter import has_link, is_alike, is_bad, is_threat
from games.models import Conversation, Message, Notification, NotificationKind, Player, Restriction
from games.models.people import PlayerKind
from games.selectors.free_words import reads_words
from games.selectors.messages import may_write, pair_of
from games.selectors.restrictions import restricted_until
from games.selectors.social import between
from games.services.chat import may_link, tidy
from games.services.notifications import notify
from games.services.social import lock_both

MAX_MESSAGE_LENGTH: Final = 500
"""Maximum number of characters of a message."""
MAX_MESSAGES_A_WINDOW: Final = 5
"""Maximum number of messages that one player may send within PACE_WINDOW."""
PACE_WINDOW: Final = timedelta(seconds=12)
REPEAT_AFTER: Final = timedelta(seconds=30)
"""Time during which the same message of the same player is refused."""
PER_DAY: Final = 300
"""Maximum number of messages of one player within a day."""


@transaction.atomic
def send_message(
    *, author: Player, recipient: Player, client_id: str, text: str, now: datetime | None = None
) -> Message:
    """Store a message from one player to another, notify the recipient, and return the message.

    A repeated `client_id` returns the message stored first. Of the unread messages of one author
    the recipient is told once. It locks both players' rows.

    Raises:
        MessageError: `oneself`, `registered_only` for guests and programs, `not_mutual` unless the
            two follow each other and neither blocks the other, `no_messages` where the recipient
            has turned the chat off, `chat_off` where the author has, `silenced`, `nothing`,
            `too_fast`, `too_many` for a day, `again`, or `link` for a link of somebody who has
            played little.
    """
    if author.pk == recipient.pk:
        raise MessageError("oneself")
    moment = now or timezone.now()
    locked = {player.pk: player for player in lock_both((author.pk, recipient.pk))}
    known = Message.objects.filter(author=author, client_id=client_id).first()
    if known is not None:
        return known
    _require_allowed(locked[author.pk], locked[recipient.pk], moment)
    words = _checked_text(author, text)
    _check_pace(author, words, moment)
    message = _store(author, recipient, client_id, words, moment)
    if not message.hidden:
        _tell(message, author, recipient, moment)
    return message


@transaction.atomic
def mark_messages_read(*, player: Player, other: Player, now: datetime | None = None) -> int:
    """Store that a player has read all messages of another; return how many were unread.

    Its notification counts as read too.
    """
    first, second = pair_of(player, other)
    moment = now or timezone.now()
    unread = Message.objects.filter(
        conversation__first=first, conversation__second=second, author=other, read_at=None
    )
    notifications = Notification.objects.filter(
        recipient=player, kind=NotificationKind.MESSAGE, actor=other, read_at=None
    )
    notifications.update(read_at=moment)
    return unread.filter(hidden=False).update(read_at=moment)


@transaction.atomic
def forget_messages(*, user_id: int) -> None:
    """Delete the conversations of an account that is deleted, for both sides."""
    # messages lock both players, so none is stored meanwhile
    player = Player.objects.select_for_update().filter(user=user_id).first()
    if player is None:
        return
    Conversation.objects.filter(first=player).delete()
    Conversation.objects.filter(second=player).delete()


def _require_allowed(author: Player, recipient: Player, now: datetime) -> None:
    """Refuse a player who may not write direct messages to another player.

    Raises:
        MessageError: `registered_only`, `silenced`, `chat_off`, `no_messages` or `not_mutual`.
    """
    if author.kind != PlayerKind.HUMAN or author.user_id is None:
        raise MessageError("registered_only")
    if restricted_until(author, Restriction.Kind.CHAT, now=now) is not None:
        raise MessageError("silenced")
    relation = between(author, recipient)
    if may_write(author, recipient, relation):
        return
    if relation.is_silent and relation.mutual and not relation.has_block:
        raise MessageError("no_messages" if reads_words(author) else "chat_off")
    raise MessageError("not_mutual")


def _checked_text(author: Player, text: str) -> str:
    """Return a direct message's text cleaned up for storage.

    Raises:
        MessageError: `nothing`, or `link`.
    """
    words = tidy(text, MAX_MESSAGE_LENGTH)
    if not words:
        raise MessageError("nothing")
    if has_link(words) and not may_link(author):
        raise MessageError("link")
    return words


def _check_pace(author: Player, words: str, now: datetime) -> None:
    """Refuse an author who sends too many direct messages, or the same one again.

    Raises:
        MessageError: `too_fast`, `too_many` or `again`.
    """
    own = Message.objects.filter(author=author)
    lately = list(
        own.filter(created_at__gt=now - REPEAT_AFTER).order_by("-pk")[:MAX_MESSAGES_A_WINDOW]
    )
    if len(lately) == MAX_MESSAGES_A_WINDOW and lately[-1].created_at > now - PACE_WINDOW:
        raise MessageError("too_fast")
    if any(is_alike(message.text, words) for message in lately):
        raise MessageError("again")
    if own.filter(created_at__gt=now - timedelta(days=1))[:PER_DAY].count() >= PER_DAY:
        raise MessageError("too_many")


def _store(author: Player, recipient: Player, client_id: str, words: str, now: datetime) -> Message:
    """Store a message in the conversation of two players, which is made with the first one."""
    first, second = pair_of(author, recipient)
    conversation, created = Conversation.objects.get_or_create(
        first_id=first, second_id=second, defaults={"last_at": now}
    )
    hidden = restricted_until(author, Restriction.Kind.SEEN_CHAT, now=now) is not None
    try:
        with transaction.atomic():
            message = Message.objects.create(
                conversation=conversation,
                author=author,
                client_id=client_id,
                text=words,
                hidden=hidden,
                bad=is_bad(words) or is_threat(words),
                created_at=now,
            )
    except IntegrityError:  # to somebody else, by another process at the same moment
        return Message.objects.get(author=author, client_id=client_id)
    if not created and not hidden:
        Conversation.objects.filter(pk=conversation.pk).update(last_at=now)
    return message


def _tell(message: Message, author: Player, recipient: Player, now: datetime) -> None:
    """Notify a message's recipient, unless an earlier message of the author is still unread."""
    waiting = Message.objects.filter(
        conversation=message.conversation_id, author=author, read_at=None, hidden=False
    )
    first = waiting.order_by("pk").values_list("pk", flat=True).first()
    notify(
        recipients=[recipient.pk],
        kind=NotificationKind.MESSAGE,
        text="message",
        key=f"message:{message.conversation_id}:{first}",
        data={"actor": author.name},
        url=f"/messages/{author.name}/",
        actor=author,
        now=now,
    )
