"""Figures of how the code is written. Functions, circles and raises have limits; sizes are reported only."""

from __future__ import annotations

import ast
import fnmatch
import json
import shutil
import statistics
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from brisca_site.languages import AWAITING_READER
from tools.code_figures.functions import Function, functions_of, silent_raisers
from tools.code_figures.imports import circles, package_graph, python_graph

ROOT: Final = Path(__file__).resolve().parents[2]
PRODUCT: Final = ("games/*.py", "accounts/*.py", "brisca_site/*.py")
MIGRATIONS: Final = "*/migrations/*"
SCRIPTS: Final = "static/js/*.js"
LOCKS: Final = ("requirements*.txt", ".ci/requirements*.txt", "docs/examples/requirements.txt")
AWAITING: Final = tuple(f"locale/{language}/" for language in sorted(AWAITING_READER))
SHAPES: Final = (
    "games/answers/*.py",
    "games/live/schema/*.py",
    "games/live/protocol/parsing.py",
)
"""Files in which the shape of an answer or a message is written by hand.

`games/json_schema.py` is not among them: it reads shapes, and has none of its own.
"""
SHORT: Final = 20
"""Lines of a function that is read at a glance,"""
LONGEST: Final = 60
"""and of the longest."""
LONG_FILE: Final = 500
"""Lines from which a file is named in the report; a hint, not a limit."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the code with its limit."""

    name: str
    value: float
    limit: float | None = None
    at_least: bool = False
    """Whether the limit is a least value, and not a most one."""
    worst: tuple[str, ...] = ()
    """What is in the way of the limit, the worst first."""

    @property
    def reached(self) -> bool:
        """Return whether the figure keeps within its limit; True where it has none."""
        return self.limit is None or self.is_within(self.limit)

    def is_within(self, limit: float) -> bool:
        """Return whether the value is as good as a limit."""
        return self.value >= limit if self.at_least else self.value <= limit


def measure() -> list[Figure]:
    """Return all figures. Those of scripts are left out where Node is not there."""
    trees = {file: ast.parse((ROOT / file).read_text(encoding="utf-8")) for file in product_files()}
    functions = [each for file, tree in trees.items() for each in functions_of(tree, file)]
    figures = [
        *function_figures("Python", functions),
        *file_figures("Python", trees),
        circle_figure("Python: circles of imports", circles(python_graph(trees))),
        package_circles_figure(circles(package_graph(trees))),
        *raises_figures(trees),
        shapes_figure(),
    ]
    if has_node():
        figures += script_figures()
    return figures + size_figures()


def has_node() -> bool:
    """Return whether scripts can be read: by Node and the parser of eslint."""
    return shutil.which("node") is not None and (ROOT / "node_modules" / "acorn").is_dir()


@cache
def tracked() -> tuple[str, ...]:
    """Return the paths of all tracked files that are there."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")
    return tuple(name for name in names if name and (ROOT / name).is_file())


def matching(*patterns: str) -> list[str]:
    """Return the tracked files that fit a pattern, in which * crosses folders."""
    return [name for name in tracked() if any(fnmatch.fnmatch(name, each) for each in patterns)]


def product_files() -> list[str]:
    """Return the Python files of the product, without migrations."""
    return [name for name in matching(*PRODUCT) if not fnmatch.fnmatch(name, MIGRATIONS)]


def count_lines(names: Iterable[str]) -> dict[str, int]:
    """Return the lines of each of these files."""
    return {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in names}


def function_figures(language: str, functions: Sequence[Function]) -> list[Figure]:
    """Return how long functions are."""
    ordered = sorted(functions, key=lambda each: -each.lines)
    share = 100 * sum(each.lines <= SHORT for each in ordered) / len(ordered)
    too_long = [each for each in ordered if each.lines > LONGEST]
    worst = tuple(f"{each.lines} {each.file} {each.name}" for each in too_long)
    return [
        Figure(f"{language}: functions", len(ordered)),
        Figure(f"{language}: % of functions of at most {SHORT} lines", round(share, 1), 90, True),
        Figure(
            f"{language}: median function, lines",
            statistics.median(each.lines for each in ordered),
        ),
        Figure(f"{language}: longest function, lines", ordered[0].lines, LONGEST, worst=worst),
    ]


def file_figures(language: str, names: Iterable[str]) -> list[Figure]:
    """Return how long files are."""
    lines = count_lines(names)
    ordered = sorted(lines.items(), key=lambda item: -item[1])
    longest = tuple(f"{count} {name}" for name, count in ordered if count > LONG_FILE)
    return [
        Figure(f"{language}: files", len(lines)),
        Figure(f"{language}: lines", sum(lines.values())),
        Figure(f"{language}: longest file, lines", ordered[0][1], worst=longest),
    ]


def circle_figure(name: str, circles: Sequence[Sequence[str]]) -> Figure:
    """Return how many circles there are; each is named by its members."""
    return Figure(name, len(circles), 0, worst=tuple(" ".join(circle) for circle in circles))


def package_circles_figure(circles: Sequence[Sequence[str]]) -> Figure:
    """Return how many packages import each other in circles; a circle is named by its packages."""
    return Figure(
        "Python: packages that import each other in circles",
        sum(len(circle) for circle in circles),
        0,
        worst=tuple(" ".join(circle) for circle in circles),
    )


def raises_figures(trees: Mapping[str, ast.Module]) -> list[Figure]:
    """Return how many public functions raise, and how many of them do not say so."""
    silent, count = [], 0
    for file, tree in trees.items():
        names, raising = silent_raisers(tree)
        silent += [f"{file} {name}" for name in names]
        count += raising
    return [
        Figure("Python: public functions that raise", count),
        Figure("Python: of these do not say it", len(silent), 0, worst=tuple(silent)),
    ]


def shapes_figure() -> Figure:
    """Return how many lines describe shapes by hand."""
    lines = count_lines(matching(*SHAPES))
    return Figure("Python: lines of hand-written shapes", sum(lines.values()))


def script_figures() -> list[Figure]:
    """Return the figures of the page's modules."""
    files = matching(SCRIPTS)
    modules = read_scripts(files)
    functions = [
        Function(file, each["name"], each["lines"])
        for file, module in modules.items()
        for each in module["functions"]
    ]
    graph = {file: set(module["imports"]) & set(modules) for file, module in modules.items()}
    return [
        *function_figures("JavaScript", functions),
        *file_figures("JavaScript", files),
        circle_figure("JavaScript: circles of imports", circles(graph)),
    ]


def read_scripts(files: Sequence[str]) -> dict[str, Any]:
    """Return by file its functions and imports, as `scripts.mjs` reads them."""
    done = subprocess.run(  # noqa: S603 - our own script
        [shutil.which("node") or "node", str(Path(__file__).with_name("scripts.mjs"))],
        input="\n".join(files), capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    modules: dict[str, Any] = json.loads(done.stdout)
    return modules


def size_figures() -> list[Figure]:
    """Return the sizes of the tracked files, which have no limit.

    The catalogues of languages that await a reader count apart: each language that is added brings
    170 KB of texts, and nobody who works on the code reads them.
    """
    sizes = {name: (ROOT / name).stat().st_size for name in tracked()}
    awaiting = {name: sizes.pop(name) for name in list(sizes) if name.startswith(AWAITING)}
    return [
        Figure("tracked tree, bytes", sum(sizes.values())),
        Figure("catalogues of languages that await a reader, bytes", sum(awaiting.values())),
        Figure("lines of lock files", sum(count_lines(matching(*LOCKS)).values())),
    ]
