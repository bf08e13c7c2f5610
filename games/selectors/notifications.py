"""Reads of notifications: how many are unread, and the list, in groups as the page shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.db.models import Count, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.answers import notifications as answers
from games.common.keyset import Key, Page, read_page
from games.conduct import notifying
from games.models import (
    Follow,
    Notification,
    NotificationKind,
    NotificationSettings,
    Player,
    SeatInvitation,
    Table,
)
from games.models.tables import TableStatus
from games.record.record import rfc3339
from games.wording.notification_texts import notification_text

PER_PAGE: Final = 50
"""Number of notifications that a page of the list reads; shown in groups, fewer lines."""
PANEL_SIZE: Final = 20
"""Number of notifications that the panel under the bell reads."""
MOST_COUNTED: Final = 100
"""Maximum count of unread notifications; more are shown as "99+"."""
BY_SUBJECT: Final = frozenset({"followed", "table_opened"})
"""Texts whose notifications are told together, whoever caused them."""
AT_TABLES: Final = frozenset({NotificationKind.INVITED, NotificationKind.TABLE_OPENED})
"""Kinds that are over once the match at their table has begun."""


@dataclass(slots=True)
class Group:
    """Notifications that are shown as one; `rows` are the newest first."""

    rows: list[Notification]
    invitation: SeatInvitation | None = None
    """The unanswered invitation that the newest notification is about."""
    over: str = ""
    """Why there is nothing to do: `began`, `closed`, `full`, `expired` or `answered`; else empty."""
    follows_back: bool | None = None
    """Whether the reader follows the new follower; None for other notifications."""
    names: list[str] = field(default_factory=list)
    """Names of the players who caused the notifications, the newest first, each once."""

    @property
    def newest(self) -> Notification:
        """Return the newest notification of the group, whose text is shown."""
        return self.rows[0]

    @property
    def is_new(self) -> bool:
        """Return whether any notification of the group is unread."""
        return any(row.read_at is None for row in self.rows)


def unread_count(user: int) -> int:
    """Return the number of an account's (row id) unread notifications, at most MOST_COUNTED."""
    unread = Notification.objects.filter(recipient__user=user, read_at=None).order_by()
    return unread[:MOST_COUNTED].count()


def unread_of_player(player: OuterRef) -> QuerySet[Notification, int]:
    """Return a subquery of a player's number of unread notifications; it has no row for zero.

    `player` refers to the row id of the player in the outer query.
    """
    unread = Notification.objects.filter(recipient=player, read_at=None).order_by()
    return unread.values("recipient").annotate(count=Count("pk")).values_list("count", flat=True)


def unread_counts(players: Collection[int]) -> dict[int, int]:
    """Return player (row id) -> number of unread notifications, without those who have none."""
    rows = Notification.objects.filter(recipient__in=players, read_at=None)
    counts = rows.order_by().values("recipient").annotate(count=Count("pk"))
    return {row["recipient"]: min(row["count"], MOST_COUNTED) for row in counts}


def notification_groups(
    player: Player, *, count: int = PER_PAGE, before: int | None = None, now: datetime | None = None
) -> tuple[list[Group], int | None]:
    """Return a player's newest notifications in groups, and the row id where the next page begins.

    With `before` (a row id) only older notifications are read. The second value is None on the last
    page.
    """
    rows = Notification.objects.filter(recipient=player, shown=True).select_related("actor")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    notifications = list(rows.order_by("-pk")[: count + 1])
    more = notifications[count - 1].pk if len(notifications) > count else None
    groups = grouped(notifications[:count])
    _add_state(groups, player, now or timezone.now())
    return groups, more


def grouped(rows: Iterable[Notification]) -> list[Group]:
    """Return notifications (the newest first) in groups, in the order of their newest ones.

    Those of one text are together if the same person caused them and they lead to the same page, or
    if their text is of BY_SUBJECT. Read and unread ones are kept apart. One that can be answered
    stands alone.
    """
    groups: dict[tuple[object, ...], Group] = {}
    for row in rows:
        group = groups.setdefault(_group_key(row), Group([]))
        group.rows.append(row)
        name = row.actor.name if row.actor is not None else ""
        if name and name not in group.names:
            group.names.append(name)
    return list(groups.values())


def _group_key(row: Notification) -> tuple[object, ...]:
    """Return the key that is equal for notifications shown in one group."""
    return (row.read_at is None, *_subject(row))


def _subject(row: Notification) -> tuple[object, ...]:
    """Return a notification's subject as a tuple, equal for those that may be shown together."""
    if row.kind == NotificationKind.INVITED:
        return (row.pk,)
    if row.text in BY_SUBJECT:
        return (row.text,)
    return (row.text, row.actor_id, row.url)


def _add_state(groups: list[Group], player: Player, now: datetime) -> None:
    """Add to groups of notifications what the reader can still do about them."""
    news = [group.newest for group in groups]
    statuses = _statuses(news)
    own = _invitations(news, player)
    followed = _followed(news, player)
    for group in groups:
        row = group.newest
        if row.kind in AT_TABLES:
            status = statuses.get(str(row.data.get("table", "")), TableStatus.CLOSED)
            invitation = own.get(row.data.get("invitation", 0))
            group.over = _why_over(row, status, invitation, now)
            group.invitation = None if group.over else invitation
        elif row.kind == NotificationKind.FOLLOWED and len(group.names) == 1:
            group.follows_back = row.actor_id in followed
        elif row.expires_at is not None and row.expires_at <= now:
            group.over = "expired"


def _statuses(news: Iterable[Notification]) -> dict[str, str]:
    """Return table (public id) -> its state, for the tables that notifications are about."""
    tables = {str(row.data.get("table", "")) for row in news if row.kind in AT_TABLES}
    if not tables:
        return {}
    tables_named = Table.objects.filter(public_id__in=tables)
    return dict(tables_named.values_list("public_id", "status"))


def _invitations(news: Iterable[Notification], player: Player) -> dict[int, SeatInvitation]:
    """Return row id -> invitation, for a player's invitations that notifications are about."""
    asked = [row.data.get("invitation", 0) for row in news if row.kind == NotificationKind.INVITED]
    if not asked:
        return {}
    invitations = SeatInvitation.objects.select_related("table").filter(
        pk__in=asked, invited=player
    )
    return {invitation.pk: invitation for invitation in invitations}


def _followed(news: Iterable[Notification], player: Player) -> set[int]:
    """Return those new followers (row ids) named in notifications whom the player follows back."""
    actors = [row.actor_id for row in news if row.kind == NotificationKind.FOLLOWED]
    if not actors:
        return set()
    follows = Follow.objects.filter(follower=player, followed__in=actors)
    return set(follows.values_list("followed", flat=True))


def _why_over(
    row: Notification, status: str, invitation: SeatInvitation | None, now: datetime
) -> str:
    """Return why a notification of a table can no longer be acted on; "" where it can."""
    if invitation is not None and invitation.answer:
        return invitation.answer
    if status in (TableStatus.PLAYING, TableStatus.FINISHED):
        return "began"
    if status == TableStatus.CLOSED or (row.kind == NotificationKind.INVITED and not invitation):
        return "closed"
    return "expired" if row.expires_at is not None and row.expires_at <= now else ""


def settings_of(player: Player) -> NotificationSettings:
    """Return a player's notification settings; the defaults where they have chosen nothing."""
    stored = NotificationSettings.objects.filter(player=player).first()
    return stored or NotificationSettings(player=player)


def settings_json(player: Player) -> answers.NotificationSettings:
    """Return a player's notification settings as the API shows them."""
    own = settings_of(player)
    return {
        "channels": {
            kind: [
                channel
                for channel in notifying.CHANNELS
                if channel in notifying.channels_of(kind, own.channels)
            ]
            for kind in NotificationKind.values
        },
        "quiet_from": own.quiet_from,
        "quiet_to": own.quiet_to,
        "time_zone": own.time_zone or settings.NOTIFICATION_TIME_ZONE,
        "mail_hour": own.mail_hour,
        "mail_on": own.mail_on,
    }


def notification_page(player: Player, cursor: str | None, limit: int) -> Page[answers.Notification]:
    """Return a page of a player's notifications, the newest first, for programs.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = (
        Notification.objects.filter(recipient=player, shown=True)
        .annotate(actor_name=F("actor__name"))
        .values(
            "id", "kind", "text", "data", "url", "created_at", "expires_at", "read_at", "actor_name"
        )
    )
    page = read_page(rows, (Key("id", int),), cursor, limit)
    return Page([_json(row) for row in page.rows], page.next, page.seen)


def _json(row: dict[str, object]) -> answers.Notification:
    """Return a notification as the API shows it."""
    data: Any = row["data"]
    answer: Any = {
        "id": row["id"],
        "kind": row["kind"],
        "text": notification_text(str(row["text"]), data),
        "url": row["url"] or None,
        "player": row["actor_name"],
        "invitation": data.get("invitation"),
        "created_at": _moment(row["created_at"]),
        "expires_at": _moment(row["expires_at"]),
        "read_at": _moment(row["read_at"]),
    }
    notification: answers.Notification = answer
    return notification


def _moment(value: Any) -> str | None:
    """Return a time as the API shows it; None for None."""
    return None if value is None else rfc3339(value)


def notifications_data(player: Player) -> dict[str, Any]:
    """Return all stored data on a player's notifications, for the download of their data."""
    fields = ("kind", "text", "data", "url", "created_at", "read_at")
    own = NotificationSettings.objects.filter(player=player)
    invitations = SeatInvitation.objects.filter(Q(invited=player) | Q(inviter=player))
    return {
        "notifications": list(
            Notification.objects.filter(recipient=player).order_by("pk").values(*fields)
        ),
        "notification_settings": own.values(
            "channels", "quiet_from", "quiet_to", "time_zone", "mail_hour", "mail_on",
            "mail_sent_at", "refused_address",
        ).first(),
        "seat_invitations": list(
            invitations.order_by("pk").values(
                "table__public_id", "inviter__name", "invited__name", "answer", "created_at"
            )
        ),
    }  # fmt: skip


def together_with(player: Player, notification: int) -> list[Notification]:
    """Return a notification (row id) of a player, then the unread ones in its group.

    Return [] where the player has no such notification.
    """
    own = Notification.objects.filter(recipient=player, shown=True).select_related("actor")
    row = own.filter(pk=notification).first()
    if row is None:
        return []
    rest = own.filter(text=row.text, read_at=None).exclude(pk=row.pk).order_by("-pk")[:PER_PAGE]
    return [row, *(other for other in rest if _subject(other) == _subject(row))]
