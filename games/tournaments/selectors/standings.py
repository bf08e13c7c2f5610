"""Standings of tournaments as pages and programs see them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from django.db.models import Avg, QuerySet, Sum

from games.common.keyset import Key, Page, read_page
from games.tournaments.answers import StandingLine, Standings
from games.tournaments.models import Tournament, TournamentEntrant, TournamentPlace
from games.tournaments.models.rounds import GameKind
from games.tournaments.models.tournaments import TournamentStatus
from games.tournaments.selectors.state import names_of
from games.tournaments.selectors.tournaments import entrant_players

LINE_DEFAULTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "percent": 50.0,
        "direct": 0.0,
        "buchholz": 0.0,
        "sonneborn": 0.0,
        "deals_won": 0,
        "byes": 0,
        "decided_by": "score",
        "ranked": True,
    }
)
"""Values of columns that a stored line does not have, because it is older than the column."""


def standings_json(
    tournament: Tournament, *, start: int = 0, limit: int | None = None, results: bool = True
) -> Standings:
    """Return the standings after all scored rounds for the API: all, or `limit` lines from `start`.

    No lines without `results` (`tournaments.shows_results`). Such parts have no `next`.
    """
    rows = _standing_rows(tournament, results=results).order_by("place", "pk")
    shown = rows[start:] if limit is None else rows[start : start + limit]
    return {
        "rounds": tournament.round_rows.filter(closed_at__isnull=False).count(),
        "final": tournament.status == TournamentStatus.FINISHED,
        "hash": tournament.standings_hash,
        "results": _lines_json(shown),
        "next": None,
    }


def standings_page(
    *, tournament: Tournament, results: bool, cursor: str | None = None, limit: int = 50
) -> Page[StandingLine]:
    """Return a page of a tournament's standings as the API shows them.

    `results` says whether the viewer may see results; if not, the page is empty.

    Raises:
        BadCursorError: the cursor is not one of this list.
    """
    keys = (Key("place", int, falling=False), Key("id", int, falling=False))
    rows = _standing_rows(tournament, results=results).values("id", "place")
    page = read_page(rows, keys, cursor, limit)
    entrants = TournamentEntrant.objects.filter(pk__in=[row["id"] for row in page.rows])
    return Page(_lines_json(entrants.order_by("place", "pk")), page.next, page.seen)


def _standing_rows(tournament: Tournament, *, results: bool) -> QuerySet[TournamentEntrant]:
    """Return a query of entrants with a line in the standings; none without `results`."""
    if not results:
        return TournamentEntrant.objects.none()
    return TournamentEntrant.objects.filter(tournament=tournament, line__isnull=False)


def _lines_json(entrants: QuerySet[TournamentEntrant]) -> list[StandingLine]:
    """Return the standings' lines of these entrants as the API shows them, in their order."""
    rows = list(entrants.select_related("team").prefetch_related("people__player"))
    names = names_of(rows)
    return [_line_json(row, names[row.pk]) for row in rows]


def own_line(entrant: TournamentEntrant) -> StandingLine | None:
    """Return the standings' line of an entrant; None before its first round is scored."""
    if entrant.line is None:
        return None
    return _line_json(entrant, names_of([entrant])[entrant.pk])


def _line_json(row: TournamentEntrant, name: str) -> StandingLine:
    """Return an entrant's stored line of the standings as the API shows it."""
    line = {**LINE_DEFAULTS, **(row.line or {})}
    return {
        "place": row.place or 0,
        "entrant": row.number,
        "name": name,
        "players": entrant_players(row),
        "squad": row.squad,
        "score": row.score or 0.0,
        "percent": line["percent"],
        "direct": line["direct"],
        "buchholz": line["buchholz"],
        "sonneborn": line["sonneborn"],
        "deals_won": line["deals_won"],
        "byes": line["byes"],
        "decided_by": line["decided_by"],
        "status": cast("Any", row.status),
        "house": all(member.player.bot for member in row.people.all()),
        "ranked": line["ranked"],
    }


def percents_of(tournament: Tournament) -> dict[int, float]:
    """Return entrant (row id) -> its mean percentage of the matchpoints over its scored games.

    Matchpoints compare its result in a deal with those of others who held the same cards.
    """
    rows = TournamentPlace.objects.filter(
        round__tournament=tournament, round__closed_at__isnull=False, game__kind=GameKind.GAME
    )
    return dict(rows.order_by().values_list("entrant").annotate(mean=Avg("percent")))


def own_shares_of(tournament: Tournament) -> dict[int, float]:
    """Return entrant (row id) -> share (0 to 1) of deals played by its people, not by bots."""
    rows = TournamentPlace.objects.filter(
        round__tournament=tournament, game__result="played", game__kind=GameKind.GAME
    )
    sums = (
        rows.order_by()
        .values_list("entrant")
        .annotate(own=Sum("own_deals"), all=Sum("game__deals_done"))
    )
    return {entrant: own / every for entrant, own, every in sums if every}
