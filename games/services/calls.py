"""Calling a player who has left their table open and their seat's turn waiting."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import PushSubscription
from accounts.push import call
from games.models import Seat


def call_player(*, match: int, seat: int) -> int:
    """Tell the browsers of who sits there that it is their turn; how many were reached.

    The message names the table and nothing of the cards.
    """
    row = (
        Seat.objects.filter(match_id=match, seat=seat, player__user__isnull=False)
        .select_related("player", "match__table")
        .first()
    )
    if row is None or row.match.table is None:
        return 0
    table, reached = row.match.table, 0
    for one in PushSubscription.objects.filter(user=row.player.user_id):
        with override(one.language or None):
            message = {
                "title": _("It is your turn"),
                "body": table.name or _("They wait for your card."),
                "url": f"/t/{table.public_id}/",
                "tag": f"t{table.public_id}",
            }
        reached += call(one, message)
    return reached
