"""Train the learned bot by games against itself, and write its weights."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.bots.kernel.policy import SCALE, WEIGHTS, table_name
from games.bots.kernel.rollouts import backends
from games.bots.kernel.training import FIRST_RATE, WINNING, Course, train
from games.engine import Rules, build_ruleset
from games.management.progress import Progress
from games.management.weights import keep

SEATINGS: Final = (
    (2, "individual"),
    (3, "individual"),
    (4, "individual"),
    (4, "pairs"),
    (6, "pairs"),
    (6, "threes"),
)
_RULES: Final = [build_ruleset("ludoteka", seats, {"teams": way}).rules for seats, way in SEATINGS]
TABLES: Final = {table_name(rules): rules for rules in _RULES}
"""The ways of sitting by name: players and sides."""
DECKS: Final = 150_000
MORE_DECKS: Final = {"2x2": 200_000, "4x2": 300_000, "6x2": 300_000, "6x3": 300_000}
"""Each is played eight times."""


class Command(BaseCommand):
    """Trains one way of sitting after another; the same seed gives the same weights."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", default=",".join(TABLES), metavar="NxS,...", help="players x sides")
        add("--decks", type=int, metavar="N", help=f"a table ({DECKS}, more for some)")
        add("--seed", type=int, default=1, metavar="S")
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")
        add("--winning", type=float, default=WINNING, help=f"against points ({WINNING})")
        add("--out", type=Path, default=WEIGHTS, metavar="FILE", help="where to write the weights")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["tables"].split(",")
        for name in names:
            if name not in TABLES:
                raise CommandError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
        if options["decks"] is not None and options["decks"] < 1:
            raise CommandError("--decks must be 1 or more")
        if backends()[-1] != "numba":
            self.stderr.write("numba is not installed: this will take about fifty times as long")
        for name in names:
            decks = options["decks"] or MORE_DECKS.get(name, DECKS)
            course = Course(decks, options["seed"], options["rate"], options["winning"])
            keep(options["out"], name, self._train(name, TABLES[name], course) * SCALE)

    def _train(self, name: str, rules: Rules, course: Course) -> np.ndarray:
        found = np.zeros(0)
        with Progress(f"decks of {name}", course.decks) as progress:
            for weights in train(rules, course):
                progress.step(course.decks // course.pieces)
                found = weights
        return found
