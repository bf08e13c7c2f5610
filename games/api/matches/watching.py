"""Running tables that are worth watching."""

from __future__ import annotations

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from brisca_site.base.site_address import site_address
from games.answers import watching as answers
from games.api.core.base import Endpoint
from games.common.live_gateway import live_gateway
from games.selectors.watching import LISTED, WorthWatching, tables_to_watch


class TablesToWatch(Endpoint):
    """Endpoint: list of running tables that are worth watching."""

    operation, tag = "list_tables_to_watch", "matches"
    answer = answers.TablesToWatch

    def get(self, request: Request) -> Response:
        """List public running tables that anybody may watch, the best first, and why."""
        matches = tables_to_watch(None, watchers=live_gateway().watchers, limit=LISTED)
        body: answers.TablesToWatch = {"results": [_row(match, request) for match in matches]}
        return Response(body, headers={"Cache-Control": "no-store"})


def _row(worth: WorthWatching, request: Request) -> answers.TableToWatch:
    """Return a running table to watch as the API shows it to everybody."""
    table, running = worth.table, worth.running
    assert table.match is not None, "the table plays"
    address = reverse("table", args=[table.public_id])
    return {
        "table": table.public_id,
        "match": table.match.public_id,
        "url": site_address(request, f"{address}?watch=1"),
        "preset": table.ruleset.preset,
        "pool": worth.pool,
        "players": [[seat.name for seat in side] for side in running.sides],
        "score": list(running.score),
        "deal": running.deals + 1,
        "delay": table.delay,
        "watchers": worth.watchers,
        "rating": worth.rating,
        "event": worth.event or None,
        "reasons": [reason for reason in worth.reasons if reason != "followed"],
    }
