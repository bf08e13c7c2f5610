"""The documents of the API are made once, before anybody asks, however many ask at once."""

from __future__ import annotations

import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import call_command
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from games.api.core.build_once import build_once
from games.api.core.schema import document, schema_json
from tests.live.test_serve import SERVERS, processes, site, start  # noqa: F401 - fixtures

DOCUMENTS = ("/api/schema/", "/api/docs/", "/api/asyncapi/", "/api/asyncapi/docs/")
TOGETHER = 50


@pytest.mark.parametrize("server", SERVERS)
def test_a_fresh_process_gives_each_document_to_fifty_at_once(site, processes, server):  # noqa: F811
    env, port = site
    start(processes, {**env, "DJANGO_SETTINGS_MODULE": "tests.settings"}, port, server)
    begin = Barrier(TOGETHER)

    def ask(path: str) -> tuple[int, int]:
        begin.wait()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=60) as answer:
            return answer.status, len(answer.read())

    with ThreadPoolExecutor(TOGETHER) as pool:
        for path in DOCUMENTS:
            answers = set(pool.map(ask, [path] * TOGETHER))
            assert {status for status, _ in answers} == {200}, path
            assert len(answers) == 1, path


def test_the_documents_are_there_before_the_process_listens(monkeypatch):
    made: list[int] = []

    def no_more(*args: object, **kwargs: object) -> None:
        raise AssertionError("a request has to wait for a document")

    def serve(*args: object) -> None:
        monkeypatch.setattr(SchemaGenerator, "get_schema", no_more)
        made.append(len(schema_json()))

    monkeypatch.setattr("games.live.server.daphne_server.serve", serve)
    call_command("serve")
    assert made[0] > 100_000


def test_what_is_built_once_is_built_by_one_of_many_threads():
    begin, calls = Barrier(20), []

    @build_once
    def build() -> int:
        calls.append(1)
        return 7

    def ask(_: int) -> int:
        begin.wait()
        return build()

    with ThreadPoolExecutor(20) as pool:
        assert set(pool.map(ask, range(20))) == {7}
    assert calls == [1]


def test_what_could_not_be_built_is_tried_again():
    outcomes = iter([ValueError("not yet"), 7])

    @build_once
    def build() -> int:
        outcome = next(outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    with pytest.raises(ValueError, match="not yet"):
        build()
    assert (build(), build()) == (7, 7)


def test_the_document_gives_the_form_of_every_text_that_is_not_free():
    parameters = [
        one
        for methods in document()["paths"].values()
        for told in methods.values()
        for one in told.get("parameters", [])
        if one["name"] in ("cursor", "options", "include", "contains", "invite")
    ]
    assert len(parameters) > 20
    assert all(re.compile(one["schema"]["pattern"]) for one in parameters)


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "POST"])
def test_a_method_that_an_address_does_not_have_is_refused_before_its_parameters(method):
    answer = Client().generic(method, "/api/v1/matches/?no_such=1")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"
    assert Client().get("/api/v1/matches/?no_such=1").status_code == 400
