"""Conditional requests: an answer that is known is neither made nor sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from brisca_site.base.conditional import conditional

ROOMS = ("accounts", "brisca_site", "games")
HEADERS = {"Cache-Control": "public, no-cache"}


def ask(known: str | None, make=lambda: HttpResponse(b"body")):
    headers = {} if known is None else {"if-none-match": known}
    return conditional(RequestFactory().get("/", headers=headers), "tag", HEADERS, make)


@pytest.mark.parametrize(
    "known", [None, "", '"other"', 'W/"other", "more"', "tag", '"ta', '"tag-2"']
)
def test_who_does_not_have_it_gets_it_under_its_tag(known):
    answer = ask(known)
    assert (answer.status_code, answer.content) == (200, b"body")
    assert (answer["ETag"], answer["Cache-Control"]) == ('"tag"', "public, no-cache")


@pytest.mark.parametrize(
    "known", ['"tag"', 'W/"tag"', '"other", "tag"', '"other",W/"tag"', "*", " * "]
)
def test_who_has_it_is_told_so_with_the_same_headers(known):
    answer = ask(known)
    assert (answer.status_code, answer.content) == (304, b"")
    assert (answer["ETag"], answer["Cache-Control"]) == ('"tag"', "public, no-cache")


def test_nothing_is_made_for_who_has_it():
    def make():
        raise AssertionError("made")

    assert ask('"tag"', make).status_code == 304


def test_whatever_there_is_must_be_there():
    def missing():
        raise Http404

    with pytest.raises(Http404):
        ask("*", missing)


def test_headers_of_the_answer_stay():
    def part():
        return HttpResponse(b"bo", status=206, headers={"Content-Range": "bytes 0-1/4"})

    answer = ask('"other"', part)
    assert (answer.status_code, answer["Content-Range"]) == (206, "bytes 0-1/4")


def test_tags_are_compared_in_one_place():
    asked = re.compile(r"headers(\.get\(|\[)\"(If-None-Match|ETag)\"", re.IGNORECASE)
    modules = [path for room in ROOMS for path in Path(settings.BASE_DIR, room).rglob("*.py")]
    found = {path.name for path in modules if asked.search(path.read_text(encoding="utf-8"))}
    assert found == {"conditional.py"}
