"""Check match records against the rules and the fairness proof."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.management.reading import LARGEST, End, Source, end_of
from games.record.errors import RecordError
from games.record.json_reading import parse
from games.record.record import Json
from games.record.verify import verify_record

MANY_RECORDS_SUFFIXES: Final = (".ndjson", ".zst", ".gz")
"""Suffixes of files with a record in each line, such as downloads and monthly files."""


class Command(BaseCommand):
    """Command: verify match records, and print a line for each."""

    help = (
        f"{__doc__} A file is one record, or a download or monthly file with one in each line. "
        "One line is written for each record; the status is 1 where one is wrong."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a record (.json), a download (.ndjson, packed as .zst or .gz), or - for one "
            "record in each line of input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify the match records in all files and print a line for each.

        Raises:
            CommandError: where a record is wrong, or no record was found.
        """
        check = _Check(self)
        for name in options["files"]:
            check.read(name)
        if check.wrong:
            raise CommandError(f"{check.wrong} of {check.count} records wrong", returncode=1)
        if not check.count:
            raise CommandError("no record was given", returncode=1)


class _Check:
    """Verification of files of match records, with counts of all and of wrong records."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.count = 0
        self.wrong = 0

    def read(self, name: str) -> None:
        """Verify all match records of a file (`-`: standard input) and print a line for each."""
        try:
            with Source(name) as source:
                self._read_lines(name, source)
        except OSError as error:
            self._refuse(name, RecordError("file", error.strerror or "cannot be read"))

    def _read_lines(self, name: str, source: Source) -> None:
        """Verify match records and end lines of an open file; warn of an incomplete download."""
        since_end = 0
        is_download = False
        for label, text in _texts(name, source):
            try:
                record = _parsed(text)
            except RecordError as error:
                since_end += 1  # a line that cannot be read counts as a record
                self._refuse(label, error)
                continue
            try:
                if (end := end_of(record)) is not None:
                    self._compare(label, end, since_end)
                    since_end, is_download = 0, False
                    continue
                since_end += 1
                is_download = is_download or (isinstance(record, dict) and "cursor" in record)
                verify_record(record)
            except RecordError as error:
                self._refuse(label, error)
            else:
                self.count += 1
                self.command.stdout.write(f"{label}: ok, {_summary(record)}")
        if is_download:
            self.command.stderr.write(
                f"{name}: breaks off: a download ends with a line that says so. "
                "Ask again with the `cursor` of the last whole line."
            )

    def _compare(self, label: str, end: End, count: int) -> None:
        """Raise RecordError where an end line's count is not the number of records before it."""
        if end.count != count:
            raise RecordError("end", f"{end.count} records should stand before it, not {count}")

    def _refuse(self, label: str, error: RecordError) -> None:
        """Count a wrong match record, and print why it is wrong."""
        self.count += 1
        self.wrong += 1
        self.command.stdout.write(f"{label}: WRONG, {error}")


def _parsed(text: bytes) -> Any:
    """Parse a line as JSON; raise RecordError if it is malformed or too large."""
    if len(text) > LARGEST:
        raise RecordError("file", "is too large for a record")
    return parse(text)


def _texts(name: str, source: Source) -> Iterator[tuple[str, bytes]]:
    """Yield the match records in a file as texts, each with a name for messages.

    A file without a known suffix is taken for one record, unless its first line is one by itself.
    """
    lines = source.lines()
    first = next(lines, None)
    if first is None:
        return
    if name != "-" and not name.endswith(MANY_RECORDS_SUFFIXES) and not _is_json(first[1]):
        yield name, b"".join(text for _number, text in chain([first], lines))
        return
    following = next(lines, None)
    alone = following is None and name != "-" and not name.endswith(MANY_RECORDS_SUFFIXES)
    for number, text in chain([first], [following] if following else [], lines):
        line = f"line {number}"
        yield name if alone else line if name == "-" else f"{name} {line}", text


def _is_json(text: bytes) -> bool:
    """Return whether a text is the JSON of a match record or of an end line."""
    try:
        parse(text)
    except RecordError:
        return False
    return True


def _summary(record: Json) -> str:
    """Return a match record's match, size and score as one line of text."""
    deals = record["deals"]
    actions = sum(len(deal["actions"]) for deal in deals)
    score = "-".join(str(points) for points in record["score"])
    return f"match {record['match']}, {len(deals)} deals, {actions} actions, score {score}"
