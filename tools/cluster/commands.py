"""The commands of the section "Three machines", taken out of docs/operations/several-machines.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

SECTION: Final = "Three machines"
FENCE: Final = "```"
INFO: Final = "shell"
"""Blocks of this kind are commands; tests/test_docs_commands.py leaves them to this program."""
NAME: Final = re.compile(r"\*\*(\w+)\*\*")
SENTENCE: Final = re.compile(r"(?<=\.) ")
AGAIN: Final = re.compile(
    r"\*\*(?P<name>\w+)\*\*, steps (?P<first>\d) (?:to|and) (?P<last>\d) again"
)
STEP: Final = re.compile(r"(\d)\. ")


@dataclass(frozen=True)
class Block:
    """A block of shell commands in the document, to run on some machines one after the other."""

    number: int
    """Number of the block in the section, from 1."""
    line: int
    """Line number of the block's first command in the document."""
    machines: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Again:
    """An instruction of the document: repeat the blocks of some steps on one machine."""

    line: int
    machine: str
    first: int
    last: int


@dataclass
class Part:
    """A titled part of the section "Three machines" of the operations docs, with its shell commands.

    A part whose title begins with a number is a step, which other parts can repeat.
    """

    title: str
    does: list[Block | Again] = field(default_factory=list)

    @property
    def step(self) -> int | None:
        """Return the number in the part's title; None without one."""
        number = STEP.match(self.title)
        return int(number[1]) if number else None


def read(text: str, machines: Sequence[str]) -> list[Part]:
    """Return the parts with commands of the document's section "Three machines".

    Raises:
        ValueError: where the section, the end of a block, or the machine of a block is missing.
    """
    return [part for part in _Reader(machines).parts(text) if part.does]


def again(parts: Sequence[Part], wanted: Again) -> Iterator[Block]:
    """Yield the blocks of commands that `wanted` repeats, each for its machine alone.

    Raises:
        ValueError: where one of the steps has no block for that machine.
    """
    for step in range(wanted.first, wanted.last + 1):
        blocks = [
            Block(block.number, block.line, (wanted.machine,), block.text)
            for part in parts
            if part.step == step
            for block in part.does
            if isinstance(block, Block) and wanted.machine in block.machines
        ]
        if not blocks:
            raise ValueError(f"line {wanted.line}: step {step} has nothing for {wanted.machine}")
        yield from blocks


class _Reader:
    """Reader of the document's section "Three machines", line by line."""

    def __init__(self, machines: Sequence[str]) -> None:
        self._machines = machines
        self._count = 0
        self._paragraph: list[str] = []
        self._ended: tuple[int, str] = (0, "")
        """The paragraph above, and the number of its first line."""
        self._part = Part("")

    def parts(self, text: str) -> list[Part]:
        """Return all parts of the section."""
        lines = _section(text)
        parts = [self._part]
        for number, line in lines:
            if line.startswith("### "):
                self._end_paragraph(number)
                self._part = Part(line.removeprefix("### "))
                parts.append(self._part)
            elif line.startswith(FENCE):
                self._end_paragraph(number)
                self._fence(number, line, lines)
            elif line.strip():
                self._paragraph.append(line)
            else:
                self._end_paragraph(number)
        self._end_paragraph(text.count("\n") + 1)
        return parts

    def _end_paragraph(self, number: int) -> None:
        if not self._paragraph:
            return
        first, text = number - len(self._paragraph), " ".join(self._paragraph)
        self._ended, self._paragraph = (first, text), []
        for match in AGAIN.finditer(text):
            steps = int(match["first"]), int(match["last"])
            self._part.does.append(Again(first, self._known(match["name"], first), *steps))

    def _fence(self, number: int, opening: str, lines: Iterator[tuple[int, str]]) -> None:
        """Read a block of commands to its end."""
        body = []
        for _, line in lines:
            if line == FENCE:
                break
            body.append(line + "\n")
        else:
            raise ValueError(f"line {number}: the block has no end")
        if opening == FENCE + INFO:
            self._count += 1
            block = Block(self._count, number + 1, self._heading(number), "".join(body))
            self._part.does.append(block)
        self._ended = (number, "")

    def _heading(self, number: int) -> tuple[str, ...]:
        """Return the machines that the sentence above a block of commands names in bold."""
        sentence = SENTENCE.split(self._ended[1])[-1]
        names = NAME.findall(sentence) if sentence.endswith(":") else []
        if not names:
            raise ValueError(
                f"line {number}: nothing above the block says on which machine it is run"
            )
        return tuple(dict.fromkeys(self._known(name, number) for name in names))

    def _known(self, name: str, number: int) -> str:
        if name not in self._machines:
            raise ValueError(f"line {number}: {name!r} is none of {', '.join(self._machines)}")
        return name


def _section(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of the section with their line numbers in the document, from 1."""
    is_within = is_found = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("## "):
            is_within = line == f"## {SECTION}"
            is_found = is_found or is_within
        elif is_within:
            yield number, line
    if not is_found:
        raise ValueError(f"no section {SECTION!r}")
