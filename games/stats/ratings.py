"""Ratings: openskill's Plackett-Luce over sides, shown on a scale around 1500."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from openskill.models import PlackettLuce

from games.models import Rating

CENTRE: Final = 1500
PER_MU: Final = 40
"""Shown points for one of the model's."""
ESTABLISHED: Final = 5
"""Rated matches from which a rating stands on the leaderboard."""

_model = PlackettLuce()
START_MU: Final = float(_model.mu)
START_SIGMA: Final = float(_model.sigma)


def display(mu: float) -> int:
    """The figure shown for a rating.

    >>> display(START_MU), display(START_MU + 1)
    (1500, 1540)
    """
    return round(CENTRE + PER_MU * (mu - START_MU))


def deviation(sigma: float) -> int:
    """How far the figure shown may be off, on the same scale."""
    return round(PER_MU * sigma)


def rate(
    sides: Sequence[Sequence[tuple[float, float]]], ranks: Sequence[int]
) -> list[list[tuple[float, float]]]:
    """New (mu, sigma) of every player, by side; equal ranks are a tie."""
    teams = [[_model.rating(mu=mu, sigma=sigma) for mu, sigma in side] for side in sides]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [[(float(one.mu), float(one.sigma)) for one in side] for side in rated]


def update_ratings(
    sides: Sequence[Sequence[int]], ranks: Sequence[int], pool: str, now: datetime
) -> None:
    """Rate one match in the caller's transaction; `sides` are ids of players.

    The rows are locked in the order of their players, so that two matches that end at once with
    the same people wait for each other instead of blocking each other.
    """
    players = sorted({player for side in sides for player in side})
    Rating.objects.bulk_create(
        [
            Rating(player_id=player, pool=pool, mu=START_MU, sigma=START_SIGMA, display=CENTRE)
            for player in players
        ],
        ignore_conflicts=True,
    )
    rows: Mapping[int, Rating] = {
        row.player_id: row
        for row in Rating.objects.select_for_update()
        .filter(pool=pool, player__in=players)
        .order_by("player_id")
    }
    old = [[(rows[player].mu, rows[player].sigma) for player in side] for side in sides]
    for side, rated in zip(sides, rate(old, ranks), strict=True):
        for player, (mu, sigma) in zip(side, rated, strict=True):
            row = rows[player]
            row.mu, row.sigma, row.display = mu, sigma, display(mu)
            row.matches += 1
            row.updated_at = now
    Rating.objects.bulk_update(
        [rows[player] for player in players], ["mu", "sigma", "display", "matches", "updated_at"]
    )
