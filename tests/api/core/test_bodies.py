"""Whatever a program sends as a body is taken or refused by name, and is never a fault of the server."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Table
from tests.api.core.test_keys import SAY, TABLES, bearer, program
from tests.api.support import error_of, hold

pytestmark = pytest.mark.django_db(transaction=True)


def sent(body: bytes, path: str = TABLES):
    _user, key = program()
    client = Client(raise_request_exception=False)
    return client.post(path, body, content_type="application/json", headers=bearer(key))


@pytest.mark.parametrize(
    "body",
    [
        b'{"id": "open-one-1", "\\ud800": 1}',
        b'{"id": "open-one-1", "preset": "\\ud800"}',
        b'{"id": "open-one-1", "visibility": "\\udc00"}',
        b'{"id": "open-one-1", "options": {"\\ud800": 1}}',
        b'{"id": "open-one-1", "options": {"teams": "\\ud800"}}',
        b'{"id": "open-one-1", "options": {"match.target": 1' + b"0" * 400 + b"}}",
        b'{"id": "open-one-1", "options": {"match.target": 1e400}}',
        b'{"id": "open-one-1", "turn_ms": NaN}',
        b'{"id": "open-one-1", "players": 1' + b"0" * 5000 + b"}",
        b'{"id": "open-one-1", "options": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b"[" * 60_000,
        b'{"a":' * 12_000,
        b'{"id": "\xff\xfe"}',
        b"\xef\xbb\xbf{}",
        '{"id": "open-one-1"}'.encode("utf-16"),
        b"{",
        b"null",
        b'"x"',
        b"[]",
    ],
)
def test_what_is_no_json_object_is_refused_in_few_words(body):
    answer = sent(body)
    assert error_of(answer, 400, "bad_request") == {}
    assert answer.json()["error"]["message"] == "The body is a JSON object."
    assert not Table.objects.exists()


@pytest.mark.parametrize("length", [70_000, 5_000_000])
@pytest.mark.parametrize("path", [TABLES, SAY])
def test_a_body_longer_than_anybody_needs_is_too_large(length, path):
    error_of(sent(b'{"id": "%b"}' % (b"a" * length), path), 413, "too_large")


def test_a_name_holds_nothing_that_cannot_be_seen():
    answer = sent(b'{"id": "open-one-1", "name": " a\\u202eb \\n\\u0007 c "}')
    assert Table.objects.get(public_id=answer.json()["table"]).name == "ab c"


def test_the_document_tells_of_what_is_too_large():
    answer = sent(b'{"id": "%b"}' % (b"a" * 70_000))
    hold(TABLES, answer, "post")
