"""Train the tables of the games with an auction by games against themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from games.bots.training.contract_fitting import fit
from games.bots.training.contract_training import PIECE, train
from games.bots.variants import contract_rollouts as rollouts
from games.bots.variants.contract_table import SCALE, WEIGHTS, policy_of
from games.engine import build_ruleset
from games.management.training import TrainingCommand, last_of

GAMES: Final = {"called": ("chiamata", 5), "talon": ("rematada", 3)}
"""The game that each table is trained by."""
FITTED: Final = 100_000
"""Contracts that what hands are worth is fitted to."""
DECKS: Final = {"called": 300_000, "talon": 40_000}


class Command(TrainingCommand):
    """Trains one table after another."""

    help = __doc__
    tables, named, weights, piece = tuple(GAMES), "NAME", WEIGHTS, PIECE

    def handle(self, *args: Any, **options: Any) -> None:
        if rollouts.compiled() is None:
            self.stderr.write("numba is not installed: this will take over a hundred times as long")
        super().handle(*args, **options)

    def trained(self, name: str, options: dict[str, Any]) -> Iterator[tuple[str, np.ndarray]]:
        rules, decks = build_ruleset(*GAMES[name]).rules, options["decks"] or DECKS[name]
        found = last_of(name, decks, PIECE, train(rules, decks, options["seed"]))
        yield name, found * SCALE
        if name == "called":
            yield "worth", fit(rules, policy_of(found), FITTED, options["seed"]) * SCALE
