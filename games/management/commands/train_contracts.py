"""Train the tables of the games with an auction by games against themselves."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.bots.contracts import rollouts
from games.bots.contracts.fitting import fit
from games.bots.contracts.table import SCALE, SIZE, WEIGHTS, policy_of
from games.bots.contracts.training import PIECE, train
from games.engine import build_ruleset
from games.management.progress import Progress
from games.management.weights import keep

GAMES: Final = {"called": ("chiamata", 5), "talon": ("rematada", 3)}
"""The game that each table is trained by."""
FITTED: Final = 100_000
"""Contracts that what hands are worth is fitted to."""
DECKS: Final = {"called": 300_000, "talon": 40_000}


class Command(BaseCommand):
    """Trains one table after another; the same seed gives the same weights."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", default=",".join(GAMES), metavar="NAME,...")
        add("--decks", type=int, metavar="N", help="a table, each played eight times")
        add("--seed", type=int, default=1, metavar="S")
        add("--out", type=Path, default=WEIGHTS, metavar="FILE", help="where to write the weights")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["tables"].split(",")
        for name in names:
            if name not in GAMES:
                raise CommandError(f"there is no table {name!r}; there are {', '.join(GAMES)}")
        if options["decks"] is not None and options["decks"] < PIECE:
            raise CommandError(f"--decks must be {PIECE} or more")
        if rollouts.compiled() is None:
            self.stderr.write("numba is not installed: this will take over a hundred times as long")
        for name in names:
            preset, players = GAMES[name]
            decks, found = options["decks"] or DECKS[name], np.zeros(SIZE)
            with Progress(f"decks of {name}", decks) as progress:
                for weights in train(build_ruleset(preset, players).rules, decks, options["seed"]):
                    progress.step(PIECE)
                    found = weights
            keep(options["out"], name, found * SCALE)
            if name == "called":
                rules, policy = build_ruleset(preset, players).rules, policy_of(found)
                worth = fit(rules, policy, FITTED, options["seed"])
                keep(options["out"], "worth", worth * SCALE)
