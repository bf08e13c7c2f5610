"""The shape of the code: who may import whom, how long a file is, what is explained."""

from __future__ import annotations

import ast
import configparser
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
"""Lines that a newcomer can hold in the head."""
TESTS_OF_TOOLS = ("tools", "faults", "test_code_figures.py")
"""Folders and files of tests that test a tool, and so import it; all others leave the tools alone."""
EXPLAINED = ("engine", "record", "bots", "services", "selectors", "stats", "live")


def sources(*folders: str) -> Iterator[Path]:
    """Python files of the project, without migrations."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def imported_modules(path: Path, *, when_run: bool = True) -> Iterator[str]:
    """Yield the modules that a file imports, with the imported name where one is given.

    With `when_run=False`, imports inside functions are left out.
    """
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree) if when_run else tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_imports_go_one_way() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_contracts_name_every_part_of_games() -> None:
    contracts = configparser.ConfigParser()
    contracts.read(ROOT / ".importlinter")
    named = contracts["importlinter:contract:layers"]["layers"]
    for folder in (ROOT / "games").iterdir():
        if (folder / "__init__.py").exists() and folder.name not in ("migrations", "templatetags"):
            assert folder.name in named, folder.name


@pytest.mark.parametrize("folder", EXPLAINED)
def test_everything_public_is_explained(folder: str) -> None:
    for path in sources(f"games/{folder}"):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            inner = any(
                node in ast.walk(other) and node is not other
                for other in ast.walk(tree)
                if isinstance(other, ast.FunctionDef | ast.AsyncFunctionDef)
            )
            if not node.name.startswith("_") and not inner:
                assert ast.get_docstring(node), f"{path.name}: {node.name}"


def test_the_engine_needs_the_standard_library_alone() -> None:
    for path in sources("games/engine"):
        for name in imported_modules(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("games.engine"), name


def test_commands_import_tools_only_when_they_run() -> None:
    for path in sources("games/management"):
        names = imported_modules(path, when_run=False)
        assert not any(name.startswith("tools.") for name in names), path.name


def test_only_tests_of_tools_import_tools() -> None:
    importing = [
        f"{path.relative_to(ROOT)}: {name}; what other tests need too stands in tests/support"
        for path in sources("tests")
        if path.relative_to(ROOT / "tests").parts[0] not in TESTS_OF_TOOLS
        for name in imported_modules(path)
        if name.startswith("tools.")
    ]
    assert importing == []


def test_only_tools_import_tests_and_these_their_support_alone() -> None:
    importing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("games", "accounts", "brisca_site", "tools")
        for name in imported_modules(path)
        if name.startswith("tests.")
        and not (path.is_relative_to(ROOT / "tools") and name.startswith("tests.support."))
    ]
    assert importing == []


def test_the_support_of_tests_imports_neither_tools_nor_tests() -> None:
    importing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources("tests/support")
        for name in imported_modules(path)
        if name.startswith(("tools.", "tests."))
        and not name.startswith(("tests.support.", "tests.settings."))
    ]
    assert importing == []
