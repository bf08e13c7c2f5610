"""Training of the tables of the base game's variants, behind `manage.py train_variants`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from django.core.management.base import CommandError

from games.bots.simulation.policy import SCALE, table_name
from games.bots.simulation.weights_file import read_tables
from games.bots.variants.feature_table import GROWN_FROM
from games.bots.variants.games import name_of, way_of
from games.engine import Rules, build_ruleset
from tools.laboratory.training.base_game import SEATINGS
from tools.laboratory.training.trainer import Trainer, last_of
from tools.laboratory.training.variant_training import BATCH_DECKS, train

_VARIANT_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "killing": {"muerte": True},
    "under": {"score.policy": "stay_under"},
    "marrying": {"marriage.mode": "captured", "exchange.enabled": False, "exchange.prearm": False},
    "declaring": {"marriage.mode": "declared", "exchange.enabled": False, "exchange.prearm": False},
    "open": {"open_hands": True, "exchange.enabled": False, "exchange.prearm": False},
}
"""Options in which each variant differs from the base game."""
_MAX_PLAYERS: Final = {"marrying": 4, "declaring": 4, "open": 2}
"""Highest number of players of each variant that is not played by six."""


def _tables() -> dict[str, Rules]:
    """Return name of a table of weights -> rules by which the table is trained."""
    rules_by_table = {}
    for game, changes in _VARIANT_OPTIONS.items():
        for seats, teams in SEATINGS:
            if seats <= _MAX_PLAYERS.get(game, seats):
                rules = build_ruleset("ludoteka", seats, {"teams": teams, **changes}).rules
                kind = way_of(rules)
                assert kind is not None
                assert kind.name == game
                rules_by_table[name_of(kind, rules)] = rules
    return rules_by_table


TABLES: Final = _tables()
DECKS: Final = 60_000
"""Decks for training a table, each played eight times."""
MORE_DECKS: Final = {"killing_6x2": 200_000, "killing_6x3": 200_000, "under_4x4": 200_000}
"""Decks for tables that would otherwise be no better than the rules bot."""
_ROUNDING_STEP: Final = 128
"""Step to which weights are rounded that are added to another table's, to make the file smaller."""


class VariantsTrainer(Trainer):
    """Trainer of one table for each variant and seating."""

    tables, batch_decks = tuple(TABLES), BATCH_DECKS

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train the table of a variant and seating; yield its name and weights."""
        rules, decks = TABLES[name], self.options["decks"] or MORE_DECKS.get(name, DECKS)
        kind = way_of(rules)
        assert kind is not None
        seed, rate = self.options["seed"], self.options["rate"]
        base, start = GROWN_FROM.get(kind.name), np.zeros(kind.layout.size)
        if base is not None:
            start = self._written(f"{base}_{table_name(rules)}") / SCALE
        weights_so_far = train(kind, rules, decks, seed, rate, start)
        added = (last_of(name, decks, BATCH_DECKS, weights_so_far) - start) * SCALE
        yield name, added if base is None else np.round(added / _ROUNDING_STEP) * _ROUNDING_STEP

    def _written(self, name: str) -> np.ndarray:
        """Return the weights of a table (name) that was trained before, from the file.

        Raises:
            CommandError: the table was not trained.
        """
        written = read_tables(self.options["out"])
        if name not in written:
            raise CommandError(f"train the table {name} first")
        return written[name]
