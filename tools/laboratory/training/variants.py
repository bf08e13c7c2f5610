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
from tools.laboratory.training.variant_training import PIECE, train

_GAMES: Final[dict[str, dict[str, Any]]] = {
    "killing": {"muerte": True},
    "under": {"score.policy": "stay_under"},
    "marrying": {"marriage.mode": "captured", "exchange.enabled": False, "exchange.prearm": False},
    "declaring": {"marriage.mode": "declared", "exchange.enabled": False, "exchange.prearm": False},
    "open": {"open_hands": True, "exchange.enabled": False, "exchange.prearm": False},
}
"""Options in which each variant differs from the base game."""
_MOST: Final = {"marrying": 4, "declaring": 4, "open": 2}
"""Highest number of players of each variant, where that is not six."""


def _tables() -> dict[str, Rules]:
    """Return the rules by which each table is trained, by name."""
    found = {}
    for game, changes in _GAMES.items():
        for seats, teams in SEATINGS:
            if seats <= _MOST.get(game, seats):
                rules = build_ruleset("ludoteka", seats, {"teams": teams, **changes}).rules
                kind = way_of(rules)
                assert kind is not None
                assert kind.name == game
                found[name_of(kind, rules)] = rules
    return found


TABLES: Final = _tables()
DECKS: Final = 60_000
"""Decks for a table, each played eight times."""
LONGER: Final = {"killing_6x2": 200_000, "killing_6x3": 200_000, "under_4x4": 200_000}
"""Decks for tables that would otherwise be no better than the rules bot."""
_STEP: Final = 128
"""Steps in which weights are stored that are added to those of another table, so that few bytes do."""


class VariantsTrainer(Trainer):
    """A trainer with one table for each variant and seating."""

    tables, piece = tuple(TABLES), PIECE

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train one table and yield its name and weights."""
        rules, decks = TABLES[name], self.options["decks"] or LONGER.get(name, DECKS)
        kind = way_of(rules)
        assert kind is not None
        seed, rate = self.options["seed"], self.options["rate"]
        base, start = GROWN_FROM.get(kind.name), np.zeros(kind.layout.size)
        if base is not None:
            start = self._written(f"{base}_{table_name(rules)}") / SCALE
        pieces = train(kind, rules, decks, seed, rate, start)
        added = (last_of(name, decks, PIECE, pieces) - start) * SCALE
        yield name, added if base is None else np.round(added / _STEP) * _STEP

    def _written(self, name: str) -> np.ndarray:
        """Return a table that was trained before.

        Raises:
            CommandError: where it was not.
        """
        written = read_tables(self.options["out"])
        if name not in written:
            raise CommandError(f"train the table {name} first")
        return written[name]
