"""Reads of single matches for the page that reviews them."""

from __future__ import annotations

from games.models import Match


def public_table_of(match: str) -> str | None:
    """The public id of the table where a match is played; None where strangers may not watch."""
    return (
        Match.objects.filter(public_id=match, public=True, table__isnull=False)
        .values_list("table__public_id", flat=True)
        .first()
    )
