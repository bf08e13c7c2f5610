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
"""What a template shows of somebody, a club, a team or an event that people have named."""
ELSEWHERE = re.compile(
    r"<[a-zA-Z](?:[^<>{]|\{\{.*?\}\}|\{%.*?%\}|\"[^\"]*\")*>"
    r"|\{% block (?:title|description|head).*?\{% endblock\b|<option.*?</option>|\{#.*?#\}",
    re.S,
)
"""Where no element can stand: within tags, in the head, in a list of choices, in comments."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_name_has_a_direction_of_its_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    without = [one.span() for one in ELSEWHERE.finditer(text)]
    bare = [
        found[0]
        for found in NAME.finditer(text)
        if not any(start <= found.start() < end for start, end in without)
        and not re.search(r"(?:<bdi>|dir=\"auto\">)\s*$", text[: found.start()])
    ]
    assert bare == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_title_of_a_page_is_text_alone(path: Path) -> None:
    titles = re.findall(
        r"\{% block (?:title|description) %\}(.*?)\{% endblock\b",
        path.read_text(encoding="utf-8"),
        re.S,
    )
    assert [title for title in titles if re.search(r"<[a-z/]", title)] == []
