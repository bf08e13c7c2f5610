"""Training of the learned bot of the base game, behind `manage.py train_bot`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from django.core.management.base import CommandError

from games.bots.simulation.card_net import net_name
from games.bots.simulation.policy import SCALE, table_name
from games.bots.simulation.rollouts import backends
from games.bots.simulation.weights_file import read_tables
from games.engine import build_ruleset
from tools.laboratory.training.base_training import Course, train
from tools.laboratory.training.net_training import NetCourse, train_net
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
"""Decks for training a table, each played eight times."""
MORE_DECKS: Final = {"2x2": 200_000, "4x2": 300_000, "6x2": 300_000, "6x3": 300_000}
"""Decks for the tables that need more than DECKS."""
NET: Final = net_name(TABLES["2x2"])
"""Name of the net of two players; it corrects the table `2x2`."""
NET_DECKS: Final = 1_100_000
"""Decks for training the net."""


class BaseGameTrainer(Trainer):
    """Trainer of one table for each number of players and sides, and of a net for two players."""

    tables = (*TABLES, NET)

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train a table of weights, or the net of two players; yield its name and weights."""
        options = self.options
        if name == NET:
            yield name, self._train_net()
            return
        decks = options["decks"] or MORE_DECKS.get(name, DECKS)
        course = Course(decks, options["seed"], options["rate"], options["winning"])
        weights_so_far = train(TABLES[name], course)
        yield name, last_of(name, decks, decks // course.reports, weights_so_far) * SCALE

    def _train_net(self) -> np.ndarray:
        """Train the net of two players and return its weights.

        Raises:
            CommandError: numba is not installed, or the table of two players is missing.
        """
        if backends()[-1] != "numba":
            raise CommandError(f"{NET} is trained with numba only: pass --tables without it")
        table = read_tables(self.options["out"]).get("2x2")
        if table is None:
            raise CommandError(f"{NET} corrects the table 2x2, which is not there: train it first")
        decks = self.options["decks"] or NET_DECKS
        course = NetCourse(decks, self.options["seed"])
        weights_so_far = train_net(table / SCALE, course)
        return last_of(NET, decks, decks // course.reports, weights_so_far)
