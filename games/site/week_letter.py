"""The mail about a week: its complete text, and simple HTML with the same content."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Player, WeekMail
from games.selectors.weeks import Week
from games.services.mail_links import absolute
from games.services.notification_delivery import settings_of, zone_of
from games.services.week_mail import LEAVE_LINK, WeekLetters
from games.site.week_words import CardNote, WeekWords, week_words


class SiteWeekLetters(WeekLetters):
    """The mails about weeks as this site writes them."""

    def letter(self, player: Player, week: Week, address: str) -> EmailMultiAlternatives | None:
        """Return the mail about a week in the active language, as text and as HTML."""
        words = week_words(player, week, zone_of(settings_of(player)), timezone.now())
        asked_at = WeekMail.objects.filter(player=player).values_list("asked_at", flat=True).first()
        subject = ": ".join((_("Your week"), words.title))
        message = EmailMultiAlternatives(
            settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject,
            letter_text(player, words, asked_at),
            None,
            [address],
            headers=LEAVE_LINK.headers(player.pk),
        )
        message.attach_alternative(letter_html(player, words, asked_at), "text/html")
        return message


def letter_text(player: Player, words: WeekWords, asked_at: datetime | None) -> str:
    """Return the mail as plain text; it says all that the HTML says."""
    days = ", ".join(f"{day.name} {day.matches}" for day in words.days)
    parts = [
        _("Your week, %(name)s") % {"name": player.name},
        f"{words.title}. {words.lead}",
        f"{words.heading}: {days}.",
    ]
    if words.luck_text:
        parts.append("\n".join((_("Luck and play"), words.luck_text)))
    if words.find is not None:
        parts.append(_note_text(_("The card of the week"), words.find))
    if words.error is not None:
        parts.append(_note_text(_("What cost most"), words.error))
    if words.coming:
        lines = [
            f"* {event.day}, {event.hour}: {event.name}\n  {absolute(event.url)}"
            for event in words.coming
        ]
        parts.append("\n".join([pgettext("events ahead", "What comes"), *lines]))
    parts.append(_("On the site: %(url)s") % {"url": page_url(words.week)})
    parts.append(f"-- \n{_why(asked_at)}\n{absolute(LEAVE_LINK.path(player.pk))}")
    return "\n\n".join(parts) + "\n"


def letter_html(player: Player, words: WeekWords, asked_at: datetime | None) -> str:
    """Return the mail as HTML without pictures, styles from elsewhere, or scripts."""
    context = {
        "name": player.name,
        "words": words,
        "site": settings.SITE_URL.rstrip("/"),
        "page": page_url(words.week),
        "leave": absolute(LEAVE_LINK.path(player.pk)),
        "why": _why(asked_at),
    }
    return render_to_string("games/week_mail.html", context)


def page_url(week: Week) -> str:
    """Return the absolute URL of a week's page that notes that a link of the mail was followed."""
    return absolute(reverse("week_place", args=[week.name, "page"]))


def _why(asked_at: datetime | None) -> str:
    """Return the sentences that explain the reason of the mail and the way to stop it."""
    stop = _("Stop it with one tap, without signing in:")
    if asked_at is None:
        return stop
    day = date_format(timezone.localtime(asked_at), "DATE_FORMAT")
    reason = _("You get this because you asked for it on %(day)s.") % {"day": day}
    return f"{reason} {stop}"


def _note_text(heading: str, note: CardNote) -> str:
    """Return a card of the week, or what cost most, as text with its links."""
    lines = [heading, f"{note.title} {note.text}".strip()]
    return "\n".join([*lines, *(f"  {name}: {absolute(url)}" for name, url in note.links)])
