"""Rows of games that are deleted when they are too old."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q

from accounts.retention import Cleaner, Cleaners, Rows
from games.models import (
    Case,
    ChatLine,
    Conversation,
    Departure,
    MatchOutcome,
    Message,
    ModAction,
    ModNote,
    Notification,
    NotificationBatch,
    OpponentDecisions,
    Outage,
    PairDecisions,
    PlayerPause,
    Request,
    Restriction,
    SeatInvitation,
    Statement,
    TableBan,
    TableBanAddress,
    TableKick,
)
from games.services.players import delete_guests, idle_guests


def _chat(before: datetime) -> Rows:
    """Return the chat lines sent before a moment."""
    return ChatLine.objects.filter(at__lt=before)


def _messages(before: datetime) -> Rows:
    """Return the messages between players sent before a moment."""
    return Message.objects.filter(created_at__lt=before)


def _conversations(before: datetime) -> Rows:
    """Return the conversations without any message since a moment."""
    return Conversation.objects.filter(last_at__lt=before)


def _cases(before: datetime) -> Rows:
    """Return the moderation cases closed before a moment; deletion includes their reports."""
    return Case.objects.filter(closed_at__lt=before)


def _restrictions(before: datetime) -> Rows:
    """Return the moderators' restrictions of players that ended before a moment."""
    return Restriction.objects.filter(ends_at__lt=before)


def _statements(before: datetime) -> Rows:
    """Return the statements of decisions made before a moment, except for measures still in force."""
    running = ModAction.objects.filter(Q(ends_at__gt=before) | Q(measure="closure"))
    return Statement.objects.filter(at__lt=before).exclude(action__in=running.values("pk"))


def _mod_notes(before: datetime) -> Rows:
    """Return moderators' notes written before a moment."""
    return ModNote.objects.filter(at__lt=before)


def _requests(before: datetime) -> Rows:
    """Return the idempotency keys created before a moment."""
    return Request.objects.filter(created_at__lt=before)


def _departures(before: datetime) -> Rows:
    """Return the departures from matches before a moment; ratings do not need these rows."""
    return Departure.objects.filter(at__lt=before)


def _outcomes(before: datetime) -> Rows:
    """Return the outcomes of matches that ended before a moment."""
    return MatchOutcome.objects.filter(at__lt=before)


def _pauses(before: datetime) -> Rows:
    """Return the pauses of players for leaving that ended before a moment."""
    return PlayerPause.objects.filter(ends_at__lt=before)


def _table_bans(before: datetime) -> Rows:
    """Return the bans of players from a host's tables that were set before a moment."""
    return TableBan.objects.filter(created_at__lt=before)


def _table_ban_addresses(before: datetime) -> Rows:
    """Return the address digests of guests whom hosts banned from tables before a moment."""
    return TableBanAddress.objects.filter(created_at__lt=before)


def _outages(before: datetime) -> Rows:
    """Return the outages of the site that ended before a moment."""
    return Outage.objects.filter(ended_at__lt=before)


def _pair_decisions(before: datetime) -> Rows:
    """Return the counts of partners' decisions (against collusion) in matches before a moment."""
    return PairDecisions.objects.filter(finished_at__lt=before)


def _opponent_decisions(before: datetime) -> Rows:
    """Return the counts of decisions that may favour opponents, in matches before a moment."""
    return OpponentDecisions.objects.filter(finished_at__lt=before)


def _notifications(before: datetime) -> Rows:
    """Return the notifications stored before a moment."""
    return Notification.objects.filter(created_at__lt=before)


def _notification_batches(before: datetime) -> Rows:
    """Return the notifications sent to many players at once before a moment."""
    return NotificationBatch.objects.filter(created_at__lt=before)


def _invitations(before: datetime) -> Rows:
    """Return the invitations to seats made before a moment."""
    return SeatInvitation.objects.filter(created_at__lt=before)


def _kicks(before: datetime) -> Rows:
    """Return the rows of players whom hosts sent away from tables before a moment."""
    return TableKick.objects.filter(created_at__lt=before)


CLEANERS: Final[Cleaners] = {
    "guests": (Cleaner(idle_guests, delete_guests),),
    "chat": (Cleaner(_chat),),
    "messages": (Cleaner(_messages), Cleaner(_conversations)),
    "reports": (Cleaner(_cases),),
    "decisions": (Cleaner(_restrictions), Cleaner(_statements), Cleaner(_mod_notes)),
    "conduct": (
        Cleaner(_departures),
        Cleaner(_outcomes),
        Cleaner(_pauses),
        Cleaner(_outages),
        Cleaner(_pair_decisions),
        Cleaner(_opponent_decisions),
    ),
    "table_bans": (Cleaner(_table_bans), Cleaner(_table_ban_addresses), Cleaner(_kicks)),
    "notifications": (
        Cleaner(_notifications),
        Cleaner(_notification_batches),
        Cleaner(_invitations),
    ),
    "requests": (Cleaner(_requests),),
}
