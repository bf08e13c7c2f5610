"""Folds a finished match into figures and ratings, in the transaction that ends the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.models import Match, PlayerFigures, Seat, TeamFigures
from games.models.figures import Figures
from games.models.people import PlayerKind
from games.stats.figures import ALL, BOTS, seat_figures
from games.stats.ratings import update_ratings

OF_MEMBERS: Final = (
    "own_points", "tricks", "exchanges", "last_tricks", "timeouts", "ms", "plays",
)  # fmt: skip
"""What each member of a team did; the rest its side did once."""


def fold_match(match: Match, record: dict[str, Any]) -> None:
    """Add a match to the figures of its players and teams, and rate it.

    To be called once a match. Ratings move in matches among people, and among bots in a pool of
    their own; a match of both counts in figures only.
    """
    seats = list(match.seats.order_by("seat"))
    totals = seat_figures(record)
    _fold(
        PlayerFigures, "player_id", [(seat.player_id, totals[seat.seat]) for seat in seats], match
    )
    teams: dict[int, list[Counter[str]]] = {}
    for seat in seats:
        if seat.team_id is not None:
            teams.setdefault(seat.team_id, []).append(totals[seat.seat])
    _fold(TeamFigures, "team_id", [(team, _together(each)) for team, each in teams.items()], match)
    _rate(seats, match, record)


def _together(members: Sequence[Counter[str]]) -> Counter[str]:
    """A team's figures: what its side did once, what its members did added up."""
    total = Counter(members[0])
    for name in OF_MEMBERS:
        total[name] = sum(figures[name] for figures in members)
    return total


def _fold(
    model: type[PlayerFigures] | type[TeamFigures],
    owner: str,
    counted: Sequence[tuple[int, Counter[str]]],
    match: Match,
) -> None:
    """Add what was counted to the rows of its owners.

    Rows are made and then locked in the order of their owners, so that two matches that end at
    once with the same people wait for each other instead of blocking each other.
    """
    if not counted:
        return
    rows: Any = model._default_manager
    pools = (match.pool, ALL)
    owners = sorted({one for one, _ in counted})
    rows.bulk_create(
        [model(**{owner: one}, pool=pool) for one in owners for pool in pools],
        ignore_conflicts=True,
    )
    locked: Iterable[Figures] = (
        rows.select_for_update()
        .filter(**{f"{owner}__in": owners}, pool__in=pools)
        .order_by(owner, "pool")
    )
    held = {(getattr(row, owner), row.pool): row for row in locked}
    for one, figures in counted:
        for pool in pools:
            _add(held[one, pool], figures, match)
    for row in held.values():
        row.save()


def _add(row: Figures, figures: Counter[str], match: Match) -> None:
    for name, value in figures.items():
        setattr(row, name, getattr(row, name) + value)
    if figures["matches_won"]:
        row.streak = max(row.streak, 0) + 1
    elif figures["matches_drawn"]:
        row.streak = 0
    else:
        row.streak = min(row.streak, 0) - 1
    row.best_streak = max(row.best_streak, row.streak)
    moments = (row.last_match_at, match.finished_at)
    row.last_match_at = max(moment for moment in moments if moment is not None)


def _rate(seats: Sequence[Seat], match: Match, record: dict[str, Any]) -> None:
    """Move the ratings by the order in which the sides ended."""
    bots = {seat.kind == PlayerKind.BOT for seat in seats}
    if len(bots) > 1 or len({seat.player_id for seat in seats}) < len(seats):
        return
    players = {seat.seat: seat.player_id for seat in seats}
    sides = [[players[seat] for seat in side] for side in record["sides"]]
    ranks = [_rank(side, record["winners"], record["score"]) for side in range(len(sides))]
    assert match.finished_at is not None
    update_ratings(sides, ranks, BOTS * (True in bots) + match.pool, match.finished_at)


def _rank(side: int, winners: list[int], score: list[int]) -> int:
    """The winners first, the others by their score; equal scores are equal ranks."""
    if side in winners:
        return 0
    return 1 + sum(1 for other in set(score) if other > score[side])
