"""Mails to those who gave notice of illegal content: that it arrived, and what became of it."""

from __future__ import annotations

from django.core.mail import send_mail
from django.utils.translation import gettext as _

from games.models import CaseReport


def confirm_notice(report: CaseReport) -> None:
    """Mail the confirmation of a notice of illegal content, if its author left an address."""
    text = _(
        "Your notice about %(address)s has arrived as number %(number)s. A person reads it within "
        "a day. We will write again when it is decided."
    )
    _send(report, _("Your notice has arrived"), text)


def answer_notice(report: CaseReport) -> None:
    """Mail the decision about a notice of illegal content, if its author left an address."""
    if report.status == CaseReport.Status.UPHELD:
        text = _(
            "Your notice about %(address)s (number %(number)s) was right; we have acted on it."
        )
    else:
        text = _(
            "A person has read your notice about %(address)s (number %(number)s) and found nothing "
            "illegal. If you see it otherwise, answer this mail; you may also go to a court."
        )
    _send(report, _("Your notice has been decided"), text)


def _send(report: CaseReport, subject: str, text: str) -> None:
    """Send a mail to the author of a notice of illegal content."""
    if report.email:
        body = text % {"address": report.address, "number": report.pk}
        send_mail(subject, body, None, [report.email])
