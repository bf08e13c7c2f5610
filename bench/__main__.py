"""Every measurement, one after the other: `python -m bench [--quick]`.

Results go to `bench/results/*.json`; at the end there is one table of what matters of them.
"""

from __future__ import annotations

import argparse
import os

import django


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a look only: nothing is written")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    django.setup()
    from bench import bots, engine, records

    seconds, decks, matches = (2.0, 20, 20) if options.quick else (10.0, 400, 300)
    speed = engine.measure(seconds, options.seed)
    strength = bots.measure(decks, options.seed)
    sizes = records.measure(matches, options.seed)
    if not options.quick:
        for module, result in ((engine, speed), (bots, strength), (records, sizes)):
            module.keep(result)
    print("engine")
    engine.show(speed)
    print("\nrecords")
    records.show(sizes)
    print("\nbots")
    bots.show(strength)


if __name__ == "__main__":
    main()
