"""Train the bots' weights for games with an auction, by games against themselves."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bots.variants import contract_rollouts
from games.bots.variants.contract_table import WEIGHTS
from games.management.training import add_training_arguments


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_training_arguments(parser, named="NAME", weights=WEIGHTS)

    def handle(self, *args: Any, **options: Any) -> None:
        """Train the tables of weights that the options name, and write the weights.

        Raises:
            CommandError: where an option is wrong.
        """
        from tools.laboratory.training.contracts import ContractsTrainer

        if contract_rollouts.compiled() is None:
            self.stderr.write("numba is not installed: this will take over a hundred times as long")
        ContractsTrainer(options).train_tables()
