"""Every measurement, one after the other: `python -m tools.bench [--quick]`.

Results go to `tools/bench/results/*.json`; at the end there is one table of what matters of them.
"""

from __future__ import annotations

import argparse
import os

import django


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--quick", action="store_true", help="a look only: nothing is written")
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
        pages,
        records,
    )
    from tools.bench.live import figures as live_figures
    from tools.bench.live import rounds as live_rounds
    from tools.bench.written import write

    seconds, decks, matches = (2.0, 20, 20) if options.quick else (10.0, 400, 300)
    speed = engine.measure(seconds, options.seed)
    strength = bots.measure(decks, options.seed)
    kernel = bots_kernel.measure(0.6 * seconds, options.seed)
    ladder = bots_ladder.measure(decks * 3 // 4, bots_ladder.SEED)
    review = bots_review.measure(2 if options.quick else 40)
    tables = (10, 10.0) if options.quick else (50, 60.0)
    many_tables = bots_live.measure(*tables, bots_live.LEVEL)
    sizes = records.measure(matches, options.seed)
    cost = figures.measure(matches // 5, 100, options.seed)
    small, large = (200, 1_000) if options.quick else (2_000, 20_000)
    answers = api.run(small, large, rounds=2 if options.quick else 5, asked=8, seed=options.seed)
    around = pages.run(small if options.quick else pages.FULL, 5 if options.quick else pages.ROUNDS)
    if not options.quick:
        for module, result in (
            (engine, speed),
            (bots, strength),
            (bots_kernel, kernel),
            (bots_review, review),
            (records, sizes),
            (figures, cost),
        ):
            write(module.RESULT, result)
        api.keep(answers)
        pages.keep(around)
        bots_ladder.keep(ladder, fewer=False)
        bots_live.keep(many_tables)
    quick = options.quick
    plan = live_rounds.QUICK if quick else live_rounds.Plan()
    live_figures.measure([], plan, matches=5 if quick else 300, peers=not quick, write=not quick)
    print("\nengine")
    engine.show(speed)
    print("\nrecords")
    records.show(sizes)
    print("\nfigures")
    figures.show(cost)
    print("\nAPI")
    api.show(answers)
    print("\npages")
    pages.show(around)
    print("\nbots")
    bots.show(strength)
    print("\nthe bots' kernel")
    bots_kernel.show(kernel)
    print("\nthe bots' ladder")
    bots_ladder.show(ladder)
    print("\nthe review of the bots")
    bots_review.show(review)
    print("\nmany tables of bots")
    bots_live.show(many_tables)


if __name__ == "__main__":
    main()
