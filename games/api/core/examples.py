"""The examples of the OpenAPI document: bodies of requests, and real answers if a site has them.

The bodies of requests are written by hand in `request_examples.json`. `manage.py api_examples` stores
answers in `VAR_DIR`. A site without them serves the document without answers.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any, Final

import orjson
from django.conf import settings

from brisca_site.base.release import release_name

SUCCESS: Final = ("200", "201")
REQUESTS_FILE: Final = Path(__file__).with_name("request_examples.json")

log = logging.getLogger(__name__)


def request_examples() -> dict[str, Any]:
    """Return a dict from operation to an example of its request's body."""
    bodies: dict[str, Any] = orjson.loads(REQUESTS_FILE.read_bytes())
    return bodies


def answers_file() -> Path:
    """Return the path at which a site stores its examples of answers."""
    return Path(settings.VAR_DIR) / "api_examples.json"


def stored_answers(path: Path) -> dict[str, Any]:
    """Return stored examples of answers from a file; {} if unreadable or of another release.

    `answers` maps operations to answers, `errors` statuses to answers.
    """
    try:
        stored: dict[str, Any] = orjson.loads(path.read_bytes())
        return stored if stored["release"] == release_name() else {}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, KeyError):
        log.warning("%s is unreadable: run manage.py api_examples again", path)
        return {}


def store_answers(path: Path, answers: dict[str, Any], errors: dict[str, Any]) -> None:
    """Write examples of answers to a file, marked with this release."""
    stored = {"release": release_name(), "answers": answers, "errors": errors}
    partial = path.with_suffix(".partial")
    partial.write_bytes(orjson.dumps(stored, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
    partial.replace(path)


def put_examples(schema: dict[str, Any]) -> None:
    """Put an example for each body and each stored answer into an OpenAPI document, in place."""
    bodies, stored = request_examples(), stored_answers(answers_file())
    answers, errors = stored.get("answers", {}), stored.get("errors", {})
    for methods in schema["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            _put(operation.get("requestBody", {}), bodies, name)
            for status, answer in operation["responses"].items():
                if status in SUCCESS:
                    _put(answer, answers, name)
                else:
                    _put(answer, errors, status)


def _put(place: dict[str, Any], examples: dict[str, Any], name: str) -> None:
    if name in examples:
        for content in place.get("content", {}).values():
            content["example"] = examples[name]
