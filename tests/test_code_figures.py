"""The code keeps to its figures; `python -m tools.code_figures` prints them."""

from __future__ import annotations

import ast
import doctest
import json

import pytest

from tools.code_figures import imports
from tools.code_figures.__main__ import as_json, as_table
from tools.code_figures.figures import SHAPES, Figure, has_node, matching, measure
from tools.code_figures.functions import functions_of, silent_raisers
from tools.code_figures.imports import circles, package_graph, python_graph

REACHED = {
    "Python: packages that import each other in circles": 29,
}
"""Figures beyond their limit, as they are now: none of them becomes worse."""


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    """All figures by name."""
    return {figure.name: figure for figure in measure()}


def test_the_code_keeps_to_its_limits(figures: dict[str, Figure]) -> None:
    assert set(REACHED) <= set(figures)
    for name, figure in figures.items():
        reached = REACHED.get(name)
        within = figure.reached if reached is None else figure.is_within(reached)
        assert within, f"{name}: {figure.value}\n" + "\n".join(figure.worst)


@pytest.mark.skipif(not has_node(), reason="node_modules is not there: make lint installs it")
def test_scripts_have_figures_too(figures: dict[str, Figure]) -> None:
    assert figures["JavaScript: functions"].value > 500


def test_figures_are_shown_as_a_table_and_as_json(figures: dict[str, Figure]) -> None:
    every = list(figures.values())
    table = as_table(every, 1)
    assert all(name in table for name in figures)
    assert set(json.loads(as_json(every))) == set(figures)


@pytest.mark.parametrize("pattern", SHAPES)
def test_shapes_are_counted_where_they_stand(pattern: str) -> None:
    assert matching(pattern)


def test_what_raises_without_a_word_is_named() -> None:
    tree = ast.parse(
        "def silent():\n    raise ValueError\n"
        "def says():\n    '''Do it.\n\n    Raises:\n        ValueError: it is wrong.\n    '''\n"
        "    raise ValueError\n"
        "def passes_on():\n    try:\n        says()\n    except ValueError:\n        raise\n"
        "def empty():\n    raise NotImplementedError\n"
        "def outer():\n    def inner():\n        raise ValueError\n"
        "class A:\n    def method(self):\n        raise ValueError()\n"
        "class _B:\n    def method(self):\n        raise ValueError()\n"
    )
    assert silent_raisers(tree) == (["silent", "A.method"], 3)
    assert {each.name: each.lines for each in functions_of(tree, "a.py")}["says"] == 7


def test_imports_for_types_and_in_functions_make_circles() -> None:
    trees = {
        "games/__init__.py": "",
        "games/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from games import b",
        "games/b.py": "def late():\n    from .c import x",
        "games/c.py": "import games.a",
        "games/d.py": "from games.a import y",
    }
    graph = python_graph({file: ast.parse(text) for file, text in trees.items()})
    assert graph["games.d"] == {"games.a"}
    assert circles(graph) == [["games.a", "games.b", "games.c"]]


def test_packages_make_a_circle_where_none_of_their_modules_do() -> None:
    trees = {
        "games/api/views.py": "from games.live.rooms import room",
        "games/api/shapes.py": "",
        "games/live/rooms.py": "",
        "games/live/frames.py": "from games.api import shapes",
        "games/live/core/clock.py": "from games.live import rooms",
    }
    modules = {file: ast.parse(text) for file, text in trees.items()}
    assert circles(python_graph(modules)) == []
    assert circles(package_graph(modules)) == [["games.api", "games.live"]]


def test_examples_of_the_figures_run() -> None:
    failed, tried = doctest.testmod(imports)
    assert tried
    assert not failed
