"""What the commands have in common that train bots by games against themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.management.weights import keep


class TrainingCommand(ABC, BaseCommand):
    """Trains one table after another; the same seed gives the same weights."""

    requires_system_checks = ()
    tables: ClassVar[Collection[str]]
    """The names of all that there are to train;"""
    named: ClassVar[str]
    """how they are named, in the help."""
    weights: ClassVar[Path]
    """The file of the repository."""
    piece: ClassVar[int] = 1
    """Decks that are played at once."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", default=",".join(self.tables), metavar=f"{self.named},...")
        add("--decks", type=int, metavar="N", help="a table, each played eight times")
        add("--seed", type=int, default=1, metavar="S")
        add(
            "--out", type=Path, default=self.weights, metavar="FILE", help="to write the weights to"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["tables"].split(",")
        for name in names:
            if name not in self.tables:
                there_are = ", ".join(self.tables)
                raise CommandError(f"there is no table {name!r}; there are {there_are}")
        if options["decks"] is not None and options["decks"] < self.piece:
            raise CommandError(f"--decks must be {self.piece} or more")
        for name in names:
            for part, found in self.trained(name, options):
                keep(options["out"], part, found)

    @abstractmethod
    def trained(self, name: str, options: dict[str, Any]) -> Iterable[tuple[str, np.ndarray]]:
        """Train a table; gives what to keep of it, by name."""


def last_of(name: str, decks: int, step: int, found: Iterable[np.ndarray]) -> np.ndarray:
    """The last of weights that become better from piece to piece, with a bar of the decks played."""
    last = np.zeros(0)
    with Progress(f"decks of {name}", decks) as progress:
        for each in found:
            progress.step(step)
            last = each
    return last
