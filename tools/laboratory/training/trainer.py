"""Base of all trainers: the names of tables, and the loop over those asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, ClassVar

import numpy as np
from django.core.management.base import CommandError

from games.management.progress import Progress
from tools.laboratory.training.weights import write_table


class Trainer(ABC):
    """A trainer of several tables; the same seed gives the same weights."""

    tables: ClassVar[Collection[str]]
    """Names of all tables that can be trained."""
    piece: ClassVar[int] = 1
    """Decks played at once."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def train_tables(self) -> None:
        """Train the tables that the options name, or all, and write each when it is done.

        Raises:
            CommandError: where there is no such table, or the decks are fewer than one piece.
        """
        names = [name for name in self.options["tables"].split(",") if name] or list(self.tables)
        for name in names:
            if name not in self.tables:
                there_are = ", ".join(self.tables)
                raise CommandError(f"there is no table {name!r}; there are {there_are}")
        if self.options["decks"] is not None and self.options["decks"] < self.piece:
            raise CommandError(f"--decks must be {self.piece} or more")
        for name in names:
            for part, weights in self.train(name):
                write_table(self.options["out"], part, weights)

    @abstractmethod
    def train(self, name: str) -> Iterable[tuple[str, np.ndarray]]:
        """Train a table; yield the name and weights of each array to be written."""


def last_of(name: str, decks: int, step: int, found: Iterable[np.ndarray]) -> np.ndarray:
    """Return the last of the weights of a training; show a bar of the decks played."""
    last = np.zeros(0)
    with Progress(f"decks of {name}", decks) as progress:
        for each in found:
            progress.step(step)
            last = each
    return last
