"""Count the browser tests that fail first and pass at the second attempt.

    python .ci/flaky_tests.py FIRST_OUTPUT SECOND_OUTPUT

The outputs are pytest's (with -rfE), the second one empty if nothing failed. The names are stored for
the last ten runs in .pytest_cache/flaky-browser-tests.json and printed. The exit status is 1 if a test
of this run is in the history of the nine runs before it. A fresh checkout begins with an empty history.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Final

HISTORY: Final = Path(__file__).parents[1] / ".pytest_cache/flaky-browser-tests.json"
RUNS: Final = 10
"""Number of runs in the history, this one included."""


def failed_tests(output: str) -> set[str]:
    """Return the ids of the tests that pytest's summary lists as failed or with an error."""
    lines = [line.partition(" ") for line in output.splitlines()]
    return {
        rest.split(" - ")[0].strip()
        for word, _, rest in lines
        if word in {"FAILED", "ERROR"} and rest.startswith("tests/")
    }


def add_run(history: list[list[str]], flaky: set[str]) -> list[list[str]]:
    """Return the history with this run at its end, at most `RUNS` runs."""
    return [*history, sorted(flaky)][-RUNS:]


def repeated_tests(history: list[list[str]]) -> set[str]:
    """Return the tests of the last run that are in an earlier run of the history too."""
    return set(history[-1]) & {name for run in history[:-1] for name in run}


def read_history(file: Path) -> list[list[str]]:
    """Return the names by run, the oldest run first; empty if the file is missing or damaged."""
    try:
        history: list[list[str]] = json.loads(file.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return []
    return history


def main(first: Path, second: Path, history_file: Path = HISTORY) -> int:
    """Add a run to the history, print it, and return the exit status."""
    flaky = failed_tests(first.read_text()) - failed_tests(second.read_text())
    history = add_run(read_history(history_file), flaky)
    history_file.parent.mkdir(exist_ok=True)
    history_file.write_text(json.dumps(history, indent=1))
    if not any(history):
        return 0
    print(f"Browser tests that passed only at the second attempt, in the last {len(history)} runs:")
    for name, count in Counter(name for run in history for name in run).most_common():
        print(f"  {count} x {name}{' (in this run)' if name in flaky else ''}")
    repeated = repeated_tests(history)
    if repeated:
        print(f"Failed: twice in {RUNS} runs needs a repair: {', '.join(sorted(repeated))}")
    return 1 if repeated else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
