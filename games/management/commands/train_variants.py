"""Train the bots' weights for variants of the base game, by games against themselves."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bots.variants.feature_table import WEIGHTS
from games.management.training import add_training_arguments


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        from tools.laboratory.training.variant_training import FIRST_RATE

        add_training_arguments(parser, named="NAME", weights=WEIGHTS)
        add = parser.add_argument
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")

    def handle(self, *args: Any, **options: Any) -> None:
        """Train the tables of weights that the options name, and write the weights.

        Raises:
            CommandError: where an option is wrong.
        """
        from tools.laboratory.training.variants import VariantsTrainer

        VariantsTrainer(options).train_tables()
