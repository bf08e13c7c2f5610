"""Train the tables of the games with an auction, behind `manage.py train_contracts`."""

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
"""The game that each table is trained by."""
FITTED: Final = 100_000
"""Contracts that what hands are worth is fitted to."""
DECKS: Final = {"called": 300_000, "talon": 40_000}


class ContractsTrainer(Trainer):
    """Trains the policy of each kind of contract, and with the first what hands are worth."""

    tables, piece = tuple(GAMES), PIECE

    def train(self, name: str) -> Iterator[tuple[str, np.ndarray]]:
        """Train one table; the called game's gives the worth of hands too."""
        seed = self.options["seed"]
        rules, decks = build_ruleset(*GAMES[name]).rules, self.options["decks"] or DECKS[name]
        found = last_of(name, decks, PIECE, train(rules, decks, seed))
        yield name, found * SCALE
        if name == "called":
            yield "worth", fit(rules, policy_of(found), FITTED, seed) * SCALE
