"""The signal that players have new notifications, or have read some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.dispatch import Signal

notified: Final = Signal()
"""Sent after the commit with `players` (row ids); the live path shows them their new count."""


def announce(players: Sequence[int]) -> None:
    """Tell players (row ids) who are in the lobby, after the commit, of new notifications.

    It sends the signal `notified`, and logs what receivers raise.
    """
    if players:
        transaction.on_commit(
            lambda: notified.send_robust(sender=None, players=list(players)), robust=True
        )
