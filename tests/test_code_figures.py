"""The code keeps to its figures; `python -m tools.code_figures` prints them."""

from __future__ import annotations

import ast
import doctest
import json

import pytest

from tools.code_figures import imports, picture
from tools.code_figures.__main__ import as_json, as_table, breaches
from tools.code_figures.figures import SHAPES, Figure, has_node, matching, measure
from tools.code_figures.functions import functions_of, silent_raisers
from tools.code_figures.imports import circles, package_graph, python_graph
from tools.code_figures.private_names import private_names
from tools.code_figures.prose import headless_docstrings, headless_sentences, vague_names


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    """All figures by name."""
    return {figure.name: figure for figure in measure()}


def test_the_code_keeps_to_its_limits(figures: dict[str, Figure]) -> None:
    assert breaches(figures.values()) == ""


def test_a_breach_names_value_limit_cause_and_cure_of_every_figure() -> None:
    text = breaches(
        [
            Figure("circles", 1, 0, worst=("a b",), cure="Move it."),
            Figure("names", 12, 10, worst=("c.py:1: one",), cure="Name it."),
            Figure("lines", 7),
        ]
    )
    assert text.splitlines() == [
        "circles: 1, and at most 0 is allowed. Move it.",
        "    a b",
        "names: 12, and at most 10 is allowed. Name it.",
        "    c.py:1: one",
    ]


@pytest.mark.skipif(not has_node(), reason="node_modules is not there: make lint installs it")
def test_scripts_have_figures_too(figures: dict[str, Figure]) -> None:
    assert figures["JavaScript: functions"].value > 500


def test_figures_are_shown_as_a_table_and_as_json(figures: dict[str, Figure]) -> None:
    every = list(figures.values())
    table = as_table(every, 1)
    assert all(name in table for name in figures)
    assert set(json.loads(as_json(every))) == set(figures)


def test_sentences_docstrings_and_names_that_are_read_twice_are_found() -> None:
    page = (
        "# Who\n\nWho asks more gets less. You ask once.\n\n- Whether it rains is not known here.\n"
    )
    assert [str(place) for place in headless_sentences({"a.md": page})[0]] == [
        "a.md:3: Who asks more gets less.",
        "a.md:5: Whether it rains is not known here.",
    ]
    tree = ast.parse(
        "def f():\n    '''Return who wins.'''\n    for one in range(3):\n        found = one\n"
        "def g():\n    '''Return the winner.'''\n    winner = 1\n"
    )
    assert [place.text for place in headless_docstrings({"a.py": tree})[0]] == ["Return who wins."]
    assert sorted(place.text for place in vague_names({"a.py": tree})) == ["found", "one"]


def test_private_names_of_libraries_are_found_and_own_ones_are_not() -> None:
    tree = ast.parse(
        "from allauth.account.internal import flows\nfrom django.x import _Thing\n"
        "class A:\n    def _own(self):\n        return self._own, self._theirs, A._meta\n"
    )
    assert private_names({"a.py": tree}) == {
        "a.py": ["_Thing", "_theirs", "allauth.account.internal"]
    }


def test_overridden_private_names_and_those_of_other_objects_are_found() -> None:
    overriding = ast.parse(
        "from django.db.backends.sqlite3 import base\nfrom django.db import models\n"
        "class A(base.DatabaseWrapper):\n    def _close(self):\n        pass\n"
        "class B(models.QuerySet['B']):\n    _result_cache = None\n    _own = None\n"
    )
    reading = ast.parse("def f(request):\n    return request._own")
    assert private_names({"a.py": overriding, "b.py": reading}) == {
        "a.py": ["_close"],
        "b.py": ["_own"],
    }


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


def test_a_package_makes_no_circle_with_those_inside_it() -> None:
    trees = {
        "games/engine/match.py": "from games.engine.phases import play",
        "games/engine/state.py": "",
        "games/engine/phases/play.py": "from games.engine import state",
    }
    graph = package_graph({file: ast.parse(text) for file, text in trees.items()})
    assert circles(graph) == []


def test_the_picture_of_the_packages_is_the_one_of_the_imports() -> None:
    assert picture.DIAGRAM_FILE.read_text() == picture.picture(), (
        "run python -m tools.code_figures.picture"
    )


def test_the_picture_has_no_line_upwards() -> None:
    assert "0 of them upwards" in picture.DIAGRAM_FILE.read_text()


def test_examples_of_the_figures_run() -> None:
    failed, tried = doctest.testmod(imports)
    assert tried
    assert not failed
