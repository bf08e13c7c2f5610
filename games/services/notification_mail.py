"""The daily mail with what waits for a person, and the address by which it is turned off.

A mail is claimed in a transaction, with a lease, before it is sent: two processes never prepare it
both, and what a killed process had claimed is sent by another once the lease is over. Right before a
mail is handed to the mail server it is written down as sent, so that none is sent twice: a process
that is killed while it hands one over loses that one, which is on the page too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from games.models import Notification, NotificationSettings, Player
from games.services.mail_links import LeaveLink, absolute
from games.services.mail_refusals import refusal_codes, store_refusal
from games.services.notification_delivery import has_mail, mail_time
from games.wording.notification_texts import notification_text

log = logging.getLogger("games.notifications")

MAX_LINES_A_MAIL: Final = 20
"""Maximum number of notifications in one mail; of further ones it tells the number."""
MAILS_A_CLAIM: Final = 20
"""Mails that are claimed in one transaction."""
MAIL_LEASE: Final = timedelta(minutes=10)
"""Time for which claimed mails are left to the process that claimed them."""
TRY_AGAIN: Final = timedelta(minutes=30)
"""Time after which a mail is tried again that could not be sent."""
LEAVE_LINK: Final = LeaveLink("games.notifications.mail", "notification_mail_off")
"""The link that turns all mails of notifications off."""


@dataclass(frozen=True, slots=True)
class Mail:
    """One daily mail to a player that is to be sent now, with the notifications in it."""

    player: int
    address: str
    message: EmailMessage
    notifications: tuple[int, ...]
    """Row ids of the notifications waiting for the mail, read and expired ones included."""
    due: datetime
    """Time at which the mail was due, as stored until the mail is sent."""
    leased_until: datetime


def send_mails(*, now: datetime) -> int:
    """Send the daily mails that are due; return the number of mails sent.

    Call it without a transaction: sending takes as long as the mail server does.
    """
    if not has_mail():
        return 0
    return sum(_send(mail, now) for mail in _claim(now))


@transaction.atomic
def _claim(now: datetime) -> list[Mail]:
    """Lease the daily mails that are due, so that no other process sends them; return them."""
    free = Q(mail_leased_until=None) | Q(mail_leased_until__lte=now)
    due = NotificationSettings.objects.filter(free, mail_at__lte=now)
    rows = due.select_for_update(skip_locked=True, of=("self",)).order_by("mail_at")[:MAILS_A_CLAIM]
    mails = []
    for own in list(rows.select_related("player__user")):
        mail = _mail_of(own, now)
        if mail is None:
            _nothing_waits(own.player_id)
            own.mail_at = own.mail_leased_until = None
        else:
            own.mail_leased_until = mail.leased_until
            mails.append(mail)
        own.save(update_fields=["mail_at", "mail_leased_until"])
    return mails


def _nothing_waits(player: int) -> None:
    """Unmark all notifications of a player (row id) that waited for the daily mail."""
    Notification.objects.filter(recipient=player, mailed=True).update(mailed=False)


def _mail_of(own: NotificationSettings, now: datetime) -> Mail | None:
    """Return the daily mail that is due for a player; None where nothing is to be sent."""
    waiting = Notification.objects.filter(recipient=own.player_id, mailed=True)
    news = [
        row
        for row in waiting.order_by("-pk")
        if not (row.expires_at and row.expires_at <= now) and not (row.shown and row.read_at)
    ]
    user = own.player.user
    assert own.mail_at is not None, "it is due"
    if not news or user is None or not own.mail_on or not user.is_active:
        return None
    address = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    if address is None or address.email == own.refused_address:
        return None
    known = user.language in dict(settings.LANGUAGES)
    with override(user.language if known else settings.LANGUAGE_CODE):
        message = compose(own.player, address.email, news)
    row_ids = tuple(row.pk for row in waiting)
    return Mail(own.player_id, address.email, message, row_ids, own.mail_at, now + MAIL_LEASE)


def compose(player: Player, address: str, news: Sequence[Notification]) -> EmailMessage:
    """Return the mail to a player about notifications, the newest first, in the active language.

    Its subject says nothing of what others have written. One click turns all mails off (RFC 8058).
    """
    stop = absolute(LEAVE_LINK.path(player.pk))
    hello = _("Hello, %(name)s. This is new for you:") % {"name": player.name}
    count = len(news)
    subject = ngettext("%(n)s new notification", "%(n)s new notifications", count) % {"n": count}
    return EmailMessage(
        settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject,
        "\n\n".join([hello, *_lines(news), _foot(stop)]) + "\n",
        None,
        [address],
        headers=LEAVE_LINK.headers(player.pk),
    )


def _lines(news: Sequence[Notification]) -> list[str]:
    """Return the mail's lines on notifications; of several of a kind the newest and a count."""
    lines = [_line(row) for row in news[:MAX_LINES_A_MAIL]]
    more = len(news) - len(lines)
    if more:
        words = ngettext("And %(n)s more notification.", "And %(n)s more notifications.", more)
        lines.append(words % {"n": more})
    return lines


def _foot(stop: str) -> str:
    """Return the footer of a daily mail, with links to change the mails or stop them (`stop`)."""
    lines = [
        _("All notifications: %(url)s") % {"url": absolute(reverse("notifications"))},
        _("What is mailed, and when: %(url)s")
        % {"url": absolute(reverse("notification_settings"))},
        _("No more of these mails: %(url)s") % {"url": stop},
    ]
    return "-- \n" + "\n".join(lines)


def _line(row: Notification) -> str:
    """Return a notification as one line of text, with the URL of its page."""
    text = " ".join(notification_text(row.text, row.data).split())
    return f"* {text}\n  {absolute(row.url)}" if row.url else f"* {text}"


def _send(mail: Mail, now: datetime) -> bool:
    """Send a daily mail; note a permanently refused address, reschedule after other failures."""
    if not _begin(mail, now):
        return False
    mail.message.connection = get_connection(settings.MAIL_DELIVERY_BACKEND)
    try:
        mail.message.send()
    except SMTPRecipientsRefused as error:
        _note_refusal(mail, error, now)
    except (SMTPException, OSError) as error:
        log.warning("a mail of notifications was not sent: %s", type(error).__name__)
        _try_again(mail, now)
    else:
        return True
    return False


def _note_refusal(mail: Mail, error: SMTPRecipientsRefused, now: datetime) -> None:
    """Note the address as refused if that is for good; else plan the mail again."""
    if not store_refusal(player=mail.player, address=mail.address, error=error):
        _try_again(mail, now)
    log.info("a mail of notifications was refused: %s", refusal_codes(error))


@transaction.atomic
def _begin(mail: Mail, now: datetime) -> bool:
    """Mark a leased mail as sent; return False if another process has it or it was called off.

    Notifications that came since the mail was leased wait for the next mail.
    """
    own = NotificationSettings.objects.filter(
        player=mail.player, mail_on=True, mail_at=mail.due, mail_leased_until=mail.leased_until
    )
    if not own.update(mail_at=None, mail_leased_until=None, mail_sent_at=now):
        return False
    waiting = Notification.objects.filter(recipient=mail.player, mailed=True)
    waiting.filter(pk__in=mail.notifications).update(mailed=False)
    if waiting.exists():
        row = NotificationSettings.objects.get(player=mail.player)
        row.mail_at = mail_time(row, now)
        row.save(update_fields=["mail_at"])
    return True


@transaction.atomic
def _try_again(mail: Mail, now: datetime) -> None:
    """Schedule a daily mail that could not be sent for another attempt."""
    Notification.objects.filter(pk__in=mail.notifications).update(mailed=True)
    NotificationSettings.objects.filter(player=mail.player).update(mail_at=now + TRY_AGAIN)


def stop_mails(*, player: int) -> bool:
    """Turn off all notification mails of a player (row id); return False without such a player."""
    if not Player.objects.filter(pk=player).exists():
        return False
    NotificationSettings.objects.update_or_create(
        player_id=player, defaults={"mail_on": False, "mail_at": None}
    )
    Notification.objects.filter(recipient=player, mailed=True).update(mailed=False)
    return True


def reschedule_mail(own: NotificationSettings, now: datetime) -> None:
    """Set when the next daily mail is due after its hour changed; the settings are not saved."""
    if own.mail_at is not None:
        own.mail_at = mail_time(own, now) if own.mail_on else None
