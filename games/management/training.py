"""Command options that all training commands share."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path


def add_training_arguments(parser: ArgumentParser, *, named: str, weights: Path) -> None:
    """Add the options that every training has; `named` is the form of table names in the help."""
    add = parser.add_argument
    add("--tables", default="", metavar=f"{named},...", help="to train (all)")
    add("--decks", type=int, metavar="N", help="a table, each played eight times")
    add("--seed", type=int, default=1, metavar="S")
    add("--out", type=Path, default=weights, metavar="FILE", help="to write the weights to")
