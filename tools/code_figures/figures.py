"""Figures of how the code is written: functions, circles, errors and prose have limits, sizes have none."""

from __future__ import annotations

import ast
import fnmatch
import json
import os
import re
import shutil
import statistics
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import django

from brisca_site.base.languages import AWAITING_READER
from tools.code_figures.functions import Function, functions_of, silent_raisers
from tools.code_figures.imports import circles, package_graph, python_graph
from tools.code_figures.private_names import private_names
from tools.code_figures.prose import headless_docstrings, headless_sentences, vague_names

ROOT: Final = Path(os.environ.get("CODE_FIGURES_ROOT") or Path(__file__).resolve().parents[2])
"""The checkout that is measured; CODE_FIGURES_ROOT names another one, such as an older commit's."""
PRODUCT_PATTERNS: Final = ("games/*.py", "accounts/*.py", "brisca_site/*.py")
MIGRATIONS_PATTERN: Final = "*/migrations/*"
SCRIPTS_PATTERN: Final = "static/js/*.js"
LOCK_FILES: Final = ("requirements*.txt", ".ci/requirements*.txt", "docs/examples/requirements.txt")
UNREAD_CATALOGUES: Final = tuple(f"locale/{language}/" for language in sorted(AWAITING_READER))
DOCS_PATTERNS: Final = ("README.md", "CONTRIBUTING.md", "docs/*.md")
GENERATED_DOCS: Final = frozenset({"docs/api-reference.md"})
"""Pages whose sentences come from other files."""
FEATURE_FOLDERS: Final = ("tournaments", "leagues", "clubs", "puzzles", "tiles")
"""Folders of `games` that hold a feature from its rules to its pages."""
FEATURE_WORDS: Final = re.compile(r"tournament|league|club|puzzle|tiles")
APP_FOLDERS: Final = ("games/management/*", "games/migrations/*", "games/templatetags/*")
"""Files that Django finds only in the app's own folders."""
SHAPES: Final = (
    "games/answers/*.py",
    "games/live/schema/*.py",
    "games/live/protocol/parsing.py",
)
"""Files in which the shape of an answer or a message is written by hand.

`games/common/json_schema.py` is not among them: it reads shapes, and has none of its own.
"""
SHORT_FUNCTION_LINES: Final = 20
"""Most lines of a function that is understood at a glance."""
MAX_FUNCTION_LINES: Final = 60
LONG_FILE_LINES: Final = 500
"""Lines above which the report names a file; a hint, not a limit."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the code, such as the number of circular imports, with its limit."""

    name: str
    value: float
    limit: float | None = None
    at_least: bool = False
    """Whether the limit is the least value; otherwise it is the greatest."""
    worst: tuple[str, ...] = ()
    """Causes of missing the limit, the worst first."""
    cure: str = ""
    """Advice for a figure that misses its limit."""

    @property
    def reached(self) -> bool:
        """Return whether the figure is within its limit; True if it has none."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit


def measure() -> list[Figure]:
    """Return all figures of the code; those of JavaScript are missing without Node."""
    trees = {file: ast.parse((ROOT / file).read_text(encoding="utf-8")) for file in product_files()}
    functions = [each for file, tree in trees.items() for each in functions_of(tree, file)]
    figures = [
        *function_figures("Python", functions),
        *file_figures("Python", trees),
        circle_figure("Python: circles of imports", circles(python_graph(trees))),
        package_circles_figure(circles(package_graph(trees))),
        upward_figure(),
        features_figure(),
        private_figure(trees),
        *raises_figures(trees),
        *prose_figures(trees),
        shapes_figure(),
    ]
    if has_node():
        figures += script_figures()
    return figures + size_figures()


def has_node() -> bool:
    """Return whether scripts can be parsed: by Node with the parser of eslint."""
    return shutil.which("node") is not None and (ROOT / "node_modules" / "acorn").is_dir()


@cache
def tracked() -> tuple[str, ...]:
    """Return the paths of all existing files that git tracks."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")
    return tuple(name for name in names if name and (ROOT / name).is_file())


def matching(*patterns: str) -> list[str]:
    """Return the files tracked by git that match any of the patterns; * also matches "/"."""
    return [name for name in tracked() if any(fnmatch.fnmatch(name, each) for each in patterns)]


def product_files() -> list[str]:
    """Return the Python files of the product, without migrations."""
    return [
        name
        for name in matching(*PRODUCT_PATTERNS)
        if not fnmatch.fnmatch(name, MIGRATIONS_PATTERN)
    ]


def count_lines(names: Iterable[str]) -> dict[str, int]:
    """Return file -> number of its lines."""
    return {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in names}


def function_figures(language: str, functions: Sequence[Function]) -> list[Figure]:
    """Return the figures of how long functions are, in lines."""
    ordered = sorted(functions, key=lambda each: -each.lines)
    share = 100 * sum(each.lines <= SHORT_FUNCTION_LINES for each in ordered) / len(ordered)
    too_long = [each for each in ordered if each.lines > MAX_FUNCTION_LINES]
    worst = tuple(f"{each.lines} {each.file} {each.name}" for each in too_long)
    return [
        Figure(f"{language}: functions", len(ordered)),
        Figure(
            f"{language}: % of functions of at most {SHORT_FUNCTION_LINES} lines",
            round(share, 1),
            90,
            True,
        ),
        Figure(
            f"{language}: median function, lines",
            statistics.median(each.lines for each in ordered),
        ),
        Figure(
            f"{language}: longest function, lines",
            ordered[0].lines,
            MAX_FUNCTION_LINES,
            worst=worst,
            cure="Split the function where its steps have names.",
        ),
    ]


def file_figures(language: str, names: Iterable[str]) -> list[Figure]:
    """Return the figures of how many files a language has, and how many lines they have."""
    lines = count_lines(names)
    ordered = sorted(lines.items(), key=lambda item: -item[1])
    longest = tuple(f"{count} {name}" for name, count in ordered if count > LONG_FILE_LINES)
    return [
        Figure(f"{language}: files", len(lines)),
        Figure(f"{language}: lines", sum(lines.values())),
        Figure(f"{language}: longest file, lines", ordered[0][1], worst=longest),
    ]


def circle_figure(name: str, circles: Sequence[Sequence[str]]) -> Figure:
    """Return the number of circles of imports as a figure; causes are each circle's modules."""
    return Figure(
        name,
        len(circles),
        0,
        worst=tuple(" ".join(circle) for circle in circles),
        cure="Move what both modules need into a third one.",
    )


def package_circles_figure(circles: Sequence[Sequence[str]]) -> Figure:
    """Return as a figure the number of packages that import each other in circles."""
    return Figure(
        "Python: packages that import each other in circles",
        sum(len(circle) for circle in circles),
        0,
        worst=tuple(" ".join(circle) for circle in circles),
        cure="Turn an import around: hand the thing in, or declare a port (games/common/ports.py).",
    )


def upward_figure() -> Figure:
    """Return the number of imports that `.importlinter` allows against the order of its contracts.

    Commands may import their tools; these imports are not counted.
    """
    listed = re.findall(r"^ +(\S+ -> \S+)$", (ROOT / ".importlinter").read_text(), re.MULTILINE)
    upward = tuple(line for line in listed if not line.endswith("-> tools.**"))
    return Figure(
        "Python: imports that run upward",
        len(upward),
        5,
        worst=upward,
        cure="Declare a port where the lower package needs the feature (games/common/ports.py).",
    )


def features_figure() -> Figure:
    """Return the number of Python files of a feature that lie outside its folder."""
    outside = tuple(
        name
        for name in matching("games/*.py")
        if FEATURE_WORDS.search(name)
        and not name.startswith(tuple(f"games/{feature}/" for feature in FEATURE_FOLDERS))
        and not any(fnmatch.fnmatch(name, pattern) for pattern in APP_FOLDERS)
    )
    return Figure(
        "Python: files of a feature outside its folder",
        len(outside),
        0,
        worst=outside,
        cure=f"Move them into games/{{{','.join(FEATURE_FOLDERS)}}}.",
    )


def private_figure(trees: Mapping[str, ast.Module]) -> Figure:
    """Return the number of files that use private names of libraries."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    django.setup()
    used = private_names(trees)
    return Figure(
        "Python: files with private names of libraries",
        len(used),
        3,
        worst=tuple(f"{file}: {', '.join(names)}" for file, names in used.items()),
        cure="Use the library's public interface, or gather such names in one guarded file.",
    )


def prose_figures(trees: Mapping[str, ast.Module]) -> list[Figure]:
    """Return the figures of sentences without a subject, such docstrings, and vague names."""
    tools = matching("tools/*.py", "tests/support/*.py")
    trees = {**trees, **{name: ast.parse((ROOT / name).read_text("utf-8")) for name in tools}}
    pages = [name for name in matching(*DOCS_PATTERNS) if name not in GENERATED_DOCS]
    in_docs, sentences = headless_sentences({name: (ROOT / name).read_text() for name in pages})
    in_code, docstrings = headless_docstrings(trees)
    names, lines = vague_names(trees), sum(count_lines(trees).values())
    cure = "Write subject, verb, object; a name says what the thing is (CONTRIBUTING.md)."
    return [
        Figure(
            "docs: % of sentences without a subject",
            round(100 * len(in_docs) / sentences, 1),
            0.5,
            worst=tuple(map(str, in_docs)),
            cure=cure,
        ),
        Figure(
            "Python: % of docstrings that begin with a clause",
            round(100 * len(in_code) / docstrings, 1),
            0.5,
            worst=tuple(map(str, in_code)),
            cure=cure,
        ),
        Figure(
            "Python: vague names in 10,000 lines",
            round(10_000 * len(names) / lines, 1),
            10,
            worst=tuple(map(str, names)),
            cure=cure,
        ),
    ]


def raises_figures(trees: Mapping[str, ast.Module]) -> list[Figure]:
    """Return the numbers of public functions that raise, and of those whose docstring does not say so."""
    silent, count = [], 0
    for file, tree in trees.items():
        names, raising = silent_raisers(tree)
        silent += [f"{file} {name}" for name in names]
        count += raising
    return [
        Figure("Python: public functions that raise", count),
        Figure(
            "Python: of these do not say it",
            len(silent),
            0,
            worst=tuple(silent),
            cure="Name each error under `Raises:` in the docstring, and when it is raised.",
        ),
    ]


def shapes_figure() -> Figure:
    """Return as a figure the number of lines that describe JSON schemas by hand."""
    lines = count_lines(matching(*SHAPES))
    return Figure("Python: lines of hand-written shapes", sum(lines.values()))


def script_figures() -> list[Figure]:
    """Return the figures of the page's JavaScript modules."""
    files = matching(SCRIPTS_PATTERN)
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
    """Return the functions and imports of each script, as `scripts.mjs` parses them."""
    done = subprocess.run(  # noqa: S603 - our own script
        [shutil.which("node") or "node", str(Path(__file__).with_name("scripts.mjs"))],
        input="\n".join(files), capture_output=True, text=True, cwd=ROOT, check=True,
    )  # fmt: skip
    modules: dict[str, Any] = json.loads(done.stdout)
    return modules


def size_figures() -> list[Figure]:
    """Return as figures without a limit the sizes of the files that git tracks.

    The catalogues of languages that await a reader are counted separately: each added language brings 170 KB
    of texts, and nobody who works on the code reads them.
    """
    sizes = {name: (ROOT / name).stat().st_size for name in tracked()}
    awaiting = {name: sizes.pop(name) for name in list(sizes) if name.startswith(UNREAD_CATALOGUES)}
    return [
        *(
            Figure(
                f"{folder}: lines of Python", sum(count_lines(matching(f"{folder}/*.py")).values())
            )
            for folder in ("tools", "tests")
        ),
        Figure("tracked tree, bytes", sum(sizes.values())),
        Figure("catalogues of languages that await a reader, bytes", sum(awaiting.values())),
        Figure("lines of lock files", sum(count_lines(matching(*LOCK_FILES)).values())),
    ]
