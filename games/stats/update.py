"""Folds a finished match into figures and ratings, in the transaction that ends the match."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from openskill.models import PlackettLuce

from games.models import Match, PlayerFigures, Rating, Seat, Team, TeamFigures
from games.models.figures import Figures
from games.models.people import PlayerKind
from games.stats.figures import ALL, BOTS, seat_figures

MODEL: Final = PlackettLuce()
SHOWN_AT: Final = 1500
SHOWN_STEP: Final = 40


def fold_match(match: Match, record: dict[str, Any]) -> None:
    """Add a match to the figures of its players and teams, and rate it.

    To be called once a match. Ratings move in matches among people, and among bots in a pool of
    their own; a match of both counts in figures only.
    """
    seats = list(match.seats.select_related("player", "team").order_by("seat"))
    totals = seat_figures(record)
    folded: set[int] = set()
    for seat in sorted(seats, key=lambda seat: seat.player_id):
        for pool in (match.pool, ALL):
            row, _ = PlayerFigures.objects.select_for_update().get_or_create(
                player=seat.player, pool=pool
            )
            _add(row, totals[seat.seat], match)
        if seat.team is not None and seat.team_id not in folded:
            folded.add(seat.team_id or 0)
            _add_team(
                seat.team, match, [totals[one.seat] for one in seats if one.team_id == seat.team_id]
            )
    kinds = {seat.kind == PlayerKind.BOT for seat in seats}
    if len(kinds) == 1 and len({seat.player_id for seat in seats}) == len(seats):
        pool = BOTS + match.pool if kinds == {True} else match.pool
        _rate(seats, pool, record)


def _add(row: Figures, figures: Counter[str], match: Match) -> None:
    for name, value in figures.items():
        setattr(row, name, getattr(row, name) + value)
    if figures["matches_won"]:
        row.streak = max(row.streak, 0) + 1
    elif not figures["matches_drawn"]:
        row.streak = min(row.streak, 0) - 1
    row.best_streak = max(row.best_streak, row.streak)
    row.last_match_at = match.finished_at
    row.save()


def _add_team(team: Team, match: Match, members: list[Counter[str]]) -> None:
    """A team's figures: what its side did once, what its members did added up."""
    together: Counter[str] = Counter()
    for name in ("own_points", "tricks", "exchanges", "last_tricks", "timeouts", "ms", "plays"):
        together[name] = sum(figures[name] for figures in members)
    for name in (
        "matches", "matches_won", "matches_drawn", "deals", "deals_won", "deals_tied",
        "points", "points_squared",
    ):  # fmt: skip
        together[name] = members[0][name]
    for pool in (match.pool, ALL):
        row, _ = TeamFigures.objects.select_for_update().get_or_create(team=team, pool=pool)
        _add(row, together, match)


def _rate(seats: list[Seat], pool: str, record: dict[str, Any]) -> None:
    """Move the ratings by the order in which the sides ended (openskill, Plackett-Luce)."""
    held: dict[int, Rating] = {}
    for seat in sorted(seats, key=lambda seat: seat.player_id):
        fresh = MODEL.rating()
        held[seat.seat], _ = Rating.objects.select_for_update().get_or_create(
            player=seat.player,
            pool=pool,
            defaults={"mu": fresh.mu, "sigma": fresh.sigma, "display": SHOWN_AT},
        )
    sides = record["sides"]
    teams = [[MODEL.rating(held[seat].mu, held[seat].sigma) for seat in side] for side in sides]
    winners = record["winners"]
    ranks = [_rank(index, winners, record["score"]) for index in range(len(sides))]
    for side, rated in zip(sides, MODEL.rate(teams, ranks=ranks), strict=True):
        for seat, new in zip(side, rated, strict=True):
            row = held[seat]
            row.mu, row.sigma = new.mu, new.sigma
            row.display = round(SHOWN_AT + SHOWN_STEP * (new.mu - 25.0))
            row.matches += 1
            row.save()


def _rank(side: int, winners: list[int], score: list[int]) -> float:
    """The winners first, the others by their score; equal scores are equal ranks."""
    if side in winners:
        return 0
    return 1 + sum(1 for other in set(score) if other > score[side])
