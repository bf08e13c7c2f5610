"""Measure how fast deals are played out and solved with numpy and numba, compared with plain Python.

Every figure is a ratio of the same work in one run, in processor time. Rollouts play whole deals by
the learned policy, drawn by likelihood; the last three tricks of two players are solved. The solver
gets whole deals of two players with a known stock, exchange included.

    python -m tools.bench.bots_kernel [--seconds 6] [--seed 0]

numba is optional: without it its figures are missing, and the report says so.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from brisca_site.base.progress import Progress
from games.bots.evaluation.solver import OpenDeal, Solver
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, codes_for, kernel_for
from games.bots.simulation.policy import NOISE, policy_for
from games.engine import Rules, build_ruleset
from tools.bench.result_files import write_result

RESULT = Path(__file__).resolve().parent / "results" / "bots_kernel.json"
ROLLOUTS_A_CALL = {"python": 150, "numpy": 1500, "numba": 6000}
SOLVED_DEALS = {"python": 8, "numba": 60}
TARGETS = {
    "rollouts numpy / python": 6.0,
    "rollouts numba / python": 40.0,
    "seconds a deal solved, python": 5.0,
    "seconds a deal solved, numba": 0.4,
}


def deals(
    rules: Rules, count: int, rng: np.random.Generator
) -> tuple[rollouts.Position, rollouts.Worlds]:
    """Return `count` random deals with the same turned card, as the rollouts take them."""
    codes = np.array(sorted(codes_for(rules, "O").values()))
    bottom = int(codes[codes < 12][rng.integers((codes < 12).sum())])
    other_codes = codes[codes != bottom]
    decks = rng.permuted(np.tile(other_codes, (count, 1)), axis=1)
    size = 3 * rules.players
    hands = np.ascontiguousarray(decks[:, :size]).reshape(count, rules.players, 3)
    worlds = rollouts.Worlds(
        hands, np.ascontiguousarray(decks[:, size:]), rng.integers(1, 2**31 - 1, count)
    )
    stock = decks.shape[1] - size + 1
    return rollouts.Position(0, (), stock, bottom, 0, (0,) * len(rules.sides)), worlds


def rollout_rates(seconds: float, seed: int) -> dict[str, list[float]]:
    """Return for each backend the deals played out a second, once for each round; backends take turns."""
    rules, rng = build_ruleset("ludoteka", 2).rules, np.random.default_rng(seed)
    kernel, policy, nobody = kernel_for(rules), policy_for(rules), np.array([NONE])
    rates_by_backend: dict[str, list[float]] = {
        name: [] for name in ("python", *rollouts.backends())
    }
    for name in rates_by_backend:  # compiled and warm
        position, worlds = deals(rules, 20, rng)
        rollouts.play_outs(kernel, policy, NOISE, position, worlds, nobody, backend=name)
    rounds = max(3, round(seconds))
    with Progress("rollouts", rounds) as progress:
        for _ in range(rounds):
            for name, rates in rates_by_backend.items():
                position, worlds = deals(rules, ROLLOUTS_A_CALL[name], rng)
                began, count = time.process_time(), 0
                while time.process_time() - began < 0.3:
                    rollouts.play_outs(
                        kernel, policy, NOISE, position, worlds, nobody, backend=name
                    )
                    count += ROLLOUTS_A_CALL[name]
                rates.append(count / (time.process_time() - began))
            progress.step()
    return rates_by_backend


def solve_deals(seed: int, scale: float) -> dict[str, tuple[list[float], list[int]]]:
    """Return for each backend the seconds and the positions searched for each solved deal.

    `scale` multiplies the number of deals.
    """
    rules = build_ruleset("ludoteka", 2).rules
    kernel, results = kernel_for(rules), {}
    for name in (each for each in SOLVED_DEALS if each in ("python", *rollouts.backends())):
        rng, times, nodes = np.random.default_rng(seed), [], []
        count = max(2, round(SOLVED_DEALS[name] * scale))
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
        results[name] = (times, nodes)
    return results


def measure(seconds: float, seed: int) -> dict[str, object]:
    """Return the rollouts a second of each backend, ratios to Python, and solving times."""
    rates = rollout_rates(seconds, seed)
    solved = solve_deals(seed, seconds / 6)
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


def show(result: Any) -> None:
    """Print the result of the kernels' benchmark as a table."""
    for name, ratio in result["rollouts_to_python"].items():
        target = TARGETS[f"rollouts {name} / python"]
        rate = result["rollouts_per_second"][name]
        print(f"rollouts, {name:<22}{ratio['ratio']:>8.1f} x  (to reach {target:g})  {rate:,} /s")
    for name, row in result["solved"].items():
        target = TARGETS[f"seconds a deal solved, {name}"]
        mean = row["mean_seconds"]
        print(f"a deal solved, {name:<17}{mean:>8.3f} s  (at most {target:g})")
    if not result["numba"]:
        print("numba is not installed: its figures are missing")


def main() -> None:
    """Measure the kernels with the options of the command line; store and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = measure(options.seconds, options.seed)
    write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
