"""Calls to players whose turn it is while they are away from their table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import NotificationKind, Seat, Table
from games.rules_text import preset_title
from games.services.notifications import notify
from games.services.pushes import queue_push


@transaction.atomic
def call_player(*, match: int, seat: int, now: datetime | None = None) -> int:
    """Call the player at a seat of a match (row id) to their turn by push message.

    Return the number of browsers that get it. The first call of a match is a notification too.
    Nothing names a card. A player who wants no push messages of matches gets none.
    """
    row = (
        Seat.objects.filter(match_id=match, seat=seat, player__user__isnull=False)
        .select_related("player", "match__table__ruleset")
        .first()
    )
    if row is None or row.match.table is None:
        return 0
    table, kind = row.match.table, NotificationKind.MATCH_WAITS
    url = f"/t/{table.public_id}/"
    title = table.name or preset_title(table.ruleset.preset)
    notify(
        recipients=[row.player_id], kind=kind, text="match_waits", key=f"match:{match}",
        data={"game": title}, url=url, push=False, now=now,
    )  # fmt: skip
    return _push(row.player_id, table, now)


def _push(player: int, table: Table, now: datetime | None) -> int:
    """Queue the push message "It is your turn" for a player; return the number of browsers."""
    return queue_push(
        players=[player],
        kind=NotificationKind.MATCH_WAITS,
        message=lambda: {
            "title": _("It is your turn"),
            "body": table.name or _("They wait for your card."),
            "url": f"/t/{table.public_id}/",
            "tag": f"t{table.public_id}",
        },
        now=now,
    )
