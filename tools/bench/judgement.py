"""Measure how right the marks of an analysis are: planted faults, good decisions, exercises again.

1. Faults of ten kinds are planted into deals: how many of those that cost four points or more are
   marked. The cost is what the judgement with other random numbers and more of them gives.
2. Decisions of the expert that the same yardstick calls good: how many are marked all the same.
3. Exercises from matches of weak bots, judged again with other random numbers: how often the
   solution stays right.

    python -m tools.bench.judgement [--each 60] [--good 600] [--exercises 500] [--seed judgement]
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any

from games.analysis import (
    asks_something,
    decision_at,
    in_order,
    is_right,
    judge,
    judge_decision,
    moment_at,
    options_of,
    weight_in,
)
from games.analysis.judging import Judged
from games.analysis.match_analysis import WORLDS, analyse_log
from games.bots.evaluation.exchange_evaluator import EXCHANGE, NEVER
from games.bots.simulation.rollouts import backends
from games.engine import Bid, Declare, PlayCard, build_ruleset, view_for
from games.engine.phases.play import exchange_window
from games.management.progress import Progress
from tools.bench.bots_review import match_of
from tools.bench.planted_faults import (
    KINDS,
    Planted,
    harvested,
    planted_contract,
    planted_exchange,
    positions,
)
from tools.bench.written import write

RESULT = Path(__file__).resolve().parent / "results" / "judgement.json"
SEED = "judgement"
MORE = 3
"""Times the determinizations of an analysis by which the cost of a choice is measured."""
COSTLY = 4.0
"""Card points from which a planted fault counts as one."""
GOOD = 0.5
"""Card points within which a decision is good."""
LEAST_MARKED, MOST_FALSE, LEAST_RIGHT = 0.90, 0.03, 0.98


def share(hits: int, of: int) -> dict[str, float | int]:
    """Return a share with its standard error."""
    if not of:
        return {"of": 0, "share": 0.0, "error": 0.0}
    part = hits / of
    return {"of": of, "share": round(part, 4), "error": round((part * (1 - part) / of) ** 0.5, 4)}


def cost_of(one: Planted, seed: str) -> float | None:
    """Return what a choice costs in card points by other and more random numbers; 0 once decided."""
    found = one.judged(f"{seed}/cost", MORE * WORLDS)
    if found is None:
        return None
    return 0.0 if found.decided else found.made.behind * found.unit.weight


def is_marked(found: Judged | None) -> bool:
    """Return whether an analysis puts a mark at a choice."""
    return found is not None and found.grade in ("error", "inexact")


def planted(each: int, seed: str) -> dict[str, Any]:
    """Return how many planted faults cost COSTLY or more, and how many of these are marked."""
    with Progress("faults planted", each * len(KINDS)) as progress:
        faults = harvested(each, seed, progress.step)
    rows = {kind: [0, 0, 0] for kind in KINDS}
    with Progress("faults judged", len(faults)) as progress:
        for number, one in enumerate(faults):
            cost = cost_of(one, f"{seed}/{number}")
            row = rows[one.kind]
            row[0] += 1
            if cost is not None and cost >= COSTLY:
                row[1] += 1
                row[2] += is_marked(one.judged(f"{seed}/{number}", WORLDS))
            progress.step()
    costly, marked = (sum(row[at] for row in rows.values()) for at in (1, 2))
    return {
        "kinds": {
            kind: {"planted": row[0], "costly": row[1], "marked": row[2]}
            for kind, row in rows.items()
        },
        "planted": len(faults),
        "marked_of_costly": share(marked, costly),
        "at_least": LEAST_MARKED,
    }


def chosen_by_expert(rng: random.Random):
    """Yield the expert's decisions in a deal of two, and in the auction of one of five."""
    rules = build_ruleset("ludoteka", 2).rules
    for state, action in positions(rules, rng, "expert"):
        if not isinstance(action, PlayCard):
            continue
        yield Planted("play", view_for(state, action.seat), action.card)
        window = exchange_window(state, action)
        if window is not None:
            armed = state.deal.armed[window.state.turn]
            yield planted_exchange(
                "exchange", window.state, window.give, EXCHANGE if armed else NEVER
            )
    rules = build_ruleset("chiamata_punti", 5).rules
    for state, action in positions(rules, rng, "expert"):
        if isinstance(action, Bid):
            yield planted_contract("bid", state, action)
        elif isinstance(action, Declare):
            yield planted_contract("call", state, action)
        else:
            return


def good(count: int, seed: str) -> dict[str, Any]:
    """Return how many good decisions of the expert are marked."""
    rng = random.Random(f"{seed}/good")
    rows: dict[str, list[int]] = {}
    with Progress("good decisions", count) as progress:
        while sum(row[0] for row in rows.values()) < count:
            for number, one in enumerate(chosen_by_expert(rng)):
                name = f"{seed}/good/{rng.random()}/{number}"
                cost = cost_of(one, name)
                if cost is None or cost >= GOOD:
                    continue
                row = rows.setdefault(one.kind, [0, 0])
                row[0] += 1
                row[1] += is_marked(one.judged(name, WORLDS))
                progress.step()
    return {
        "kinds": {kind: {"good": row[0], "marked": row[1]} for kind, row in rows.items()},
        "marked": share(sum(row[1] for row in rows.values()), sum(row[0] for row in rows.values())),
        "at_most": MOST_FALSE,
    }


def exercises(count: int, seed: str, levels: tuple[str, ...] = ("rules", "greedy")):
    """Return how often the solution of an exercise is right when it is judged again."""
    asked, right, exchanges, deals = 0, 0, 0, 0
    with Progress("exercises judged again", count) as progress:
        while asked < count:
            level = levels[deals % len(levels)]
            log = match_of(level, f"{seed}/exercises/{deals}", 1)
            deals += 1
            for deal in analyse_log(log).body["deals"]:
                for made in in_order(deal):
                    judged = made["judged"]
                    if judged["weight"] < 2.0 or not asks_something(judged):
                        continue
                    asked += 1
                    exchanges += "chosen" in made
                    right += stays_right(log, made)
                    progress.step()
    return {
        "deals": deals,
        "exchanges": exchanges,
        "stays_right": share(right, asked),
        "at_least": LEAST_RIGHT,
    }


def stays_right(log, made) -> bool:
    """Return whether the solution of an exercise is right by other random numbers."""
    again = f"again/{log.match_id}/{made['at']}"
    if "chosen" in made:
        found = judge_decision(decision_at(log, made["at"]), again, WORLDS).as_json_of_options()
    else:
        moment = moment_at(log, made["at"])
        found = judge(moment.view, moment.play.card, again, WORLDS).as_json()
    best = made["judged"]["best"]
    option = next(one for one in options_of(found) if best in (one.get("card"), one.get("option")))
    return best == found["best"] or is_right(option, weight_in(found))


def measure(each: int, count: int, exercised: int, seed: str = SEED) -> dict[str, Any]:
    """Return all three figures."""
    began = time.process_time()
    return {
        "worlds": WORLDS,
        "seed": seed,
        "backend": backends()[-1],
        "planted_faults": planted(each, seed),
        "good_decisions": good(count, seed),
        "exercises": exercises(exercised, seed),
        "cpu_seconds": round(time.process_time() - began),
    }


def show(result) -> None:
    """Print the result as a table."""
    faults = result["planted_faults"]
    print(f"{'planted fault':<26}{'planted':>9}{'costly':>8}{'marked':>8}")
    for kind, row in faults["kinds"].items():
        print(f"{kind:<26}{row['planted']:>9}{row['costly']:>8}{row['marked']:>8}")
    for name, row in (
        ("marked of the costly", faults["marked_of_costly"]),
        ("good decisions marked", result["good_decisions"]["marked"]),
        ("exercises that stay right", result["exercises"]["stays_right"]),
    ):
        print(f"{name}: {100 * row['share']:.1f} +- {100 * row['error']:.1f} % of {row['of']}")


def main() -> None:
    """Measure, write, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--good", type=int, default=600)
    parser.add_argument("--exercises", type=int, default=500)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    result = measure(args.each, args.good, args.exercises, args.seed)
    if not args.dry:
        write(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
