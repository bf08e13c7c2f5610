"""Every race so often: `python -m tools.soak.racing COUNT`, with the settings of a site.

Writes what it counted as JSON; ends with 1 and a traceback where two won, or nobody did.
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
    django.setup()
    from games.live.core.db_threads import keep_in_wal
    from games.management.progress import Progress
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
