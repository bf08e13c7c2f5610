"""Training of the tables of the base game's variants, behind `manage.py train_variants`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from games.bots.simulation.policy import SCALE
from games.bots.variants.games import name_of, way_of
from games.engine import Rules, build_ruleset
from tools.laboratory.training.base_game import SEATINGS
from tools.laboratory.training.trainer import Trainer, last_of
from tools.laboratory.training.variant_training import PIECE, train

_GAMES: Final[dict[str, dict[str, Any]]] = {
    "killing": {"muerte": True},
    "under": {"score.policy": "stay_under"},
    "marrying": {"marriage.mode": "captured", "exchange.enabled": False, "exchange.prearm": False},
    "open": {"open_hands": True, "exchange.enabled": False, "exchange.prearm": False},
}
"""Options in which each variant differs from the base game."""
_MOST: Final = {"marrying": 4, "open": 2}
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


class VariantsTrainer(Trainer):
    """A trainer with one table for each variant and seating."""

    tables, piece = tuple(TABLES), PIECE

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train one table and yield its name and weights."""
        rules, decks = TABLES[name], self.options["decks"] or LONGER.get(name, DECKS)
        kind = way_of(rules)
        assert kind is not None
        pieces = train(kind, rules, decks, self.options["seed"], self.options["rate"])
        yield name, last_of(name, decks, PIECE, pieces) * SCALE
