"""Push messages: made of notifications, one for what comes together, and sent with patience.

Requests only store rows. A process that serves the site makes messages of what is due, and sends
them in threads of their own. A row is claimed for PUSH_LEASE before it is sent, so that two processes do
not send it both; one that is killed meanwhile leaves it to be sent again, under the same tag, by
which the browser replaces the earlier one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import ngettext, override

from accounts.models import PushSubscription
from accounts.push import Answer, Outcome, send
from games.conduct import notifying
from games.models import Notification, Player, PushMessage
from games.services.notification_delivery import push_time, settings_of
from games.wording.notification_texts import notification_text

Message: TypeAlias = dict[str, str]

NOTIFICATIONS_A_STEP: Final = 200
"""Number of notifications turned into push messages in one transaction."""
SENT_AT_ONCE: Final = 16
"""Number of push messages that are sent at the same time."""
PUSH_LEASE: Final = timedelta(seconds=60)
"""Time for which a message belongs to the process that sends it."""
MAX_TRIES: Final = 5
"""Number of tries after which a push message is given up."""
RETRY_BACKOFF: Final = timedelta(seconds=30)
"""Wait after the first try that failed; it doubles with each."""
MAX_WAIT: Final = timedelta(hours=6)
"""Longest wait that a push service may ask for."""
PUSH_LASTS: Final = timedelta(days=1)
"""Time after which a push message is dropped, unless its notification expires earlier."""
TURN_LASTS: Final = timedelta(minutes=10)
"""Time after which it is too late to call somebody to their turn."""


@transaction.atomic
def queue_push(
    *,
    players: Iterable[int],
    kind: str,
    message: Callable[[], Message],
    lasts: timedelta = TURN_LASTS,
    now: datetime | None = None,
) -> int:
    """Queue a message for the browsers of those players (row ids) who want this kind pushed.

    `message` returns title, body, url and tag in the active language. Return the number of
    browsers.
    """
    moment = now or timezone.now()
    due = _due_times(players, kind, moment, lasts)
    rows = [
        PushMessage(
            subscription=subscription,
            message=_in_language(subscription, message),
            due_at=due[subscription.user_id],
            expires_at=moment + lasts,
        )
        for subscription in PushSubscription.objects.filter(user__in=due)
    ]
    PushMessage.objects.bulk_create(rows)
    return len(rows)


def _due_times(
    players: Iterable[int], kind: str, now: datetime, lasts: timedelta
) -> dict[int | None, datetime]:
    """Return account (row id) -> time to send a push of this kind, for players who want it."""
    people = Player.objects.filter(pk__in=list(players), bot="", user__isnull=False)
    wanting = {
        player.user_id: push_time(kind, settings_of(player), now)
        for player in people.select_related("notification_settings")
        if notifying.PUSH in notifying.channels_of(kind, settings_of(player).channels)
    }
    return {user: at for user, at in wanting.items() if at < now + lasts}


def _in_language(subscription: PushSubscription, message: Callable[[], Message]) -> Message:
    """Return a push message in the language of the subscribed browser."""
    with override(subscription.language or None):
        return message()


@transaction.atomic
def make_messages(*, now: datetime) -> int:
    """Turn due notifications into push messages; return the number of notifications used.

    Everything that is due of one player becomes one message. What was read or is over is not
    pushed. Locks the notifications; those that another process works on are left to it.
    """
    due = Notification.objects.filter(push_at__lte=now).select_for_update(skip_locked=True)
    rows = list(due.order_by("push_at", "pk")[:NOTIFICATIONS_A_STEP])
    if not rows:
        return 0
    Notification.objects.filter(pk__in=[row.pk for row in rows]).update(push_at=None)
    news = _by_player(rows, now)
    browsers = PushSubscription.objects.filter(user__player__in=news).annotate(
        player_id=F("user__player")
    )
    PushMessage.objects.bulk_create(
        _message_row(browser, news[browser.player_id], now) for browser in browsers
    )
    return len(rows)


def _by_player(rows: Iterable[Notification], now: datetime) -> dict[int, list[Notification]]:
    """Return player (row id) -> the player's unread, unexpired notifications among these."""
    news: dict[int, list[Notification]] = defaultdict(list)
    for row in rows:
        over = row.expires_at is not None and row.expires_at <= now
        if not over and not (row.shown and row.read_at):
            news[row.recipient_id].append(row)
    return news


def _message_row(
    subscription: PushSubscription, news: Sequence[Notification], now: datetime
) -> PushMessage:
    """Return the unsaved push message about notifications to a browser's owner."""
    ends = [row.expires_at or now + PUSH_LASTS for row in news]
    return PushMessage(
        subscription=subscription,
        message=_in_language(subscription, lambda: _message(news)),
        due_at=now,
        expires_at=min(max(ends), now + PUSH_LASTS),
    )


def _message(news: Sequence[Notification]) -> Message:
    """Return the push message about notifications (newest first), in the active language."""
    newest = news[-1]
    title = notification_text(newest.text, newest.data)
    if len(news) == 1:
        return {"title": title, "body": "", "url": newest.url or PAGE, "tag": f"n{newest.pk}"}
    more = len(news) - 1
    body = ngettext("And %(n)s more notification.", "And %(n)s more notifications.", more)
    return {"title": title, "body": body % {"n": more}, "url": PAGE, "tag": "news"}


PAGE: Final = "/notifications/"
"""Path of the page with all notifications."""


def send_messages(*, now: datetime) -> int:
    """Send push messages that are due, at most SENT_AT_ONCE; return the number tried.

    It takes as long as the slowest push service, at most some seconds; no transaction is open.
    """
    claimed = _claim(now)
    if not claimed:
        return 0
    with ThreadPoolExecutor(len(claimed), thread_name_prefix="push") as threads:
        answers = list(threads.map(lambda row: _send(row, now), claimed))
    for row, answer in zip(claimed, answers, strict=True):
        _note(row, answer, now)
    return len(claimed)


@transaction.atomic
def _claim(now: datetime) -> list[PushMessage]:
    """Lease due push messages for PUSH_LEASE, and delete expired ones; return the leased."""
    PushMessage.objects.filter(expires_at__lte=now).delete()
    due = PushMessage.objects.filter(due_at__lte=now).select_for_update(
        skip_locked=True, of=("self",)
    )
    rows = list(due.select_related("subscription").order_by("due_at", "pk")[:SENT_AT_ONCE])
    PushMessage.objects.filter(pk__in=[row.pk for row in rows]).update(
        due_at=now + PUSH_LEASE, tries=F("tries") + 1
    )
    return rows


def _send(row: PushMessage, now: datetime) -> Answer:
    """Send one push message. Runs in a thread without a connection to the database."""
    left = max(1, int((row.expires_at - now).total_seconds()))
    return send(row.subscription, row.message, kept_s=left)


def _note(row: PushMessage, answer: Answer, now: datetime) -> None:
    """Store the result of sending a push message: delete it, or schedule another try."""
    tries = row.tries + 1
    if answer.outcome is Outcome.GONE:
        PushSubscription.objects.filter(pk=row.subscription_id).delete()
    elif answer.outcome is Outcome.LATER and tries < MAX_TRIES:
        wait = max(timedelta(seconds=answer.retry_after_s), RETRY_BACKOFF * 2 ** (tries - 1))
        later = now + min(wait, MAX_WAIT)
        # of a service that is busy nothing else is asked meanwhile
        others = Q(subscription=row.subscription_id, due_at__lt=later)
        PushMessage.objects.filter(others | Q(pk=row.pk)).update(due_at=later)
    else:
        PushMessage.objects.filter(pk=row.pk).delete()
