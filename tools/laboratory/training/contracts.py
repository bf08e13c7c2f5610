"""Training of the tables of games with an auction, behind `manage.py train_contracts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from games.bots.variants.contract_table import SCALE, policy_of
from games.engine import build_ruleset
from tools.laboratory.training.contract_fitting import fit
from tools.laboratory.training.contract_training import PIECE, train
from tools.laboratory.training.trainer import Trainer, last_of

GAMES: Final = {"called": ("chiamata", 5), "talon": ("rematada", 3)}
"""Preset and number of players by which each table is trained."""
FITTED: Final = 100_000
"""Contracts to which the worth of hands is fitted."""
DECKS: Final = {"called": 300_000, "talon": 40_000}
"""Decks for each table, each played eight times."""


class ContractsTrainer(Trainer):
    """A trainer of the policy of each kind of contract, and of what hands are worth."""

    tables, piece = tuple(GAMES), PIECE

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train one table; yield its name and weights, and for `called` those of hands' worth."""
        seed = self.options["seed"]
        rules, decks = build_ruleset(*GAMES[name]).rules, self.options["decks"] or DECKS[name]
        found = last_of(name, decks, PIECE, train(rules, decks, seed))
        yield name, found * SCALE
        if name == "called":
            yield "worth", fit(rules, policy_of(found), FITTED, seed) * SCALE
