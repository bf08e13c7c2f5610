"""Standings of tournaments as pages and programs see them."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import Avg, Sum

from games.answers.tournaments import StandingLine, Standings
from games.models import Tournament, TournamentEntrant, TournamentPlace
from games.models.tournament_rounds import GameKind
from games.models.tournaments import TournamentStatus
from games.selectors.tournament_state import names_of
from games.selectors.tournaments import entrant_players


def standings_json(
    tournament: Tournament, *, start: int = 0, limit: int | None = None, results: bool = True
) -> Standings:
    """Return the standings after all rounds that are scored: all, or `limit` lines from `start`.

    None of them without `results` (`tournaments.shows_results`).
    """
    rows = (
        TournamentEntrant.objects.filter(tournament=tournament, line__isnull=False)
        .select_related("team")
        .prefetch_related("people__player")
        .order_by("place")
    )
    rows = rows if results else rows.none()
    shown = list(rows[start:] if limit is None else rows[start : start + limit])
    names = names_of(shown)
    return {
        "rounds": tournament.round_rows.filter(closed_at__isnull=False).count(),
        "final": tournament.status == TournamentStatus.FINISHED,
        "hash": tournament.standings_hash,
        "results": [_line_json(row, names[row.pk]) for row in shown],
    }


def own_line(entrant: TournamentEntrant) -> StandingLine | None:
    """Return the line of an entrant in the standings; None before its first round is scored."""
    if entrant.line is None:
        return None
    return _line_json(entrant, names_of([entrant])[entrant.pk])


def _line_json(row: TournamentEntrant, name: str) -> StandingLine:
    """Return the stored line of an entrant."""
    line = row.line or {}
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
    """Return the mean share of the matchpoints of each entrant (row id), over its games."""
    rows = TournamentPlace.objects.filter(
        round__tournament=tournament, round__closed_at__isnull=False, game__kind=GameKind.GAME
    )
    return dict(rows.order_by().values_list("entrant").annotate(mean=Avg("percent")))


def own_shares_of(tournament: Tournament) -> dict[int, float]:
    """Return the share of its deals that each entrant (row id) has played itself."""
    rows = TournamentPlace.objects.filter(
        round__tournament=tournament, game__result="played", game__kind=GameKind.GAME
    )
    sums = (
        rows.order_by()
        .values_list("entrant")
        .annotate(own=Sum("own_deals"), all=Sum("game__deals_done"))
    )
    return {entrant: own / every for entrant, own, every in sums if every}
