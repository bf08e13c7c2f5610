"""Push notifications to players whose turn it is while they are away from their table."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import PushSubscription
from accounts.push import call
from games.models import Seat


def call_player(*, match: int, seat: int) -> int:
    """Notify the browsers of a seat's player that it is their turn; return how many were reached.

    The message names the table and says nothing of the cards.
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
