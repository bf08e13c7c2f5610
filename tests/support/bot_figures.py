"""Win rates and points of bots, with standard errors clustered by deck."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from games.engine import DealResult, Rules
from tests.support.bot_matches import Contest, PlayedMatch

ENDS_WITHOUT_POINTS: Final = ("three_killed", "penalty")
"""Ends of a deal whose winner does not depend on points."""


@dataclass(slots=True)
class Mean:
    """A mean over items in clusters, and its standard error.

    Deals of the same deck are one cluster, as their results depend on each other: the error is that
    of a ratio of cluster totals, with each cluster counted once.
    """

    clusters: dict[Hashable, list[float]] = field(
        default_factory=lambda: defaultdict(lambda: [0.0, 0])
    )
    """Sum and number of the items of each cluster."""

    def add(self, cluster: Hashable, value: float) -> None:
        """Add an item to the mean, as part of a cluster."""
        totals = self.clusters[cluster]
        totals[0] += value
        totals[1] += 1

    @property
    def value(self) -> float:
        """Return the mean over all items; 0 without items."""
        count = sum(items for _, items in self.clusters.values())
        return sum(total for total, _ in self.clusters.values()) / count if count else 0.0

    @property
    def error(self) -> float | None:
        """Return the standard error of the mean; None for fewer than two clusters."""
        size = len(self.clusters)
        if size < 2:
            return None
        mean = self.value
        count = sum(items for _, items in self.clusters.values())
        spread = sum((total - mean * items) ** 2 for total, items in self.clusters.values())
        return math.sqrt(spread * size / (size - 1)) / count


@dataclass(slots=True)
class _Tally:
    """Counts of one bot in a contest: matches, deals, points."""

    deals: Mean = field(default_factory=Mean)
    points: Mean = field(default_factory=Mean)
    ahead: Mean = field(default_factory=Mean)
    """Card points of its sides minus those of the others."""
    matches: Mean = field(default_factory=Mean)
    moves: int = 0
    thought: float = 0.0
    """Seconds spent on choosing actions."""


class Figures:
    """Figures of all bots of a contest, counted match by match."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.matches = 0
        self.deals = 0
        self._tallies = [_Tally() for _ in contest.bots]

    def add(self, played: PlayedMatch) -> None:
        """Count a finished match in the figures of its bots."""
        rules, state = self.contest.rules, played.log.state
        cluster: Hashable = played.number if self.contest.duplicate else self.matches
        self.matches += 1
        self.deals += len(played.results)
        for index, tally in enumerate(self._tallies):
            sides = [rules.side_of[seat] for seat, bot in enumerate(played.lineup) if bot == index]
            for result in played.results:
                deal = (cluster, result.deal)
                tally.deals.add(deal, _average([deal_share(rules, result, side) for side in sides]))
                own = _average([result.side_points[side] for side in sides])
                tally.points.add(deal, own)
                others = [p for side, p in enumerate(result.side_points) if side not in sides]
                if others:
                    tally.ahead.add(deal, own - _average(others))
            winners = state.winners or ()
            won = [float(side in winners) if winners else 0.5 for side in sides]
            tally.matches.add(cluster, _average(won))
            tally.moves += played.moves.get(index, 0)
            tally.thought += played.thought.get(index, 0.0)

    def as_json(self) -> dict[str, Any]:
        """Return the figures as the object that `play_bots --json` prints."""
        ruleset = self.contest.rules.ruleset
        return {
            "preset": ruleset.preset,
            "players": ruleset.players,
            "matches": self.matches,
            "deals": self.deals,
            "bots": [
                {
                    "bot": name,
                    "deal_win_rate": round(tally.deals.value, 6),
                    "deal_win_rate_se": _rounded(tally.deals.error),
                    "mean_points": round(tally.points.value, 4),
                    "mean_points_se": _rounded(tally.points.error),
                    "match_win_rate": round(tally.matches.value, 6),
                    "ms_per_move": round(1000 * tally.thought / max(tally.moves, 1), 4),
                }
                for name, tally in zip(self.contest.bots, self._tallies, strict=True)
            ],
        }

    def as_table(self) -> str:
        """Return the figures as a table for people."""
        data = self.as_json()
        lines = [
            f"{data['preset']}, {data['players']} players: {data['matches']} matches, "
            f"{data['deals']} deals",
            f"{'bot':<12}{'deals won':>18}{'points':>18}{'ahead by':>18}{'matches won':>14}{'ms a move':>12}",
        ]
        for row, tally in zip(data["bots"], self._tallies, strict=True):
            share = with_error(row["deal_win_rate"], row["deal_win_rate_se"], 100, " %")
            points = with_error(row["mean_points"], row["mean_points_se"], 1, "")
            ahead = with_error(tally.ahead.value, tally.ahead.error, 1, "")
            lines.append(
                f"{row['bot']:<12}{share:>18}{points:>18}{ahead:>18}"
                f"{100 * row['match_win_rate']:>12.1f} %{row['ms_per_move']:>12.3f}"
            )
        return "\n".join(lines)


def deal_share(rules: Rules, result: DealResult, side: int) -> float:
    """Return 1 for a side that wins the deal, 0.5 for one that ties, else 0.

    If most points win, the winner is the side with most, extras included; sides that are level get a half
    each, however the ruleset settles it. Otherwise (a contract, staying under a limit, a killed three, a
    penalty) every side with game points wins, which may be several sides or none.
    """
    if rules.option("score.policy") != "most" or result.ended_by in ENDS_WITHOUT_POINTS:
        return float(result.game_points[side] > 0)
    best = max(result.totals)
    if result.totals[side] < best:
        return 0.0
    return 1.0 if result.totals.count(best) == 1 else 0.5


def with_error(value: float, error: float | None, scale: float, unit: str) -> str:
    """Return a figure with its standard error as text: `64.2 +- 0.5 %`."""
    error_text = "" if error is None else f" +- {scale * error:.1f}"
    return f"{scale * value:.1f}{error_text}{unit}"


def _average(values: Sequence[float]) -> float:
    """Return the mean of numbers; 0 if there are none."""
    return sum(values) / len(values) if values else 0.0


def _rounded(error: float | None) -> float | None:
    return None if error is None else round(error, 6)
