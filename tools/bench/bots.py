"""Measure the strength of the bots that play by rules: each level against each lower one, in every game.

`tools/bench/bots_ladder.py` measures the levels that learned or look ahead.

Each deck is played once for every side, the stronger level on that side alone and the weaker on all
others, so that the luck of the cards cancels out. `deal_share` defines when a deal is won. In games
with contracts several sides may win a deal; therefore the mean share of the weaker level's sides in
the same deals is given too, and the difference has a standard error of its own.

    python tools/bench/bots.py [--deals 400] [--seed 0] [--preset NAME]
"""

from __future__ import annotations

import argparse
import csv
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from brisca_site.base.progress import Progress  # noqa: E402
from games.bots import BOT_NAMES, TIMEOUT_LEVEL, bot_named  # noqa: E402 - needs the project's folder on the path
from games.engine import PRESETS, build_ruleset  # noqa: E402
from tests.support.bot_deals import duel  # noqa: E402
from tests.support.bot_figures import Mean, with_error  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "bots.csv"


def tables(only: str | None = None) -> list[tuple[str, int, str]]:
    """Return (preset, players, teams) of every table that people can open, or of one preset."""
    return [
        (name, players, teams)
        for name, preset in PRESETS.items()
        if only in (None, name)
        for players, ways in preset.players.items()
        for teams in ways
    ]


def measure(deals: int, seed: int, only: str | None = None) -> list[dict[str, Any]]:
    """Return a row for each pair of bot levels with their strength, from `deals` decks each."""
    levels = BOT_NAMES[: BOT_NAMES.index(TIMEOUT_LEVEL) + 1]
    pairs = list(combinations(reversed(levels), 2))
    rows, games = [], tables(only)
    with Progress("bots", len(games) * len(pairs)) as progress:
        for preset, players, teams in games:
            rules = build_ruleset(preset, players, {"teams": teams}).rules
            for strong, weak in pairs:
                outcome = duel(rules, bot_named(strong), bot_named(weak), deals, seed)
                rows.append(
                    {
                        "preset": preset,
                        "players": players,
                        "teams": teams,
                        "bot": strong,
                        "against": weak,
                        "decks": deals,
                        **_mean("win_rate", outcome.wins, 5),
                        **_mean("against_rate", outcome.others, 5),
                        **_mean("ahead", outcome.ahead, 5),
                        **_mean("mean_points", outcome.points, 3),
                        **_mean("game_points_ahead", outcome.lead, 3),
                        "thrown_in": round(outcome.empty / (deals * len(rules.sides)), 4),
                        "seed": seed,
                    }
                )
                progress.step()
    return rows


def _mean(name: str, mean: Mean, digits: int) -> dict[str, float]:
    """Return a mean and its standard error as two fields, rounded."""
    return {
        name: round(mean.value, digits),
        f"{name}_se": round(mean.error or 0.0, digits),
    }


def keep(rows: list[dict[str, Any]]) -> None:
    """Replace the result file with these rows about bots, as CSV."""
    with RESULT.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def show(rows: list[dict[str, Any]]) -> None:
    """Print the rows about bots' strength as a table."""
    print(f"{'table':<30}{'bot':<18}{'deals won':>16}{'theirs':>9}{'ahead':>16}{'thrown in':>11}")
    for row in rows:
        table = f"{row['preset']}, {row['players']} {row['teams']}"
        pairing = f"{row['bot']} v {row['against']}"
        share = with_error(row["win_rate"], row["win_rate_se"], 100, " %")
        ahead = with_error(row["ahead"], row["ahead_se"], 100, " %")
        print(
            f"{table:<30}{pairing:<18}{share:>16}{100 * row['against_rate']:>7.1f} %{ahead:>16}"
            f"{100 * row['thrown_in']:>9.1f} %"
        )


def main() -> None:
    """Measure bots with the options of the command line; print rows, store those of all games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=400, help="decks for each pairing")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--preset", choices=list(PRESETS), help="this game only; nothing is kept")
    options = parser.parse_args()
    rows = measure(options.deals, options.seed, options.preset)
    if options.preset is None:
        keep(rows)
    show(rows)


if __name__ == "__main__":
    main()
