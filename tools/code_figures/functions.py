"""Functions of Python files: how long they are, and which raise without saying so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Function:
    """A function, method or arrow function of the project."""

    file: str
    name: str
    lines: int
    """From its first line to its last, docstring included, decorators not."""


def functions_of(tree: ast.Module, file: str) -> list[Function]:
    """Return every function and method of a file, inner ones too."""
    return [
        Function(file, node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for node in ast.walk(tree)
        if isinstance(node, FunctionNode)
    ]


def silent_raisers(tree: ast.Module) -> tuple[list[str], int]:
    """Return the public functions that raise and do not say it, and how many raise in all.

    Public is what has no underscore before its name nor before that of its class, and stands in no
    other function. It raises if its own body has a `raise` of something new; `Raises` in its
    docstring says so.
    """
    silent, count = [], 0
    for name, node in public_functions(tree):
        if any(_is_own_error(each) for each in own_nodes(node)):
            count += 1
            if "Raises" not in (ast.get_docstring(node) or ""):
                silent.append(name)
    return silent, count


def public_functions(tree: ast.Module) -> Iterator[tuple[str, FunctionNode]]:
    """Yield the public functions and methods of a file with their names."""
    for node in tree.body:
        if isinstance(node, FunctionNode) and not node.name.startswith("_"):
            yield node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for inner in node.body:
                if isinstance(inner, FunctionNode) and not inner.name.startswith("_"):
                    yield f"{node.name}.{inner.name}", inner


def own_nodes(node: FunctionNode) -> Iterator[ast.AST]:
    """Yield the nodes of a function's body without those of functions and classes inside it."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        yield each
        if not isinstance(each, FunctionNode | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(each))


def _is_own_error(node: ast.AST) -> bool:
    """Return whether a node raises an error of its own: no re-raise, no NotImplementedError."""
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return not (isinstance(error, ast.Name) and error.id == "NotImplementedError")
