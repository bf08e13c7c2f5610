"""Training of the learned bot of the base game, behind `manage.py train_bot`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from games.bots.simulation.policy import SCALE, table_name
from games.engine import build_ruleset
from tools.laboratory.training.base_training import Course, train
from tools.laboratory.training.trainer import Trainer, last_of

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
"""Rules by the name of their table: numbers of players and sides."""
DECKS: Final = 150_000
"""Decks for a table, each played eight times."""
MORE_DECKS: Final = {"2x2": 200_000, "4x2": 300_000, "6x2": 300_000, "6x3": 300_000}
"""Decks for tables that need more."""


class BaseGameTrainer(Trainer):
    """A trainer with one table for each number of players and sides."""

    tables = tuple(TABLES)

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train one table and yield its name and weights."""
        options = self.options
        decks = options["decks"] or MORE_DECKS.get(name, DECKS)
        course = Course(decks, options["seed"], options["rate"], options["winning"])
        pieces = train(TABLES[name], course)
        yield name, last_of(name, decks, decks // course.pieces, pieces) * SCALE
