"""Measure what the analysis of matches says of each bot level, and how long an analysis takes.

Every level plays deals of two players against itself. `loss` is what the analysis finds: card points
behind the best card, by what the player could know, as far as they exceed two standard errors; `behind`
is the same without that bound. Then a match of four deals is analysed on one core.

    python -m tools.bench.bots_review [--deals 40] [--seed review] [--levels random,...]

Rows of earlier runs that are not played again stay in the result.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from brisca_site.base.progress import Progress
from games.analysis import WORLDS_PER_CHOICE, accuracy, analyse_log
from games.bots import BOT_NAMES
from games.bots.simulation.rollouts import backends
from games.engine import build_ruleset
from games.record.log import MatchLog
from tests.support.bot_matches import Contest, play_contest
from tools.bench.result_files import write_result

RESULT = Path(__file__).resolve().parent / "results" / "bots_review.json"
SEED = "review"
"""Seed of the decks; the weights were trained with others."""
MIN_LOSS_RATIO = 6.0
"""Least ratio of the loss of `random` to that of `expert`."""
LEVELS_BY_LOSS = ("random", "greedy", "rules", "expert")
MAX_SECONDS = {"numpy": 10.0, "numba": 2.0}
"""Limits of the time to analyse a match of four deals, by backend."""


def match_of(level: str, seed: str, deals: int) -> MatchLog:
    """Return the log of a match of `deals` deals that a bot level plays against itself."""
    options = {"match.target": deals, "match.max_deals": deals}
    rules = build_ruleset("ludoteka", 2, options).rules
    return next(play_contest(Contest(rules, (level,), 1, seed))).log


def loss_of(level: str, deals: int, seed: str, progress: Progress) -> dict[str, object]:
    """Return the points lost, as analysis finds, in `deals` deals of a bot level against itself."""
    decisions, loss, behind, errors, best = 0, 0.0, 0.0, 0, 0
    for number in range(deals):
        analysis = analyse_log(match_of(level, f"{seed}/{number}", 1))
        for play in analysis.plays:
            if play["judged"] is not None:
                behind += play["judged"]["behind"]
        for seat in analysis.seats:
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
    """Return the processor seconds that the analysis of a match of four deals takes.

    It is the quickest of three runs, since other work on the machine only adds.
    """
    log = match_of("rules", f"{seed}/time", 4)
    analyse_log(match_of("rules", f"{seed}/warm", 1), worlds=100)
    durations = []
    for _ in range(3):
        began = time.process_time()
        analyse_log(log)
        durations.append(time.process_time() - began)
    return {"deals": len(log.state.results), "seconds": round(min(durations), 2)}


def measure(deals: int, seed: str = SEED, levels: tuple[str, ...] = BOT_NAMES) -> dict[str, object]:
    """Return what analysis says of these bot levels, and the time that an analysis takes.

    Rows of other levels come from the stored result.
    """
    before = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    rows = {row["bot"]: row for row in before.get("levels", [])}
    with Progress("deals reviewed", deals * len(levels)) as progress:
        for level in levels:
            rows[level] = loss_of(level, deals, seed, progress)
    for row in rows.values():
        row["accuracy"] = accuracy(row["loss_a_decision"] * row["decisions"], row["decisions"])
    losses = {level: row["loss_a_decision"] for level, row in rows.items()}
    ordered_losses = [losses[level] for level in LEVELS_BY_LOSS if level in losses]
    return {
        "worlds": WORLDS_PER_CHOICE,
        "seed": seed,
        "levels": [rows[level] for level in BOT_NAMES if level in rows],
        "ordered": len(ordered_losses) == len(LEVELS_BY_LOSS)
        and ordered_losses == sorted(ordered_losses, reverse=True),
        "random_to_expert": round(losses["random"] / max(losses["expert"], 1e-9), 2)
        if {"random", "expert"} <= set(losses)
        else None,
        "least_random_to_expert": MIN_LOSS_RATIO,
        "match_of_four_deals": {
            **before.get("match_of_four_deals", {}),
            backends()[-1]: {**seconds_of(seed), "at_most": MAX_SECONDS[backends()[-1]]},
        },
    }


def show(result: Any) -> None:
    """Print the result of the reviews' benchmark as a table."""
    print(f"{'level':<10}{'loss a decision':>16}{'best card':>11}{'accuracy':>10}{'deals':>7}")
    for row in result["levels"]:
        print(
            f"{row['bot']:<10}{row['loss_a_decision']:>16.4f}{100 * row['best_card']:>9.1f} %"
            f"{row['accuracy']:>10}{row['deals']:>7}"
        )
    for backend, row in result["match_of_four_deals"].items():
        print(f"a match of four deals, {backend}: {row['seconds']} s (at most {row['at_most']})")


def main() -> None:
    """Measure reviews of bots with the options of the command line; store and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--levels", default=",".join(BOT_NAMES))
    args = parser.parse_args()
    result = measure(
        args.deals, args.seed, tuple([level for level in args.levels.split(",") if level])
    )
    write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
