"""The signal that players have new notifications, or have read some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.dispatch import Signal

notified: Final = Signal()
"""Sent after the commit with `players` (row ids); the live path shows them their new count."""


def announce(players: Sequence[int]) -> None:
    """Signal after the commit that players (row ids) have new notifications, for open lobby pages.

    Exceptions of the receivers of the signal `notified` are logged.
    """
    if players:
        transaction.on_commit(
            lambda: notified.send_robust(sender=None, players=list(players)), robust=True
        )
