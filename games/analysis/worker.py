"""The analysis of one match in a process of its own: the stored record in, the analysis out.

    python -m games.analysis.worker < record > analysis

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

LOWEST_PRIORITY: Final = 19
"""The lowest priority of a process."""


PAIRS_KEY: Final = "pairs"
"""Key of the decisions of partners, which are stored apart and published nowhere."""
OPPONENTS_KEY: Final = "opponents"
"""Key of the decisions that count for one opponent, stored and kept secret in the same way."""


def analyse_packed(record: bytes) -> Json:
    """Return the analysis (JSON) of a record in its stored form: JSON, compressed by zlib.

    If only people played, PAIRS_KEY has the decisions of partners as well, and OPPONENTS_KEY those
    that favour opponents.

    Raises:
        RecordError: where the record is not valid.
        ValueError: where its game cannot be judged.
    """
    record_json = json.loads(zlib.decompress(record))
    log = checked_log(record_json)
    if any(seat["kind"] == "bot" for seat in record_json["seats"]):
        return analyse_log(log).body
    analysed = analyse_log(log, joint=has_third_sides(log.rules))
    suspicions = {
        PAIRS_KEY: [pair.as_json() for pair in pair_decisions(log, analysed.body)],
        OPPONENTS_KEY: [
            decisions.as_json()
            for decisions in favour_decisions(log, analysed.body, judged=analysed.judged)
        ],
    }
    return {**analysed.body, **{name: rows for name, rows in suspicions.items() if rows}}


def get_ready() -> None:
    """Give this process the lowest priority, and ignore SIGINT (Ctrl-C), which ends the site."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)


def main() -> None:
    """Read a record from standard input and write its analysis to standard output."""
    get_ready()
    body = analyse_packed(sys.stdin.buffer.read())
    sys.stdout.buffer.write(zlib.compress(json.dumps(body).encode()))


if __name__ == "__main__":
    main()
