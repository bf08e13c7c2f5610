"""The analysis of one match in a process of its own: the stored record in, the analysis out.

    python -m games.analysis.work < record > analysis

Both are JSON under zlib. The process takes the lowest priority that there is, so that it has only
what players and bots leave.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import zlib
from typing import Final

from games.analysis.match_analysis import analyse_log
from games.analysis.opponent_favours import favour_decisions, has_third_sides
from games.analysis.partner_knowledge import pair_decisions
from games.record.record import Json
from games.record.verify import checked_log

LAST: Final = 19
"""The lowest priority of a process."""


PAIRS: Final = "pairs"
"""Key of the decisions of partners, which are stored apart and published nowhere."""
OPPONENTS: Final = "opponents"
"""Key of the decisions that count for one opponent, stored and kept secret in the same way."""


def analyse_packed(record: bytes) -> Json:
    """Return the analysis (JSON) of a record in its stored form: JSON, compressed by zlib.

    Where only people played, the decisions of partners stand beside it under PAIRS, and those that
    count for opponents under OPPONENTS.

    Raises:
        RecordError: where the record is not valid.
        ValueError: where its game cannot be judged.
    """
    found = json.loads(zlib.decompress(record))
    log = checked_log(found)
    if any(seat["kind"] == "bot" for seat in found["seats"]):
        return analyse_log(log).body
    made = analyse_log(log, joint=has_third_sides(log.rules))
    apart = {
        PAIRS: [pair.as_json() for pair in pair_decisions(log, made.body)],
        OPPONENTS: [one.as_json() for one in favour_decisions(log, made.body, made=made.judged)],
    }
    return {**made.body, **{name: rows for name, rows in apart.items() if rows}}


def get_ready() -> None:
    """Give this process the lowest priority, and ignore SIGINT (Ctrl-C), which ends the site."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LAST)


def main() -> None:
    """Read a record from standard input and write its analysis to standard output."""
    get_ready()
    body = analyse_packed(sys.stdin.buffer.read())
    sys.stdout.buffer.write(zlib.compress(json.dumps(body).encode()))


if __name__ == "__main__":
    main()
