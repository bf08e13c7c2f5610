"""Training of the tables of games with an auction, behind `manage.py train_contracts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from games.bots.variants.contract_table import SCALE, policy_of
from games.engine import build_ruleset
from tools.laboratory.training.contract_fitting import fit
from tools.laboratory.training.contract_training import BATCH_DECKS, train
from tools.laboratory.training.trainer import Trainer, last_of

GAMES: Final = {"called": ("chiamata", 5), "talon": ("rematada", 3)}
"""Preset and number of players by which each table is trained."""
FITTING_CONTRACTS: Final = 100_000
"""Contracts to which the worth of hands is fitted."""
DECKS: Final = {"called": 300_000, "talon": 40_000}
"""Decks for training each table, each played eight times."""


class ContractsTrainer(Trainer):
    """Trainer of the policy of each kind of contract, and of the worth of hands."""

    tables, batch_decks = tuple(GAMES), BATCH_DECKS

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train a table; yield (name, weights), and for `called` also the worth of hands."""
        seed = self.options["seed"]
        rules, decks = build_ruleset(*GAMES[name]).rules, self.options["decks"] or DECKS[name]
        weights = last_of(name, decks, BATCH_DECKS, train(rules, decks, seed))
        yield name, weights * SCALE
        if name == "called":
            yield "worth", fit(rules, policy_of(weights), FITTING_CONTRACTS, seed) * SCALE
