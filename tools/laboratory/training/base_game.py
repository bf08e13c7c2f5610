"""Train the learned bot of the base game, behind `manage.py train_bot`."""

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
"""The ways of sitting by name: players and sides."""
DECKS: Final = 150_000
MORE_DECKS: Final = {"2x2": 200_000, "4x2": 300_000, "6x2": 300_000, "6x3": 300_000}
"""Each is played eight times."""


class BaseGameTrainer(Trainer):
    """Trains one way of sitting after another."""

    tables = tuple(TABLES)

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train the policy of one way of sitting."""
        options = self.options
        decks = options["decks"] or MORE_DECKS.get(name, DECKS)
        course = Course(decks, options["seed"], options["rate"], options["winning"])
        pieces = train(TABLES[name], course)
        yield name, last_of(name, decks, decks // course.pieces, pieces) * SCALE
