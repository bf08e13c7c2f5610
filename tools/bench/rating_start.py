"""Measure the start of ratings that predicts best: log loss over the last fifth of a site's matches.

The rated matches of people with two sides are rated in the order in which they were counted, once for
each start (sigma). Each match of the last fifth is predicted from the ratings before it; tossing a
coin has a log loss of 0.6931.

    python -m tools.bench.rating_start [--sigma 8.33 5 3.5 2.5]
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

from games.stats.ratings import (  # noqa: E402 - needs the project's folder on the path
    Standing,
    rate_match,
    win_probability,
)

SIGMAS: Final = (25 / 3, 5.0, 3.5, 2.5)
PREDICTED_SHARE: Final = 0.2
"""Share of the matches, the last ones, that are predicted."""
MATCHES_A_QUERY: Final = 500


class RatedMatch(NamedTuple):
    """Rated match of two sides: its pool, players and winners."""

    pool: str
    sides: list[list[int]]
    """Row ids of the players, by side."""
    winners: list[int]


def main() -> None:
    """Measure the starting values (sigma) of the command line, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sigma", type=float, nargs="+", default=SIGMAS)
    options = parser.parse_args()
    import django

    django.setup()
    matches = list(rated_matches())
    print(f"{len(matches)} rated matches of two sides")
    for sigma in options.sigma:
        losses = losses_of(matches, sigma)
        if losses:
            print(f"sigma {sigma:5.2f}: log loss {fmean(losses):.4f} over {len(losses)}")


def rated_matches() -> Iterator[RatedMatch]:
    """Yield the rated matches of people with two sides, in the order of their rating."""
    from games.models import CountedMatch, Match, Seat
    from games.models.people import PlayerKind

    matches = list(
        CountedMatch.objects.filter(match__rated=True)
        .order_by("pk")
        .values_list("match", flat=True)
    )
    for first in range(0, len(matches), MATCHES_A_QUERY):
        ids = matches[first : first + MATCHES_A_QUERY]
        rows = Match.objects.in_bulk(ids)
        seats: defaultdict[int, list[Seat]] = defaultdict(list)
        for seat in Seat.objects.filter(match__in=ids).order_by("seat"):
            seats[seat.match_id].append(seat)
        for match in ids:
            row = rows[match]
            if len(row.sides) == 2 and all(seat.kind != PlayerKind.BOT for seat in seats[match]):
                sides = [[seats[match][seat].player_id for seat in side] for side in row.sides]
                yield RatedMatch(row.pool, sides, list(row.winners or ()))


def losses_of(matches: Sequence[RatedMatch], sigma: float) -> list[float]:
    """Rate the matches with a start `sigma`; return log losses of predicting the last ones."""
    standings: defaultdict[tuple[int, str], Standing] = defaultdict(lambda: Standing(sigma=sigma))
    first, losses = round(len(matches) * (1 - PREDICTED_SHARE)), []
    for number, (pool, sides, winners) in enumerate(matches):
        in_pool = {player: standings[player, pool] for side in sides for player in side}
        first_side, second_side = (
            [(in_pool[player].mu, in_pool[player].sigma) for player in side] for side in sides
        )
        if number >= first and len(winners) == 1:
            share = win_probability(first_side, second_side)
            losses.append(-math.log(share if winners == [0] else 1 - share))
        rate_match(in_pool, sides, _ranks(winners))
    return losses


def _ranks(winners: Iterable[int]) -> list[int]:
    """Return both sides' ranks, given the winning sides: 0 for first or a draw, else 1."""
    won = set(winners)
    return [0 if side in won or not won else 1 for side in (0, 1)]


if __name__ == "__main__":
    main()
