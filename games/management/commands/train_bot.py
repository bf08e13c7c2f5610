"""Train the weights of the learned bot, one table after another, by games against itself."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bots.simulation.policy import WEIGHTS
from games.bots.simulation.rollouts import backends
from games.management.training import add_training_arguments


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        from tools.laboratory.training.base_training import FIRST_RATE, WINNING_WEIGHT

        add_training_arguments(parser, named="players x sides", weights=WEIGHTS)
        add = parser.add_argument
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")
        add(
            "--winning",
            type=float,
            default=WINNING_WEIGHT,
            help=f"against points ({WINNING_WEIGHT})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Train the tables of weights that the options name, and write the weights.

        Raises:
            CommandError: where an option is wrong.
        """
        from tools.laboratory.training.base_game import BaseGameTrainer

        if backends()[-1] != "numba":
            self.stderr.write("numba is not installed: this will take about fifty times as long")
        BaseGameTrainer(options).train_tables()
