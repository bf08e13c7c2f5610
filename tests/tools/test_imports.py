"""What the tools import of the project is there: nobody runs a long measurement every day."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OWN = ("games", "accounts", "brisca_site", "tools", "tests")


def project_imports(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file imports of the project, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            if node.module.split(".")[0] in OWN:
                yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names if alias.name.split(".")[0] in OWN)


def is_there(module: str, name: str) -> bool:
    """Whether a module has that name, in its text or as a module of its own."""
    place = ROOT / module.replace(".", "/")
    if (place / f"{name}.py").exists() or (name and (place / name).is_dir()):
        return True
    file = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return file.exists() and (not name or name in file.read_text())


def test_what_tools_import_of_the_project_is_there() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {module} {name}"
        for path in sorted((ROOT / "tools").rglob("*.py"))
        for module, name in project_imports(path)
        if not is_there(module, name)
    ]
    assert not lost
