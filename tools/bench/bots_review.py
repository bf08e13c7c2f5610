"""What the review of a match says of each level of the ladder, and how long it takes.

Every level plays deals of two players against itself. The loss is what the review finds: card
points behind the best card by what the player could know, counted beyond two standard errors;
beside it without that bound. Then a match of four deals is reviewed, on one core.

    python -m tools.bench.bots_review [--deals 40] [--seed review] [--levels random,...]

Rows of earlier runs that are not played again stay in the result.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from games.analysis import WORLDS, accuracy, analyse_log
from games.bots import BOT_NAMES
from games.bots.simulation.rollouts import backends
from games.engine import build_ruleset
from games.management.progress import Progress
from tools.bench.written import write
from tools.laboratory.bot_matches import Contest, play_contest

RESULT = Path(__file__).resolve().parent / "results" / "bots_review.json"
SEED = "review"
"""Not what the weights were trained from."""
LEAST_RATIO = 6.0
"""Of the loss of random to that of expert."""
ORDER = ("random", "greedy", "rules", "expert")
MOST_SECONDS = {"numpy": 10.0, "numba": 2.0}
"""For a match of four deals."""


def match_of(level: str, seed: str, deals: int):
    """The log of a match of so many deals that a level plays against itself."""
    options = {"match.target": deals, "match.max_deals": deals}
    rules = build_ruleset("ludoteka", 2, options).rules
    return next(play_contest(Contest(rules, (level,), 1, seed))).log


def loss_of(level: str, deals: int, seed: str, progress: Progress) -> dict[str, object]:
    """Return the loss that analysis finds in the play of a bot level."""
    decisions, loss, behind, errors, best = 0, 0.0, 0.0, 0, 0
    for number in range(deals):
        found = analyse_log(match_of(level, f"{seed}/{number}", 1))
        for play in found.plays:
            if play["judged"] is not None:
                behind += play["judged"]["behind"]
        for seat in found.seats:
            decisions += seat["decisions"]
            loss += seat["loss"]
            errors += seat["errors"]
            best += seat["best"]
        progress.step()
    return {
        "bot": level,
        "deals": deals,
        "decisions": decisions,
        "loss_a_decision": round(loss / decisions, 4),
        "loss_a_player_and_deal": round(loss / deals / 2, 3),
        "behind_a_decision": round(behind / decisions, 4),
        "best_card": round(best / decisions, 4),
        "errors_a_player_and_deal": round(errors / deals / 2, 3),
    }


def seconds_of(seed: str) -> dict[str, float]:
    """How long the review of a match of four deals takes, in seconds of one core: the quickest of
    three, since whatever else runs on the machine only adds."""
    log = match_of("rules", f"{seed}/time", 4)
    analyse_log(match_of("rules", f"{seed}/warm", 1), worlds=100)
    spent = []
    for _ in range(3):
        began = time.process_time()
        analyse_log(log)
        spent.append(time.process_time() - began)
    return {"deals": len(log.state.results), "seconds": round(min(spent), 2)}


def measure(deals: int, seed: str = SEED, levels: tuple[str, ...] = BOT_NAMES) -> dict[str, object]:
    """Measure the loss of these levels and the time of analysis; other levels keep earlier rows."""
    before = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    rows = {row["bot"]: row for row in before.get("levels", [])}
    with Progress("deals reviewed", deals * len(levels)) as progress:
        for level in levels:
            rows[level] = loss_of(level, deals, seed, progress)
    for row in rows.values():
        row["accuracy"] = accuracy(row["loss_a_decision"] * row["decisions"], row["decisions"])
    losses = {level: row["loss_a_decision"] for level, row in rows.items()}
    told = [losses[level] for level in ORDER if level in losses]
    return {
        "worlds": WORLDS,
        "seed": seed,
        "levels": [rows[level] for level in BOT_NAMES if level in rows],
        "ordered": len(told) == len(ORDER) and told == sorted(told, reverse=True),
        "random_to_expert": round(losses["random"] / max(losses["expert"], 1e-9), 2)
        if {"random", "expert"} <= set(losses)
        else None,
        "least_random_to_expert": LEAST_RATIO,
        "match_of_four_deals": {
            **before.get("match_of_four_deals", {}),
            backends()[-1]: {**seconds_of(seed), "at_most": MOST_SECONDS[backends()[-1]]},
        },
    }


def show(result) -> None:
    """Print the result as a table."""
    print(f"{'level':<10}{'loss a decision':>16}{'best card':>11}{'accuracy':>10}{'deals':>7}")
    for row in result["levels"]:
        print(
            f"{row['bot']:<10}{row['loss_a_decision']:>16.4f}{100 * row['best_card']:>9.1f} %"
            f"{row['accuracy']:>10}{row['deals']:>7}"
        )
    for backend, took in result["match_of_four_deals"].items():
        print(f"a match of four deals, {backend}: {took['seconds']} s (at most {took['at_most']})")


def main() -> None:
    """Measure, write, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--levels", default=",".join(BOT_NAMES))
    args = parser.parse_args()
    result = measure(args.deals, args.seed, tuple([one for one in args.levels.split(",") if one]))
    write(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
