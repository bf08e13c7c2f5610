"""Reads of single matches for the page that reviews them."""

from __future__ import annotations

from games.models import Match, ReviewNote
from games.models.matches import MatchStatus


def held_back(match: str) -> bool:
    """Whether a match is over and shown to nobody yet: its deck is still played by others."""
    return Match.objects.filter(public_id=match, status=MatchStatus.HELD).exists()


def public_table_of(match: str) -> str | None:
    """The public id of the table where a match is played; None where strangers may not watch."""
    return (
        Match.objects.filter(public_id=match, public=True, table__isnull=False)
        .values_list("table__public_id", flat=True)
        .first()
    )


def notes_of(player: int, match: str) -> dict[str, str]:
    """Place -> text of a player's own notes on a match."""
    rows = ReviewNote.objects.filter(player=player, match__public_id=match).order_by("pk")
    return dict(rows.values_list("place", "text"))
