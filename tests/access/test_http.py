"""Every address of Django, by every method, as every kind of visitor: no cell has no expectation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.db import connection, transaction

from accounts.models import Token
from tests.access.asking import METHODS, ask, outcome, text_of
from tests.access.permissions import PERMISSIONS, STATES
from tests.access.routes import address, parameters, routes
from tests.access.rows import Row
from tests.access.viewers import BROWSERS, KEYS, VIEWERS
from tests.access.world import World, build_world

pytestmark = pytest.mark.django_db

EVERY_CELL: Final = os.environ.get("ACCESS_MATRIX") == "every"
"""Ask every cell. Else what runs the same code as its neighbour is asked by GET and POST alone: which
takes a third of the time."""
READ_BY_NO_PAGE: Final = ("robot_play", "person_play")
"""Keys with which all pages outside the API are asked, and looked up by none: so that which scope a
key has makes no difference there, and those with the others need not be asked."""
IN_ADDRESSES: Final = {
    "table_id": "table",
    "table": "table",
    "match_id": "match",
    "match": "match",
    "day": "day",
    "exercise": "exercise",
    "case_id": "case",
}
"""Parameter of a route -> what it leads to."""
BY_ID: Final = {
    "exercise": "exercise",
    "mfa_remove_webauthn": "passkey",
    "mfa_edit_webauthn": "passkey",
}
"""Routes with a number in them -> what it counts."""


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One site for all tests of this file; they undo what they do."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A download gives its connection back, with which everything here would go."""
    monkeypatch.setattr("games.api.downloads.exports.close_old_connections", lambda: None)


def thing_of(name: str, route: str) -> str:
    """What an address leads to that can be in several states; empty where to nothing."""
    if name in BY_ID:
        return BY_ID[name]
    found = [IN_ADDRESSES[one] for one in parameters(route) if one in IN_ADDRESSES]
    return found[0] if found else ""


def rows_of(name: str) -> dict[str, Row]:
    """State -> row of a route."""
    found = PERMISSIONS[name]
    return {"": found} if isinstance(found, Row) else found


def path_of(world: World, name: str, route: str, state: str) -> str:
    """An address of the route that leads to something in this state."""
    places = {**world.places, **world.objects.get(state, {})}
    places |= {"table_id": places.get("table", ""), "match_id": places.get("match", "")}
    if name == "data_file":
        places["name"] = "nothing.zip"
    if name.startswith("admin"):
        model = name.removeprefix("admin:").rpartition("_")[0]
        if not name.startswith("admin:"):
            model = "_".join(name.split("/")[1:3])
        row = world.rows.get(model, world.rows["accounts_user"])
        places |= {"object_id": row, "id": row, "content_type_id": "1"}
    return address(route, places)


def is_asked(name: str, state: str, who: str, method: str) -> bool:
    """Whether a cell is asked where not every one is."""
    if EVERY_CELL:
        return True
    if who in KEYS and who not in READ_BY_NO_PAGE and not name.startswith("api:"):
        return False
    if method in ("GET", "POST"):
        return True
    if state and state != next(iter(rows_of(name))):
        return False  # what the method is decides before what the address leads to
    if name.startswith("api:play"):
        return who in (*KEYS, "anonymous")  # no cookie is read
    if name.startswith("api:"):
        return who in ("anonymous", "robot_play")  # no right is asked for
    if name.startswith("admin"):  # all but POST is read as GET
        row = rows_of(name)[state]
        return who == "anonymous" or (who == "moderator" and row.expected(who, "GET") == "ok")
    return who in ("anonymous", "guest", "member")  # no key is read, and no right but an account


def cells(who: str) -> Iterator[tuple[str, str, Row, str]]:
    """Name, state, row and route of everything that a viewer may ask for."""
    for name, route in routes().items():
        if name in PERMISSIONS:
            for state, row in rows_of(name).items():
                if not row.live:
                    yield name, state, row, route


def leaks(world: World, name: str, who: str, path: str, text: str) -> list[str]:
    """What an answer tells that this viewer may not know. What they wrote themselves is theirs."""
    return [
        secret.what
        for hidden, secret in world.secrets.items()
        if hidden in text
        and hidden not in path
        and who not in secret.owners
        and not (name.startswith(("admin", "desk")) and who in secret.staff)
    ]


@contextmanager
def _queries_of_keys() -> Iterator[list[str]]:
    """Yield the queries of the table of keys."""
    found: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if Token._meta.db_table in sql:
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def test_every_route_has_a_row_and_every_row_a_route():
    have, told = routes(), set(PERMISSIONS)
    missing = [f'    "{name}": ...,  # /{have[name]}' for name in have if name not in told]
    assert not missing, (
        "Say in tests/access/permissions/ who may do what at these addresses; how stands at its "
        "top. Rows to add:\n" + "\n".join(missing)
    )
    left = sorted(told - set(have))
    assert not left, f"rows of tests/access/permissions/ for routes that are gone: {left}"


def test_every_state_of_what_an_address_leads_to_has_a_row():
    for name, route in routes().items():
        wanted = STATES.get(thing_of(name, route), ("",))
        assert set(rows_of(name)) == set(wanted), f"{name} needs a row for each of {wanted}"


@pytest.mark.parametrize("who", VIEWERS)
def test_everybody_is_answered_as_the_table_says_and_told_nothing_private(world, who):
    wrong = []
    for name, state, row, route in cells(who):
        path = path_of(world, name, route, state)
        for method in METHODS:
            if not is_asked(name, state, who, method):
                continue
            cell = f"{name} {state} {method} {path} as {who}"
            with _queries_of_keys() as looked_up:
                answer = ask(world, who, method, path, row.body if method == "POST" else "")
            if looked_up and who in KEYS and not name.startswith("api:"):
                wrong.append(f"{cell} looks up keys")
            found, expected = outcome(answer), row.expected(who, method)
            if found != expected:
                wrong.append(f"{cell}: {found}, not {expected}")
            told = leaks(world, name, who, path, text_of(answer))
            wrong += [f"{cell} tells {what}" for what in told]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize("who", BROWSERS if EVERY_CELL else ("anonymous", "member", "superuser"))
def test_no_write_without_the_token_of_its_form(world, who):
    """A page elsewhere may send a browser's cookie along, but does not know the token."""
    wrong = []
    for name, state, row, route in cells(who):
        if state and state != next(iter(rows_of(name))):
            continue
        path = path_of(world, name, route, state)
        answer = ask(world, who, "POST", path, row.body, forged=True)
        expected = "refused" if row.cookies else row.expected(who, "POST")
        if outcome(answer) != expected:
            wrong.append(f"POST {path} as {who}: {outcome(answer)}, not {expected}")
    assert not wrong, "\n" + "\n".join(wrong)


def test_a_key_that_is_looked_up_would_be_noticed(world):
    with _queries_of_keys() as looked_up:
        ask(world, "person_play", "GET", "/api/v1/play/tables/")
    assert looked_up


def test_what_is_searched_for_would_be_found(world):
    """The secrets are written as answers would write them: their owners are told them."""
    whats = {secret.what for secret in world.secrets.values()}
    assert {"a seed", "a nonce", "a deck", "an invitation", "a complaint"} <= whats
    shown = {
        "seated": f"/t/{world.objects['waiting']['table']}/",
        "former": f"/matches/{world.objects['finished']['match']}/",
        "member": "/accounts/email/",
    }
    for who, wanted in (
        ("seated", "an invitation"),
        ("former", "a note of former"),
        ("member", "the e-mail of member"),
    ):
        text = text_of(ask(world, who, "GET", shown[who]))
        assert any(
            text.count(hidden) for hidden, one in world.secrets.items() if one.what == wanted
        )
    case = f"/desk/cases/{world.objects['open_case']['case_id']}/"
    assert "complaint-of-member" in text_of(ask(world, "superuser", "GET", case))
