"""Measure how well the ratings of pairs, and of their players, predict later matches: log loss of both.

The matches, people and results are those that `manage.py make_matches` fills a site with, but they
are not stored: people differ in strength, and some pairs are better together than alone. The rated
matches of pairs against pairs are rated in the order of time by the functions of the site; each match
of the last fifth is predicted from the ratings before it. A constant prediction of one half has 0.6931.

    python -m tools.bench.pair_ratings [--matches 100000] [--fresh 300]
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")

from games.stats.ratings import (  # noqa: E402 - needs the project's folder on the path
    Standing,
    Values,
    ranks_of,
    rate_match,
    rate_team_match,
    team_prior,
    win_probability,
)
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "pair_ratings.json"
POOL: Final = "4-pairs"
PREDICTED_SHARE: Final = 0.2
"""Share of the matches, the last ones, that are predicted."""
LAST_MATCH_AT: Final = datetime(2026, 11, 1, tzinfo=UTC)
MATCHES_SPAN: Final = timedelta(days=730)
LEAST_EARLIER_MATCHES: Final = (0, 1)
"""Least numbers of earlier rated matches, of the pair with fewer, for which figures are printed."""


class PairMatch(NamedTuple):
    """Rated match of two pairs: its sides and their ranks."""

    sides: list[list[str]]
    """Names of the players, by side."""
    ranks: list[int]


class Loss(NamedTuple):
    """Log losses of both predictions of one match, with the newer pair's number of earlier matches."""

    before: int
    players: float
    pairs: float


def main() -> None:
    """Measure three simulated sites; print the log losses, store them if the sites are large."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--fresh", type=int, default=300, help="played; the others are copies")
    options = parser.parse_args()
    import django

    django.setup()
    sites = {
        "as make_matches fills it": (options.matches, round(options.matches**0.75)),
        "of 400 people": (2 * options.matches, 400),
        "of 100 people": (options.matches, 100),
    }
    rows = []
    for name, (count, people) in sites.items():
        losses = prediction_losses(list(pair_matches(count, options.fresh, people)))
        rows += [{"site": name, "matches": count, **row} for row in table_of(losses)]
    print(
        f"{'site':<28}{'met before':>11}{'predicted':>11}{'players':>9}{'pairs':>9}{'less by':>18}"
    )
    for row in rows:
        print(f"{row['site']:<28}{row['from']:>11}{row['predicted']:>11}"
              f"{row['players']:>9}{row['pairs']:>9}{row['less']:>9} ± {row['error']}")  # fmt: skip
    if options.matches >= 100_000:
        write_result(RESULT, {"constant": round(math.log(2), 4), "rows": rows})


def pair_matches(count: int, fresh: int, people: int) -> Iterator[PairMatch]:
    """Yield the rated matches of pairs on a simulated site, in the order of their ends.

    `count` is the number of all its matches, `fresh` of those really played, `people` of its players.
    """
    from games.common.house_bots import HOUSE_BOT_NAMES
    from games.stats.rated import unrated_reason
    from tools.laboratory.fixtures.fill import BATCH_MATCHES, Plan, drawn, play_all
    from tools.laboratory.fixtures.simulated_people import Calendar, People

    plan = Plan(
        count, fresh, "0", people, Calendar(LAST_MATCH_AT - MATCHES_SPAN, LAST_MATCH_AT, count)
    )
    copiers = play_all(plan, 1, lambda _count: None)
    everybody = People.of(people, plan.seed)
    for first in range(0, count, BATCH_MATCHES):
        for _number, original, sitters, _ended in drawn(
            plan, copiers, everybody, HOUSE_BOT_NAMES, first
        ):
            outcome = copiers[original].outcome
            kinds = [kind for _name, kind in sitters]
            seats = [hash(name) for name, _kind in sitters]
            reason = unrated_reason(
                outcome.preset, outcome.options, sides=outcome.sides, players=seats, kinds=kinds
            )
            if outcome.pool == POOL and not reason and "bot" not in kinds:
                sides = [[sitters[seat][0] for seat in side] for side in outcome.sides]
                yield PairMatch(sides, ranks_of(outcome.record))


def prediction_losses(matches: Sequence[PairMatch]) -> list[Loss]:
    """Rate the earlier matches; return the log losses of predicting the later ones from these ratings."""
    players: defaultdict[Any, Standing] = defaultdict(Standing)
    pairs: defaultdict[Any, Standing] = defaultdict(Standing)
    first, losses = round(len(matches) * (1 - PREDICTED_SHARE)), []
    for number, (sides, ranks) in enumerate(matches):
        teams: Any = [[tuple(sorted(side))] for side in sides]
        player_values = [
            [(players[player].mu, players[player].sigma) for player in side] for side in sides
        ]
        pair_standings = {team: pairs[team] for (team,) in teams}
        if number < first:
            named: Any = sides
            player_standings: dict[Any, Standing] = {
                player: players[player] for side in sides for player in side
            }
            rate_match(player_standings, named, ranks)
            rate_team_match(pair_standings, teams, player_values, ranks)
        elif ranks[0] != ranks[1]:
            before = min(standing.matches for standing in pair_standings.values())
            won = ranks[0] < ranks[1]
            priors = [
                team_prior(pair_standings[team], side)
                for (team,), side in zip(teams, player_values, strict=True)
            ]
            # a pair plays as two players of its own strength, whose errors are the same
            sums = [[(2 * mu, 2 * sigma)] for mu, sigma in priors]
            losses.append(Loss(before, _loss(player_values, won), _loss(sums, won)))
    return losses


def _loss(sides: Sequence[Sequence[Values]], won: bool) -> float:
    """Return the log loss of the rating model's prediction of a match between two sides."""
    share = win_probability(*sides)
    return -math.log(share if won else 1 - share)


def table_of(losses: Sequence[Loss]) -> Iterator[dict[str, Any]]:
    """Yield rows with the mean losses of all predictions, and of pairs with earlier matches."""
    for fewest in LEAST_EARLIER_MATCHES:
        predictions = [loss for loss in losses if loss.before >= fewest]
        less = [loss.players - loss.pairs for loss in predictions]
        yield {
            "from": fewest,
            "predicted": len(predictions),
            "players": round(fmean(loss.players for loss in predictions), 4),
            "pairs": round(fmean(loss.pairs for loss in predictions), 4),
            "less": round(fmean(less), 4),
            "error": round(stdev(less) / len(less) ** 0.5, 4),
        }


if __name__ == "__main__":
    main()
