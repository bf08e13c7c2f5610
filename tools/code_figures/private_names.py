"""Private names of libraries that the product uses."""

from __future__ import annotations

import ast
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Set
from typing import Final

DOCUMENTED_NAMES: Final = frozenset(
    {
        "_asdict",
        "_base_manager",
        "_default_manager",
        "_exit",
        "_fields",
        "_make",
        "_meta",
        "_replace",
        "_state",
    }
)
"""Names with an underscore that Python and Django document."""
OWN_PACKAGES: Final = frozenset({"games", "accounts", "brisca_site", "tools", "tests"})


def private_names(trees: Mapping[str, ast.Module]) -> dict[str, list[str]]:
    """Return file -> private names of libraries that the file uses.

    These are imports from modules called `internal` or with an underscore; attributes with an
    underscore that no class of the product defines (of an object other than `self`: no class of the
    same file); and what a class overrides of a private name of a library's class. Django must be
    set up, as the classes of libraries are imported.
    """
    defined = {file: set(_defined(tree)) for file, tree in trees.items()}
    everywhere = set().union(*defined.values())
    used = {
        file: sorted({*_used(tree, defined[file], everywhere), *_overridden(tree)})
        for file, tree in trees.items()
    }
    return {file: names for file, names in used.items() if names}


def _defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines: functions, classes, own attributes, variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            if isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}:
                yield node.attr
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _used(tree: ast.Module, in_file: Set[str], everywhere: Set[str]) -> Iterator[str]:
    """Yield the private names of libraries that a module imports or reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            if node.attr not in (everywhere if is_own else in_file):
                yield node.attr
        elif isinstance(node, ast.ImportFrom) and node.module:
            parts = node.module.split(".")
            if parts[0] in OWN_PACKAGES or node.level:
                continue
            if any(part == "internal" or _is_private(part) for part in parts):
                yield node.module
            yield from (alias.name for alias in node.names if _is_private(alias.name))


def _overridden(tree: ast.Module) -> Iterator[str]:
    """Yield the private names of libraries' classes that subclasses in a module define anew."""
    imported = _imported(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        names = {name for name in _defined(ast.Module(node.body, [])) if _is_private(name)}
        for base in node.bases if names else ():
            library_class = _library_class(base, imported)
            yield from (name for name in names if hasattr(library_class, name))


def _imported(tree: ast.Module) -> dict[str, str]:
    """Return local name -> dotted name of each object that a module imports from libraries."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {item.asname or item.name: f"{node.module}.{item.name}" for item in node.names}
        elif isinstance(node, ast.Import):
            for item in node.names:
                root = item.name.partition(".")[0]
                names[item.asname or root] = item.name if item.asname else root
    ours = OWN_PACKAGES | sys.stdlib_module_names
    return {name: path for name, path in names.items() if path.partition(".")[0] not in ours}


def _library_class(base: ast.expr, imported: Mapping[str, str]) -> object:
    """Return the library class that a class's base names; None if no installed library has it."""
    while isinstance(base, ast.Subscript):  # of a generic class
        base = base.value
    name, dot, rest = ast.unparse(base).partition(".")
    if name not in imported:
        return None
    try:
        return pkgutil.resolve_name(f"{imported[name]}{dot}{rest}")
    except ImportError:
        return None


def _is_private(name: str) -> bool:
    """Return whether a name is private: it has a leading underscore and is not documented."""
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED_NAMES
