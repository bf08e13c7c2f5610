"""Base of all trainers: the names of tables, and the loop over the requested ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, ClassVar

import numpy as np
from django.core.management.base import CommandError

from brisca_site.base.progress import Progress
from tools.laboratory.training.weights import write_table


class Trainer(ABC):
    """Base class of trainers of tables of weights; the same seed gives the same weights."""

    tables: ClassVar[Collection[str]]
    """Names of all tables that can be trained."""
    batch_decks: ClassVar[int] = 1
    """Decks played at once."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def train_tables(self) -> None:
        """Train the tables that the options name, or all, and write each when it is done.

        Raises:
            CommandError: a table's name is unknown, or the decks are fewer than one batch.
        """
        names = [name for name in self.options["tables"].split(",") if name] or list(self.tables)
        for name in names:
            if name not in self.tables:
                there_are = ", ".join(self.tables)
                raise CommandError(f"there is no table {name!r}; there are {there_are}")
        if self.options["decks"] is not None and self.options["decks"] < self.batch_decks:
            raise CommandError(f"--decks must be {self.batch_decks} or more")
        for name in names:
            for part, weights in self.train(name):
                write_table(self.options["out"], part, weights)

    @abstractmethod
    def train(self, name: str) -> Iterable[tuple[str, np.ndarray]]:
        """Train a table of this name; yield (name, weights) of each array to write."""


def last_of(name: str, decks: int, step: int, weights_so_far: Iterable[np.ndarray]) -> np.ndarray:
    """Return the last of a training's weights, with a progress bar of the decks played.

    `weights_so_far` yields the weights once for every `step` decks.
    """
    last = np.zeros(0)
    with Progress(f"decks of {name}", decks) as progress:
        for weights in weights_so_far:
            progress.step(step)
            last = weights
    return last
