"""Running tables that are worth watching."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from brisca_site.site_address import site_address
from games.answers import watching as answers
from games.api.core.base import Endpoint
from games.models import TableSeat
from games.selectors.watching import LISTED, WorthWatching, tables_to_watch
from games.services.live_gateway import live_gateway


class TablesToWatch(Endpoint):
    """Endpoint: list of running tables that are worth watching."""

    operation, tag = "list_tables_to_watch", "matches"
    answer = answers.TablesToWatch

    def get(self, request: Request) -> Response:
        """List public running tables that anybody may watch, the best first, and why."""
        found = tables_to_watch(None, watchers=live_gateway().watchers, limit=LISTED)
        body: answers.TablesToWatch = {"results": [_row(one, request) for one in found]}
        return Response(body, headers={"Cache-Control": "no-store"})


def _names(side: Sequence[TableSeat]) -> list[str]:
    """Return the names of the players of a side, "" for a seat without one."""
    return [seat.player.name if seat.player else "" for seat in side]


def _row(worth: WorthWatching, request: Request) -> answers.TableToWatch:
    """Return a table as the API shows it to everybody."""
    table, running = worth.table, worth.running
    assert table.match is not None, "the table plays"
    address = reverse("table", args=[table.public_id])
    return {
        "table": table.public_id,
        "match": table.match.public_id,
        "url": site_address(request, f"{address}?watch=1"),
        "preset": table.ruleset.preset,
        "pool": worth.pool,
        "players": [_names(side) for side in running.sides],
        "score": list(running.score),
        "deal": running.deals + 1,
        "delay": table.delay,
        "watchers": worth.watchers,
        "rating": worth.rating,
        "event": worth.event or None,
        "reasons": [reason for reason in worth.reasons if reason != "followed"],
    }
