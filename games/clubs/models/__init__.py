"""Database models of clubs."""

from games.clubs.models.clubs import (
    Club,
    ClubBan,
    ClubInvitation,
    ClubLink,
    ClubLog,
    ClubMember,
    ClubPost,
    ClubRequest,
    ClubRuleset,
    ClubSearchTail,
)
from games.clubs.models.events import ClubChallenge, ClubFigures, ClubResult

__all__ = [
    "Club",
    "ClubBan",
    "ClubChallenge",
    "ClubFigures",
    "ClubInvitation",
    "ClubLink",
    "ClubLog",
    "ClubMember",
    "ClubPost",
    "ClubRequest",
    "ClubResult",
    "ClubRuleset",
    "ClubSearchTail",
]
