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
EXPLAINED = ("engine", "record", "bots", "services", "selectors", "stats", "live")


def sources(*folders: str) -> Iterator[Path]:
    """Python files of the project, without migrations."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


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
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            for name in names:
                top = name.split(".")[0]
                assert top in sys.stdlib_module_names or name.startswith("games.engine"), name


def test_commands_import_tools_only_when_they_run() -> None:
    for path in sources("games/management"):
        for node in ast.parse(path.read_text()).body:
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            assert not any(name.split(".")[0] == "tools" for name in names), path.name
