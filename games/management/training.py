"""Command options that all training commands share."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path


def add_training_arguments(parser: ArgumentParser, *, named: str, weights: Path) -> None:
    """Add the options of every command that trains a bot: tables, decks, seed and output file.

    `named` is how the help writes the name of a table of weights; `weights` is the default output.
    """
    add = parser.add_argument
    add("--tables", default="", metavar=f"{named},...", help="to train (all)")
    add("--decks", type=int, metavar="N", help="a table, each played eight times")
    add("--seed", type=int, default=1, metavar="S")
    add("--out", type=Path, default=weights, metavar="FILE", help="to write the weights to")
