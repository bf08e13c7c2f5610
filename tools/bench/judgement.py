"""Measure how right the marks of an analysis are: planted faults, good decisions, repeated exercises.

1. Faults of ten kinds are planted into deals: the share of those that cost four points or more which
   the analysis marks. The cost comes from the judgement with other and more random numbers.
2. Decisions of the expert that are good by the same measure: the share that is marked wrongly.
3. Exercises from matches of weak bots, judged again with other random numbers: the share of solutions
   that stay right.

    python -m tools.bench.judgement [--each 60] [--good 600] [--exercises 500] [--seed judgement]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from brisca_site.base.progress import Progress
from games.analysis import (
    asks_something,
    decision_at,
    in_order,
    is_right,
    judge,
    judge_decision,
    options_of,
    played_card_at,
    weight_in,
)
from games.analysis.judging import Judged
from games.analysis.match_analysis import WORLDS_PER_CHOICE, analyse_log
from games.bots.evaluation.exchange_evaluator import EXCHANGE, NEVER
from games.bots.simulation.rollouts import backends
from games.engine import Bid, Declare, PlayCard, build_ruleset, view_for
from games.engine.phases.play import exchange_window
from games.record.log import MatchLog
from tools.bench.bots_review import match_of
from tools.bench.planted_faults import (
    FAULT_KINDS,
    Planted,
    plant_faults,
    planted_contract,
    planted_exchange,
    positions,
)
from tools.bench.result_files import write_result

RESULT = Path(__file__).resolve().parent / "results" / "judgement.json"
SEED = "judgement"
COST_WORLDS_FACTOR = 3
"""Determinizations that measure the cost of a choice, as a multiple of an analysis's."""
COSTLY_POINTS = 4.0
"""Least cost in card points of a planted fault that should be marked."""
GOOD_POINTS = 0.5
"""Cost in card points below which a decision is good."""
MIN_MARKED, MAX_FALSE_MARKS, MIN_STAYING_RIGHT = 0.90, 0.03, 0.98
"""Limits of the three shares."""


def share_of(hits: int, of: int) -> dict[str, float | int]:
    """Return a share with its standard error, both rounded, and the number of cases."""
    if not of:
        return {"of": 0, "share": 0.0, "error": 0.0}
    part = hits / of
    return {"of": of, "share": round(part, 4), "error": round((part * (1 - part) / of) ** 0.5, 4)}


def cost_of(choice: Planted, seed: str) -> float | None:
    """Return a choice's cost in card points, by more and other random numbers than an analysis's.

    It is 0 once the deal is decided, and None if the choice cannot be judged.
    """
    judgement = choice.judged(f"{seed}/cost", COST_WORLDS_FACTOR * WORLDS_PER_CHOICE)
    if judgement is None:
        return None
    return 0.0 if judgement.decided else judgement.made.behind * judgement.unit.weight


def is_marked(judgement: Judged | None) -> bool:
    """Return True if an analysis with this judgement marks the choice as a mistake."""
    return judgement is not None and judgement.grade in ("error", "inexact")


def measure_planted_faults(each: int, seed: str) -> dict[str, Any]:
    """Return, by kind, how many planted faults cost points, and how many of them are marked.

    `each` is the number of faults of each kind.
    """
    with Progress("faults planted", each * len(FAULT_KINDS)) as progress:
        faults = plant_faults(each, seed, progress.step)
    rows = {kind: [0, 0, 0] for kind in FAULT_KINDS}
    with Progress("faults judged", len(faults)) as progress:
        for number, fault in enumerate(faults):
            cost = cost_of(fault, f"{seed}/{number}")
            row = rows[fault.kind]
            row[0] += 1
            if cost is not None and cost >= COSTLY_POINTS:
                row[1] += 1
                row[2] += is_marked(fault.judged(f"{seed}/{number}", WORLDS_PER_CHOICE))
            progress.step()
    costly, marked = (sum(row[at] for row in rows.values()) for at in (1, 2))
    return {
        "kinds": {
            kind: {"planted": row[0], "costly": row[1], "marked": row[2]}
            for kind, row in rows.items()
        },
        "planted": len(faults),
        "marked_of_costly": share_of(marked, costly),
        "at_least": MIN_MARKED,
    }


def expert_choices(rng: random.Random) -> Iterator[Planted]:
    """Yield the expert's decisions in one deal of two players and in one auction of five."""
    rules = build_ruleset("ludoteka", 2).rules
    for state, action in positions(rules, rng, "expert"):
        if not isinstance(action, PlayCard):
            continue
        yield Planted("play", view_for(state, action.seat), action.card)
        window = exchange_window(state, action)
        if window is not None:
            assert state.deal is not None
            assert window.state.turn is not None
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


def measure_good_decisions(count: int, seed: str) -> dict[str, Any]:
    """Return, by kind, how many of the expert's `count` good decisions are marked as mistakes."""
    rng = random.Random(f"{seed}/good")
    rows: dict[str, list[int]] = {}
    with Progress("good decisions", count) as progress:
        while sum(row[0] for row in rows.values()) < count:
            for number, choice in enumerate(expert_choices(rng)):
                name = f"{seed}/good/{rng.random()}/{number}"
                cost = cost_of(choice, name)
                if cost is None or cost >= GOOD_POINTS:
                    continue
                row = rows.setdefault(choice.kind, [0, 0])
                row[0] += 1
                row[1] += is_marked(choice.judged(name, WORLDS_PER_CHOICE))
                progress.step()
    return {
        "kinds": {kind: {"good": row[0], "marked": row[1]} for kind, row in rows.items()},
        "marked": share_of(
            sum(row[1] for row in rows.values()), sum(row[0] for row in rows.values())
        ),
        "at_most": MAX_FALSE_MARKS,
    }


def measure_exercises(
    count: int, seed: str, levels: tuple[str, ...] = ("rules", "greedy")
) -> dict[str, Any]:
    """Return the share of `count` exercises whose solution stays right when judged again.

    The exercises come from deals of these bot levels.
    """
    exercise_count, right, exchanges, deals = 0, 0, 0, 0
    with Progress("exercises judged again", count) as progress:
        while exercise_count < count:
            level = levels[deals % len(levels)]
            log = match_of(level, f"{seed}/exercises/{deals}", 1)
            deals += 1
            for deal in analyse_log(log).body["deals"]:
                for entry in in_order(deal):
                    judged = entry["judged"]
                    if judged["weight"] < 2.0 or not asks_something(judged):
                        continue
                    exercise_count += 1
                    exchanges += "chosen" in entry
                    right += stays_right(log, entry)
                    progress.step()
    return {
        "deals": deals,
        "exchanges": exchanges,
        "stays_right": share_of(right, exercise_count),
        "at_least": MIN_STAYING_RIGHT,
    }


def stays_right(log: MatchLog, entry: Any) -> bool:
    """Return True if the solution of an exercise stays right with other random numbers.

    `entry` is the exercise's play or decision in the analysis of the match.
    """
    new_seed = f"again/{log.match_id}/{entry['at']}"
    if "chosen" in entry:
        decision = decision_at(log, entry["at"])
        assert decision is not None
        judged = judge_decision(decision, new_seed, WORLDS_PER_CHOICE)
        assert judged is not None
        options = judged.as_json_of_options()
    else:
        moment = played_card_at(log, entry["at"])
        assert moment is not None
        judged = judge(moment.view, moment.play.card, new_seed, WORLDS_PER_CHOICE)
        assert judged is not None
        options = judged.as_json()
    best = entry["judged"]["best"]
    option = next(
        candidate
        for candidate in options_of(options)
        if best in (candidate.get("card"), candidate.get("option"))
    )
    return best == options["best"] or is_right(option, weight_in(options))


def measure(each: int, count: int, exercised: int, seed: str = SEED) -> dict[str, Any]:
    """Measure how right analyses are: on planted faults, good decisions and exercises.

    `each` is the number of faults of a kind, `count` of good decisions, `exercised` of exercises.
    """
    began = time.process_time()
    return {
        "worlds": WORLDS_PER_CHOICE,
        "seed": seed,
        "backend": backends()[-1],
        "planted_faults": measure_planted_faults(each, seed),
        "good_decisions": measure_good_decisions(count, seed),
        "exercises": measure_exercises(exercised, seed),
        "cpu_seconds": round(time.process_time() - began),
    }


def show(result: Any) -> None:
    """Print the result of the judgements' benchmark as a table."""
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
    """Measure judgements with the options of the command line; store and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--good", type=int, default=600)
    parser.add_argument("--exercises", type=int, default=500)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    result = measure(args.each, args.good, args.exercises, args.seed)
    if not args.dry:
        write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
