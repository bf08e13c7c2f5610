"""Control characters and endless values of a request do not get into a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from brisca_site.request_text import MAX_FIELD, MAX_NEXT, MAX_QUERY_VALUE
from tests.routes import every_path

ROOT = Path(__file__).parents[2]
INJECTED = "mark\r\nX-Injected: 1\x1b[31m\x85\u2028end"
IN_CODE = re.compile(r"""GET\.get\(\s*["'](\w+)["']|\{\{\s*request\.GET\.(\w+)""")
IN_FORM = re.compile(rb"""<(?:input|select|textarea)[^>]*\sname="([\w.:-]+)\"""")
SOURCES = ("games/pages", "accounts", "brisca_site", "templates")

pytestmark = pytest.mark.django_db


def names_in_code() -> set[str]:
    """Names of parameters that views and templates read one by one."""
    texts = [
        path.read_text()
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html")
    ]
    return {name for text in texts for pair in IN_CODE.findall(text) for name in pair if name}


@pytest.fixture
def pages() -> list[str]:
    return [path for path in every_path({}) if not path.startswith(("/api/v1/", "/admin/"))]


def names_of(client: Client, path: str) -> set[str]:
    """Names of the fields of a page's forms."""
    answer = client.get(path)
    body = b"" if answer.streaming else answer.content
    return {name.decode() for name in IN_FORM.findall(body)}


def test_no_page_repeats_control_characters_of_any_query_field(client, pages):
    client.force_login(User.objects.create_user("ana"))
    common = names_in_code() | {"next", "q", "page", "name", "cursor"}
    assert len(common) > 8
    asked = 0
    for path in pages:
        own = names_of(client, path)
        # A fault in one field may hide what the next does, so those of the page's forms go alone,
        # but for the many options of rules.
        alone = [[name] for name in sorted(own) if "." not in name]
        for together in alone, [sorted(common)], [sorted(own)]:
            for fields in filter(None, together):
                answer = client.get(path, dict.fromkeys(fields, INJECTED) | {"language": "en"})
                body = b"" if answer.streaming else answer.content
                assert not re.search(b"mark[\r\n]", body), (path, fields)
                assert not re.search("[\x1b\x85\u2028]", body.decode(errors="replace")), (
                    path,
                    fields,
                )
                assert "X-Injected" not in answer.headers, (path, fields)
                assert answer.status_code != 500, (path, fields)
                asked += len(fields)
    assert asked > 500


def test_what_is_shown_of_a_parameter_is_what_was_typed_without_control_characters(client):
    page = client.get("/tables/new/", {"name": "Los\r\n jue\x07ves"}).content.decode()
    assert "Los jueves" in page


@pytest.mark.parametrize("path", ["/tables/new/", "/", "/matches/"])
@pytest.mark.parametrize(
    ("name", "limit"),
    [("name", MAX_QUERY_VALUE), ("x" * (MAX_QUERY_VALUE + 1), 0), ("next", MAX_NEXT)],
)
def test_a_parameter_that_is_too_long_is_refused(client, path, name, limit):
    assert client.get(path, {name: "a" * (limit + 1)}).status_code == 400
    if limit:
        assert client.get(path, {name: "a" * limit}).status_code == 200


def test_a_field_that_no_form_could_want_is_refused(client):
    assert client.post("/accounts/guest/", {"name": "a" * (MAX_FIELD + 1)}).status_code == 400


def test_fields_keep_their_lines_and_lose_other_control_characters(rf):
    from brisca_site.request_text import clean_request_text

    seen = []
    request = rf.post("/", {"note": "one\r\ntwo\tthree\x1b\u2029"})
    clean_request_text(lambda request: seen.append(request.POST["note"]))(request)
    assert seen == ["one\r\ntwo\tthree"]


@pytest.mark.parametrize(
    "path", ["/players/a%0D%0Ab/", "/rules/a%1B/", "/%0Aadmin/", "/t/a%C2%85/"]
)
def test_an_address_with_a_control_character_is_not_there(client, path):
    assert client.get(path).status_code == 404


def test_cleaned_parameters_keep_order_and_repetition_and_cannot_be_changed(rf):
    from brisca_site.request_text import clean_request_text

    seen = []
    request = rf.get("/?b=%201%1b&a=&b=2%26c%3D3&ñ=%C3%B1&=x")
    clean_request_text(lambda request: seen.append(request.GET))(request)
    (cleaned,) = seen
    assert list(cleaned.lists()) == [("b", [" 1", "2&c=3"]), ("a", [""]), ("ñ", ["ñ"]), ("", ["x"])]
    with pytest.raises(AttributeError, match="immutable"):
        cleaned["a"] = "changed"
