"""Names stand apart from the text around them, so that those written from the right keep their order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted(
    path
    for path in (ROOT / "templates").rglob("*.html")
    if not {"admin", "api", "email"} & {*path.parts}
)
OWNERS = (
    "other|player|friend|author|reporter|inviter|moderator|member|partner|club|rival|tournament"
    "|league|team|proposal|me"
)
NAME = re.compile(
    r"\{\{\s*(?:"
    rf"(?:\w+\.)*(?:{OWNERS})\.(?:player\.)?(?:name|username)"
    r"|(?:\w+\.)*(?:seat|row|one|line|report)\.(?:row\.)?player\b"
    r"|(?:plate|own)\.name"
    r")[^{}]*\}\}"
)
"""Names in templates of people, clubs, teams and events, which people have chosen."""
ELSEWHERE = re.compile(
    r"<[a-zA-Z](?:[^<>{]|\{\{.*?\}\}|\{%.*?%\}|\"[^\"]*\")*>"
    r"|\{% block (?:title|description|head).*?\{% endblock\b|<option.*?</option>|\{#.*?#\}",
    re.S,
)
"""Places without room for an element: within tags, in the head, in choices, in comments."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_name_has_a_direction_of_its_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    places = [place.span() for place in ELSEWHERE.finditer(text)]
    bare_names = [
        name[0]
        for name in NAME.finditer(text)
        if not any(start <= name.start() < end for start, end in places)
        and not re.search(r"(?:<bdi>|dir=\"auto\">)\s*$", text[: name.start()])
    ]
    assert bare_names == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_title_of_a_page_is_text_alone(path: Path) -> None:
    titles = re.findall(
        r"\{% block (?:title|description) %\}(.*?)\{% endblock\b",
        path.read_text(encoding="utf-8"),
        re.S,
    )
    assert [title for title in titles if re.search(r"<[a-z/]", title)] == []
