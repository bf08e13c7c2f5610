"""The parameters of every address as a table in Markdown, made of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.api.core.docs_pages import type_in_words
from games.api.core.schema import document

HEAD: Final = """\
# Parameters of the API

Made of the OpenAPI document by `manage.py api_reference`. What the addresses give stands in
[the API](api.md), and field by field at `/api/docs/` on the site.
"""


def reference_text() -> str:
    """Return the text of `docs/api-reference.md`, made of the OpenAPI document."""
    return "\n".join([HEAD, *_lines()])


def _lines() -> Iterator[str]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield f"## `{method.upper()} {path}`\n"
            body = _shape(operation["requestBody"]) if "requestBody" in operation else ""
            takes = f" Takes `{body}`." if body else ""
            key = " Needs a key." if operation.get("security") else ""
            answers = ", ".join(operation["responses"])
            yield f"{operation['description']}{takes}{key} Answers: {answers}.\n"
            parameters = operation.get("parameters", [])
            if parameters:
                yield "| parameter | in | takes | |\n| --- | --- | --- | --- |"
                yield from map(_row, parameters)
                yield ""


def _shape(body: dict[str, Any]) -> str:
    """Return the name of the type of a request's or answer's body."""
    (content,) = body["content"].values()
    return type_in_words(content["schema"])


def _row(one: dict[str, Any]) -> str:
    takes = type_in_words(one["schema"]).replace("|", "\\|")
    about = one.get("description", "").replace("|", "\\|")
    return f"| `{one['name']}` | {one['in']} | {takes} | {about} |"
