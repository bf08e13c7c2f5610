"""The content of the documentation's pages, made of the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from shlex import quote
from typing import Any, Final

import orjson
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.api.core.build_once import build_once
from games.api.core.schema import LIVE, document

GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    "matches": ("Matches", "Matches with their deals, tricks, records and analyses."),
    "players": ("Players", "Who plays, with figures, ratings, rivals, partners and mistakes."),
    "notifications": ("Notifications", "What an account is told, and invitations to seats."),
    "teams": ("Teams", "Partnerships and their figures."),
    "clubs": ("Clubs", "People who play together, their seasons, and entering a club."),
    "conversations": ("Messages", "What people who follow each other write to one another."),
    "statistics": ("Statistics", "Figures of everybody, by kind of match, day and month."),
    "leaderboards": ("Leaderboards", "The strongest players and teams of each kind of match."),
    "rules": ("Rules", "Presets and rulesets, in options and in sentences."),
    "daily": ("Deal of the day", "The deals of the day and their rankings."),
    "puzzles": ("Puzzles", "A position a day, and rated puzzles of several themes."),
    "exports": (
        "Downloads",
        "Records of all matches that fit a filter, monthly files, and puzzles.",
    ),
    "fairness": ("Shuffles", "How the proofs of the shuffles have gone."),
    "tournaments": (
        "Tournaments",
        "Events with their rounds, deals and standings, and entering them.",
    ),
    "leagues": ("Leagues", "Seasons with their tables and matches, and agreeing on times."),
    "play": ("Playing with a key", "Your account, your tables, your exercises, and acting there."),
}
"""Tag -> title and description, in the order of the index."""
COMMON: Final = "common"
"""The page of the types that several groups use."""
MESSAGES: Final = "messages"
"""The page of the types of the live table's protocol."""
TYPE_PAGES: Final[Mapping[str, tuple[str, str]]] = {
    COMMON: ("Common types", "Types that addresses of several groups give."),
    MESSAGES: ("Types of the table", "What is said at a table and told of it, as `play` has it."),
}
MAX_FOUND: Final = 60
"""Most results of a search that are shown."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Line of the index of the API's documentation, which links to an operation or a type."""

    name: str
    about: str
    page: str
    anchor: str
    words: str = field(repr=False)
    """All text that a search looks at, in small letters."""

    @property
    def url(self) -> str:
        """Return the URL of the operation or type on its page of the documentation."""
        return f"{reverse('api:docs_page', args=[self.page])}#{self.anchor}"


@dataclass(frozen=True, slots=True)
class Contents:
    """Index of the API's documentation: an entry for each operation and each type."""

    operations: Mapping[str, list[Entry]]
    """Group -> its operations, in the order of GROUPS."""
    types: list[Entry]

    def find(self, query: str) -> list[Entry]:
        """Return the index's entries that contain all words of the query, matches by name first."""
        words = query.lower().split()
        every = [entry for group in self.operations.values() for entry in group] + self.types
        entries = [entry for entry in every if all(word in entry.words for word in words)]
        in_name = [entry for entry in entries if all(word in entry.name.lower() for word in words)]
        return [*in_name, *(entry for entry in entries if entry not in in_name)] if words else []


@build_once
def contents() -> Contents:
    """Return the index of the API's documentation, made once a process."""
    operations: dict[str, list[Entry]] = {group: [] for group in GROUPS}
    for method, path, operation in _operations():
        group = operation["tags"][0]
        parameters = " ".join(
            f"{parameter['name']} {parameter.get('description', '')}"
            for parameter in operation.get("parameters", [])
        )
        name, about = f"{method.upper()} {path}", _plain(operation["description"])
        words = f"{name} {about} {operation['operationId']} {parameters} {GROUPS[group][0]}".lower()
        operations[group].append(Entry(name, about, group, operation["operationId"], words))
    types = [_type_entry(*named) for named in sorted(document()["components"]["schemas"].items())]
    return Contents(operations, types)


def _type_entry(name: str, shape: dict[str, Any]) -> Entry:
    """Return the line of the documentation's index that links to a type."""
    about = _plain(shape.get("description") or type_in_words(shape))
    fields = " ".join(
        f"{key} {field.get('description', '')}"
        for key, field in shape.get("properties", {}).items()
    )
    words = f"{name} {about} {fields}".lower()
    return Entry(name, about, homes()[name], f"shape-{name}", words)


@build_once
def homes() -> dict[str, str]:
    """Return type name -> documentation page: its group's, or COMMON if several groups use it."""
    schemas = document()["components"]["schemas"]
    users: dict[str, set[str]] = {name: set() for name in schemas}
    for _method, _path, operation in _operations():
        waiting = set(_names(operation))
        visited: set[str] = set()
        while waiting:
            name = waiting.pop()
            visited.add(name)
            users[name].add(operation["tags"][0])
            waiting |= set(_names(schemas[name])) - visited
    return {
        name: MESSAGES
        if name.startswith(LIVE)
        else (next(iter(groups)) if len(groups) == 1 else COMMON)
        for name, groups in users.items()
    }


def operations_of(group: str, values: Mapping[str, str], origin: str) -> list[dict[str, Any]]:
    """Return the operations of a group (a key of GROUPS) as dicts for its documentation page.

    `values` fills the parameters of paths in examples: parameter -> a name or id that exists.
    `origin` is the site's, such as `https://example.org`.
    """
    return [
        _operation(method, path, operation, values, origin)
        for method, path, operation in _operations()
        if operation["tags"][0] == group
    ]


def types_of(page: str) -> list[dict[str, Any]]:
    """Return the types on a documentation page (a value of `homes`), each with its fields."""
    return [
        {
            "name": name,
            "about": _plain(shape.get("description", "")),
            "type": "" if shape.get("properties") else linked(type_in_words(shape), but=name),
            "fields": [
                {
                    "name": key,
                    "type": linked(type_in_words(field)),
                    "about": _plain(field.get("description", "")),
                }
                for key, field in shape.get("properties", {}).items()
            ],
        }
        for name, shape in sorted(document()["components"]["schemas"].items())
        if homes()[name] == page
    ]


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def _operation(
    method: str, path: str, operation: dict[str, Any], values: Mapping[str, str], origin: str
) -> dict[str, Any]:
    good = next(status for status in operation["responses"] if status.startswith("2"))
    example = path.format_map(_Named(values))
    is_keyed = bool(operation.get("security"))
    is_open = method == "get" and not is_keyed and "{" not in example
    body = operation.get("requestBody")
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "about": _plain(operation["description"]),
        "keyed": is_keyed,
        "parameters": [
            {
                "name": parameter["name"],
                "place": parameter["in"],
                "about": _plain(parameter.get("description", "")),
                "type": type_in_words(parameter["schema"]),
            }
            for parameter in operation.get("parameters", [])
        ],
        "body": linked(_content(body)) if body else "",
        "status": good,
        "answer": linked(_content(operation["responses"][good])),
        "errors": [
            (status, _plain(answer["description"]))
            for status, answer in operation["responses"].items()
            if status != good
        ],
        "url": example if is_open else "",
        "curl": _curl(method, origin + example, body, is_keyed),
    }


class _Named(dict[str, str]):
    """Values to fill a path template with; a placeholder without a value stays."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _curl(method: str, url: str, body: dict[str, Any] | None, is_keyed: bool) -> str:
    """Return a shell command (curl) that sends an example request."""
    parts = ["curl"]
    if method != ("get" if body is None else "post"):  # what curl does by itself
        parts.append(f"-X {method.upper()}")
    if is_keyed:
        parts.append('-H "Authorization: Bearer $BRISCA_KEY"')
    if body is not None:
        (content,) = body["content"].values()
        sent = content.get("example", {})
        parts.append('-H "Content-Type: application/json"')
        parts.append(f"-d {quote(orjson.dumps(sent).decode())}")
    parts.append(f'"{url}"')
    return " ".join(parts)


def _content(answer: dict[str, Any]) -> str:
    """Return the type of an answer's or body's content in words; "" without content."""
    if "content" not in answer:
        return ""
    (content,) = answer["content"].values()
    return type_in_words(content["schema"])


def _names(part: Any) -> Iterator[str]:
    """Yield the names of all types that a part of the OpenAPI document refers to."""
    if isinstance(part, Mapping):
        reference = part.get("$ref")
        if isinstance(reference, str):
            yield reference.rsplit("/", 1)[-1]
        for key, child in part.items():
            if key not in ("example", "examples"):
                yield from _names(child)
    elif isinstance(part, list):
        for child in part:
            yield from _names(child)


def linked(words: str, but: str = "") -> SafeString:
    """Return a type in words as HTML that links to the types it names, except `but`."""
    parts = []
    for part in re.split(r"(\b[A-Z]\w+\b)", words):
        home = homes().get(part) if part != but else None
        if home is None:
            parts.append(format_html("{}", part))
        else:
            page = reverse("api:docs_page", args=[home])
            parts.append(format_html('<a href="{}#shape-{}">{}</a>', page, part, part))
    return format_html_join("", "{}", ((part,) for part in parts))


def _plain(text: str) -> str:
    """Return a description without its backticks, which the page does not render."""
    return text.replace("`", "")


def type_in_words(shape: dict[str, Any]) -> str:
    """Return a type in few words: `integer`, `Match`, `list of Seat`, `string or null`.

    >>> type_in_words({"type": ["array", "null"], "items": {"$ref": "#/components/schemas/Seat"}})
    'list of Seat or null'
    >>> type_in_words({"const": "ack"}), type_in_words({"enum": ["O", None]})
    ('"ack"', '"O" or null')
    >>> type_in_words({"type": "string", "enum": ["O", "C"]})
    'string: "O", "C"'
    """
    for several in ("oneOf", "anyOf", "allOf"):
        if several in shape:
            return " or ".join(dict.fromkeys(type_in_words(choice) for choice in shape[several]))
    if "$ref" in shape:
        return str(shape["$ref"].rsplit("/", 1)[-1])
    values = [orjson.dumps(value).decode() for value in _values_of(shape)]
    if values and "type" not in shape:
        return " or ".join(values)
    words = _kinds_in_words(shape)
    if shape.get("format") == "date-time":
        words = words.replace("string", "time")
    return f"{words}: {', '.join(values)}" if values else words


def _values_of(shape: dict[str, Any]) -> list[Any]:
    """Return the only values that a schema allows; [] if any value of the type is allowed."""
    return [shape["const"]] if "const" in shape else shape.get("enum", [])


def _kinds_in_words(shape: dict[str, Any]) -> str:
    """Return the types that a schema allows in words: `integer or null`, `list of string`."""
    kinds = shape.get("type", "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(
        f"list of {type_in_words(shape['items'])}" if kind == "array" and "items" in shape else kind
        for kind in kinds
    )
