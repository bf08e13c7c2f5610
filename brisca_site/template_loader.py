"""Template loader whose templates let moves go first where a part of a page begins.

What a page does after its last query is to render, for 5 to 9 ms: longer than a move takes.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.template.base import Node, NodeList, Template
from django.template.context import Context
from django.template.defaulttags import ForNode
from django.template.loader_tags import BlockNode, ExtendsNode
from django.template.loaders import base, cached

from games.live.core.move_priority import yield_to_moves

N = TypeVar("N", bound=Node)


class YieldNode(Node):
    """Part of a template that shows nothing and lets moves go first."""

    def render(self, _context: Context) -> str:
        """Return nothing, after the moves in flight if a request is answered that yields to them."""
        yield_to_moves()
        return ""


class YieldingLoader(base.Loader):
    """A loader that adds a `YieldNode` to each part of the templates that it compiles."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        """Return a template, compiled anew.

        Raises:
            TemplateDoesNotExist: no loader has it.
        """
        template: Template = super().get_template(template_name, skip)
        _add_yields(template.nodelist)
        return template


class Loader(cached.Loader, YieldingLoader):
    """Django's cached loader of templates; what it compiles comes from `YieldingLoader`."""


def _add_yields(nodes: NodeList) -> None:
    """Let a template yield at its begin, at that of its blocks, and at each turn of its loops."""
    parts: list[list[Any]] = [
        *(block.nodelist for block in _of_type(nodes, BlockNode)),
        *(loop.nodelist_loop for loop in _of_type(nodes, ForNode)),
    ]
    if not _of_type(nodes, ExtendsNode):  # which has to be the first node
        parts.append(nodes)
    for part in parts:
        part.insert(0, YieldNode())


def _of_type(nodes: NodeList, kind: type[N]) -> list[N]:
    """Return the nodes of a type, at any depth."""
    return [node for node in nodes.get_nodes_by_type(kind) if isinstance(node, kind)]
