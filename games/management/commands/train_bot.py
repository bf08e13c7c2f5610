"""Train the learned bot by games against itself, and write its weights."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from games.bots.simulation.policy import SCALE, WEIGHTS, table_name
from games.bots.simulation.rollouts import backends
from games.bots.training.base_training import FIRST_RATE, WINNING, Course, train
from games.engine import build_ruleset
from games.management.training import TrainingCommand, last_of

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


class Command(TrainingCommand):
    """Trains one way of sitting after another."""

    help = __doc__
    tables, named, weights = tuple(TABLES), "players x sides", WEIGHTS

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")
        add("--winning", type=float, default=WINNING, help=f"against points ({WINNING})")

    def handle(self, *args: Any, **options: Any) -> None:
        if backends()[-1] != "numba":
            self.stderr.write("numba is not installed: this will take about fifty times as long")
        super().handle(*args, **options)

    def trained(self, name: str, options: dict[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
        decks = options["decks"] or MORE_DECKS.get(name, DECKS)
        course = Course(decks, options["seed"], options["rate"], options["winning"])
        pieces = train(TABLES[name], course)
        yield name, last_of(name, decks, decks // course.pieces, pieces) * SCALE
