"""Data that clubs hold about one player, for the download of their data."""

from __future__ import annotations

from typing import Any

from games.clubs.models import (
    ClubBan,
    ClubFigures,
    ClubInvitation,
    ClubLog,
    ClubMember,
    ClubPost,
    ClubRequest,
    ClubResult,
)
from games.models import Player


def club_data(player: Player) -> dict[str, Any]:
    """Return all that clubs store about a player, from memberships to log entries, for downloads."""
    return {
        "clubs": list(
            ClubMember.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "role", "rights", "joined_at", "last_active", "calendar")
        ),
        "club_requests": list(
            ClubRequest.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "message", "created_at", "refused_at")
        ),
        "club_invitations": list(
            ClubInvitation.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "created_at", "answered_at")
        ),
        "club_bans": list(
            ClubBan.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "created_at")
        ),
        "club_posts": list(
            ClubPost.objects.filter(author=player)
            .order_by("pk")
            .values("club__handle", "text", "created_at", "hidden_at")
        ),
        "club_figures": list(
            ClubFigures.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "season", "matches", "won", "points")
        ),
        "club_results": list(
            ClubResult.objects.filter(player=player)
            .order_by("pk")
            .values("club__handle", "match__public_id", "won", "points")
        ),
        "club_log": list(
            ClubLog.objects.filter(actor=player)
            .order_by("pk")
            .values("club__handle", "kind", "note", "at")
        ),
    }
