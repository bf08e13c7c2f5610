"""Rows of games that are deleted when they are too old."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from accounts.retention import Cleaner, Cleaners, Rows
from games.models import ChatLine, Report, Request, Silence
from games.services.players import delete_guests, idle_guests


def _chat(before: datetime) -> Rows:
    """Return the chat lines sent before a moment."""
    return ChatLine.objects.filter(at__lt=before)


def _reports(before: datetime) -> Rows:
    """Return the reports created before a moment."""
    return Report.objects.filter(created_at__lt=before)


def _silences(before: datetime) -> Rows:
    """Return the silences that ended before a moment."""
    return Silence.objects.filter(until__lt=before)


def _requests(before: datetime) -> Rows:
    """Return the idempotency keys created before a moment."""
    return Request.objects.filter(created_at__lt=before)


CLEANERS: Final[Cleaners] = {
    "guests": (Cleaner(idle_guests, delete_guests),),
    "chat": (Cleaner(_chat),),
    "reports": (Cleaner(_reports),),
    "silences": (Cleaner(_silences),),
    "requests": (Cleaner(_requests),),
}
