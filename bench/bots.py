"""How strong the bots are: every level against every lower one, in every way of sitting.

Each deck is played once for every side, the stronger level on that side alone and the weaker on
all others, so that luck of the cards falls out. A tied deal counts by halves.

    python bench/bots.py [--deals 1000] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games.bots import BOT_NAMES, bot_named  # noqa: E402 - needs the project's folder on the path
from games.engine import (  # noqa: E402
    Cut,
    DealCards,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.management.bot_figures import Mean, deal_share, with_error  # noqa: E402
from games.management.progress import Progress  # noqa: E402

RESULT = ROOT / "bench" / "results" / "bots.json"
TABLES = [
    ("ludoteka", 2, "individual"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 4, "individual"),
    ("ludoteka", 6, "threes"),
    ("ludoteka", 6, "pairs"),
    ("doncomos", 2, "individual"),
    ("catalan", 2, "individual"),
    ("catalan", 4, "pairs"),
    ("wikipedia_en", 2, "individual"),
    ("wikipedia_en", 6, "threes"),
]


def play_deal(rules, deck, dealer, bots, rng):
    """The result of one deal between these bots, one for each seat."""
    state = start(rules, dealer=dealer)
    state, _ = apply(state, Cut(state.cutter, len(deck) // 2))
    state, _ = apply(state, DealCards(deck))
    while state.phase == "play":
        seat = state.turn
        state, _ = apply(state, bots[seat].choose(view_for(state, seat), rng))
    return state.results[-1]


def duel(rules, strong, weak, deals, seed):
    """The share of deals and the points of a side of `strong` among sides of `weak`."""
    decks, rng = random.Random(f"{seed}/decks"), random.Random(f"{seed}/bots")
    wins, points = Mean(), Mean()
    for number in range(deals):
        deck = decks.sample(rules.deck, len(rules.deck))
        dealer = decks.randrange(rules.players)
        for side in range(len(rules.sides)):
            bots = [strong if own == side else weak for own in rules.side_of]
            result = play_deal(rules, tuple(deck), dealer, bots, rng)
            wins.add(number, deal_share(result, side))
            points.add(number, result.side_points[side])
    return wins, points


def measure(deals: int, seed: int) -> dict[str, object]:
    """The strength of every level against every lower one."""
    pairs = list(combinations(reversed(BOT_NAMES), 2))
    rows = []
    with Progress("bots", len(TABLES) * len(pairs)) as progress:
        for preset, players, teams in TABLES:
            rules = build_ruleset(preset, players, {"teams": teams}).rules
            for strong, weak in pairs:
                wins, points = duel(rules, bot_named(strong), bot_named(weak), deals, seed)
                rows.append(
                    {
                        "preset": preset,
                        "players": players,
                        "teams": teams,
                        "bot": strong,
                        "against": weak,
                        "decks": deals,
                        "win_rate": round(wins.value, 5),
                        "win_rate_se": round(wins.error or 0.0, 5),
                        "even": round(1 / len(rules.sides), 5),
                        "mean_points": round(points.value, 3),
                        "mean_points_se": round(points.error or 0.0, 3),
                    }
                )
                progress.step()
    return {"seed": seed, "rows": rows}


def keep(result: dict[str, object]) -> None:
    """Write the result to its file."""
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=2) + "\n")


def show(result) -> None:
    """Print the result as a table."""
    print(f"{'table':<28}{'bot':<22}{'deals won':>18}{'even':>8}{'points':>16}")
    for row in result["rows"]:
        table = f"{row['preset']}, {row['players']} {row['teams']}"
        who = f"{row['bot']} v {row['against']}"
        share = with_error(row["win_rate"], row["win_rate_se"], 100, " %")
        points = with_error(row["mean_points"], row["mean_points_se"], 1, "")
        print(f"{table:<28}{who:<22}{share:>18}{100 * row['even']:>7.1f}%{points:>16}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="decks for each pairing")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = measure(options.deals, options.seed)
    keep(result)
    show(result)


if __name__ == "__main__":
    main()
