"""Notifications: told once to each recipient, and marked as read.

Few recipients are told in the transaction of what happened. For many, one row is stored there, and a
process that serves the site writes each one's notification soon after (`run_batches`).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.common.pacing import rest
from games.models import (
    Match,
    Notification,
    NotificationBatch,
    NotificationSettings,
    Player,
    SeatInvitation,
    TableKick,
)
from games.services.notification_audiences import AUDIENCES, members_after
from games.services.notification_delivery import Content, deliver
from games.services.notification_signal import announce

log = logging.getLogger("games.notifications")

MAX_DIRECT_RECIPIENTS: Final = 50
"""Maximum number of recipients notified at once; more are notified in batches."""
RECIPIENTS_A_STEP: Final = 100
"""Number of recipients notified in one transaction, for which a move may have to wait."""
RUN_S: Final = 5.0
"""Seconds after which a run of batches ends, so that a process can stop."""


def notify(
    *,
    recipients: Sequence[int],
    kind: str,
    text: str,
    key: str,
    data: Mapping[str, str | int] | None = None,
    url: str = "",
    actor: Player | None = None,
    expires_at: datetime | None = None,
    push: bool = True,
    now: datetime | None = None,
) -> None:
    """Notify players (row ids) of something, each once for the same `key`.

    `kind` is a NotificationKind and `text` a key of `NOTIFICATION_TEXTS`, whose placeholders
    `data` fills; `url` is a path of this site; `actor` is who caused it, if somebody did. Call it
    within the transaction of what it is about. With `push` false no push message is sent, whatever
    the players chose.
    """
    moment = now or timezone.now()
    players = sorted(set(recipients))
    if len(players) <= MAX_DIRECT_RECIPIENTS:
        if players:
            actor_id = None if actor is None else actor.pk
            what = Content(
                kind=kind, text=text, key=key, data=dict(data or {}), url=url,
                actor=actor_id, expires_at=expires_at, push=push,
            )  # fmt: skip
            with transaction.atomic():
                deliver(players, what, moment)
        return
    NotificationBatch.objects.create(
        kind=kind, text=text, key=key, data=dict(data or {}), url=url, actor=actor,
        players=players, created_at=moment, expires_at=expires_at,
    )  # fmt: skip


def notify_group(
    *,
    audience: str,
    about: int,
    kind: str,
    text: str,
    key: str,
    data: Mapping[str, str | int] | None = None,
    url: str = "",
    actor: Player | None = None,
    expires_at: datetime | None = None,
    now: datetime | None = None,
) -> None:
    """Notify an audience (a key of `notification_audiences.AUDIENCES`), all but `actor`, once each.

    `about` is the row id of the club, or other row, whose audience it is; the rest is as for
    `notify`. It writes one row, however many they are; `run_batches` notifies them within a minute,
    and with them those who belong to the audience by then.

    Raises:
        ValueError: there is no such audience.
    """
    if audience not in AUDIENCES:
        raise ValueError(f"no audience: {audience}")
    NotificationBatch.objects.create(
        kind=kind, text=text, key=key, data=dict(data or {}), url=url, actor=actor,
        audience=audience, about=about, created_at=now or timezone.now(), expires_at=expires_at,
    )  # fmt: skip


def run_batches(
    *, now: datetime | None = None, run_s: float = RUN_S, work_share: float = 1.0
) -> int:
    """Notify recipients of stored batches for at most `run_s` seconds; return the number notified.

    A step notifies some recipients of one batch, which it locks. Any number of processes may do
    this, and be killed at any moment. With a `work_share` (0 to 1) below 1 it rests after each
    step, so that it works for that share of the time and does not slow down matches.
    """
    end, notified_count, failed = time.monotonic() + run_s, 0, set[int]()
    while time.monotonic() < end:
        batch: int | None = None
        began = time.monotonic()
        try:
            with transaction.atomic():
                next_batch = _next_batch(failed)
                if next_batch is None:
                    break
                batch = next_batch.pk
                notified_count += _step(next_batch, now or timezone.now())
        except Exception:
            if batch is None:
                raise
            log.exception("notifications of batch %s cannot be written", batch)
            failed.add(batch)
        rest(began=began, work_share=work_share)
    return notified_count


def _next_batch(failed: set[int]) -> NotificationBatch | None:
    """Lock and return the oldest unfinished notification batch that no other process works on."""
    waiting = NotificationBatch.objects.filter(done_at=None, audience__in=["", *AUDIENCES])
    return waiting.exclude(pk__in=failed).select_for_update(skip_locked=True).order_by("pk").first()


def _step(batch: NotificationBatch, now: datetime) -> int:
    """Notify the next recipients of a locked batch; return the number notified."""
    if batch.audience:
        players = members_after(
            batch.audience, batch.about, batch.after, RECIPIENTS_A_STEP, batch.actor_id
        )
    else:
        players = [player for player in batch.players if player > batch.after][:RECIPIENTS_A_STEP]
    if players and (batch.expires_at is None or batch.expires_at > now):
        what = Content(
            kind=batch.kind, text=batch.text, key=batch.key, data=batch.data, url=batch.url,
            actor=batch.actor_id, expires_at=batch.expires_at,
        )  # fmt: skip
        deliver(players, what, now)
        batch.after = players[-1]
    else:
        batch.done_at, batch.players = now, []
    batch.save(update_fields=["after", "done_at", "players"])
    return len(players)


def mark_read(
    *, player: Player, notifications: Sequence[int] | None = None, now: datetime | None = None
) -> int:
    """Mark notifications of a player (row ids; None: all) as read; return how many were unread."""
    unread = Notification.objects.filter(recipient=player, read_at=None)
    if notifications is not None:
        unread = unread.filter(pk__in=list(notifications))
    marked = unread.update(read_at=now or timezone.now())
    if marked:
        announce([player.pk])
    return marked


def mark_invitation_read(*, player: Player, invitation: int, now: datetime | None = None) -> None:
    """Mark a player's notifications of an invitation (row id) as read, and cancel their pushes."""
    notifications = Notification.objects.filter(recipient=player, key=f"invitation:{invitation}")
    notifications.update(push_at=None, mailed=False)
    mark_read(
        player=player, notifications=list(notifications.values_list("pk", flat=True)), now=now
    )


def expire_notices(*, key: str, recipients: Sequence[int], now: datetime) -> None:
    """Mark the notifications with a key as read and expired for players (row ids); cancel pushes."""
    notices = Notification.objects.filter(recipient__in=recipients, key=key, expires_at=None)
    _expire(notices, list(recipients), now)


def expire_match_notices(*, match: Match, now: datetime) -> None:
    """Mark an ended match's turn notifications as read and expired, and cancel their pushes."""
    players = list(match.seats.filter(player__user__isnull=False).values_list("player", flat=True))
    notices = Notification.objects.filter(
        recipient__in=players,
        key__in=[f"match:{match.pk}", f"game:{match.table_id}"],
        expires_at=None,
    )
    _expire(notices, players, now)


def _expire(notices: QuerySet[Notification], players: list[int], now: datetime) -> None:
    """Mark notifications as read and expired, cancel their pushes, and signal their players."""
    if notices.update(
        expires_at=now, read_at=Coalesce("read_at", Value(now)), push_at=None, mailed=False
    ):
        announce(players)


@transaction.atomic
def forget_notifications(*, user_id: int) -> None:
    """Delete the notifications to and by an account (row id) that is deleted, and its invitations."""
    player = Player.objects.filter(user=user_id).first()
    if player is None:
        return
    SeatInvitation.objects.filter(Q(inviter=player) | Q(invited=player)).delete()
    TableKick.objects.filter(player=player).delete()
    Notification.objects.filter(recipient=player).delete()
    Notification.objects.filter(actor=player).delete()
    NotificationBatch.objects.filter(actor=player).delete()
    NotificationSettings.objects.filter(player=player).delete()


def forget_told_by(*, recipient: Player, actor: Player) -> None:
    """Delete the notifications of one player that another player caused, as after a block."""
    Notification.objects.filter(recipient=recipient, actor=actor).delete()
    announce([recipient.pk])
