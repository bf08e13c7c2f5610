"""Train the tables of the base game's kin by games against themselves."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from games.bots.simulation.policy import SCALE
from games.bots.training.variant_training import FIRST_RATE, PIECE, train
from games.bots.variants.feature_table import WEIGHTS
from games.bots.variants.games import name_of, way_of
from games.engine import Rules, build_ruleset
from games.management.commands.train_bot import SEATINGS
from games.management.training import TrainingCommand, last_of

_GAMES: Final[dict[str, dict[str, Any]]] = {
    "killing": {"muerte": True},
    "under": {"score.policy": "stay_under"},
    "marrying": {"marriage.mode": "captured", "exchange.enabled": False, "exchange.prearm": False},
    "open": {"open_hands": True, "exchange.enabled": False, "exchange.prearm": False},
}
"""What each game changes of the base game,"""
_MOST: Final = {"marrying": 4, "open": 2}
"""and how many may sit down to it, where not six."""


def _tables() -> dict[str, Rules]:
    """The rules that each table is trained by."""
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
"""For a table, each deck played eight times;"""
LONGER: Final = {"killing_6x2": 200_000, "killing_6x3": 200_000, "under_4x4": 200_000}
"""more for those that are no better than the rules bot by then."""


class Command(TrainingCommand):
    """Trains one table after another."""

    help = __doc__
    tables, named, weights, piece = tuple(TABLES), "NAME", WEIGHTS, PIECE

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add = parser.add_argument
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")

    def trained(self, name: str, options: dict[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
        rules, decks = TABLES[name], options["decks"] or LONGER.get(name, DECKS)
        kind = way_of(rules)
        assert kind is not None
        pieces = train(kind, rules, decks, options["seed"], options["rate"])
        yield name, last_of(name, decks, PIECE, pieces) * SCALE
