"""The parameters of every address as a table in Markdown, made of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.api.docs import type_in_words
from games.api.schema import document

HEAD: Final = """\
# Parameters of the API

Made of the OpenAPI document by `manage.py api_reference`. What the addresses give stands in
[the API](api.md), and field by field at `/api/docs/` on the site.
"""


def reference_text() -> str:
    """The whole text."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for path, methods in document()["paths"].items():
        for method, told in methods.items():
            yield f"## `{method.upper()} {path}`\n"
            yield f"{told['description']} Answers: {', '.join(told['responses'])}.\n"
            parameters = told.get("parameters", [])
            if parameters:
                yield "| parameter | in | takes | |\n| --- | --- | --- | --- |"
                yield from map(_row, parameters)
                yield ""


def _row(one: dict[str, Any]) -> str:
    takes = type_in_words(one["schema"]).replace("|", "\\|")
    about = one.get("description", "").replace("|", "\\|")
    return f"| `{one['name']}` | {one['in']} | {takes} | {about} |"
