"""Circles of modules and packages that import each other, also for types and inside functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set

Graph = Mapping[str, Set[str]]


def module_name(file: str) -> str:
    """Return the dotted name of a Python file.

    >>> module_name("games/engine/__init__.py"), module_name("games/engine/cards.py")
    ('games.engine', 'games.engine.cards')
    """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def python_graph(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Return module -> modules that it imports, among those of `trees` (file's path -> its tree).

    Importing a module does not count as importing the packages around it.
    """
    names = {module_name(file) for file in trees}
    graph: dict[str, set[str]] = {}
    for file, tree in trees.items():
        own = module_name(file)
        package = own if file.endswith("__init__.py") else own.rpartition(".")[0]
        graph[own] = {name for name in imported(tree, package, names) if name != own}
    return graph


def package_graph(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Return the packages that the modules of each package import; `trees` is path of a file -> its tree.

    Imports between a package and those inside it are left out.
    """
    packages = {module_name(file): _package_of(file) for file in trees}
    graph: dict[str, set[str]] = {package: set() for package in packages.values()}
    for module, targets in python_graph(trees).items():
        package = packages[module]
        graph[package] |= {
            packages[target] for target in targets if not _are_nested(package, packages[target])
        }
    return graph


def _are_nested(package: str, other: str) -> bool:
    """Return whether two packages are the same, or one of them contains the other."""
    return f"{package}.".startswith(f"{other}.") or f"{other}.".startswith(f"{package}.")


def _package_of(file: str) -> str:
    """Return the dotted name of the package in whose folder a file lies."""
    return file.rpartition("/")[0].replace("/", ".")


def imported(tree: ast.Module, package: str, known: Set[str]) -> Iterator[str]:
    """Yield the modules in `known` that a module of this package imports anywhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
            base = ".".join(filter(None, (above if node.level else "", node.module or "")))
            for alias in node.names:
                if f"{base}.{alias.name}" in known:
                    yield f"{base}.{alias.name}"
                elif base in known:
                    yield base


def circles(graph: Graph) -> list[list[str]]:
    """Return the sets of modules that reach each other by imports, the largest first (Tarjan).

    >>> circles({"a": {"b"}, "b": {"a", "c"}, "c": set()})
    [['a', 'b']]
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    components: list[list[str]] = []
    for start in graph:
        work = [(start, iter(sorted(graph[start])))] if start not in index else []
        while work:
            name, rest = work[-1]
            if name not in index:
                index[name] = low[name] = len(index)
                stack.append(name)
            for other in rest:
                if other not in index:
                    work.append((other, iter(sorted(graph.get(other, ())))))
                    break
                if other in stack:
                    low[name] = min(low[name], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == index[name]:
                    components.append(_popped(stack, name))
    return sorted(
        (sorted(component) for component in components if len(component) > 1), key=len, reverse=True
    )


def _popped(stack: list[str], name: str) -> list[str]:
    """Remove the names from the top of a stack down to `name`; return the removed names."""
    place = stack.index(name)
    members = stack[place:]
    del stack[place:]
    return members
