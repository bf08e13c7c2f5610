"""Pages of other origins may ask, and nobody's cookie is read."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api.support import V1
from tests.stats.support import stored

pytestmark = pytest.mark.django_db


def test_pages_of_other_origins_may_ask():
    elsewhere = {"origin": "https://elsewhere.example"}
    asked = {"access-control-request-method": "GET"}
    answer = Client().options(f"{V1}/matches/", headers={**elsewhere, **asked})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
    assert "if-none-match" in answer["Access-Control-Allow-Headers"]
    assert answer["Access-Control-Allow-Origin"] == "*"
    for path in (f"{V1}/matches/", f"{V1}/nothing/", "/api/schema/"):
        answer = Client().get(path, headers=elsewhere)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "RateLimit-Remaining" in answer["Access-Control-Expose-Headers"]
        assert not answer.has_header("Access-Control-Allow-Credentials")
    assert not Client().get("/", headers=elsewhere).has_header("Access-Control-Allow-Origin")


def test_programs_in_pages_of_other_origins_may_bring_a_key_and_a_body():
    asked = {
        "origin": "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    answer = Client().options(f"{V1}/play/tables/", headers=asked)
    assert answer.status_code == 200
    assert "POST" in answer["Access-Control-Allow-Methods"].split(", ")
    allowed = set(answer["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "content-type"} <= allowed
    assert not answer.has_header("Access-Control-Allow-Credentials")


def test_what_may_be_asked_is_told_without_a_page_of_elsewhere():
    for path in ("matches/", "exports/matches.ndjson"):
        answer = Client().options(f"{V1}/{path}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_no_cookie_is_read_or_set():
    match = stored()
    for path in (f"{V1}/matches/", f"{V1}/matches/{match.public_id}/", "/api/schema/"):
        answer = Client().get(path, headers={"cookie": f"sessionid={'a' * 32}"})
        assert not answer.cookies
        assert "Cookie" not in answer.get("Vary", "")


def test_the_language_is_that_of_the_header_whatever_a_browser_remembers():
    headers = {"accept-language": "en", "cookie": "django_language=ca"}
    told = Client().get(f"{V1}/players/nobody/", headers=headers).json()["error"]
    assert told["message"] == "There is nothing at this address."
