"""How strong the bots of rules are, every level against every lower one, in every game.

The levels that learned or look ahead are measured by `tools/bench/bots_ladder.py`.

Each deck is played once for every side, the stronger level on that side alone and the weaker on
all others, so that luck of the cards falls out. `deal_share` says what counts as winning a deal; in
games with contracts several sides may win one, so that the share is told beside the mean share of
a side of the weaker level in the same deals, and their difference has its own standard error.

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

from games.bots import BOT_NAMES, SENSIBLE, bot_named  # noqa: E402 - needs the project's folder on the path
from games.engine import PRESETS, build_ruleset  # noqa: E402
from games.management.progress import Progress  # noqa: E402
from tools.laboratory.bot_deals import duel  # noqa: E402
from tools.laboratory.bot_figures import with_error  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "bots.csv"


def tables(only=None):
    """Preset, players and sides of every table that can be sat at."""
    return [
        (name, players, teams)
        for name, preset in PRESETS.items()
        if only in (None, name)
        for players, ways in preset.players.items()
        for teams in ways
    ]


def measure(deals: int, seed: int, only: str | None = None) -> list[dict[str, Any]]:
    """The strength of every level against every lower one; `deals` decks each."""
    levels = BOT_NAMES[: BOT_NAMES.index(SENSIBLE) + 1]
    pairs = list(combinations(reversed(levels), 2))
    rows, sat = [], tables(only)
    with Progress("bots", len(sat) * len(pairs)) as progress:
        for preset, players, teams in sat:
            rules = build_ruleset(preset, players, {"teams": teams}).rules
            for strong, weak in pairs:
                found = duel(rules, bot_named(strong), bot_named(weak), deals, seed)
                rows.append(
                    {
                        "preset": preset,
                        "players": players,
                        "teams": teams,
                        "bot": strong,
                        "against": weak,
                        "decks": deals,
                        **_mean("win_rate", found.wins, 5),
                        **_mean("against_rate", found.others, 5),
                        **_mean("ahead", found.ahead, 5),
                        **_mean("mean_points", found.points, 3),
                        **_mean("game_points_ahead", found.lead, 3),
                        "thrown_in": round(found.empty / (deals * len(rules.sides)), 4),
                        "seed": seed,
                    }
                )
                progress.step()
    return rows


def _mean(name, mean, digits):
    """A mean and its standard error as two fields."""
    return {
        name: round(mean.value, digits),
        f"{name}_se": round(mean.error or 0.0, digits),
    }


def keep(rows: list[dict[str, Any]]) -> None:
    """Write the rows to their file, in the place of those before."""
    with RESULT.open("w", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def show(rows: list[dict[str, Any]]) -> None:
    """Print the rows as a table."""
    print(f"{'table':<30}{'bot':<18}{'deals won':>16}{'theirs':>9}{'ahead':>16}{'thrown in':>11}")
    for row in rows:
        table = f"{row['preset']}, {row['players']} {row['teams']}"
        who = f"{row['bot']} v {row['against']}"
        share = with_error(row["win_rate"], row["win_rate_se"], 100, " %")
        ahead = with_error(row["ahead"], row["ahead_se"], 100, " %")
        print(
            f"{table:<30}{who:<18}{share:>16}{100 * row['against_rate']:>7.1f} %{ahead:>16}"
            f"{100 * row['thrown_in']:>9.1f} %"
        )


def main() -> None:
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
