"""How fast deals are played out and solved: what numpy and numba bring over plain Python.

Every figure is a ratio of the same work in one run, in processor time. Rollouts play whole deals by
the learned policy, drawn by likelihood, the last three tricks of two players solved. The solver is
given whole deals of two players, the stock known, exchange included.

    python -m tools.bench.bots_kernel [--seconds 6] [--seed 0]

numba is optional: without it its figures are missing, and the report says so.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from games.bots.evaluation.solver import OpenDeal, Solver
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, codes_for, kernel_for
from games.bots.simulation.policy import NOISE, policy_for
from games.engine import build_ruleset
from games.management.progress import Progress
from tools.bench.written import write

RESULT = Path(__file__).resolve().parent / "results" / "bots_kernel.json"
ROWS = {"python": 150, "numpy": 1500, "numba": 6000}
DEALS = {"python": 8, "numba": 60}
TARGETS = {
    "rollouts numpy / python": 6.0,
    "rollouts numba / python": 40.0,
    "seconds a deal solved, python": 5.0,
    "seconds a deal solved, numba": 0.4,
}


def deals(rules, count, rng):
    """Deals with one turned card, in the form of the rollouts."""
    codes = np.array(sorted(codes_for(rules, "O").values()))
    bottom = int(codes[codes < 12][rng.integers((codes < 12).sum())])
    rest = codes[codes != bottom]
    decks = rng.permuted(np.tile(rest, (count, 1)), axis=1)
    size = 3 * rules.players
    hands = np.ascontiguousarray(decks[:, :size]).reshape(count, rules.players, 3)
    worlds = rollouts.Worlds(
        hands, np.ascontiguousarray(decks[:, size:]), rng.integers(1, 2**31 - 1, count)
    )
    left = decks.shape[1] - size + 1
    return rollouts.Position(0, (), left, bottom, 0, (0,) * len(rules.sides)), worlds


def rollout_rates(seconds, seed):
    """Deals played out a second by each backend, the backends taken in turn."""
    rules, rng = build_ruleset("ludoteka", 2).rules, np.random.default_rng(seed)
    kernel, policy, nobody = kernel_for(rules), policy_for(rules), np.array([NONE])
    found = {name: [] for name in ("python", *rollouts.backends())}
    for name in found:  # compiled and warm
        rollouts.play_outs(kernel, policy, NOISE, *deals(rules, 20, rng), nobody, backend=name)
    rounds = max(3, round(seconds))
    with Progress("rollouts", rounds) as progress:
        for _ in range(rounds):
            for name, rates in found.items():
                position, worlds = deals(rules, ROWS[name], rng)
                began, count = time.process_time(), 0
                while time.process_time() - began < 0.3:
                    rollouts.play_outs(
                        kernel, policy, NOISE, position, worlds, nobody, backend=name
                    )
                    count += ROWS[name]
                rates.append(count / (time.process_time() - began))
            progress.step()
    return found


def solving(seed, scale):
    """Seconds to solve a whole deal, by each backend."""
    rules = build_ruleset("ludoteka", 2).rules
    kernel, found = kernel_for(rules), {}
    for name in (each for each in DEALS if each in ("python", *rollouts.backends())):
        rng, times, nodes = np.random.default_rng(seed), [], []
        count = max(2, round(DEALS[name] * scale))
        Solver(kernel, backend=name).value(OpenDeal(((11, 13, 25), (10, 14, 35)), 0))  # compiled
        with Progress(f"deals solved by {name}", count) as progress:
            for _ in range(count):
                position, worlds = deals(rules, 1, rng)
                mine, theirs = (tuple(hand) for hand in worlds.hands[0].tolist())
                stock = (*worlds.stock[0].tolist(), position.bottom)
                began = time.process_time()
                solver = Solver(kernel, stock, backend=name)
                solver.value(OpenDeal((mine, theirs), 0, stock, position.bottom))
                times.append(time.process_time() - began)
                nodes.append(solver.nodes)
                progress.step()
        found[name] = (times, nodes)
    return found


def measure(seconds: float, seed: int) -> dict[str, object]:
    """Rates, their ratios to plain Python, and seconds a deal solved."""
    rates = rollout_rates(seconds, seed)
    solved = solving(seed, seconds / 6)
    ratios = {
        name: [fast / slow for fast, slow in zip(each, rates["python"], strict=True)]
        for name, each in rates.items()
        if name != "python"
    }
    return {
        "command": "python -m tools.bench.bots_kernel",
        "seed": seed,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "numba": "numba" in rates,
        "rollouts_per_second": {
            name: round(statistics.median(each)) for name, each in rates.items()
        },
        "rollouts_to_python": {
            name: {
                "ratio": round(statistics.median(each), 2),
                "low": round(min(each), 2),
                "high": round(max(each), 2),
            }
            for name, each in ratios.items()
        },
        "solved": {
            name: {
                "deals": len(times),
                "mean_seconds": round(statistics.mean(times), 4),
                "worst_seconds": round(max(times), 4),
                "mean_positions": round(statistics.mean(nodes)),
            }
            for name, (times, nodes) in solved.items()
        },
        "targets": TARGETS,
    }


def show(result) -> None:
    """Print the result as a table."""
    for name, ratio in result["rollouts_to_python"].items():
        wanted = TARGETS[f"rollouts {name} / python"]
        rate = result["rollouts_per_second"][name]
        print(f"rollouts, {name:<22}{ratio['ratio']:>8.1f} x  (to reach {wanted:g})  {rate:,} /s")
    for name, row in result["solved"].items():
        wanted = TARGETS[f"seconds a deal solved, {name}"]
        mean = row["mean_seconds"]
        print(f"a deal solved, {name:<17}{mean:>8.3f} s  (at most {wanted:g})")
    if not result["numba"]:
        print("numba is not installed: its figures are missing")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = measure(options.seconds, options.seed)
    write(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
