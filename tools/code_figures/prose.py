"""Signs of prose that a programmer has to read twice: sentences without a subject, vague names.

They are found by words, not by meaning: a low figure is no proof of good English, a high one is proof of
bad English.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

CLAUSE_SUBJECT: Final = re.compile(
    r"^(What|Who|Whoever|Whatever|Whose|Whether|Whichever|Wherever|That which|Those who|Those that"
    r"|Nobody who)\b(?!.*\?$)"
)
"""Beginning of a sentence whose subject is a clause; questions are excepted."""
RETURNS_CLAUSE: Final = re.compile(
    r"^(Return|Yield|Say|Tell|Ask)s? (what|who|whose|how|where|when|which)\b", re.IGNORECASE
)
"""Beginning of a docstring whose object is a clause."""
VAGUE_NAMES: Final = frozenset(
    {
        "apart", "found", "given", "going", "gone", "inside", "kept", "made", "meant", "one", "ones",
        "pieces", "said", "seen", "stands", "still", "taken", "there", "told", "usual",
    }
)  # fmt: skip
"""Names of variables that do not say what the thing is."""
MIN_SENTENCE_WORDS: Final = 4
"""Least number of words in a part of a document that counts as a sentence."""


class Place(NamedTuple):
    """A sentence, docstring or name that a programmer has to read twice."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text[:100]}"


def sentences(text: str) -> list[str]:
    """Return the sentences of a Markdown page, without code, tables, headings and HTML."""
    text = re.sub(r"```.*?```", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(\s{4,}|\||#|<).*$", " ", text, flags=re.MULTILINE)
    result = []
    for block in re.split(r"\n\s*\n|\n\s*[-*]\s+|\n\d+\.\s+", text):
        flat = " ".join(block.split()).strip("*- ")
        parts = re.split(r"(?<=[.!?:;])\s+(?=[A-Z*`])", flat)
        result += [part.strip() for part in parts if len(part.split()) >= MIN_SENTENCE_WORDS]
    return result


def headless_sentences(pages: Mapping[str, str]) -> tuple[list[Place], int]:
    """Return Markdown pages' sentences without a subject, and the number of all sentences."""
    places, total = [], 0
    for file, text in pages.items():
        for sentence in sentences(text):
            total += 1
            if CLAUSE_SUBJECT.match(sentence.lstrip("*`")):
                line = text.count("\n", 0, max(0, text.find(sentence[:20]))) + 1
                places.append(Place(file, line, sentence))
    return places, total


def headless_docstrings(trees: Mapping[str, ast.Module]) -> tuple[list[Place], int]:
    """Return the docstrings that begin with a clause, and the number of functions and classes with any."""
    places, total = [], 0
    for file, tree in trees.items():
        for node, first in _first_lines(tree):
            total += not isinstance(node, ast.Module)
            if CLAUSE_SUBJECT.match(first) or RETURNS_CLAUSE.match(first):
                places.append(Place(file, getattr(node, "lineno", 1), first))
    return places, total


def _first_lines(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield each module, class and function that has a docstring, and its first line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            first = (ast.get_docstring(node) or "").split("\n")[0]
            if first:
                yield node, first


def vague_names(trees: Mapping[str, ast.Module]) -> list[Place]:
    """Return every assignment to a variable with a vague name, in modules (path -> tree)."""
    return [
        Place(file, node.lineno, node.id)
        for file, tree in trees.items()
        for node in _assigned(tree)
        if node.id.lstrip("_") in VAGUE_NAMES
    ]


def _assigned(tree: ast.Module) -> Iterable[ast.Name]:
    """Yield the names that a module assigns to, with those of loops and comprehensions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node
