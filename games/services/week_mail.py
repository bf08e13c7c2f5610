"""The mail about a player's week: who gets it, when, and when it stops by itself.

A mail is claimed with a lease before it is sent, as the daily mail of notifications is, and written
down as sent right before it is handed to the mail server, so that none is sent twice.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import override

from games.common.ports import Port
from games.conduct import notifying
from games.models import NotificationSettings, Player, WeekMail
from games.selectors.weeks import Week, has_matches, week_of
from games.services.mail_links import LeaveLink
from games.services.mail_refusals import refusal_codes, store_refusal
from games.services.notification_delivery import has_mail, settings_of, zone_of

log = logging.getLogger("games.notifications")

MAIL_HOUR: Final = 9
"""Hour of the mail on Mondays, local time."""
MONDAY: Final = 0
MAX_UNOPENED: Final = 3
"""Mails in a row of which no link was followed, after which no more are sent."""
MAILS_A_CLAIM: Final = 20
"""Mails that are claimed in one transaction."""
LEASE: Final = timedelta(minutes=10)
"""Time for which claimed mails are left to the process that claimed them."""
TRY_AGAIN: Final = timedelta(hours=1)
"""Time after which a mail is tried again that could not be sent."""
LEAVE_LINK: Final = LeaveLink("games.week.mail", "week_mail_off")
"""The link that ends the mails about weeks."""


class WeekLetters:
    """Interface to the texts of the mail, which need every feature; by default there is no mail."""

    def letter(self, player: Player, week: Week, address: str) -> EmailMultiAlternatives | None:
        """Return the mail about a week in the active language; None if there is nothing to tell."""
        return None


week_letters: Final = Port(WeekLetters)


@dataclass(frozen=True, slots=True)
class DueLetter:
    """A mail about a week that is to be sent now."""

    player: Player
    address: str
    week: Week
    leased_until: datetime


def next_monday(own: NotificationSettings, now: datetime) -> datetime:
    """Return the next Monday at MAIL_HOUR o'clock in a player's time zone, after `now`."""
    zone, at = zone_of(own), now
    while True:
        at = notifying.next_at_hour(at, MAIL_HOUR, zone)
        if at.astimezone(zone).weekday() == MONDAY:
            return at


def ask_for_week_mail(*, player: Player, on: bool, now: datetime) -> None:
    """Turn the mail about each week on or off for a player; the first one comes next Monday."""
    due_at = next_monday(settings_of(player), now) if on else None
    WeekMail.objects.update_or_create(
        player=player,
        defaults={
            "asked_at": now if on else None,
            "due_at": due_at,
            "leased_until": None,
            "unopened": 0,
        },
    )


def note_week_opened(*, player: Player, now: datetime) -> None:
    """Store that a player has followed a link of the mail, so that the mails go on."""
    asked = WeekMail.objects.filter(player=player, asked_at__isnull=False)
    asked.filter(unopened__gt=0).update(unopened=0)
    asked.filter(due_at=None).update(due_at=next_monday(settings_of(player), now))


def stop_week_mail(*, player: int) -> bool:
    """Turn the mail about each week off for a player (row id); return False without such a player."""
    if not Player.objects.filter(pk=player).exists():
        return False
    WeekMail.objects.filter(player=player).update(asked_at=None, due_at=None, leased_until=None)
    return True


def send_week_mails(*, now: datetime) -> int:
    """Send the mails about the last week that are due; return the number of mails sent.

    Call it without a transaction: sending takes as long as the mail server does.
    """
    if not has_mail():
        return 0
    return sum(_send(letter, now) for letter in _claim(now))


@transaction.atomic
def _claim(now: datetime) -> list[DueLetter]:
    """Lease the mails that are due, plan those of players with nothing to tell anew, return the rest."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    due = WeekMail.objects.filter(free, due_at__lte=now, asked_at__isnull=False)
    rows = due.select_for_update(skip_locked=True, of=("self",)).order_by("due_at")[:MAILS_A_CLAIM]
    letters = []
    for row in list(rows.select_related("player__user")):
        letter = _due_letter(row, now)
        if letter is None:
            row.due_at = next_monday(settings_of(row.player), now)
        else:
            row.leased_until = letter.leased_until
            letters.append(letter)
        row.save(update_fields=["due_at", "leased_until"])
    return letters


def _due_letter(row: WeekMail, now: datetime) -> DueLetter | None:
    """Return the mail that is due for a player; None after a week without matches or an address."""
    own = settings_of(row.player)
    zone = zone_of(own)
    assert row.due_at is not None, "it is due"
    week = week_of(row.due_at.astimezone(zone).date()).before
    user = row.player.user
    if user is None or not user.is_active or not has_matches(row.player_id, week, zone):
        return None
    address = EmailAddress.objects.filter(user=user, primary=True, verified=True).first()
    if address is None or address.email == own.refused_address:
        return None
    return DueLetter(row.player, address.email, week, now + LEASE)


def _send(letter: DueLetter, now: datetime) -> bool:
    """Send a mail about a week; note a permanently refused address, plan the mail again otherwise."""
    user = letter.player.user
    assert user is not None, "a mail needs an account"
    known = user.language in dict(settings.LANGUAGES)
    with override(user.language if known else settings.LANGUAGE_CODE):
        message = week_letters().letter(letter.player, letter.week, letter.address)
    if not _begin(letter, now) or message is None:
        return False
    message.connection = get_connection(settings.MAIL_DELIVERY_BACKEND)
    try:
        message.send()
    except SMTPRecipientsRefused as error:
        _note_refusal(letter, error, now)
    except (SMTPException, OSError) as error:
        log.warning("a mail about a week was not sent: %s", type(error).__name__)
        _plan_again(letter, now + TRY_AGAIN)
    else:
        return True
    return False


def _note_refusal(letter: DueLetter, error: SMTPRecipientsRefused, now: datetime) -> None:
    """Note the address as refused if that is for good; else plan the mail again.

    The mails go on, on Mondays, once the player has another address.
    """
    is_refused = store_refusal(player=letter.player.pk, address=letter.address, error=error)
    monday = next_monday(settings_of(letter.player), now)
    _plan_again(letter, monday if is_refused else now + TRY_AGAIN)
    log.info("a mail about a week was refused: %s", refusal_codes(error))


def _plan_again(letter: DueLetter, due_at: datetime) -> None:
    """Plan the next attempt at a mail that was not sent, which counts as no unopened one."""
    WeekMail.objects.filter(player=letter.player, asked_at__isnull=False).update(
        due_at=due_at, unopened=F("unopened") - 1
    )


@transaction.atomic
def _begin(letter: DueLetter, now: datetime) -> bool:
    """Mark a leased mail as sent and plan the next one; False if it was called off meanwhile.

    After MAX_UNOPENED mails that nobody opened this was the last one.
    """
    rows = WeekMail.objects.select_for_update().filter(
        player=letter.player, asked_at__isnull=False, leased_until=letter.leased_until
    )
    row = rows.first()
    if row is None:
        return False
    row.unopened += 1
    row.sent_at, row.leased_until = now, None
    is_last = row.unopened >= MAX_UNOPENED
    row.due_at = None if is_last else next_monday(settings_of(letter.player), now)
    row.save(update_fields=["unopened", "sent_at", "leased_until", "due_at"])
    return True
