"""Pages of lists of tournaments, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.db.models import Q

from games.common.keyset import Key, Page, read_page
from games.models import Player
from games.tournaments.answers import TournamentEvent
from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.selectors.tournaments import tournament_json, with_counts

STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "coming": (TournamentStatus.OPEN, TournamentStatus.CHECKIN),
    "running": (TournamentStatus.RUNNING,),
    "past": (TournamentStatus.FINISHED,),
}
"""Name of a filter -> the states that fit."""
EVERY: Final = tuple(state for states in STATES.values() for state in states)


def tournaments_page(
    *, status: str | None, cursor: str | None = None, limit: int = 50
) -> Page[TournamentEvent]:
    """Return a page of public tournaments, of a state (a key of STATES) or all, latest start first.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    rows = Tournament.objects.filter(
        visibility=Tournament.Visibility.PUBLIC, status__in=STATES.get(status or "", EVERY)
    ).values("id", "starts_at")
    page = read_page(rows, (Key("starts_at", datetime), Key("id", int)), cursor, limit)
    ids = [row["id"] for row in page.rows]
    by_id = {row.pk: row for row in with_counts(Tournament.objects.filter(pk__in=ids))}
    return Page([tournament_json(by_id[pk]) for pk in ids], page.next, page.seen)


def own_events(player: Player) -> list[TournamentEvent]:
    """Return the tournaments, not yet over, that a player has entered or organises, for the API."""
    ended = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    entered = TournamentMember.objects.filter(player=player, left_at=None)
    rows = Tournament.objects.exclude(status__in=ended).filter(
        Q(creator=player) | Q(people__in=entered)
    )
    return [
        tournament_json(row) for row in with_counts(rows.distinct()).order_by("starts_at", "pk")
    ]
