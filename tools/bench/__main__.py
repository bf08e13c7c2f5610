"""Run every benchmark, one after the other: `python -m tools.bench [--quick]`.

Each result is written to `tools/bench/results/*.json`; a table of the main figures is printed last.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

import django


def main() -> None:
    """Run all benchmarks with the options of the command line; store and print their results."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--quick", action="store_true", help="run short versions and write nothing")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    django.setup()
    from tools.bench import (
        api,
        bots,
        bots_kernel,
        bots_ladder,
        bots_live,
        bots_review,
        engine,
        figures,
        lighthouse,
        pages,
        records,
    )
    from tools.bench.live import figures as live_figures
    from tools.bench.live import rounds as live_rounds
    from tools.bench.result_files import write_result

    seconds, decks, matches = (2.0, 20, 20) if options.quick else (10.0, 400, 300)
    engine_result = engine.measure(seconds, options.seed)
    bots_result = bots.measure(decks, options.seed)
    kernel_result = bots_kernel.measure(0.6 * seconds, options.seed)
    ladder_result = bots_ladder.measure(decks * 3 // 4, bots_ladder.SEED)
    review_result = bots_review.measure(2 if options.quick else 40)
    tables = (10, 10.0) if options.quick else (50, 60.0)
    bots_live_result = bots_live.measure(*tables, bots_live.BOT_LEVEL)
    records_result = records.measure(matches, options.seed)
    figures_result = figures.measure(matches // 5, 100, options.seed)
    small, large = (200, 1_000) if options.quick else (2_000, 20_000)
    api_result = api.run(small, large, rounds=2 if options.quick else 5, asked=8, seed=options.seed)
    pages_result = pages.run(
        small if options.quick else pages.FULL_MATCHES, 5 if options.quick else pages.ROUNDS
    )
    if not options.quick:
        results: tuple[tuple[Any, Any], ...] = (
            (engine, engine_result),
            (bots, bots_result),
            (bots_kernel, kernel_result),
            (bots_review, review_result),
            (records, records_result),
            (figures, figures_result),
        )
        for module, result in results:
            write_result(module.RESULT, result)
        api.keep(api_result)
        pages.keep(pages_result)
        bots_ladder.keep(ladder_result, fewer=False)
        bots_live.keep(bots_live_result)
    quick = options.quick
    plan = live_rounds.QUICK if quick else live_rounds.Plan()
    live_figures.measure([], plan, matches=5 if quick else 300, peers=not quick, store=not quick)
    if not quick and lighthouse.is_available():
        lighthouse.main([])
    print("\nengine")
    engine.show(engine_result)
    print("\nrecords")
    records.show(records_result)
    print("\nfigures")
    figures.show(figures_result)
    print("\nAPI")
    api.show(api_result)
    print("\npages")
    pages.show(pages_result)
    print("\nbots")
    bots.show(bots_result)
    print("\nthe bots' kernel")
    bots_kernel.show(kernel_result)
    print("\nthe bots' ladder")
    bots_ladder.show(ladder_result)
    print("\nthe review of the bots")
    bots_review.show(review_result)
    print("\nmany tables of bots")
    bots_live.show(bots_live_result)


if __name__ == "__main__":
    main()
