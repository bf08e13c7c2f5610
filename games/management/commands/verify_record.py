"""Check match records against the rules and the fairness proof."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.record.errors import RecordError
from games.record.record import Json
from games.record.verify import verify_text

LARGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes; a long match is a thousandth of it."""


class Command(BaseCommand):
    """One line for each record; fails where one is wrong."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a record, or - for one in each line of input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = count = 0
        for name in options["files"]:
            for label, text in _texts(name):
                count += 1
                try:
                    if isinstance(text, RecordError):
                        raise text
                    self.stdout.write(f"{label}: ok, {_summary(verify_text(text))}")
                except RecordError as error:
                    wrong += 1
                    self.stdout.write(f"{label}: WRONG, {error}")
        if wrong:
            raise CommandError(f"{wrong} of {count} records wrong", returncode=1)
        if not count:
            raise CommandError("no record was given", returncode=1)


def _texts(name: str) -> Iterator[tuple[str, bytes | RecordError]]:
    """What is to be checked: a name for it, and its text or why it cannot be read."""
    if name == "-":
        source = getattr(sys.stdin, "buffer", sys.stdin)
        for number, line in enumerate(source, start=1):
            if line.strip():
                yield f"line {number}", line if isinstance(line, bytes) else line.encode()
        return
    try:
        path = Path(name)
        if path.stat().st_size > LARGEST_FILE:
            yield name, RecordError("file", "is too large for a record")
        else:
            yield name, path.read_bytes()
    except OSError as error:
        yield name, RecordError("file", error.strerror or "cannot be read")


def _summary(record: Json) -> str:
    deals = record["deals"]
    actions = sum(len(deal["actions"]) for deal in deals)
    score = "-".join(str(points) for points in record["score"])
    return f"match {record['match']}, {len(deals)} deals, {actions} actions, score {score}"
