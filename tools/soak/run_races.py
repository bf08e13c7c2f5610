"""All races: `python -m tools.soak.run_races COUNT`, with the settings of a site.

Prints the counts as JSON. Exits with 1 and a traceback if two clients won a race, or none did.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import django


def main() -> None:
    """Run each race as often as the command line says, and print the counts."""
    django.setup()
    from brisca_site.base.progress import Progress
    from games.live.core.db_threads import keep_in_wal
    from tools.soak import races

    keep_in_wal()
    count = int(sys.argv[1])
    every: dict[str, Callable[..., Any]] = {
        "seats": races.seats,
        "moves_one_id": partial(races.moves, same_id=True),
        "moves_two_ids": partial(races.moves, same_id=False),
        "clocks": races.clocks,
    }
    result = {}
    for name, race in every.items():
        with Progress(f"races: {name}", count) as bar:
            result[name] = asyncio.run(race(count, bar.step))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
