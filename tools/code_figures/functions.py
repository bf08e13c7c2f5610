"""Functions of Python files: their length, and those that raise without saying so."""

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
    """Number of lines from the first to the last, with the docstring and without decorators."""


def functions_of(tree: ast.Module, file: str) -> list[Function]:
    """Return every function and method of a file, inner functions included."""
    return [
        Function(file, node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for node in ast.walk(tree)
        if isinstance(node, FunctionNode)
    ]


def silent_raisers(tree: ast.Module) -> tuple[list[str], int]:
    """Return a file's public functions that raise without saying so, and the number that raise.

    Private are functions with an underscore before their name or that of their class, and inner functions.
    A function raises if its own body has a `raise` of a new error; `Raises` in its docstring says so.
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
    """Yield the nodes of a function's body, without those of inner functions and classes."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        each = waiting.pop()
        yield each
        if not isinstance(each, FunctionNode | ast.ClassDef | ast.Lambda):
            waiting.extend(ast.iter_child_nodes(each))


def _is_own_error(node: ast.AST) -> bool:
    """Return whether a node raises a new error, other than NotImplementedError."""
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return not (isinstance(error, ast.Name) and error.id == "NotImplementedError")
