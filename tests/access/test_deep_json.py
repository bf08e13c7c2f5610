"""Deeply nested JSON: every address that reads JSON refuses it as malformed, and none fails."""

from __future__ import annotations

import inspect
import json

import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import Scope
from accounts.tokens import create_token
from tests.access.routes import address, parameters, routes
from tests.accounts.support import member
from tests.support.api_limits import unlimited

pytestmark = pytest.mark.django_db
DEPTH = 4000
BODIES = {
    "array": "[" * DEPTH,
    "closed array": "[" * DEPTH + "]" * DEPTH,
    "object": '{"a":' * 800,
    "nested value": json.dumps({"endpoint": "x"})[:-2] + '","keys":' + "[" * DEPTH,
    "deep text": '{"endpoint":' + "[" * 900 + "]" * 900 + "}",
}
JSON_FIELDS = ("credential", "keys", "tables", "options", "ruleset", "text", "prizes", "data")
"""Fields of forms that hold JSON, or that might one day."""
OF_ADMIN = "admin:"
OF_THINGS_THAT_ARE_MISSING = {"/api/v1/play/rated/puzzles/1/"}
"""Addresses of the API that look for a row, which is not there, before they read the body."""
NEEDS_TABLES = frozenset({"play_now", "daily_play", "api:daily_play"})
"""Names of views that begin a match, whatever is posted; none of them reads JSON."""


def paths(beginning: str = "") -> list[str]:
    """Path of every address but the administration's, which the site does not write."""
    return [
        address(route, dict.fromkeys(parameters(route), "1"))
        for name, route in sorted(routes().items())
        if not name.startswith(OF_ADMIN) and name not in NEEDS_TABLES
        if route.startswith(beginning)
    ]


def reads_body(path: str) -> bool:
    """Return whether the view of an address of the API reads the body of its requests."""
    view = getattr(resolve(path).func, "cls", None)
    return view is not None and "read_body(" in inspect.getsource(view)


@pytest.fixture
def browser() -> Client:
    browser = Client()
    browser.force_login(member("Lucia"))
    return browser


def key_of(name: str, *, is_bot: bool) -> dict[str, str]:
    """Return the headers with a key of a person or a program, which has every scope."""
    owner = member(name, is_bot=is_bot)
    _row, key = create_token(user=owner, name="all", scopes=Scope.values, days=7)
    return {"authorization": f"Bearer {key}"}


@unlimited()
@pytest.mark.parametrize("kind", BODIES)
def test_api_refuses_deep_json_as_a_body(kind):
    """Scopes to play are good for programs alone, and that for messages for people."""
    keys = [key_of("Ana", is_bot=False), key_of("Bota", is_bot=True)]
    client = Client()
    addresses = set(filter(reads_body, paths("api/v1/")))
    unread = set(addresses)
    for path in addresses:
        for key in keys:
            answer = client.post(path, BODIES[kind], content_type="application/json", headers=key)
            assert 400 <= answer.status_code < 500, path
            if answer.status_code == 400:
                unread.discard(path)
    assert unread == OF_THINGS_THAT_ARE_MISSING


@pytest.mark.parametrize("method", ["post", "delete"])
@pytest.mark.parametrize("kind", BODIES)
def test_push_subscription_of_deep_json_is_a_bad_request(browser, method, kind):
    send = getattr(browser, method)
    answer = send("/accounts/push/", BODIES[kind], content_type="application/json")
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize("signed_in", [True, False])
def test_deep_json_in_fields_of_forms_is_no_fault_anywhere(browser, signed_in):
    client = browser if signed_in else Client()
    for path in paths():
        if not path.startswith("/api/"):
            answer = client.post(path, dict.fromkeys(JSON_FIELDS, "[" * DEPTH))
            assert answer.status_code < 500, path


def test_passkey_of_deep_json_is_a_bad_request():
    answer = Client().post("/accounts/2fa/webauthn/login/", {"credential": "[" * DEPTH})
    assert answer.status_code == 400
