"""Signal receivers that notify the live path of changes elsewhere. Imported by `routing`."""

from __future__ import annotations

from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from accounts.models import Token
from accounts.signals import account_renamed
from games.live.process import notify
from games.models import Table, TableSeat
from games.models.tables import TableStatus
from games.services.notification_signal import notified

MOST_TABLES: Final = 40
"""Most tables of a player that are sent a new name at once; others show it when next read."""


@receiver(post_save, sender=Table, dispatch_uid="live.table")
def _table_saved(instance: Table, **kwargs: Any) -> None:
    notify.table_changed(instance.public_id)


@receiver([post_save, post_delete], sender=TableSeat, dispatch_uid="live.table_seat")
def _seat_saved(instance: TableSeat, **kwargs: Any) -> None:
    notify.table_changed(instance.table.public_id)
    if instance.player_id is not None:
        notify.seated(instance.player_id)


@receiver(account_renamed, dispatch_uid="live.account_renamed")
def _account_renamed(user: Any, **kwargs: Any) -> None:
    """Notify the tables of a player who has another name, face or kind."""
    seats = TableSeat.objects.filter(player__user=user).exclude(table__status=TableStatus.CLOSED)
    newest = seats.order_by("-table__updated_at")
    for table in newest.values_list("table__public_id", flat=True)[:MOST_TABLES]:
        notify.table_changed(table)


@receiver(notified, dispatch_uid="live.notified")
def _notified(players: list[int], **kwargs: Any) -> None:
    """Show players in the lobby how many notifications they have not read."""
    notify.notified(players)


@receiver(user_logged_out, dispatch_uid="live.logged_out")
def _logged_out(request: Any, **kwargs: Any) -> None:
    session = getattr(request, "session", None)
    if session is not None and session.session_key:
        notify.logged_out(session.session_key)


@receiver(post_delete, sender=UserSession, dispatch_uid="live.session_ended")
def _session_ended(instance: UserSession, **kwargs: Any) -> None:
    """Close the sockets of a session that was ended from another one, or with its account."""
    notify.logged_out(instance.session_key)


@receiver(post_delete, sender=Token, dispatch_uid="live.token")
def _token_ended(instance: Token, **kwargs: Any) -> None:
    """Close the sockets of a key that was revoked, or deleted with its account."""
    notify.token_ended(instance.pk)


@receiver(post_save, sender=get_user_model(), dispatch_uid="live.account")
def _account_saved(
    instance: Any, created: bool, update_fields: frozenset[str] | None = None, **kwargs: Any
) -> None:
    """Close the sockets of sessions that end with a new password, or as the account is barred."""
    ends = {"password", "is_active", "barred_until"}
    if not created and (update_fields is None or ends & set(update_fields)):
        notify.account_changed(instance.pk)
