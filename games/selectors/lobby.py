"""What the lobby shows beside the tables."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Count
from django.utils import timezone

from games.models import Match, Player
from games.models.matches import MatchStatus
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import finished_matches

Json = dict[str, Any]
RECENT = timedelta(days=7)


def popular_presets() -> list[Json]:
    """What was played in the last week, the most played first, with its share in per cent."""
    rows = list(
        Match.objects.filter(status=MatchStatus.FINISHED, finished_at__gte=timezone.now() - RECENT)
        .values("preset")
        .annotate(count=Count("pk"))
        .order_by("-count", "preset")[:5]
    )
    total = sum(row["count"] for row in rows)
    return [{"preset": row["preset"], "share": round(100 * row["count"] / total)} for row in rows]


def recent_matches(player: Player | None, count: int = 5) -> list[Match]:
    """The last finished matches, of a player or of anybody."""
    wanted = MatchFilter(player=player.name) if player else MatchFilter()
    return list(finished_matches(wanted)[:count])
