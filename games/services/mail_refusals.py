"""Addresses that refuse the mails of the site for good."""

from __future__ import annotations

from smtplib import SMTPRecipientsRefused

from games.models import NotificationSettings


def store_refusal(*, player: int, address: str, error: SMTPRecipientsRefused) -> bool:
    """Store that a player's (row id) address refuses mails for good; return False if it may take them later.

    No mail goes to the address until the player has another one.
    """
    codes = refusal_codes(error)
    if not codes or not all(500 <= code < 600 for code in codes):
        return False
    NotificationSettings.objects.update_or_create(
        player_id=player, defaults={"refused_address": address}
    )
    return True


def refusal_codes(error: SMTPRecipientsRefused) -> list[int]:
    """Return the SMTP reply codes with which a mail server refused the recipients of a mail."""
    return [code for code, _text in error.recipients.values()]
